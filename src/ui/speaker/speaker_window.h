// What who speaks sees on a screen of their own while the window is what the audience sees: that
// picture, the notes, what comes next, the answer to the open question, and the time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/text/figure_text.h"
#include "ui/ui.h"

namespace bindpose::ui {

struct SpeakerInput {
  unsigned int picture =
      0;                    // OpenGL's name of the audience's picture, first row below; 0: none yet
  vec2 picture_size{0.0f};  // pixels
  bool black = false;       // the audience sees nothing
  std::string clock;        // the time of day: "14:05"
  double now = 0.0;         // seconds, of a clock that never leaps
  // Where the open question's place lies on the picture, 0 to 1 from its upper left corner.
  std::optional<vec2> place;
  int playing = -1;  // the slider of the step that goes to and fro
};

// What the window keeps between frames.
struct SpeakerState {
  // The time spoken: `gathered` and what went by since `since`.
  double gathered = 0.0;
  std::optional<double> since;
  // The clock begins with the first step on. Where the lesson stood in the last frame:
  struct Stood {
    std::string lesson;
    std::size_t step = 0;
    bool revealed = false;
    bool operator==(const Stood&) const = default;
  };
  std::optional<Stood> stood;
  std::string told;            // as it was drawn last
  double before_lesson = 0.0;  // spoken when the open lesson was
  float zoom = 1.0f;           // of all type
  // The figures of a step's text, which take a while to find.
  struct Figures {
    std::string path;             // of the lesson
    const void* steps = nullptr;  // which of its versions
    std::size_t step = 0;
    std::vector<FigureText> text;
  };
  Figures figures;

  double spoken(double now) const { return gathered + (since ? now - *since : 0.0); }
};

struct SpeakerOutput {
  UiOutput ui;
  bool black = false;             // what the audience is to see from now on
  bool toggle_presenter = false;  // of the audience's window
  bool close = false;             // this window
  int play_slider = -1;           // the slider that is to begin that, or to end it
  bool stop_slider = false;       // a hand is on one here
};

// Between begin_frame and ImGui::Render, in a context of its own. `state` is this window's own,
// too; of `input` what tells of the lesson, and whether the scene is dark, is read. An open
// question's answer is shown where UiInput::lesson_answer has its truth.
SpeakerOutput draw_speaker(UiState& state, SpeakerState& speaker, const UiInput& input,
                           const SpeakerInput& shown);

}  // namespace bindpose::ui
