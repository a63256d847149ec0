// For scene/numbers: whether numbers that nothing explains are of another pose of the same rig.
#pragma once

#include <vector>

#include "scene/numbers/given_numbers.h"

namespace bindpose {

// Of L, Ul, W and T: in nearly all joints whose parents were given as well, what was given differs
// from the right numbers by a turn about the joint alone. `length`: what lengths are measured by.
bool is_another_pose(const GivenMatrices& given, const RigInputs& in, double length);
// Of posed vertices: those that follow one slot alone keep their distances from each other, for
// nearly all of them, and more than a few are not where they are right. `in` has its surface;
// `right` are all vertices, in the pose that is shown.
bool is_another_pose(const GivenPoints& given, const RigInputs& in, const std::vector<dvec3>& right,
                     double length);

}  // namespace bindpose
