#include "app/import/import_worker.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "app/import/import_child.h"
#include "app/import/import_process.h"
#include "app/import/texture_places.h"
#include "app/input_files.h"
#include "io/codec/model_codec.h"
#include "io/model_file.h"
#include "io/text/clean_text.h"
#include "scene/near_match.h"
#include "view/joints/joint_colors.h"

namespace bindpose::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestSentence = 600;
constexpr std::size_t kLongestPhase = 40;

std::atomic<int> decoding_threads{0};

std::string shown(const std::string& path) {
  return "\"" + clean_line(path, kLongestSentence) + "\"";
}

std::string advice(const std::string& path) {
  const std::string ending = lower_extension(path);
  return ending == ".glb" || ending == ".gltf" || ending == ".vrm" ? "Try exporting it again."
                                                                   : "Try converting it to glTF.";
}

ImportResult failure(ImportEnd end, std::string sentence, int signal = 0) {
  return {end, nullptr, std::move(sentence), signal};
}

ImportResult crashed(const std::string& path, const std::string& how, int signal) {
  return failure(ImportEnd::Crashed,
                 shown(path) + " made the importer crash (" + how +
                     "); the file is damaged, or it hits a bug in Assimp. Nothing was changed. " +
                     advice(path),
                 signal);
}

ImportResult out_of_memory(const std::string& path, const ImportLimits& limits) {
  return failure(ImportEnd::OutOfMemory,
                 shown(path) + " needs more memory than the " +
                     std::to_string(limits.memory >> 20) +
                     " MiB that an import may take; it is damaged, or --import-memory MIB has to "
                     "allow more.");
}

ImportResult out_of_time(const std::string& path, const ImportLimits& limits) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", limits.seconds);
  return failure(ImportEnd::OutOfTime,
                 shown(path) + " was not read within " + seconds +
                     " s; it is damaged, or --import-seconds S has to allow more.");
}

ImportResult garbage(const std::string& path, const std::string& why) {
  return failure(ImportEnd::Garbage,
                 shown(path) + " made the importer send a model that is not sound (" +
                     clean_line(why, kLongestSentence) + "). Nothing was changed. " + advice(path));
}

ImportResult refused(const std::string& path, int fd) {
  char text[4 * kLongestSentence];
  const ssize_t size = pread(fd, text, sizeof text, 0);
  if (size <= 0) return garbage(path, "not even a sentence");
  return failure(ImportEnd::Refused,
                 clean_line({text, static_cast<std::size_t>(size)}, kLongestSentence));
}

ImportResult decode(const std::string& path, int fd, const ImportLimits& limits) {
  try {
    const auto source = [fd](std::uint64_t offset, std::span<std::uint8_t> to) {
      if (!read_result(fd, offset, to)) throw CodecError("The data ends too early.");
    };
    // decode_model made it as a Model; only its users may not change it.
    const auto model =
        std::const_pointer_cast<Model>(decode_model(seal_result(fd), source, limits.memory));
    model->path = path;
    return {ImportEnd::Model, model, {}, 0};
  } catch (const CodecError& e) {
    return garbage(path, e.what());
  } catch (const std::bad_alloc&) {
    return failure(ImportEnd::OutOfMemory, shown(path) + " needs more memory than there is.");
  }
}

}  // namespace

bool import_thread_runs() {
  return decoding_threads > 0;
}

struct ImportJob::State {
  struct Decoding {
    std::atomic<bool> done{false};
    ImportResult result;
  };
  std::string path;
  ImportLimits limits;
  ImportProcess process;
  Clock::time_point start = Clock::now();
  std::string line;  // of news, not yet complete
  std::string phase = "reading";
  float part = 0.0f;
  bool complete = false;  // the child says that its result is
  bool over = false;
  std::shared_ptr<Decoding> decoding;

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
  bool read_news();
  void take_line();
  std::optional<ImportResult> take_end(int status);
  std::optional<ImportResult> step(bool decode_here);
  std::optional<ImportResult> begin_decoding(bool here);
  std::optional<ImportResult> finish(ImportResult result) {
    over = true;
    kill_import(process);
    return result;
  }
};

