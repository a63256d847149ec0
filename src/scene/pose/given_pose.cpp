#include "scene/pose/given_pose.h"

#include <unordered_map>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/pose/side_names.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

using glm::dmat4;

// What rounding leaves: of turns and scales, and of places in a rig of that size.
bool is_same(const mat4& a, const mat4& b, float size) {
  constexpr float kLeftByRounding = 2e-6f;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      if (!(std::abs(a[c][r] - b[c][r]) <= kLeftByRounding)) return false;
    }
  }
  return glm::length(vec3(a[3]) - vec3(b[3])) <= kLeftByRounding * size;
}

dmat4 deviation_of(const Model& model, const mat4& base_local, std::size_t j,
                   const mat4& user_local) {
  const mat4& bind = model.bind_local[j];
  if (!is_invertible(bind)) return dmat4(1.0);
  return glm::inverse(dmat4(bind)) * dmat4(base_local) * dmat4(user_local);
}

// By name: "smile.L" and "smile.R".
std::vector<std::size_t> opposite_morphs(const Model& model) {
  std::unordered_map<std::string_view, std::size_t> index;
  std::vector<std::size_t> out;
  for (const MorphChannel& channel : model.morph_channels)
    index.emplace(channel.name, index.size());
  for (const MorphChannel& channel : model.morph_channels) {
    std::size_t other = out.size();
    for (const OtherSide& side : other_sides(channel.name)) {
      const auto found = index.find(side.name);
      if (found == index.end()) continue;
      other = found->second;
      break;
    }
    out.push_back(other);
  }
  return out;
}

}  // namespace

std::vector<dmat4> deviations(const Scene& scene) {
  const std::vector<mat4> base = base_locals(scene);
  std::vector<dmat4> out;
  out.reserve(base.size());
  for (std::size_t j = 0; j < base.size(); ++j)
    out.push_back(deviation_of(*scene.model, base[j], j, scene.pose.user_local[j]));
  return out;
}

GivenPose pose_of(const Scene& scene, const std::vector<int>& joints) {
  const std::vector<dmat4> all = deviations(scene);
  GivenPose out;
  out.deviation.resize(all.size());
  out.morph.resize(scene.pose.user_morph.size());
  for (const int j : joints) {
    if (j >= 0 && idx(j) < all.size()) out.deviation[idx(j)] = mat4(all[idx(j)]);
  }
  if (!joints.empty()) return out;
  for (std::size_t j = 0; j < all.size(); ++j) out.deviation[j] = mat4(all[j]);
  const std::vector<float> base = base_morph(scene);
  for (std::size_t c = 0; c < out.morph.size(); ++c) {
    const std::optional<float>& own = scene.pose.user_morph[c];
    if (own || base[c] != 0.0f) out.morph[c] = own.value_or(base[c]);
  }
  return out;
}

GivenPose pose_on_base(const Scene& of, const Pose& pose, const std::vector<int>& joints) {
  Scene scene = of;
  scene.pose = pose;
  const std::vector<dmat4> all = deviations(scene);
  GivenPose out;
  out.deviation.resize(all.size());
  for (const int j : joints) out.deviation[idx(j)] = mat4(all[idx(j)]);
  out.morph = pose.user_morph;
  return out;
}

mat4 user_local_of(const Scene& scene, const mat4& base_local, std::size_t joint,
                   const dmat4& deviation) {
  const mat4& now = scene.pose.user_local[joint];
  if (!is_invertible(base_local)) return now;
  const mat4 user(glm::inverse(dmat4(base_local)) * dmat4(scene.model->bind_local[joint]) *
                  deviation);
  const float size = static_cast<float>(rig_mirror(scene).pairs.size);
  if (!is_finite(user) || is_same(user, now, size)) return now;
  return is_same(user, mat4(1.0f), size) ? mat4(1.0f) : user;
}

GivenPose mirrored(const Scene& scene, const GivenPose& pose) {
  const RigMirror& mirror = rig_mirror(scene);
  GivenPose out;
  out.deviation.resize(pose.deviation.size());
  for (std::size_t j = 0; j < pose.deviation.size(); ++j) {
    const int partner = mirror.pairs.partner[j];
    if (!pose.deviation[j] || partner == kNoPartner) continue;
    out.deviation[idx(partner)] =
        mat4(mirrored(mirror, static_cast<int>(j), dmat4(*pose.deviation[j])));
  }
  const std::vector<std::size_t> opposite = opposite_morphs(*scene.model);
  out.morph.resize(pose.morph.size());
  for (std::size_t c = 0; c < pose.morph.size(); ++c) out.morph[opposite[c]] = pose.morph[c];
  return out;
}

Pose with_pose(const Scene& scene, const GivenPose& pose) {
  Pose out = scene.pose;
  const std::vector<mat4> base = base_locals(scene);
  for (std::size_t j = 0; j < pose.deviation.size(); ++j) {
    if (pose.deviation[j])
      out.user_local[j] = user_local_of(scene, base[j], j, dmat4(*pose.deviation[j]));
  }
  for (std::size_t c = 0; c < pose.morph.size(); ++c) {
    if (pose.morph[c]) out.user_morph[c] = pose.morph[c];
  }
  return out;
}

std::vector<int> selected_joints(const Scene& scene) {
  std::vector<int> out;
  if (!scene.model || scene.selection.joint < 0) return out;
  out.push_back(scene.selection.joint);
  out.insert(out.end(), scene.selection.also.begin(), scene.selection.also.end());
  return out;
}

}  // namespace bindpose
