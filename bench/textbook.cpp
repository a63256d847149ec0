#include "textbook.h"

#include <cstddef>

namespace bindpose::bench {

void textbook_forward_kinematics(std::vector<TextbookNode>& nodes, int root, const mat4& parent) {
  TextbookNode& node = nodes[static_cast<std::size_t>(root)];
  node.world = parent * node.local;
  node.skin = node.world * glm::inverse(node.bind);
  for (const int child : node.children) textbook_forward_kinematics(nodes, child, node.world);
}

void textbook_skinning(const std::vector<vec3>& position, const std::vector<vec3>& normal,
                       const TextbookWeights& weights, const std::vector<mat4>& skin,
                       std::vector<vec3>& position_out, std::vector<vec3>& normal_out) {
  for (std::size_t i = 0; i < position.size(); ++i) {
    mat4 blended(0.0f);
    for (const auto& [joint, weight] : weights[i]) {
      blended += weight * skin[static_cast<std::size_t>(joint)];
    }
    position_out[i] = vec3(blended * vec4(position[i], 1.0f));
    normal_out[i] = glm::normalize(glm::transpose(glm::inverse(mat3(blended))) * normal[i]);
  }
}

}  // namespace bindpose::bench