// False at the end of the pipe.
bool ImportJob::State::read_news() {
  constexpr std::size_t kMaxAtOnce = 1 << 16;
  constexpr std::size_t kLongestLine = 200;
  char bytes[4096];
  for (std::size_t total = 0; total < kMaxAtOnce; total += sizeof bytes) {
    const ssize_t size = read(process.news.get(), bytes, sizeof bytes);
    if (size == 0) return false;
    if (size < 0) return true;
    for (ssize_t i = 0; i < size; ++i) {
      if (bytes[i] == '\n') {
        take_line();
        line.clear();
      } else if (line.size() < kLongestLine) {
        line.push_back(bytes[i]);
      }
    }
  }
  return true;
}

void ImportJob::State::take_line() {
  if (line == "D") {
    complete = true;
  } else if (line.compare(0, 2, "P ") == 0) {
    char* end = nullptr;
    const float value = std::strtof(line.c_str() + 2, &end);
    if (value >= 0.0f && value <= 1.0f) part = std::max(part, value);
    while (*end == ' ') ++end;
    phase = clean_line(end, kLongestPhase);
  }
}

std::optional<ImportResult> ImportJob::State::take_end(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGALRM) return finish(out_of_time(path, limits));
    if (signal == SIGXFSZ) return finish(out_of_memory(path, limits));
    if (signal == SIGKILL) {
      return finish(failure(ImportEnd::Crashed,
                            "The import of " + shown(path) +
                                " was killed from outside (signal 9), perhaps because memory ran "
                                "out. Nothing was changed. Close other programs, or try again.",
                            signal));
    }
    return finish(crashed(path, "signal " + std::to_string(signal), signal));
  }
  switch (WEXITSTATUS(status)) {
    case kImported:
      return std::nullopt;
    case kRefused:
      return finish(refused(path, process.result.get()));
    case kOutOfMemory:
      return finish(out_of_memory(path, limits));
    case kNoWorker:
      return finish(failure(ImportEnd::NotStarted,
                            shown(path) + " was not read: the import process did not start."));
    default:
      return finish(crashed(path, "exit code " + std::to_string(WEXITSTATUS(status)), 0));
  }
}

std::optional<ImportResult> ImportJob::State::begin_decoding(bool here) {
  phase = "checking";
  part = 1.0f;
  kill_import(process);
  if (here) {
    ImportResult result = decode(path, process.result.get(), limits);
    close_result(std::move(process.result));
    return finish(std::move(result));
  }
  decoding = std::make_shared<State::Decoding>();
  ++decoding_threads;
  std::thread([to = decoding, path = path, limits = limits, fd = std::move(process.result)] {
    to->result = decode(path, fd.get(), limits);
    if (to->result.model) to->result.joint_colors = joint_colors(to->result.model);
    to->done = true;
    --decoding_threads;
  }).detach();
  return std::nullopt;
}

std::optional<ImportResult> ImportJob::State::step(bool decode_here) {
  if (over) return std::nullopt;
  if (!process.error.empty()) {
    return finish(failure(ImportEnd::NotStarted, shown(path) +
                                                     " was not read: the import process could not "
                                                     "be started (" +
                                                     process.error + ")."));
  }
  if (decoding) {
    if (!decoding->done) return std::nullopt;
    return finish(std::move(decoding->result));
  }
  read_news();
  if (complete) return begin_decoding(decode_here);
  if (const auto status = ended(process)) {
    if (auto result = take_end(*status)) return result;
    return begin_decoding(decode_here);
  }
  if (seconds() > limits.seconds) return finish(out_of_time(path, limits));
  return std::nullopt;
}

ImportJob::ImportJob(const std::string& path, const ImportOptions& options,
                     const ImportLimits& limits)
    : state_(std::make_unique<State>()) {
  state_->path = path;
  state_->limits = limits;
  state_->process = start_import(path, options, limits);
}

