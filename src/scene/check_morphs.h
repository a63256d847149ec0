// The part of check_model that is about morph targets.
#pragma once

#include <string>

#include "scene/model.h"

namespace bindpose {

// Channels, targets and tracks point at what exists, and their numbers are finite. Empty when
// sound, else one sentence on the first thing that is wrong.
std::string check_morphs(const Model& model);

}  // namespace bindpose
