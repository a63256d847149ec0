// What became of a pose, in a few words.
#pragma once

#include <span>
#include <string>

#include "scene/scene.h"

namespace bindpose {

// "Rotate arm.L 30°" (degrees of one turn about one axis), "Move hips and 2 more", "Pose chest"
// where more than one of rotation, place and size differs. Both poses have #J joints; `first` is
// the one that is named, in range; `joints` are all that count, with it, or none: it alone.
std::string pose_change(const Pose& before, const Pose& after, int first,
                        std::span<const int> joints, const Skeleton& skeleton);

}  // namespace bindpose
