// The numbers behind the formulas of one vertex: v' by each deformer, and its normal.
#pragma once

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

struct VertexFactors {
  Probe probe;  // no rows: the model lacks the vertex
  Deformer method = Deformer::Linear;
  std::vector<VertexTerm> terms;
  vec3 result{0.0f};  // v' from the terms, by the method; Probe::position is the frame's own
  // The matrix M that moves normals: sum_j w_ij T_j of weights that add up to 1 (rigid: the T_j of the
  // largest weight).
  mat4 blend{1.0f};
  vec3 normal_right{0.0f}, normal_plain{0.0f};  // unit: M^-T n and M n, normalised
  float normal_degrees = 0.0f;                  // between the two
};
VertexFactors vertex_factors(const Scene& scene, const PosedScene& posed, const VertexRef& at);

}  // namespace bindpose
