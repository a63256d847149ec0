// All mends that no rigger would want to be asked about, one after the other.
#pragma once

#include "scene/edit/mend/mend.h"

namespace bindpose {

// What `mend` (Everything, to `n` influences) makes of all vertices of the scene: what the file had
// broken is left out for good, stored sums become 1, joints are taken out where they pull on
// islands and then where they leak (what has no other joint stays), weights below the check's limit
// go, what has none is filled, and what still has more than `n` is limited by fit. Each works on
// what the one before it left. What is a stray pull goes first: beside it a vertex's own joints
// have little, and would be taken for tiny ones, or for those too many; a filled vertex may have
// too many influences, and what is limited has no tiny ones. Locked joints keep their weights. The
// account has counts of what was done, and what a check by the profile `rig` still finds, which a
// person has to judge. Throws BindStopped where `progress` says to stop.
MendResult all_mended(const Scene& scene, const Mend& mend, const BindProgress& progress = {});

}  // namespace bindpose
