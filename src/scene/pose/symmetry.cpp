#include "scene/pose/symmetry.h"

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {

const RigMirror& LazyMirror::of(const Model& model) const {
  std::call_once(once_, [&] { mirror_ = rig_mirror(model); });
  return mirror_;
}

RigMirror rig_mirror(const Model& model) {
  const Skeleton& s = model.skeleton;
  std::vector<mat4> bind(s.parent.size());
  bind_from_locals(s.parent, model.bind_local, bind);
  // What the file says of its joints says more of sides than what they are called.
  std::vector<std::string> name = s.name;
  for (std::size_t j = 0; j < s.human_bone.size(); ++j) {
    if (!s.human_bone[j].empty()) name[j] = s.human_bone[j];
  }
  PairInput rig{name, s.parent, s.subtree_end, bind, {}};
  if (joint_count(s.file_flags) > 0) rig.counts = s.file_flags.is_joint;
  if (is_invertible(model.to_display))
    rig.across = vec3(inverse_affine(model.to_display) * vec4(1, 0, 0, 0));
  return rig_mirror(rig);
}

const RigMirror& rig_mirror(const Scene& scene) {
  return scene.mirror->of(*scene.model);
}

int partner_of(const Scene& scene, int joint) {
  return rig_mirror(scene).pairs.partner[idx(joint)];
}

std::string without_partner(const Scene& scene, const std::vector<int>& joints) {
  const RigMirror& mirror = rig_mirror(scene);
  const Skeleton& s = scene.model->skeleton;
  const JointFlags& flags = s.file_flags;
  std::vector<int> asked = joints;
  for (int j = 0; joints.empty() && j < s.size(); ++j) {
    if (joint_count(flags) == 0 || flags.is_joint[idx(j)] != 0) asked.push_back(j);
  }
  std::vector<int> alone;
  for (const int j : asked) {
    if (mirror.pairs.partner[idx(j)] == kNoPartner) alone.push_back(j);
  }
  if (!mirror.pairs.has_plane)
    return "The model has no two sides: neither names nor places of its joints say which is left.";
  if (alone.empty()) return {};
  if (asked.size() == 1) return s.name[idx(alone[0])] + " has no joint on the other side.";
  constexpr std::size_t kNamed = 3;
  std::string names;
  for (std::size_t k = 0; k < std::min(kNamed, alone.size()); ++k) {
    const bool last = k + 1 == alone.size();
    names += (k == 0 ? "" : last ? " and " : ", ") + s.name[idx(alone[k])];
  }
  if (alone.size() > kNamed) names += " and " + std::to_string(alone.size() - kNamed) + " more";
  return std::to_string(alone.size()) + " of " + std::to_string(asked.size()) +
         (alone.size() == 1 ? " joints has" : " joints have") + " no other side: " + names + ".";
}

}  // namespace bindpose
