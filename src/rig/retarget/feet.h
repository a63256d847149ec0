// Feet that stay where they stand.
#pragma once

#include "rig/retarget/retarget.h"

namespace bindpose {

// Other proportions make feet slide. Where a foot of the source rests (it moves by less than
// 0.15 of the hips' height a second, near its lowest point in the clip, for a tenth of a second or
// longer) the target's foot is held at the mean of its places in that time: shin and thigh are
// turned by inverse kinematics (rig/ik/solve.h), 60 times a second, faded in and out over a tenth
// of a second; the foot keeps its direction in the world. Needs pairs named as foot, shin and thigh
// that hang on one another, on a side; other feet stay as they are. Writes the tracks of those
// joints and the summary's contacts and slips.
void hold_feet(const Clip& clip, const RigPose& source, const RigPose& target, const JointMap& map,
               Retargeted& made);

}  // namespace bindpose
