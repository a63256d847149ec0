// For scene/numbers: whether numbers that nothing explains are of another pose of the same rig.
#pragma once

#include <vector>

#include "scene/numbers/given_numbers.h"

namespace bindpose {

// Of L, Ul, W and T: some joints are turned otherwise than in the pose that is shown, and each of
// them, where its parent was given as well, by a turn about the joint alone: no scale, no shear,
// where it hangs in the parent is kept. A root goes where it likes. `length`: what lengths are
// measured by.
bool is_another_pose(const GivenMatrices& given, const RigInputs& in, double length);
// Of posed vertices: those that a joint moves, alone or with others that are known, are moved by it
// as a whole; these joints hang together as in the rig; and the linear blend of them explains 99 %
// of what is wrong, at least a quarter of which it can tell of. `in` has its surface; `right` are
// all vertices, in the pose that is shown.
bool is_another_pose(const GivenPoints& given, const RigInputs& in, const std::vector<dvec3>& right,
                     double length);

}  // namespace bindpose
