// Where there is room over the view for what has to be said.
#pragma once

#include <vector>

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// What stood over the view in the picture before: tools, legends, titles, tags, the vertex that is
// pinned. Messages come first in a picture, and keep off these.
struct ViewWords {
  std::vector<Rect> taken;
  unsigned int message = 0;  // which one lies at `place`
  Rect place{};
};

// `r`, moved up or down to where it covers nothing of that and stays in the view; as it is where
// there is no such place.
Rect clear_of_words(const Frame& f, const Rect& r, bool downwards);

// Of a message: where it is read it stays as long as that is free, whatever moves below it.
Rect message_place(Frame& f, const Rect& r);

// After all of the picture: what stands over it now. What is said is drawn again where that
// changed.
void note_words(Frame& f);

}  // namespace bindpose::ui
