// The speaker's window without a window: an interface of its own beside the viewer's, drawn into a
// texture that any window may show.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/viewer/fonts/font_set.h"
#include "render/gpu/gl_handles.h"
#include "render/gpu/screen_target.h"
#include "ui/base/input_feed.h"
#include "ui/speaker/speaker_window.h"

struct ImGuiContext;

namespace bindpose::app {

// Needs the viewer's GL context current, for its whole life. Dear ImGui's current context is the
// viewer's again after each call.
class Speaker {
 public:
  // `state` outlives it: the next window goes on with it.
  Speaker(const FontFiles& fonts, ui::SpeakerState& state);
  ~Speaker();
  Speaker(const Speaker&) = delete;
  Speaker& operator=(const Speaker&) = delete;

  // What that framebuffer holds is what the audience sees.
  void take_picture(unsigned int framebuffer, int width, int height);

  struct Shown {
    vec2 size{0.0f};            // pixels
    float scale = 1.0f;         // of the display
    std::string clock;          // the time of day
    double now = 0.0;           // seconds of a clock that never leaps
    bool black = false;         // the audience's window is
    std::optional<vec2> place;  // of ui::SpeakerInput
    int playing = -1;           // likewise
    const ui::KeyMap& keys;
  };
  // One frame, drawn. What the lesson is and where it stands is in `input`.
  ui::SpeakerOutput step(const std::vector<ui::InputEvent>& events, double dt,
                         const ui::UiInput& input, const Shown& shown);

  // The frame as drawn last, first row below; 0 before. It is another one after the size changed.
  unsigned int texture() const { return target_ ? target_->texture() : 0; }
  // Whole seconds that the frame says were spoken: when they change there is another frame to draw.
  long seconds_shown() const { return seconds_shown_; }
  long seconds_at(double now) const { return static_cast<long>(state_.spoken(now)); }

  // For scripts and tests: lines as in app/viewer/state_file.h, "window WIDTH HEIGHT", "picture
  // WIDTH HEIGHT" (of the audience's), "spoken SECONDS", "time TEXT" (as it is shown), "notes TEXT"
  // (how they begin) and "widget X Y WIDTH HEIGHT NAME".
  void record_widgets() { ui_.record_rects = true; }
  std::string state_text() const;

 private:
  ImGuiContext* context_ = nullptr;
  FontSet fonts_;
  ui::UiState ui_;
  ui::SpeakerState& state_;
  std::unique_ptr<ScreenTarget> target_;
  vec2 size_{0.0f};
  GlTexture picture_;
  GlFramebuffer picture_frame_;
  vec2 picture_size_{0.0f};
  long seconds_shown_ = 0;
  std::string notes_;
};

}  // namespace bindpose::app
