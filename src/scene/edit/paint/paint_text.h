// The text form of strokes, and what is said of them.
#pragma once

#include <string>
#include <vector>

#include "scene/edit/paint/paint.h"
#include "scene/edit/text/edit_reader.h"

namespace bindpose {

// What follows "paint". Throws EditFailure.
Edit parse_paint(EditReader& in);

// The text form without the verb "paint".
std::string paint_words(const Paint& paint, const Model& model);
// Shorter, without the places: "add forearm.L".
std::string paint_label(const Paint& paint, const Model& model);

// "Added up to 0.3 of forearm.L to 120 vertices."
struct PaintTally {
  std::size_t changed = 0;       // vertices
  std::size_t alone = 0;         // that stay: PaintStroke::alone()
  std::vector<int> one_sided{};  // joints that are locked on one side alone, of a stroke on both
};
std::string paint_account(const Model& model, const Paint& paint, const PaintTally& tally);

}  // namespace bindpose
