// What is said of a mend that was done.
#pragma once

#include <string>

#include "scene/edit/mend/mend.h"
#include "scene/edit/mend/mend_cost.h"

namespace bindpose {

struct MendTally {
  std::size_t vertices = 0;  // looked at
  std::size_t changed = 0;
  std::size_t left = 0;  // that had to stay as they are
  MendCost cost{}, cost_of_cutting{};
};

// "Limited 32 vertices to 4 influences; at most 0.8 mm in clip walk."
std::string account_of(const Scene& scene, const Mend& mend, const MendTally& tally);

}  // namespace bindpose
