// For scene/diff/*.cpp: the space that vertices and bind poses are told in, which no pose shows.
#pragma once

#include <vector>

#include "scene/diff/diff_sides.h"

namespace bindpose {

// S with W^bind_j = S W'^bind_j for more than half of the joints of both, and for more than have
// W^bind_j = W'^bind_j, where it takes B's vertices to where A's are as well; else the identity. W
// in A, W' in B, both in display space. Vertices S v and bind matrices S B_j give the vertices T_j
// v: W_j (S B_j)^-1 S v = W_j B_j^-1 v. Files whose vertices were quantised differ by such an S,
// most of them.
mat4 bind_space(const DiffSide& a, const DiffSide& b, const std::vector<JointDiff>& joints);

// B as if its vertices and bind matrices had been told in that space: `bind`, and `onto` for its
// surface.
void take_to(const mat4& space, DiffSide& b);

}  // namespace bindpose
