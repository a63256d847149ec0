// The text form of edits that compute weights: "bind segments ...", "bind heat limit 4".
#pragma once

#include <string>

#include "scene/automatic/automatic_binding.h"
#include "scene/edit/text/edit_reader.h"

namespace bindpose {

// The words behind "bind", with the weights that they give. Throws EditFailure.
Edit parse_bind(EditReader& in, const Model& model);
// A sentence where no bone would reach anything; else "".
std::string problem_of(const SegmentRadii& radii);
// The words behind "bind segments". Throws EditFailure.
SegmentRadii parse_segments(EditReader& in);

// "bind voxel falloff 0.3 limit 4": what is not named has its default.
std::string text_of(const AutomaticMethod& how);

}  // namespace bindpose
