#include "scene/draft/carried_motion.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "math/bounds.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "rig/retarget/resample.h"
#include "scene/draft/built_model.h"

namespace bindpose {
namespace {

constexpr float kSameAxes = 1e-5f;  // of axes of length 1; places: of the skeleton's size

// The diagonal of the joints' box: what places are held against.
float skeleton_size(const std::vector<mat4>& world) {
  Box box;
  for (const mat4& w : world) box.add(vec3(w[3]));
  return box.empty() ? 1.0f : std::max(box.diagonal(), 1e-20f);
}

}  // namespace

CarriedMotion::CarriedMotion(const Model& from, const Model& to) : from_(from), to_(to) {
  const std::size_t count = to.skeleton.parent.size();
  std::vector<mat4> old_bind(from.skeleton.parent.size()), bind(count);
  bind_from_locals(from.skeleton.parent, from.bind_local, old_bind);
  bind_from_locals(to.skeleton.parent, to.bind_local, bind);
  old_of_.assign(count, -1);
  new_of_.assign(old_bind.size(), -1);
  turn_.assign(count, mat4(1.0f));
  as_is_.assign(count, 0);
  const std::vector<int> kept = kept_joints(from, to);
  std::vector<int> old_joint_of(count, -1);
  for (std::size_t j = kept.size(); j-- > 0;) {  // of two, the first one counts
    if (kept[j] >= 0 && is_invertible(old_bind[j]))
      old_joint_of[idx(kept[j])] = static_cast<int>(j);
  }
  const float size = skeleton_size(old_bind);
  for (std::size_t j = 0; j < count; ++j) {
    if (to.skeleton.file_flags.is_joint[j] == 0) continue;
    const int old = old_joint_of[j];
    if (old < 0) continue;
    old_of_[j] = old;
    new_of_[idx(old)] = static_cast<int>(j);
    turn_[j] = mul_affine(inverse_affine(old_bind[idx(old)]), bind[j]);
    const int parent = to.skeleton.parent[j];
    const int old_parent = parent < 0 ? kNoParent : old_of_[idx(parent)];
    // turn_ has its place in the joint's own units, which a scale in B_j makes others than the
    // file's.
    const auto same = [&](const mat4& m, std::size_t of) {
      const float unit = std::cbrt(std::abs(glm::determinant(mat3(bind[of]))));
      mat4 by = m;
      by[3] = vec4(vec3(m[3]) * (unit / size), 1.0f);
      return max_difference(by, mat4(1.0f)) < kSameAxes;
    };
    as_is_[j] = from.skeleton.parent[idx(old)] == old_parent && (parent < 0 || old_parent >= 0) &&
                same(turn_[j], j) && (parent < 0 || same(turn_[idx(parent)], idx(parent)));
  }
}

std::vector<mat4> CarriedMotion::locals(const std::vector<mat4>& old_local) const {
  std::vector<mat4> old_world(old_local.size());
  forward_kinematics(from_.skeleton.parent, old_local, all_joints(from_.skeleton), old_world);
  std::vector<mat4> world(turn_.size()), local(turn_.size());
  for (std::size_t j = 0; j < turn_.size(); ++j) {
    const int parent = to_.skeleton.parent[j];
    const mat4 above = parent < 0 ? mat4(1.0f) : world[idx(parent)];
    if (old_of_[j] < 0) {
      local[j] = to_.bind_local[j];
    } else if (as_is_[j] != 0) {
      local[j] = old_local[idx(old_of_[j])];
    } else {
      const mat4 wanted = mul_affine(old_world[idx(old_of_[j])], turn_[j]);
      local[j] =
          is_invertible(above) ? mul_affine(inverse_affine(above), wanted) : to_.bind_local[j];
    }
    world[j] = mul_affine(above, local[j]);
  }
  return local;
}

void CarriedMotion::set_rest(std::vector<mat4>& rest_local) const {
  rest_local = locals(from_.skeleton.rest_local);
}

Clip CarriedMotion::carried(const Clip& clip) const {
  Clip out = clip;
  out.tracks.clear();
  std::vector<double> times;
  for (const JointTrack& track : clip.tracks) {
    add_key_times(track, times);
    const int j = new_of_[idx(track.joint)];
    if (j < 0 || as_is_[idx(j)] == 0) continue;
    out.tracks.push_back(track);
    out.tracks.back().joint = j;
  }
  std::vector<std::size_t> followed;
  for (std::size_t j = 0; j < turn_.size(); ++j) {
    if (old_of_[j] >= 0 && as_is_[j] == 0) followed.push_back(j);
  }
  if (followed.empty()) return out;
  std::vector<mat4> old_local(from_.skeleton.parent.size());
  const MotionAt motion = [&](double time, std::span<Transform> to) {
    sample_clip(clip, from_.skeleton, time, old_local);
    const std::vector<mat4> local = locals(old_local);
    for (std::size_t k = 0; k < followed.size(); ++k) to[k] = decompose(local[followed[k]]);
  };
  std::ranges::sort(times);
  std::vector<ResampledKeys> keys =
      resample(motion, followed.size(), knots_of(times, clip.duration, 30.0, followed.size()));
  std::vector<Transform> start(followed.size());
  motion(0.0, start);
  for (std::size_t k = 0; k < followed.size(); ++k) {
    JointTrack track;
    track.joint = static_cast<int>(followed[k]);
    TrackFactor factor;
    factor.fallback = start[k];
    factor.translation = std::move(keys[k].translation);
    factor.rotation = std::move(keys[k].rotation);
    factor.scale = std::move(keys[k].scale);
    track.factors.push_back(std::move(factor));
    out.tracks.push_back(std::move(track));
  }
  return out;
}

}  // namespace bindpose
