// Pictures whose alpha says what lets light through: made of two, and judged.
#pragma once

#include <optional>

#include "scene/model.h"

namespace bindpose {

// The colours of one picture with the coverage of another one: its alpha where that varies, else
// how light it is (white covers). As large as the larger; the smaller one's pixels are blended.
// Without `color` white. In the memory of the two where one of them is as large.
Image with_coverage(std::optional<Image> color, Image coverage);

// Whether it is more than cut out: of the pixels that are not clear one in ten lets a part of the
// light through. What is twenty pixels wide or more stays below it with both edges smoothed.
bool lets_through_softly(const Image& image);

// Its first channel upside down: glossiness as roughness.
void invert_first_channel(Image& image);

}  // namespace bindpose
