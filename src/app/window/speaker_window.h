// The speaker's window on the display.
#pragma once

#include <filesystem>

#include "app/viewer/lesson/speaker.h"
#include "app/window/window_input.h"

namespace bindpose::app {

// The audience's window's GL context is current before and after each call. Opens beside that
// window, on another monitor where there is one.
class SpeakerWindow {
 public:
  // `state_file`: kept up to date with where its widgets are; empty: none. Throws
  // std::runtime_error with one sentence where the display gives no second window.
  SpeakerWindow(GLFWwindow* audience, const FontFiles& fonts, ui::SpeakerState& state,
                std::filesystem::path state_file);
  ~SpeakerWindow();
  SpeakerWindow(const SpeakerWindow&) = delete;
  SpeakerWindow& operator=(const SpeakerWindow&) = delete;

  // The audience's window shows another picture, which is in its framebuffer yet.
  void take_picture(int width, int height);
  // A frame where there is something new to show. True where the viewer was asked for something.
  bool step(Viewer& viewer);
  bool closed() const;
  // Seconds until the next frame is wanted.
  double wake_after() const;

 private:
  void show();

  GLFWwindow* audience_;
  GLFWwindow* window_;
  Collected collected_;
  std::unique_ptr<Speaker> speaker_;
  std::filesystem::path state_file_;
  Cursors cursors_;
  unsigned int frame_ = 0;  // in the window's own GL context
  int frames_wanted_ = 2;
  double last_ = 0.0;
  std::string clock_;
};

}  // namespace bindpose::app
