// For scene/numbers: the turn in a matrix, taken out, changed and put back.
#pragma once

#include <functional>
#include <glm/gtc/quaternion.hpp>
#include <utility>

#include "scene/numbers/rig_numbers.h"

namespace bindpose {

using glm::dquat;

// With another 3x3.
dmat4 with_linear(const dmat4& m, const dmat3& linear);
// The turn in a matrix and what else its 3x3 does: 3x3 = turn * rest. Nothing turns where an axis
// has no length. Mirrored axes stay in `rest`.
std::pair<dmat3, dmat3> turn_and_rest(const dmat4& m);
// With another turn, the rest as it was.
dmat4 turned_otherwise(const dmat4& m, const std::function<dquat(const dquat&)>& other);
// The angle times a factor. Turns by more than 180 degrees look like shorter ones the other way
// around: `around` full turns are added first.
dquat turned_more(const dquat& q, double factor, int around);
// The angles about x, then y, then z, as they are typed, times a factor.
dquat turned_more_by_axis(const dquat& q, double factor);
// The same angles, the rotations about them multiplied in that order (0: x, 1: y, 2: z; {2, 1, 0}
// is how they are typed).
dquat axes_reordered(const dquat& q, const int (&axes)[3]);

}  // namespace bindpose
