#include "app/import/import_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include "app/import/import_child.h"

extern char** environ;

namespace bindpose::app {

namespace {

// Above the numbers that the child is given, so that the copies made for it do not collide.
Fd above(int fd) {
  constexpr int kLowest = 10;
  const Fd old(fd);
  return fd < 0 ? Fd() : Fd(fcntl(fd, F_DUPFD_CLOEXEC, kLowest));
}

Fd shared_memory() {
#ifdef __linux__
  return above(memfd_create("bindpose-import", MFD_CLOEXEC | MFD_ALLOW_SEALING));
#else
  static std::atomic<unsigned> count{0};
  const std::string name = "/bindpose-" + std::to_string(getpid()) + "-" + std::to_string(++count);
  const int fd = shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (fd >= 0) shm_unlink(name.c_str());
  return above(fd);
#endif
}

// The child takes hundreds of megabytes once and ends: with glibc's allocator (2.35 and later) in
// huge pages, and without giving memory back in between, that takes a tenth of the page faults. No
// block is mapped by itself, for the room of the file's bytes is used again for what is made of
// them.
constexpr const char* kTunables = "GLIBC_TUNABLES";
constexpr const char* kFewPageFaults =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
    "glibc.malloc.trim_threshold=4294967296:glibc.malloc.top_pad=8388608";

std::vector<std::string> child_environment() {
  std::vector<std::string> list;
  for (char** e = environ; *e != nullptr; ++e) list.emplace_back(*e);
  list.push_back(std::string(kInsideWorker) + "=1");
  if (std::getenv(kTunables) == nullptr) {
    list.push_back(std::string(kTunables) + "=" + kFewPageFaults);
  }
  return list;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

// posix_spawn's two settings, freed at the end.
struct SpawnSettings {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  SpawnSettings(int result, int news, int error_output) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    if (error_output >= 0) {
      posix_spawn_file_actions_adddup2(&files, error_output, 2);
    } else {
      posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&files, result, kResultFd);
    posix_spawn_file_actions_adddup2(&files, news, kNewsFd);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    posix_spawn_file_actions_addclosefrom_np(&files, kNewsFd + 1);
#endif
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
};

int spawn(const std::string& path, const ImportOptions& options, const ImportLimits& limits,
          bool plain, int result, int news, pid_t& pid) {
  std::vector<std::string> words = {"bindpose",
                                    kImportWorkerFlag,
                                    options.textures ? "1" : "0",
                                    std::to_string(options.max_image_side),
                                    std::to_string(limits.memory),
                                    std::to_string(static_cast<long>(std::ceil(limits.seconds))),
                                    std::to_string(getpid()),
                                    path};
  if (plain) words.emplace_back(kPlainFile);
  for (const auto& list : {options.texture_files, limits.texture_files}) {
    for (const auto& [stored, file] : list)
      words.insert(words.end(), {kTextureFile, stored, file.string()});
  }
  for (const auto& list : {options.texture_folders, limits.texture_folders}) {
    for (const auto& folder : list) words.insert(words.end(), {kTextureFolder, folder.string()});
  }
  std::vector<std::string> environment = child_environment();
  const SpawnSettings settings(result, news, limits.error_output);
  return posix_spawn(&pid, worker_of(limits).c_str(), &settings.files, &settings.attributes,
                     pointers(words).data(), pointers(environment).data());
}

}  // namespace

std::string worker_of(const ImportLimits& limits) {
  if (!limits.worker.empty()) return limits.worker;
  const char* named = std::getenv("BINDPOSE_IMPORT_WORKER");
  return named != nullptr && *named != '\0' ? named : "/proc/self/exe";
}

Fd& Fd::operator=(Fd&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Fd::~Fd() {
  if (fd_ >= 0) ::close(fd_);
}

int Fd::release() {
  return std::exchange(fd_, -1);
}

ImportProcess start_import(const std::string& path, const ImportOptions& options,
                           const ImportLimits& limits, bool plain) {
  ImportProcess process;
  if (std::getenv(kInsideWorker) != nullptr) {
    process.error = "this program was started as an import process itself";
    return process;
  }
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0) {
    process.error = std::strerror(errno);
    return process;
  }
  process.news = above(ends[0]);
  const Fd write_end = above(ends[1]);
  process.result = shared_memory();
  if (process.news.get() < 0 || write_end.get() < 0 || process.result.get() < 0) {
    process.error = std::strerror(errno);
    return process;
  }
  fcntl(process.news.get(), F_SETFL, O_NONBLOCK);
  const int failed =
      spawn(path, options, limits, plain, process.result.get(), write_end.get(), process.pid);
  if (failed != 0) {
    process.pid = 0;
    process.error = std::strerror(failed);
  }
  return process;
}

std::optional<int> ended(ImportProcess& process) {
  if (process.pid == 0) return std::nullopt;
  int status = 0;
  const pid_t got = waitpid(process.pid, &status, WNOHANG);
  if (got == 0 || (got < 0 && errno == EINTR)) return std::nullopt;
  process.pid = 0;
  // Somebody else reaped it (SIGCHLD ignored, say): what it left is checked like any other.
  return got < 0 ? 0 : status;
}

void kill_import(ImportProcess& process) {
  const pid_t pid = std::exchange(process.pid, 0);
  if (pid == 0) return;
  kill(pid, SIGKILL);
  if (waitpid(pid, nullptr, WNOHANG) != 0) return;
  // Taking down a large process takes a while; nobody needs to watch.
  std::thread([pid] { waitpid(pid, nullptr, 0); }).detach();
}

std::uint64_t seal_result([[maybe_unused]] int fd) {
#ifdef __linux__
  // Fails for good where the child, taken over, mapped the memory for writing, and for a moment
  // while the kernel holds one of its pages (to move it, say).
  constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  constexpr int kTries = 8;  // the kernel itself waits some 0.15 s in each
  for (int k = 0; fcntl(fd, F_ADD_SEALS, kSeals) != 0; ++k) {
    if (errno != EBUSY || k == kTries) return 0;
    usleep(5000);
  }
#endif
  struct stat status {};
  if (fstat(fd, &status) != 0 || status.st_size <= 0) return 0;
  const auto size = static_cast<std::uint64_t>(status.st_size);
#ifdef __linux__
  // Memory that was claimed and never written would be handed out as it is read.
  constexpr std::uint64_t kBlock = 512;
  if (static_cast<std::uint64_t>(status.st_blocks) < size / kBlock) return 0;
#endif
  return size;
}

bool read_result(int fd, std::uint64_t offset, std::span<std::uint8_t> to) {
  while (!to.empty()) {
    const ssize_t size = pread(fd, to.data(), to.size(), static_cast<off_t>(offset));
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    offset += static_cast<std::uint64_t>(size);
    to = to.subspan(static_cast<std::size_t>(size));
  }
  return true;
}

void close_result(Fd result) {
  if (result.get() >= 0) std::thread([fd = std::move(result)] {}).detach();
}

}  // namespace bindpose::app