ImportJob::~ImportJob() {
  cancel();
}

void ImportJob::cancel() {
  state_->over = true;
  kill_import(state_->process);
}

std::optional<ImportResult> ImportJob::poll() {
  return state_->step(false);
}

std::optional<ImportResult> ImportJob::wait(double seconds) {
  State& s = *state_;
  const double until = s.seconds() + seconds;
  for (;;) {
    if (auto result = s.step(true)) return result;
    const double left = std::min(until, s.limits.seconds) - s.seconds();
    if (s.over || until <= s.seconds()) return std::nullopt;
    pollfd news{s.process.news.get(), POLLIN, 0};
    ::poll(&news, 1, std::max(1, static_cast<int>(1e3 * left)));
    // Between the end of the pipe and the end of the process there is little, but something.
    if ((news.revents & POLLIN) == 0 && (news.revents & POLLHUP) != 0) usleep(200);
  }
}

ImportJob::Progress ImportJob::progress() const {
  return {state_->phase, state_->part, state_->seconds()};
}

pid_t ImportJob::child() const {
  return state_->process.pid;
}

std::shared_ptr<const Model> import_in_child(const std::string& path, const ImportOptions& options,
                                             const ImportLimits& limits) {
  constexpr double kBetweenNews = 0.05;
  const char* in_process = std::getenv("BINDPOSE_IMPORT_IN_PROCESS");
  if (in_process != nullptr && std::string_view(in_process) == "1") {
    return import_model(path, options);
  }
  ImportJob job(path, options, limits);
  for (;;) {
    if (const auto result = job.wait(kBetweenNews)) {
      if (result->model) return result->model;
      throw ImportError(result->error);
    }
    const ImportJob::Progress p = job.progress();
    if (options.progress && !options.progress(p.phase.c_str(), p.part)) {
      throw ImportError("cancelled while reading " + shown(path) + ".");
    }
  }
}

namespace {

// A name that no texture has would be passed over in silence.
void tell_lost_files(const Model& model, const ImportLimits& limits) {
  for (const auto& [name, file] : limits.texture_files) {
    const auto same = [&file = file](const std::string& read) { return is_same_file(read, file); };
    if (std::ranges::any_of(model.companions, same)) continue;
    const std::vector<std::string> missing = missing_names(model);
    const std::string hint = did_you_mean(name, missing);
    const std::string said = "--texture " + name + "=" + file.string() + ": " + model.name +
                             " names no texture \"" + name + "\"" +
                             (!hint.empty()     ? hint
                              : missing.empty() ? "; none is missing"
                                                : "; 'bindpose info' lists those that are missing");
    std::fprintf(stderr, "bindpose: note: %s\n", shown_sentence(said).c_str());
  }
}

}  // namespace

std::shared_ptr<const Model> import_for_command(const std::string& path,
                                                const ImportOptions& options,
                                                const ImportLimits& limits) {
  note_input(path);
  constexpr auto kPatience = std::chrono::seconds(1);
  constexpr const char* kErase = "\r\033[K";
  // Gone again however the import ends.
  struct Line {
    bool drawn = false;
    ~Line() {
      if (drawn) std::fputs(kErase, stderr);
    }
  } line;
  ImportOptions with_progress = options;
  if (isatty(STDERR_FILENO)) {
    const std::string name =
        shown_text(clean_line(std::filesystem::path(path).filename().string(), 40));
    with_progress.progress = [&, name, start = Clock::now()](const char* phase, float part) {
      if (Clock::now() - start < kPatience) return true;
      std::fprintf(stderr, "%s%s: %s, %.0f %%", kErase, name.c_str(), phase, 100.0 * double(part));
      std::fflush(stderr);
      line.drawn = true;
      return true;
    };
  }
  std::shared_ptr<const Model> model = import_in_child(path, with_progress, limits);
  for (const std::string& file : model->companions) {
    note_input(file, "a file that the model is made of");
  }
  if (options.textures) tell_lost_files(*model, limits);
  return model;
}

}  // namespace bindpose::app
