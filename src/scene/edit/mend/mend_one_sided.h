// Joints that were forgotten: without weight, while what stands opposite has some.
#pragma once

#include "scene/edit/mend/mend.h"

namespace bindpose {

// Mend::OneSided: what a check calls JOINT_ONE_SIDED, on the vertices that are selected; on all
// where none is, or `all` is set. Vertices get the row of the place opposite, mirrored
// (mend_mirror.h, by place), where that row has one of these joints; those in the middle become
// even. No other vertex changes. Locked joints keep their weights. The account says which joints
// have weight now, and which are left. The rig has a plane. Throws BindStopped where `progress`
// says to stop.
MendResult one_sided_mended(const Scene& scene, const Mend& mend,
                            const BindProgress& progress = {});

}  // namespace bindpose
