// What the parts of the speaker's window share while a frame is drawn.
#pragma once

#include <string>

#include "ui/base/rect.h"
#include "ui/frame.h"
#include "ui/speaker/speaker_window.h"

struct ImFont;

namespace bindpose::ui {

inline constexpr float kSpeakerGap = 16.0f;

struct Speaker {
  Frame& f;
  SpeakerState& state;
  const SpeakerInput& shown;
  SpeakerOutput& out;

  const Lesson* lesson() const {
    return f.input.lesson != nullptr ? &f.input.lesson->lesson : nullptr;
  }
  const LessonStep* step() const {
    return lesson() != nullptr ? &lesson()->steps[f.input.lesson_step] : nullptr;
  }
};

float width_in(ImFont* font, const std::string& text);
void draw_text_at(ImFont* font, vec2 at, const vec3& color, const std::string& text);

// "3:05", "1:02:45".
std::string spoken_text(double seconds);
// The time of day, and how long somebody has spoken, with what stops and restarts that, at the
// right end of `r`. Returns where the room at their left ends.
float draw_times(Speaker& s, const Rect& r);
// A step on by whatever key in whichever window begins the time; another lesson has its own.
void follow_lesson(Speaker& s);

}  // namespace bindpose::ui
