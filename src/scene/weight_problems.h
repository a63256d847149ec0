// What is wrong with the weights of a scene's model, edited ones included, and which vertices it
// concerns. `info`, the report panel and the view share it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rig/weights/weight_rows.h"
#include "scene/scene.h"

namespace bindpose {

// The group's vertices, ascending: one list a mesh, #M. Meshes without a skin follow their node and
// have no weight problems.
//   Unweighted  no weight at all
//   Sum         stored sum off from 1 by more than kSumTolerance
//   Broken      a weight in the file was negative, not finite or for no joint (and left out), and
//               the mesh still has the file's weights: own ones are written without such
//   Influences  more than `n`
//   Report      those that the n-th entry of the report speaks of; all of its mesh where it lists
//   none
//   Chosen      those that are listed
VertexLists vertices_of(const Scene& scene, const VertexGroup& group);

inline constexpr int kUsualLimit = 4;  // influences that most engines take

struct WeightProblems {
  std::size_t unweighted = 0, sum_off = 0, broken = 0, over_limit = 0;  // vertices
  std::vector<int> without_weight;                                      // joints_without_weight()
};
// `limit`: how many influences a vertex may have.
WeightProblems weight_problems(const Scene& scene, int limit);

// Joints that a skin names and nothing follows: no vertex, and no mesh without a skin, such as the
// sword in a hand, hangs on them. Ascending; none where the model has no mesh at all.
std::vector<int> joints_without_weight(const Scene& scene);

// "412 vertices without weights"
std::string title_of(const Scene& scene, const VertexGroup& group);

}  // namespace bindpose
