// Waiting for the picture of a viewer that nobody touches.
#pragma once

#include "app/viewer/viewer.h"

namespace bindpose::app {

// Steps until nothing changes any more: 3 seconds of its clock at most.
inline void settle(Viewer& viewer, const Input& input) {
  constexpr int kMaxSteps = 200;
  for (int i = 0; i < kMaxSteps; ++i) {
    if (viewer.step(input, 1.0 / 60.0).idle) return;
  }
}

}  // namespace bindpose::app
