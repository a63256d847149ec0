// Small rigs that lessons need: a forearm with a twist bone, an elbow with a corrective morph, and
// a tail in eight files that are broken in one way each.
#pragma once

#include <functional>
#include <vector>

#include "character.h"

namespace bindpose::gen::rigs {

// A closed tube about the y axis: a ring at every height with its radius, from below, and a point
// at each end. `influence` gives the weights at a height.
using Row = std::vector<Influence>;
struct Ring {
  float y, radius;
};
Surface round_tube(const std::string& name, const std::vector<Ring>& rings, int around,
                   const std::function<Row(float y)>& influence);
// From rounded end to rounded end, with `sides` rings between the roundings.
std::vector<Ring> capsule_rings(float height, float radius, int cap, int sides);

// Height y between two joints: 0 below the blend around `middle`, 1 above it.
Row blend(int below, int above, float middle, float width, float y);

// Joints `forearm`, and below it `twist`, halfway, and `hand`; a clip `twist`.
Character make_wrist();
// Joints `lower` and `upper` with the morph `corrective`, which undoes at 90 degrees what linear
// blending takes from the distance to the elbow (J. P. Lewis, M. Cordner, N. Fong, "Pose space
// deformation", SIGGRAPH 2000: the correction is stored before skinning, by the inverse of the
// blended matrix); a clip `bend` that drives it by the angle.
Character make_elbow();

// A tail of five joints, bent at rest and straight in the bind pose, each broken in the way that
// its name says.
Character make_not_normalised();
Character make_without_weights();
Character make_many_influences();
Character make_not_inverted();
Character make_rest_for_bind();
Character make_mirrored();
Character make_wrong_unit();
Character make_swapped();
inline constexpr Character (*kBroken[])() = {
    make_not_normalised, make_without_weights, make_many_influences, make_not_inverted,
    make_rest_for_bind,  make_mirrored,        make_wrong_unit,      make_swapped};

}  // namespace bindpose::gen::rigs
