#include "scene/check/far_pulls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/bounds.h"
#include "math/numbers.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

constexpr float kFarSeen = 0.05f;   // weights below do not show
constexpr float kHost = 0.1f;       // of the joint that a point lies at
constexpr float kNearer = 0.4f;     // its bone, beside the other one
constexpr float kMovesFar = 0.03f;  // of the surface's size: weight times distance
constexpr double kMostOfOwn = 0.8;  // of what a joint moves most, the nearest to its bone
constexpr float kReaches = 2.0f;    // times as far as that
constexpr int kNotFar = 2;          // steps in the tree
constexpr std::uint32_t kNoPull = 0xffffffffu;

}  // namespace

FarPulls::FarPulls(const Checking& c)
    : c_(c), bone_(idx(c.model.skeleton.size())), local_(c.surface.graph.size(), kNoPull) {
  for (const BoneSegment& bone : bind_segments(c.model)) bone_[idx(bone.joint)].push_back(bone);
  const std::vector<int>& parent = c.model.skeleton.parent;
  for (std::size_t j = 0; j < parent.size(); ++j)  // parents come first
    root_.push_back(parent[j] < 0 ? static_cast<int>(j) : root_[idx(parent[j])]);
  const CheckedSurface& s = c.surface;
  std::vector<vec3> position = s.position;
  for (std::size_t m = 0; m + 1 < s.first.size(); ++m) {
    if (s.first[m] == s.first[m + 1]) continue;
    const mat4 way = to_bind_world(c.model, static_cast<int>(m));
    for (std::uint32_t v = s.first[m]; v < s.first[m + 1]; ++v)
      position[v] = vec3(way * vec4(position[v], 1.0f));
  }
  place_.reserve(s.graph.size());
  for (std::uint32_t p = 0; p < s.graph.size(); ++p)
    place_.push_back(position[s.graph.vertices_of(p)[0]]);
  Box box;
  add_points(box, place_);
  size_ = place_.empty() ? 0.0f : box.diagonal();
}

float FarPulls::to_bone(std::uint32_t point, int joint) const {
  float least = std::numeric_limits<float>::infinity();
  for (const BoneSegment& bone : bone_[idx(joint)])
    least = std::min(least, segment_distance(place_[point], bone));
  return least;
}

float FarPulls::reach(int joint, const std::vector<Pull>& pulls) const {
  std::vector<float> away;
  for (const bool most : {true, false}) {
    for (const Pull& p : pulls) {
      if (most && c_.surface.row(p.point)[0].joint != joint) continue;
      const float d = to_bone(p.point, joint);
      if (std::isfinite(d) && !lies_at_another(p.point, joint)) away.push_back(d);
    }
    if (!away.empty()) break;
  }
  if (away.empty()) return 0.0f;
  const auto at = away.begin() + static_cast<std::ptrdiff_t>(kMostOfOwn * double(away.size()));
  std::nth_element(away.begin(), at, away.end());
  return kReaches * *at;
}

bool FarPulls::lies_at_another(std::uint32_t point, int joint) const {
  float own = -1.0f;
  for (const JointShare& host : c_.surface.row(point)) {
    if (host.weight < kHost) break;  // from the largest on
    if (root_[idx(host.joint)] != root_[idx(joint)]) continue;
    if (steps_between(c_.model.skeleton, joint, host.joint, kNotFar) <= kNotFar) continue;
    if (own < 0.0f) own = to_bone(point, joint);
    if (own < std::numeric_limits<float>::infinity() && to_bone(point, host.joint) < kNearer * own)
      return true;
  }
  return false;
}

bool FarPulls::is_foreign(std::uint32_t point, int joint) const {
  return lies_at_another(point, joint) && to_bone(point, joint) > reach_;
}

std::vector<Pull> FarPulls::taken_from(int joint, std::vector<Pull>& pulls) {
  std::vector<std::uint32_t> front;
  for (std::uint32_t k = 0; k < pulls.size(); ++k) {
    const Pull& pull = pulls[k];
    if (pull.weight >= kFarSeen && c_.surface.row(pull.point).size() > 1 &&
        pull.weight * to_bone(pull.point, joint) > kMovesFar * size_ &&
        lies_at_another(pull.point, joint))
      front.push_back(k);
  }
  if (front.empty()) return {};
  reach_ = reach(joint, pulls);
  std::erase_if(front, [&](std::uint32_t k) { return !is_foreign(pulls[k].point, joint); });
  for (std::uint32_t k = 0; k < pulls.size(); ++k) local_[pulls[k].point] = k;
  std::vector<std::uint8_t> taken(pulls.size(), 0);
  for (const std::uint32_t k : front) taken[k] = 1;
  while (!front.empty()) {
    const std::uint32_t k = front.back();
    front.pop_back();
    for (const std::uint32_t q : c_.surface.graph.neighbours_of(pulls[k].point)) {
      const std::uint32_t n = local_[q];
      if (n == kNoPull || taken[n] != 0 || !is_foreign(q, joint)) continue;
      taken[n] = 1;
      front.push_back(n);
    }
  }
  for (const Pull& pull : pulls) local_[pull.point] = kNoPull;
  std::vector<Pull> out;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < pulls.size(); ++k) {
    if (taken[k] != 0) {
      out.push_back(pulls[k]);
    } else {
      pulls[kept++] = pulls[k];
    }
  }
  pulls.resize(kept);
  return out;
}

}  // namespace bindpose
