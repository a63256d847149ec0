#include "app/film/film_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "app/import/import_process.h"
#include "app/usage_error.h"
#include "scene/names.h"

extern char** environ;

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

std::string number_word(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// A folder that is gone at the end.
struct WorkFolder {
  fs::path path;
  WorkFolder() {
    std::string name = (fs::temp_directory_path() / "bindpose-film-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("Cannot make a film: there is no room for its workspace in " +
                               fs::temp_directory_path().string() + ".");
    }
    path = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
};

// Takes what a pipe has; false at its end.
bool take_from(int fd, std::string& text) {
  char bytes[4096];
  const ssize_t size = read(fd, bytes, sizeof bytes);
  if (size > 0) text.append(bytes, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

class FilmProcess {
 public:
  FilmProcess(const std::string& program, std::vector<std::string> words) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0) throw_errno();
    news_ = Fd(out[0]);
    const Fd to_news(out[1]);
    if (pipe2(err, O_CLOEXEC) != 0) throw_errno();
    said_ = Fd(err[0]);
    const Fd to_said(err[1]);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, to_news.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, to_said.get(), STDERR_FILENO);
    const int error =
        posix_spawn(&pid_, program.c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
      pid_ = 0;
      errno = error;
      throw_errno();
    }
  }

  // It takes away what it has begun, and is not waited for longer than that can take.
  ~FilmProcess() {
    if (pid_ <= 0) return;
    kill(pid_, SIGTERM);
    constexpr int kTries = 200;
    for (int i = 0; i < kTries; ++i) {
      if (waitpid(pid_, nullptr, WNOHANG) != 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  FilmProcess(const FilmProcess&) = delete;
  FilmProcess& operator=(const FilmProcess&) = delete;

  // Until it ends: its exit status. Throws WriteCancelled.
  int follow(WriteProgress& progress) {
    pollfd both[2] = {{news_.get(), POLLIN, 0}, {said_.get(), POLLIN, 0}};
    while (both[0].fd >= 0 || both[1].fd >= 0) {
      progress.check();
      constexpr int kMilliseconds = 50;
      if (::poll(both, 2, kMilliseconds) < 0) {
        if (errno != EINTR) break;
        continue;  // what came of the round before is not true of this one
      }
      if (both[0].revents != 0 && !take_from(news_.get(), news_text_)) both[0].fd = -1;
      if (both[1].revents != 0 && !take_from(said_.get(), said_text_)) both[1].fd = -1;
      tell(progress);
    }
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(pid_, &status, WNOHANG)) == 0) {
      progress.check();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    pid_ = 0;
    return ended > 0 ? status : -1;  // nobody knows how it ended: not well
  }

  // The last line of what it said, without "bindpose: ".
  std::string sentence() const {
    std::string text = said_text_;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    text = text.substr(text.rfind('\n') + 1);
    constexpr std::string_view kName = "bindpose: ";
    return text.starts_with(kName) ? text.substr(kName.size()) : text;
  }

 private:
  [[noreturn]] static void throw_errno() {
    throw std::runtime_error("Cannot make a film: no process can be started for it: " +
                             std::generic_category().message(errno) + ".");
  }

  // Lines "frame 12 60".
  void tell(WriteProgress& progress) {
    std::size_t end = 0;
    while ((end = news_text_.find('\n')) != std::string::npos) {
      const std::string line = news_text_.substr(0, end);
      news_text_.erase(0, end + 1);
      unsigned done = 0, all = 0;
      if (std::sscanf(line.c_str(), "frame %u %u", &done, &all) != 2 || all == 0) continue;
      if (all_ == 0) progress.stretch(1.0f, all);
      all_ = all;
      if (done > done_) progress.step(done - done_);
      done_ = std::max(done, done_);
    }
  }

  pid_t pid_ = 0;
  Fd news_, said_;
  std::string news_text_, said_text_;
  unsigned done_ = 0, all_ = 0;
};

}  // namespace

std::vector<std::string> film_words(const ui::FilmChoice& c, const Scene& scene, float scale,
                                    float view) {
  const float larger = view > 0.0f ? static_cast<float>(c.height) / view : 1.0f;
  std::vector<std::string> words{
      "--size",  std::to_string(c.width) + "x" + std::to_string(c.height),
      "--scale", number_word(static_cast<double>(std::clamp(scale * larger, 0.75f, 8.0f))),
      "--fps",   number_word(static_cast<double>(c.fps))};
  const auto add = [&words](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (c.turns()) add({"--turntable", number_word(static_cast<double>(c.seconds))});
  if (c.plays()) {
    add({"--clip", clip_number(scene, c.clip), "--frames",
         std::to_string(c.first) + ":" + std::to_string(c.last)});
  }
  if (c.transparent) add({"--background", "transparent"});
  if (c.supersample > 1) add({"--supersample", std::to_string(c.supersample)});
  return words;
}

ui::FilmFacts film_facts(const ui::FilmChoice& c, const Scene& scene) {
  ui::FilmFacts facts;
  FilmWish wish;
  if (c.turns()) wish.turntable = static_cast<double>(c.seconds);
  if (c.plays()) wish.frames = FrameRange{c.first, c.last};
  wish.fps = static_cast<double>(c.fps);
  wish.rate = c.rate;
  try {
    const FilmPlan plan = plan_film(wish, c.plays() ? clip_at(scene, c.clip) : nullptr);
    facts.frames = plan.frames;
    constexpr int kLargest = 16384;
    if (std::max(c.width, c.height) * c.supersample > kLargest) {
      throw std::runtime_error("With this supersampling a side has more than " +
                               std::to_string(kLargest) + " pixels: choose a smaller size.");
    }
    const std::string ending = ui::film_ending(c.type);
    // Of a folder only its place could be wrong, and that is not known yet.
    if (!ending.empty()) {
      check_film("film." + ending, {c.width, c.height, plan.fps, plan.frames, c.transparent});
    }
  } catch (const std::exception& e) {
    facts.problem = e.what();
  }
  return facts;
}

BackgroundTask::Result make_film(const FilmJob& job, WriteProgress& progress) {
  const WorkFolder folder;
  const fs::path workspace = folder.path / "film.bindpose";
  write_workspace(job.content, workspace);
  const std::string program = worker_of(job.import);
  std::vector<std::string> words{
      "bindpose",         "render",
      workspace.string(), "-o",
      job.path,           "--tell-progress",
      "--import-memory",  std::to_string(std::max<std::uint64_t>(job.import.memory >> 20, 64)),
      "--import-seconds", number_word(std::max(job.import.seconds, 0.1))};
  for (const fs::path& places : job.import.texture_folders) {
    words.insert(words.end(), {"--textures", places.string()});
  }
  words.insert(words.end(), job.words.begin(), job.words.end());
  FilmProcess process(program, std::move(words));
  const int status = process.follow(progress);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {"Saved the film as " + job.path + "."};
  const std::string said = process.sentence();
  if (WIFEXITED(status) && !said.empty()) throw std::runtime_error(said);
  throw std::runtime_error("The film " + job.path +
                           " was not made: the process that draws it ended, perhaps for want of "
                           "memory; choose a smaller size.");
}

}  // namespace bindpose::app
