#include "app/film/frame_line.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "io/files/write_progress.h"

namespace bindpose::app {

namespace {

constexpr const char* kEraseLine = "\r\033[K";

}  // namespace

FrameLine::FrameLine(const std::string& output, int frames, bool tells)
    : name_(std::filesystem::path(output).filename().string()),
      frames_(frames),
      terminal_(isatty(STDERR_FILENO) != 0),
      tells_(tells) {
  if (name_.empty()) name_ = output;
}

FrameLine::~FrameLine() {
  if (drawn_) std::fputs(kEraseLine, stderr);
}

void FrameLine::show(int done) {
  if (tells_) {
    std::printf("frame %d %d\n", done, frames_);
    if (std::fflush(stdout) != 0) throw WriteCancelled();
  }
  constexpr auto kBetween = std::chrono::milliseconds(100);
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ || (drawn_ && now - last_ < kBetween)) return;
  std::fprintf(stderr, "%s%s: frame %d of %d, %d %%", kEraseLine, name_.c_str(), done, frames_,
               100 * done / frames_);
  std::fflush(stderr);
  drawn_ = true;
  last_ = now;
}

}  // namespace bindpose::app
