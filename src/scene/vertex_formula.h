// The numbers behind the formulas of one vertex: v' by each deformer, and its normal.
#pragma once

#include <optional>
#include <vector>

#include "scene/probe.h"

namespace bindpose {

// One joint's part in the vertex, in the order of Probe::rows.
struct VertexTerm {
  int joint = -1;
  float weight = 0.0f;   // w_ij
  mat4 skin{1.0f};       // T_j
  vec3 candidate{0.0f};  // T_j v
};

// A dual quaternion r + eps d, each part (w, x, y, z).
struct DualQuaternionValue {
  quat real{1.0f, 0.0f, 0.0f, 0.0f}, dual{0.0f, 0.0f, 0.0f, 0.0f};
};

// The steps of dual-quaternion skinning (rig/dual_quaternion.h): u = sum_j w_ij A_j v,
// b = sum_j w_ij s_j Q_j, c = b / |b_0|, v'_i = c(u_i). Entries of the first three follow
// VertexFactors::terms.
struct DualFactors {
  std::vector<mat4> stretch;           // A_j, what is left of T_j without turn and translation
  std::vector<DualQuaternionValue> q;  // Q_j with its shift, unit
  std::vector<float> sign;  // s_j: 1, or -1 where Q_j is more than a right angle from the first
  vec3 stretched{0.0f};     // u
  DualQuaternionValue sum, unit;  // b, c
  float length = 1.0f;            // |b_0|
  mat4 move{1.0f};                // c as a matrix
  float part = 1.0f;  // what of it counts, as file and view want it; the rest of v' is the linear
                      // blend's
};

// Whether c(u_i) is a part of what the deformer makes of a vertex.
constexpr bool has_dual_steps(Deformer method) {
  return method == Deformer::DualQuaternion || method == Deformer::Mixed ||
         method == Deformer::BulgeFree;
}

struct VertexFactors {
  Probe probe;  // no rows: the model lacks the vertex
  Deformer method = Deformer::Linear;
  std::vector<VertexTerm> terms;
  vec3 result{0.0f};  // v' from the terms, by the method; Probe::position is the frame's own
  // Of a vertex with influences, where the deformer takes these steps (has_dual_steps()).
  std::optional<DualFactors> dual;
  // The matrix M that moves normals: sum_j w_ij T_j of weights that add up to 1; rigid: the T_j of
  // the largest weight; dual quaternions: c after sum_j w_ij A_j; others: the affine map that they
  // are for points with this vertex's weights.
  mat4 blend{1.0f};
  vec3 normal_usual{0.0f}, normal_plain{0.0f};  // unit: M^-T n and M n, normalised
  vec3 normal_exact{0.0f};                      // of the posed surface; see rig/exact_normals.h
  float usual_degrees = 0.0f, plain_degrees = 0.0f;  // from the exact one
};
VertexFactors vertex_factors(const Scene& scene, const PosedScene& posed, const VertexRef& at,
                             Deformer method);
// By the view's deformer.
VertexFactors vertex_factors(const Scene& scene, const PosedScene& posed, const VertexRef& at);

}  // namespace bindpose
