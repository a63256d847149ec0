// The weights of a step, wherever its sliders stop.
#pragma once

#include <vector>

#include "io/handout/handout_data.h"

namespace bindpose::handout {

// Of scenes of one model, one a position; the one at `start` is what the step begins with. Nothing
// where all have the file's weights. Bindings of meshes that are edited; rows of single vertices
// that differ between positions; where the weights come from distances, the bones and their radii
// in each position, from which the page computes them as rig/weights/segment_weights.h does;
// "frozen" where they change in other ways.
OrderedJson weights_json(const std::vector<const Scene*>& scenes, std::size_t start);

}  // namespace bindpose::handout
