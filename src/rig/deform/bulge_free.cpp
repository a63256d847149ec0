#include "rig/deform/bulge_free.h"

#include <algorithm>

#include "rig/deform/per_vertex.h"

namespace bindpose {

vec3 nearest_on_bone(const BoneEnds& bone, const vec3& p) {
  const vec3 along = bone.to - bone.from;
  const float square = glm::dot(along, along);
  if (!(square > 0.0f)) return bone.from;
  return bone.from + std::clamp(glm::dot(p - bone.from, along) / square, 0.0f, 1.0f) * along;
}

void bulge_free_skinning(const SkinningInput& in, std::span<vec3> position_out,
                         std::span<vec3> normal_out) {
  dual_quaternion_skinning(in, position_out, normal_out);
  std::vector<SplitJoint> joints;
  split_palette(in.skin, in.palette, in.node_matrix, joints);
  for (std::size_t i = 0; i < position_out.size(); ++i) {
    const InfluenceRow row = influence_row(in.weights, i);
    if (row.slot.size() < 2) continue;
    BlendedStretch stretch, own;
    for (std::size_t k = 0; k < row.slot.size(); ++k)
      stretch.add(row.weight[k], joints[row.slot[k]]);
    const std::size_t s = row.slot[0];
    own.add(1.0f, joints[s]);
    const vec3 origin(in.skin.bind[s][3]);
    const BoneEnds bone = in.data.bone.empty() ? BoneEnds{origin, origin} : in.data.bone[s];
    const BoneEnds stretched{own.point(bone.from), own.point(bone.to)};
    const mat4& t = in.palette[s];
    const BoneEnds posed{vec3(t * vec4(bone.from, 1.0f)), vec3(t * vec4(bone.to, 1.0f))};
    const vec3 before = stretch.point(in.position[i]);
    const float kept = glm::length(before - nearest_on_bone(stretched, before));
    const vec3 near = nearest_on_bone(posed, position_out[i]);
    const float now = glm::length(position_out[i] - near);
    if (now > kept) position_out[i] = near + kept / now * (position_out[i] - near);
  }
}

}  // namespace bindpose
