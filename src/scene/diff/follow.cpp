#include "scene/diff/follow.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "rig/kinematics.h"
#include "scene/names.h"
#include "scene/time/timeline.h"

namespace bindpose {
namespace {

template <typename Named>
std::vector<int> by_name(const std::vector<Named>& a, const std::vector<Named>& b) {
  std::vector<int> out;
  for (const Named& item : a) {
    const auto at = std::ranges::find(b, item.name, &Named::name);
    out.push_back(at == b.end() ? -1 : static_cast<int>(at - b.begin()));
  }
  return out;
}

// D W^bind_j without translations.
std::vector<mat3> bind_axes(const Model& model) {
  std::vector<mat4> world(model.skeleton.parent.size());
  bind_from_locals(model.skeleton.parent, model.bind_local, world);
  std::vector<mat3> out;
  for (const mat4& m : world) out.push_back(mat3(model.to_display) * mat3(m));
  return out;
}

// Nothing for what rounding alone tells from the identity.
std::optional<mat4> axes_between(const mat3& a, const mat3& b) {
  constexpr float kSame = 1e-5f;
  const float det = glm::determinant(b);
  if (!(std::abs(det) > 0.0f) || !std::isfinite(det)) return std::nullopt;
  const mat3 to_b = glm::inverse(b) * a;
  float away = 0.0f;
  for (int c = 0; c < 3; ++c) {
    if (!is_finite(to_b[c])) return std::nullopt;
    const vec3 off = glm::abs(to_b[c] - mat3(1.0f)[c]);
    away = std::max({away, off.x, off.y, off.z});
  }
  if (away <= kSame || !(std::abs(glm::determinant(to_b)) > 0.0f)) return std::nullopt;
  return mat4(to_b);
}

int through(const std::vector<int>& map, int index) {
  return index >= 0 && index < static_cast<int>(map.size()) ? map[idx(index)] : -1;
}

// Of the clip that B has too: the same moments of it, as far as B's goes.
Timeline follow_timeline(const Scene& a, const FollowMap& map, const Scene& b) {
  const Clip* const clip = clip_at(b, b.pose.clip);
  if (clip == nullptr) return {};
  Timeline out = a.pose.timeline;
  if (out.range) {
    out.range->to = std::min(out.range->to, clip->duration);
    if (!fits(b, out.range)) out.range.reset();
  }
  if (out.fade) {
    out.fade->into = through(map.clip, out.fade->into);
    if (!fits(b, out.fade)) out.fade.reset();
  }
  return out;
}

FollowLag follow_pose(const Scene& a, const FollowMap& map, Scene& b) {
  FollowLag lag;
  b.pose.base = a.pose.base;
  b.pose.clip = through(map.clip, a.pose.clip);
  b.pose.time = a.pose.time;
  b.pose.timeline = follow_timeline(a, map, b);
  if (a.pose.base == BasePose::Clip && b.pose.clip < 0) {
    const Clip* const clip = clip_at(a, a.pose.clip);
    lag.no_clip = clip != nullptr ? clip->name : "";
    b.pose.base = BasePose::Rest;
  }
  std::ranges::fill(b.pose.user_local, mat4(1.0f));
  for (std::size_t j = 0; j < a.pose.user_local.size(); ++j) {
    const mat4& user = a.pose.user_local[j];
    if (user == mat4(1.0f)) continue;
    const int k = map.joints.b_of_a[j];
    if (k < 0) {
      ++lag.no_joints;
      continue;
    }
    const std::optional<mat4>& axes = map.axes[j];
    b.pose.user_local[idx(k)] = axes ? *axes * user * glm::inverse(*axes) : user;
  }
  std::ranges::fill(b.pose.user_morph, std::nullopt);
  for (std::size_t c = 0; c < a.pose.user_morph.size(); ++c) {
    if (map.channel[c] >= 0) b.pose.user_morph[idx(map.channel[c])] = a.pose.user_morph[c];
  }
  return lag;
}

void follow_marks(const Scene& a, const FollowMap& map, Scene& b) {
  const auto joint = [&map](int j) { return through(map.joints.b_of_a, j); };
  Selection chosen;
  chosen.joint = joint(a.selection.joint);
  chosen.hovered_joint = joint(a.selection.hovered_joint);
  for (const int j : a.selection.also) {
    if (joint(j) >= 0) chosen.also.push_back(joint(j));
  }
  // An entry of A's report is none of B's, and vertices by number are A's.
  const VertexGroup::Kind kind = a.selection.vertices.kind;
  const bool own = kind == VertexGroup::Report || kind == VertexGroup::Chosen;
  if (!own) chosen.vertices = a.selection.vertices;
  b.selection = chosen;
  b.marks = {};
  if (!a.marks.hidden.empty()) {
    b.marks.hidden.assign(b.pose.user_local.size(), 0);
    for (std::size_t k = 0; k < b.marks.hidden.size(); ++k) {
      if (is_joint_hidden(a, map.joints.a_of_b[k])) b.marks.hidden[k] = 1;
    }
  }
  std::ranges::fill(b.mesh_hidden, std::uint8_t{0});
  for (std::size_t m = 0; m < map.mesh.size(); ++m) {
    if (map.mesh[m] >= 0 && is_hidden(a, m)) b.mesh_hidden[idx(map.mesh[m])] = 1;
  }
}

}  // namespace

FollowMap follow_map(const Scene& a, const Scene& b) {
  FollowMap map;
  map.joints = pair_nodes(a.model->skeleton, b.model->skeleton);
  map.clip = pair_clips(a, b);
  map.channel = by_name(a.model->morph_channels, b.model->morph_channels);
  map.mesh = by_name(a.model->meshes, b.model->meshes);
  const std::vector<mat3> from = bind_axes(*a.model), to = bind_axes(*b.model);
  map.axes.resize(from.size());
  for (std::size_t j = 0; j < from.size(); ++j) {
    const int k = map.joints.b_of_a[j];
    if (k >= 0) map.axes[j] = axes_between(from[j], to[idx(k)]);
  }
  return map;
}

std::string lag_words(const FollowLag& lag) {
  if (!lag.no_clip.empty()) return "No clip " + in_quotes(lag.no_clip) + ": its rest pose";
  if (lag.no_joints == 0) return "";
  return "It lacks " + std::to_string(lag.no_joints) + (lag.no_joints == 1 ? " joint" : " joints") +
         " that you posed";
}

FollowLag follow(const Scene& a, const FollowMap& map, Scene& b) {
  const FollowLag lag = follow_pose(a, map, b);
  follow_marks(a, map, b);
  b.view = a.view;
  return lag;
}

}  // namespace bindpose
