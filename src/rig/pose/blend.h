// Between two poses of a joint, and what its neighbours do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"

namespace bindpose {

// From a (factor 0) towards b (factor 1), both affine and exactly met; factors outside of [0, 1] go
// on. M = Q S (math/transform.h, polar): the turn Q by slerp on the shorter way, the stretch S,
// shear included, and the shift linearly. Where one of the two is a mirror image and the other is
// not, the way leads through a flat one.
glm::dmat4 blended(const glm::dmat4& a, const glm::dmat4& b, double factor);

// Relaxing: the turn of each chosen joint away from the bind pose goes by `factor` towards the mean
// of its parent's turn and of the mean of its children's, so that a bend spreads along the chain; a
// bend that all share stays. Turns are compared in the world's axes of the bind pose, for axes
// differ from joint to joint, and all are those of before. Scales, shifts and joints without such
// neighbours stay.
// parent: #J; bind: #J, B_j; deviation: #J, D_j = (L^bind_j)^-1 L_j Ul_j, written for what is
// `chosen` (#J); counts: #J, 1 for what may be such a neighbour, empty: all.
void relax(std::span<const int> parent, std::span<const mat4> bind,
           std::span<const std::uint8_t> counts, std::span<const std::uint8_t> chosen,
           double factor, std::span<glm::dmat4> deviation);

}  // namespace bindpose
