// Where there is room over the view for what has to be said.
#pragma once

#include <cstddef>
#include <vector>

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// What stood over the view in the picture before: tools, legends, titles, tags, the vertex that is
// pinned. Messages come first in a picture, and keep off these.
struct ViewWords {
  std::vector<Rect> taken;
  std::vector<Rect> labels;  // in this picture, of what is drawn to explain it
  // One of `taken` that a card keeps for when it needs more, and what of it is filled now.
  struct Kept {
    Rect room{}, filled{};
  };
  Kept kept{}, kept_now{};   // in the picture before, in this one
  unsigned int message = 0;  // which one lies at `place`, and where it was to be
  Rect place{}, wanted{};
  bool tight = false;  // it has room that is kept
};

// `r`, moved up to where it covers nothing of that and stays in the view, or down; as it is where
// there is no such place.
Rect clear_of_words(const Frame& f, const Rect& r, bool downwards);

// Where a message goes that may have one of these sizes, which all begin at `lo.y` in the middle of
// the view: the first of them for which there is room below or beside what stands there, if need be
// in room that is kept and not filled; where there is none, what covers least. Which one it is, and
// where. Where it is read it stays as long as that is free, whatever moves below it.
struct MessagePlace {
  std::size_t size = 0;
  Rect r;
};
MessagePlace message_place(Frame& f, const std::vector<Rect>& wanted);

// After all of the picture: what stands over it now. What is said is drawn again where that
// changed.
void note_words(Frame& f);

}  // namespace bindpose::ui
