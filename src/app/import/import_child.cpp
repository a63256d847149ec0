#include "app/import/import_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "io/codec/model_codec.h"
#include "io/codec/model_fields.h"
#include "io/gltf/compressed/plain.h"
#include "io/import.h"
#include "io/texture_places.h"

namespace bindpose::app {

namespace {

#ifdef BINDPOSE_SANITIZED
constexpr bool kLimitsMemory = false;  // its shadow takes terabytes of addresses
#else
constexpr bool kLimitsMemory = true;
#endif

struct Task {
  bool textures = true;
  int image_side = 0;
  rlim_t memory = 0;
  unsigned seconds = 0;
  pid_t parent = 0;
  std::string path;
  bool plain = false;
  TexturePlaces textures_at;
};

void limit(int what, rlim_t most) {
  rlimit r{};
  if (getrlimit(static_cast<decltype(RLIMIT_CPU)>(what), &r) != 0) return;
  if (r.rlim_max != RLIM_INFINITY) most = std::min(most, r.rlim_max);
  r.rlim_cur = r.rlim_max = most;
  setrlimit(static_cast<decltype(RLIMIT_CPU)>(what), &r);
}

// At the limit comes SIGXCPU, which is told apart; at a hard one no later than that SIGKILL would
// come instead, as from anywhere.
void limit_processor(rlim_t seconds) {
  limit(RLIMIT_CPU, seconds + 1);
  rlimit r{};
  if (getrlimit(RLIMIT_CPU, &r) != 0) return;
  r.rlim_cur = std::min(seconds, r.rlim_max);
  setrlimit(RLIMIT_CPU, &r);
}

// The parent keeps the time itself; alarm and the limit on processor time are for the case that it
// cannot.
void confine(const Task& task) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
  if (getppid() != task.parent) _exit(kNoWorker);  // it ended before the line above
  if (kLimitsMemory) limit(RLIMIT_AS, task.memory);
  limit(RLIMIT_FSIZE, task.memory);
  limit(RLIMIT_CORE, 0);
  limit_processor(task.seconds + 2);
  alarm(task.seconds + 5);
  std::set_new_handler([] { _exit(kOutOfMemory); });
}

void write_all(int fd, const void* data, std::size_t size) {
  const char* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(fd, next, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(kOutOfMemory);  // shared memory is full
    next += written;
    size -= static_cast<std::size_t>(written);
  }
}

void write_model(const Model& model) {
  encode_model(model, [](std::span<const std::uint8_t> piece) {
    write_all(kResultFd, piece.data(), piece.size());
  });
}

// Tells what is being done. The pipe does not block: with a reader that sleeps, news are lost.
class News {
 public:
  bool operator()(const char* phase, float part) {
    const auto now = std::chrono::steady_clock::now();
    if (phase_ == phase && now - last_ < std::chrono::milliseconds(20)) return true;
    phase_ = phase;
    last_ = now;
    char line[128];
    const int size = std::snprintf(line, sizeof line, "P %.4f %.64s\n", double(part), phase);
    if (size > 0) send({line, static_cast<std::size_t>(size)});
    return true;
  }
  static void send(std::string_view line) {
    [[maybe_unused]] const ssize_t ignored = ::write(kNewsFd, line.data(), line.size());
  }

