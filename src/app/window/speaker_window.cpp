#include "app/window/speaker_window.h"

#include <glad/gl.h>
// glad first: GLFW must not bring a GL header of its own.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <utility>

#include "app/viewer/state_file.h"
#include "app/window/window_place.h"

namespace bindpose::app {

namespace {

constexpr int kWidth = 1120, kHeight = 680, kLeastWidth = 720, kLeastHeight = 440;
// Dear ImGui needs a second frame to settle.
constexpr int kFrames = 2;
// This window does not wait for its display.
constexpr double kBetweenFrames = 1.0 / 60.0;

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  return std::strftime(text, sizeof text, "%H:%M", &parts) > 0 ? text : "";
}

}  // namespace

SpeakerWindow::SpeakerWindow(GLFWwindow* audience, const FontFiles& fonts, ui::SpeakerState& state,
                             std::filesystem::path state_file)
    : audience_(audience), state_file_(std::move(state_file)) {
  const float grow = forced_scale() > 0.0f ? forced_scale() : 1.0f;
  // The other hints are those of the audience's window yet. Keys go on to the window that has them.
  glfwWindowHint(GLFW_FOCUSED, GLFW_FALSE);
  window_ = glfwCreateWindow(int(kWidth * grow), int(kHeight * grow), "Bindpose: speaker", nullptr,
                             audience);
  if (window_ == nullptr) {
    throw std::runtime_error("The display gives no second window for who speaks.");
  }
  glfwSetWindowSizeLimits(window_, kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  place_beside(window_, audience);
  collect_input(window_, collected_);
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(0);  // the audience's window keeps the display's time
  glfwMakeContextCurrent(audience_);
  speaker_ = std::make_unique<Speaker>(fonts, state);
  if (!state_file_.empty()) speaker_->record_widgets();
  last_ = glfwGetTime();
}

SpeakerWindow::~SpeakerWindow() {
  speaker_.reset();
  glfwDestroyWindow(window_);
  glfwMakeContextCurrent(audience_);
}

void SpeakerWindow::take_picture(int width, int height) {
  speaker_->take_picture(0, width, height);
  frames_wanted_ = std::max(frames_wanted_, 1);
}

bool SpeakerWindow::step(Viewer& viewer) {
  const double now = glfwGetTime();
  std::string clock = time_of_day();
  if (collected_.any()) frames_wanted_ = kFrames;
  if (clock != clock_ || speaker_->seconds_at(now) != speaker_->seconds_shown())
    frames_wanted_ = std::max(frames_wanted_, 1);
  if (frames_wanted_ == 0) return false;
  measure(window_, collected_);
  if (collected_.input.size.x < 1.0f || collected_.input.size.y < 1.0f) {  // minimised
    frames_wanted_ = 0;
    return false;
  }
  clock_ = std::move(clock);
  const double dt = std::clamp(now - last_, 0.001, 0.25);
  last_ = now;
  const SpokenStep said = viewer.step_speaker(*speaker_, collected_.input, dt, clock_, now);
  collected_.input.events.clear();
  collected_.input.dropped_files.clear();
  collected_.refresh = false;
  --frames_wanted_;
  if (said.draws_on) frames_wanted_ = std::max(frames_wanted_, 1);
  if (said.asked) frames_wanted_ = kFrames;
  cursors_.show(window_, said.cursor);
  show();
  if (!state_file_.empty()) write_text(state_file_, speaker_->state_text());
  return said.asked;
}

// The frame is drawn by the audience's context, which all of its objects belong to; this window's
// context only copies it.
void SpeakerWindow::show() {
  glFinish();
  glfwMakeContextCurrent(window_);
  if (frame_ == 0) glGenFramebuffers(1, &frame_);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, frame_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                         speaker_->texture(), 0);
  const auto width = static_cast<int>(collected_.input.size.x),
             height = static_cast<int>(collected_.input.size.y);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glfwSwapBuffers(window_);
  glfwMakeContextCurrent(audience_);
}

bool SpeakerWindow::closed() const {
  return glfwWindowShouldClose(window_) != 0;
}

double SpeakerWindow::wake_after() const {
  if (frames_wanted_ > 0) return kBetweenFrames;
  // The next second of what was spoken, or of the clock.
  const double now = glfwGetTime();
  return std::max(0.01, 1.0 - (now - std::floor(now)));
}

}  // namespace bindpose::app
