// Weights carried over from one side of the model to the other.
#pragma once

#include <vector>

#include "rig/mend/row_rewriter.h"
#include "scene/edit/mend/mend.h"

namespace bindpose {

// Of one mesh. Slots beyond the skin's are those of `more`, in their order: partners that it lacks.
struct MirroredMesh {
  Mended mended;
  std::vector<int> more;  // joints
};

// Vertices of the scope on the side that gets weights take those of the place opposite, with joints
// replaced by their partners; those on the plane get the mean of their own and their mirrored ones.
// By place: of the nearest mesh that has a skin (of two as near the vertex's own), at most 2% of
// the rig's size away. `left` has the vertices for which nothing is opposite. The rig has a plane.
MirroredMesh mirrored_weights(const Scene& scene, int mesh, const MendScope& scope,
                              const Mend& mend, const MendProgress& progress = {});

}  // namespace bindpose
