// Forward kinematics and skinning as tutorials write them: what the library is compared with.
// Compiled with the same flags.
#pragma once

#include <map>
#include <vector>

#include "math/types.h"

namespace bindpose::bench {

// A tree of nodes, each with its children; the bind matrix is inverted whenever it is used.
struct TextbookNode {
  std::vector<int> children;
  mat4 local{1.0f};
  mat4 bind{1.0f};
  mat4 world{1.0f};
  mat4 skin{1.0f};
};
void textbook_forward_kinematics(std::vector<TextbookNode>& nodes, int root, const mat4& parent);

// One map from joint to weight for every vertex; normals by the inverse transpose, normalised.
using TextbookWeights = std::vector<std::map<int, float>>;
void textbook_skinning(const std::vector<vec3>& position, const std::vector<vec3>& normal,
                       const TextbookWeights& weights, const std::vector<mat4>& skin,
                       std::vector<vec3>& position_out, std::vector<vec3>& normal_out);

}  // namespace bindpose::bench
