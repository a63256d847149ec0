// The curve w(d) of the selected joint, in the Weights tab; of both files where another one, or
// other weights, are shown beside it.
#pragma once

#include <cstdint>

#include "scene/automatic/weight_over_distance.h"

namespace bindpose::ui {

struct Frame;

struct WeightCurve {
  struct Of {
    ModelId model;
    std::uint64_t weights = 0;
    int joint = -1;

    bool operator==(const Of&) const = default;
  };
  Of a_is_of, b_is_of;
  WeightOverDistance a, b;
};

void draw_weight_curve(Frame& f);

}  // namespace bindpose::ui
