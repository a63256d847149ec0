// F1, letters and words, About, and the list of what was done.
#pragma once

#include <optional>

#include "math/types.h"
#include "ui/base/input_feed.h"

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
  bool scrolls = false;  // the page that is open is longer than its window
  CardPlace history_place;
  bool any() const { return open || letters || about || history; }
  void close() { open = letters = about = history = false; }
  // A page that is read takes the keys that scroll.
  bool takes(Key key) const {
    const bool moves = key == Key::Up || key == Key::Down || key == Key::PageUp ||
                       key == Key::PageDown || key == Key::Home || key == Key::End;
    return (open || letters) && scrolls && moves;
  }
};

void draw_help(Frame& f);
void draw_about(Frame& f);
void draw_history(Frame& f);  // Edit > History

}  // namespace bindpose::ui