 private:
  std::string phase_;
  std::chrono::steady_clock::time_point last_{};
};

void misbehave(std::string_view how) {
  if (how == "hang" || how.starts_with("slow")) {
    const int seconds = how.size() > 5 ? std::atoi(how.data() + 5) : 10;
    for (int i = 0; how == "hang" || i < 10 * seconds; ++i) usleep(100000);
  } else if (how == "half") {
    News()("reading", 0.25f);
    News()("posing", 0.5f);
    News()("posing", 0.125f);  // nobody wants to see it go back
    for (;;) usleep(100000);
  } else if (how == "spin") {
    for (;;) std::chrono::steady_clock::now();
  } else if (how == "crash") {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  } else if (how == "bomb") {
    constexpr std::size_t kPiece = std::size_t{1} << 26;
    // Volatile: memory that nobody can see a compiler may leave out, as Clang does.
    static char* volatile seen = nullptr;
    for (;;) {
      seen = new char[kPiece];
      std::memset(seen, 1, kPiece);
    }
  } else if (how == "garbage") {
    std::string bytes(100000, '\0');
    unsigned x = 1;
    for (char& c : bytes) c = static_cast<char>((x = x * 1664525u + 1013904223u) >> 24);
    write_all(kResultFd, bytes.data(), bytes.size());
    _exit(kImported);
  } else if (how == "liar") {
    std::vector<std::uint8_t> bytes = encode_model(Model());
    std::memset(bytes.data() + bytes.size() / 2, 0xff, 8);
    write_all(kResultFd, bytes.data(), bytes.size());
    _exit(kImported);
  } else if (how == "sparse") {
    ModelHeader header;
    header.total_size = std::uint64_t{1} << 29;
    write_all(kResultFd, &header, sizeof header);
    if (ftruncate(kResultFd, static_cast<off_t>(header.total_size)) != 0) _exit(kNoWorker);
    _exit(kImported);
  } else if (how == "flood") {
    const std::string piece(1 << 20, 'x');
    for (;;) write_all(kResultFd, piece.data(), piece.size());
  } else if (how == "quiet") {
    _exit(kImported);
  }
}

constexpr int kWords = 8;  // before what may follow

// Where textures may lie, behind the model's path, and what is wanted of it. False where it is not
// that.
bool parse_rest(int argc, char** argv, bool& plain, TexturePlaces& out) {
  for (int k = kWords; k < argc;) {
    const std::string_view kind = argv[k];
    if (kind == kPlainFile) {
      plain = true;
      k += 1;
    } else if (kind == kTextureFolder && k + 1 < argc) {
      out.folders.emplace_back(argv[k + 1]);
      k += 2;
    } else if (kind == kTextureFile && k + 2 < argc) {
      out.files[argv[k + 1]] = argv[k + 2];
      k += 3;
    } else {
      return false;
    }
  }
  return true;
}

Task parse(char** argv) {
  Task task;
  task.textures = std::strcmp(argv[2], "0") != 0;
  task.image_side = std::atoi(argv[3]);
  task.memory = static_cast<rlim_t>(std::strtoull(argv[4], nullptr, 10));
  task.seconds = static_cast<unsigned>(std::strtoul(argv[5], nullptr, 10));
  task.parent = static_cast<pid_t>(std::atol(argv[6]));
  task.path = argv[7];
  return task;
}

}  // namespace

int run_import_child(int argc, char** argv) {
  bool plain = false;
  TexturePlaces places;
  if (argc < kWords || !parse_rest(argc, argv, plain, places) || fcntl(kResultFd, F_GETFD) < 0 ||
      fcntl(kNewsFd, F_GETFD) < 0) {
    std::fprintf(stderr, "bindpose: %s is for the program's own use\n", kImportWorkerFlag);
    return kNoWorker;
  }
  Task task = parse(argv);
  task.plain = plain;
  task.textures_at = std::move(places);
  confine(task);
  fcntl(kNewsFd, F_SETFL, fcntl(kNewsFd, F_GETFL) | O_NONBLOCK);
  if (const char* how = std::getenv("BINDPOSE_IMPORT_TEST")) misbehave(how);
  News news;
  ImportOptions options;
  options.textures = task.textures;
  options.max_image_side = task.image_side;
  options.texture_folders = task.textures_at.folders;
  options.texture_files = task.textures_at.files;
  options.leave_memory = true;
  options.progress = [&news](const char* phase, float part) { return news(phase, part); };
  try {
    if (task.plain) {
      const std::vector<std::uint8_t> bytes = plain_gltf(task.path);
      write_all(kResultFd, bytes.data(), bytes.size());
      _exit(kImported);
    }
    const std::shared_ptr<const Model> model = import_model(task.path, options);
    news("handing over", 1.0f);
    write_model(*model);
    News::send("D\n");
    _exit(kImported);  // the memory of a large model need not be given back piece by piece
  } catch (const std::exception& e) {
    write_all(kResultFd, e.what(), std::strlen(e.what()));
  }
  _exit(kRefused);
}

}  // namespace bindpose::app
