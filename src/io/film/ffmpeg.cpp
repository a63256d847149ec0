// MP4 and WebM by the program ffmpeg: started with arguments, no shell; raw frames go through a
// socket, for a write to one whose reader has ended is an error and no signal.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "io/files/file_writer.h"
#include "io/film/film_kinds.h"

extern char** environ;

namespace bindpose {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> words_for(const FilmSpec& spec, FilmKind kind, const std::string& ffmpeg,
                                   const fs::path& file) {
  char rate[32];
  std::snprintf(rate, sizeof rate, "%.10g", spec.fps);
  std::vector<std::string> words{
      ffmpeg,       "-hide_banner", "-nostats",
      "-loglevel",  "error",        "-y",
      "-f",         "rawvideo",     "-pixel_format",
      "rgba",       "-video_size",  std::to_string(spec.width) + "x" + std::to_string(spec.height),
      "-framerate", rate,           "-i",
      "pipe:0",     "-an"};
  const auto add = [&words](std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  // Colours as high definition has them; players take untagged ones for either.
  add({"-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd", "-colorspace",
       "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"});
  if (kind == FilmKind::Mp4) {
    add({"-c:v", "libx264", "-crf", "18", "-preset", "medium", "-pix_fmt", "yuv420p", "-movflags",
         "+faststart", "-f", "mp4"});
  } else {
    add({"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "4",
         "-row-mt", "1", "-auto-alt-ref", "0", "-pix_fmt",
         spec.transparent ? "yuva420p" : "yuv420p", "-f", "webm"});
  }
  // "file:": a name with a colon is no protocol.
  words.push_back("file:" + fs::absolute(file).string());
  return words;
}

// Where the program says what is wrong: a file without a name.
class Said {
 public:
  Said() : stream_(std::tmpfile()) {
    if (stream_ != nullptr) fcntl(fileno(stream_), F_SETFD, FD_CLOEXEC);
  }
  ~Said() {
    if (stream_ != nullptr) std::fclose(stream_);
  }
  Said(const Said&) = delete;
  Said& operator=(const Said&) = delete;
  int fd() const { return stream_ != nullptr ? fileno(stream_) : -1; }
  // The last line that is not empty, at most 300 letters of it.
  std::string last_line() const {
    if (stream_ == nullptr) return {};
    std::fseek(stream_, 0, SEEK_END);
    const long size = std::ftell(stream_);
    constexpr long kEnd = 4096;
    std::fseek(stream_, size > kEnd ? size - kEnd : 0, SEEK_SET);
    std::string text(kEnd, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stream_));
    std::istringstream lines(text);
    std::string line, last;
    while (std::getline(lines, line)) {
      std::erase_if(line, [](unsigned char c) { return c < ' '; });
      if (!line.empty()) last = line;
    }
    constexpr std::size_t kMost = 300;
    return last.substr(0, kMost);
  }

 private:
  std::FILE* stream_;
};

class Ffmpeg : public FilmWriter {
 public:
  Ffmpeg(const std::string& path, const FilmSpec& spec, FilmKind kind, WriteProgress* progress)
      : path_(path), file_(path, progress), progress_(progress) {
    if (file_.aside().empty()) {
      throw std::runtime_error("Cannot write " + path +
                               ": a film is written to a file, not to a pipe.");
    }
    start(words_for(spec, kind, find_ffmpeg(), file_.aside()));
  }

  ~Ffmpeg() override {
    if (frames_ >= 0) close(frames_);
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    wait_for_it();
  }

  void add(const Image& frame) override {
    const std::uint8_t* at = frame.pixels.data();
    std::size_t left = frame.pixels.size();
    constexpr std::size_t kAtOnce = std::size_t{1} << 20;
    while (left > 0) {
      if (progress_ != nullptr) progress_->check();
      const ssize_t sent = send(frames_, at, std::min(left, kAtOnce), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) fail();
      at += sent;
      left -= static_cast<std::size_t>(sent);
    }
  }

  void finish() override {
    close(std::exchange(frames_, -1));
    int status = 0;
    // What it holds back is written now, which takes a while; that can be cancelled, too.
    pid_t ended = 0;
    while ((ended = waitpid(pid_, &status, progress_ != nullptr ? WNOHANG : 0)) == 0) {
      progress_->check();
      usleep(10000);
    }
    pid_ = 0;
    if (ended < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) fail();
    file_.commit();
  }

 private:
  void start(std::vector<std::string> words) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) fail();
    frames_ = pair[1];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pair[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (said_.fd() >= 0) posix_spawn_file_actions_adddup2(&actions, said_.fd(), STDERR_FILENO);
    posix_spawnattr_t settings;
    posix_spawnattr_init(&settings);
    // In a group of its own: Ctrl+C is for who started it, and that kills it.
    posix_spawnattr_setflags(&settings, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&settings, 0);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const int error =
        posix_spawn(&pid_, pointers[0], &actions, &settings, pointers.data(), environ);
    posix_spawnattr_destroy(&settings);
    posix_spawn_file_actions_destroy(&actions);
    close(pair[0]);
    if (error == 0) return;
    pid_ = 0;
    close(std::exchange(frames_, -1));
    throw std::runtime_error("Cannot write " + path_ + ": the program " + words[0] +
                             " cannot be started: " + std::generic_category().message(error) + ".");
  }

  void wait_for_it() {
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
  }

  [[noreturn]] void fail() {
    if (pid_ > 0) {
      if (frames_ >= 0) close(std::exchange(frames_, -1));
      wait_for_it();
    }
    std::string said = said_.last_line();
    // The name that the user knows, and not that of the file beside it.
    const std::string aside = fs::absolute(file_.aside()).string();
    if (const std::size_t at = said.find("file:" + aside); at != std::string::npos) {
      said.replace(at, 5 + aside.size(), path_);
    }
    throw std::runtime_error("Cannot write " + path_ + ": ffmpeg " +
                             (said.empty() ? "ended before the film did" : "says: " + said) +
                             (said.ends_with('.') ? "" : "."));
  }

  std::string path_;
  FileWriter file_;
  WriteProgress* progress_;
  Said said_;
  pid_t pid_ = 0;
  int frames_ = -1;
};

}  // namespace

std::string find_ffmpeg() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  std::string folder;
  while (std::getline(folders, folder, ':')) {
    // An empty one would be the folder where we happen to be.
    if (folder.empty()) continue;
    const std::string program = folder + "/ffmpeg";
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

std::unique_ptr<FilmWriter> open_ffmpeg(const std::string& path, const FilmSpec& spec,
                                        FilmKind kind, WriteProgress* progress) {
  return std::make_unique<Ffmpeg>(path, spec, kind, progress);
}

}  // namespace bindpose
