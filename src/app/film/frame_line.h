// How far a film is: a line on a terminal, gone at the end; a line a frame for a program.
#pragma once

#include <chrono>
#include <string>

namespace bindpose::app {

class FrameLine {
 public:
  // `output`: the film. `tells`: "frame DONE OF" goes to the standard output.
  FrameLine(const std::string& output, int frames, bool tells);
  ~FrameLine();
  FrameLine(const FrameLine&) = delete;
  FrameLine& operator=(const FrameLine&) = delete;

  // Throws WriteCancelled where who asked for it is gone.
  void show(int done);

 private:
  std::string name_;
  int frames_;
  bool terminal_, tells_, drawn_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace bindpose::app
