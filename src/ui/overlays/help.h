// F1, letters and words, About, and the list of what was done.
#pragma once

#include <optional>

#include "math/types.h"

namespace bindpose::ui {

struct Frame;

// Where the mouse has put a card that can be moved.
struct CardPlace {
  std::optional<vec2> corner;  // nothing: where it comes up
  vec2 held{0.0f};             // from the corner to where the title was taken
};

struct HelpState {
  bool open = false;
  bool letters = false;
  bool about = false;
  bool history = false;
  CardPlace history_place;
  bool any() const { return open || letters || about || history; }
  void close() { open = letters = about = history = false; }
};

void draw_help(Frame& f);
void draw_about(Frame& f);
void draw_history(Frame& f);  // Edit > History

}  // namespace bindpose::ui
