// One vertex taken apart: who pulls on it, where each joint alone would put it, and what that sums
// up to. The probe's table and picture, the formula panel and `bindpose probe` all read this.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace bindpose {

struct ProbeRow {
  int joint;       // of the skeleton
  float weight;    // w_ij as the skin is blended with: of sum 1, or as stored (WeightUse::Raw)
  vec3 candidate;  // T_j v_i: where this joint alone would put the vertex; the file's world
};

struct Probe {
  VertexRef at;
  vec3 point{0.0f}, point_normal{0.0f};  // v_i and n_i in bind space, morphs added
  std::vector<ProbeRow> rows;            // largest weight first
  bool follows_node = false;    // no weights: the only row is the mesh's node with weight 1
  float raw_weight_sum = 0.0f;  // of the weights as the file has them
  // What the view shows, the file's world. With Deformer::Linear the position is sum_j w_ij T_j
  // v_i; another deformer makes something else of the same candidates.
  vec3 position{0.0f}, normal{0.0f};
};

// A vertex that the model lacks gives an empty `rows`.
Probe probe(const Scene& scene, const PosedScene& posed, const VertexRef& at);
// By another deformer than the view's: as a pane shows it.
Probe probe(const Scene& scene, const PosedScene& posed, const VertexRef& at, Deformer method);

}  // namespace bindpose
