// Weights carried over from one side of the model to the other.
#pragma once

#include <vector>

#include "rig/mend/row_rewriter.h"
#include "scene/edit/mend/mend.h"
#include "scene/edit/mend/mirror_partners.h"

namespace bindpose {

// Of one mesh. Slots beyond the skin's are those of `more`, in their order: partners that it lacks.
struct MirroredMesh {
  Mended mended;
  std::vector<int> more;  // joints
};

// Vertices of the scope on the side that gets weights take those of their partner on the other side
// (mirror_partners.h), with joints replaced by theirs and no more influences than the partner has;
// those on the plane get the mean of their own and their mirrored ones, with no more influences
// than they had, but for the one that makes a row of one joint even. `left` has the vertices that
// have no sure partner. The rig has a plane.
// `all`: of that scene and its pairs.
MirroredMesh mirrored_weights(const Scene& scene, int mesh, const MendScope& scope,
                              const Mend& mend, OppositeOfAll& all,
                              const MendProgress& progress = {});

}  // namespace bindpose
