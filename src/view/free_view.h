// Cameras that keep what they look at clear of cards that lie over the view: a legend, a formula.
#pragma once

#include <span>
#include <vector>

#include "view/camera.h"

namespace bindpose {

// Pixels of the view, origin top left.
struct ViewPart {
  vec2 lo{0.0f}, hi{0.0f};
  vec2 size() const { return hi - lo; }
};

// The largest rectangles of the view that no card touches, none inside another; cards may reach out
// of the view. Empty where the cards leave no room of at least kLeastPart of the view's width and
// height.
inline constexpr float kLeastPart = 0.15f;
std::vector<ViewPart> free_parts(const Viewport& v, std::span<const ViewPart> cards);

// Around the box's corners as the camera sees them, not clipped; all of the view and more where
// some are behind the eye.
ViewPart projected(const Camera& c, const Viewport& v, const Box& box);

// As frame(): the box fills the view. Where a card would then lie over it, it fills a free part
// instead, as near to the view's middle as it can stand there: the part in which it is large and
// still near the middle, for at the edge handles and neighbours are cut off. Where no part is free:
// as frame().
Camera frame_clear(const Camera& c, const Viewport& v, const Box& box,
                   std::span<const ViewPart> cards);

// The same for a camera whose distance was chosen by someone: its target stands in the middle where
// nothing of the box is covered then, or where nothing is free. Else the free part shows what the
// view's shorter side showed, and the camera stays as far away as it is where the box has room in
// the part as it is.
Camera stand_clear(const Camera& c, const Viewport& v, const Box& box,
                   std::span<const ViewPart> cards);

}  // namespace bindpose
