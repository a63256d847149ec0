// Small models for the tests of this folder.
#pragma once

#include <glm/gtc/matrix_transform.hpp>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "math/transform.h"
#include "rig/skeleton.h"
#include "scene/scene.h"

namespace bindpose::rigs {

struct Node {
  std::string name;
  int parent;
  mat4 local;
  bool is_joint = true;
  bool has_weight = true;
};

inline mat4 move(float x, float y, float z) {
  return glm::translate(mat4(1.0f), vec3(x, y, z));
}
inline mat4 turn(float degrees, const vec3& axis) {
  return glm::rotate(mat4(1.0f), glm::radians(degrees), axis);
}
inline mat4 stretch(float x, float y, float z) {
  return glm::scale(mat4(1.0f), vec3(x, y, z));
}

// Nodes must already be in depth-first order.
inline std::shared_ptr<Model> model(const std::vector<Node>& nodes) {
  std::vector<RawJoint> raw;
  for (const Node& n : nodes) raw.push_back({n.name, n.parent, n.local, n.is_joint});
  auto out = std::make_shared<Model>();
  out->skeleton = build_skeleton(raw).skeleton;
  out->skeleton.file_flags.has_weight.assign(nodes.size(), 0);
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    out->skeleton.file_flags.has_weight[j] = nodes[j].has_weight ? 1 : 0;
  }
  out->bind_local = out->skeleton.rest_local;
  out->has_bind.assign(nodes.size(), 1);
  return out;
}

}  // namespace bindpose::rigs
