#include "view/pose_sketch.h"

#include <algorithm>

#include "view/bones.h"

namespace bindpose {

std::vector<SketchLine> pose_sketch(const Scene& scene, const GivenPose& pose) {
  Scene posed = make_scene(scene.model);
  posed.pose.base = BasePose::Bind;
  posed.pose = with_pose(posed, pose);
  BoneSet set;
  set.color.resize(posed.pose.user_local.size());  // of no use here, and dear
  set.color_of = scene.model->id;
  build_bones(posed, evaluate(posed), set);
  std::ranges::stable_sort(set.bones, {}, [](const Bone& b) { return b.head.z + b.tail.z; });
  Box box;
  const auto flat = [](const vec3& p) { return vec3(p.x, -p.y, 0.0f); };
  for (const Bone& bone : set.bones) {
    if (bone.helper) continue;
    box.add(flat(bone.head));
    box.add(flat(bone.tail));
  }
  const float size = std::max(box.size().x, box.size().y);
  if (box.empty() || !(size > 0.0f)) return {};
  std::vector<SketchLine> out;
  const auto place = [&](const vec3& p) {
    constexpr float kFill = 0.9f;
    return vec2(0.5f) + kFill / size * (vec2(flat(p)) - vec2(box.center()));
  };
  for (const Bone& bone : set.bones) {
    if (!bone.helper) out.push_back({place(bone.head), place(bone.tail), bone.joint});
  }
  return out;
}

}  // namespace bindpose
