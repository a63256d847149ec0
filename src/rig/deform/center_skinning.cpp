#include "rig/deform/center_skinning.h"

#include <cmath>

#include "rig/deform/per_vertex.h"

namespace bindpose {

void center_skinning(const SkinningInput& in, std::span<vec3> position_out,
                     std::span<vec3> normal_out) {
  std::vector<SplitJoint> joints;
  split_palette(in.skin, in.palette, in.node_matrix, joints);
  const bool normals = !normal_out.empty();
  const auto linear = [&](std::size_t i, const mat4& blend) {
    MovedVertex out{vec3(blend * vec4(in.position[i], 1.0f))};
    const mat3 m(blend);
    if (normals)
      out.normal = (in.normals == NormalUse::BlendedMatrix ? m : cofactor(m)) * in.normal[i];
    return out;
  };
  move_vertices(in, position_out, normal_out, [&](std::size_t i, const InfluenceRow& row) {
    mat4 blend(0.0f);
    for (std::size_t k = 0; k < row.slot.size(); ++k)
      blend += row.weight[k] * in.palette[row.slot[k]];
    const bool centered = !in.data.center.empty() && in.data.center[i].w > 0.0f;
    if (!centered) return linear(i, blend);
    const vec4 pivot = joints[row.slot[0]].real;
    vec4 turn(0.0f);
    BlendedStretch stretch;
    for (std::size_t k = 0; k < row.slot.size(); ++k) {
      const SplitJoint& joint = joints[row.slot[k]];
      turn += (glm::dot(joint.real, pivot) < 0.0f ? -row.weight[k] : row.weight[k]) * joint.real;
      stretch.add(row.weight[k], joint);
    }
    turn /= std::sqrt(glm::dot(turn, turn));
    const vec3 center(in.data.center[i]);
    MovedVertex out;
    out.position = rotated(turn, stretch.direction(in.position[i] - center)) +
                   vec3(blend * vec4(center, 1.0f));
    if (normals) out.normal = rotated(turn, stretch.normal(in.normal[i], in.normals));
    return out;
  });
}

}  // namespace bindpose
