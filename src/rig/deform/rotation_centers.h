// Optimised centres of rotation (B. H. Le, J. K. Hodgins, "Real-time skeletal skinning with
// optimized centers of rotation", ACM TOG 35(4), 2016): the place about which a vertex turns, from
// the weights and the surface in the bind pose.
//
//   o_i = sum_t like(w_i, w_t) area_t middle_t / sum_t like(w_i, w_t) area_t
//   like(w, w') = sum_{j != k} w_j w_k w'_j w'_k exp(-(w_j w'_k - w_k w'_j)^2 / 0.1^2)
//
// over the triangles t (the paper's p*_i and s), w_t the mean of their corners' weights. Triangles
// whose corners differ by more than 0.1 (the length of the difference of two rows) are halved until
// they do not, as in the paper. A vertex of one joint is like nothing and has no centre.
//
// How it is fast: a pair of joints (j, k) sees of a triangle no more than its w_j and w_k, so that
// each pair keeps its triangles by these two in cells 1/64 wide, with their mean. That changes it
// by some 0.2 %, and what a vertex costs no longer grows with the mesh.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// For each mesh its vertices' o_i in bind space and 1, or zeros where there is none. All meshes
// that are skinned count for all: a seam between two of them must not open. to_shared: #meshes,
// from the bind space of each to one that all share. `go_on` is told now and then how much is done
// (0 to 1); once it says false, the result is empty.
std::vector<std::vector<vec4>> rotation_centers(std::span<const BoundMesh> meshes,
                                                std::span<const mat4> to_shared,
                                                const std::function<bool(float)>& go_on = {});

// like(w, w') of two rows, #J each.
double weight_similarity(std::span<const float> p, std::span<const float> v);

}  // namespace bindpose
