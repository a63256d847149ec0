// Images at half their size, for the levels of a texture: what is clear stays clear, what covers
// stays.
#pragma once

#include "scene/model.h"

namespace bindpose {

// A box filter: the image at half the size (at least 1 x 1), averaged as stored. Each texel's
// colour counts as much as it covers: what lies unseen beneath clear texels (white, mostly) would
// else bleed into the edges of hair and leaves. Where all four are clear their plain average stays.
// `covers`: alpha is that; false: it is one number more.
Image halved(const Image& image, bool covers = true);

// Which part of the image a cutoff leaves: texels whose alpha / 255 is not below it. 0 without
// pixels.
double covered_part(const Image& image, float cutoff);

// Scales all alpha values so that the cutoff leaves `part` of the image, as near as its values
// allow: smaller levels hold averages, of which too few reach the cutoff, and hair that is cut out
// would grow thin with distance (I. Castano, "Computing alpha mipmaps", 2010). Does nothing where
// `part` is 0 or 1, the cutoff is not in (0, 1], or there are no pixels.
void keep_covered_part(Image& image, double part, float cutoff);

}  // namespace bindpose
