#include "rig/pose/joint_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/pose/side_names.h"
#include "rig/skeleton.h"

namespace bindpose {
namespace {

using glm::dmat3;
using glm::dvec3;

constexpr double kOnPlace = 0.005;     // of the rig's size
constexpr double kFarOff = 0.1;        // of the rig's size
constexpr int kMostCandidates = 24;    // planes that are tried
constexpr int kMostTried = 32;         // joints near a place
constexpr int kMostSiblings = 16;      // tried after one
constexpr double kForAcross = 0.1;     // what the likely direction adds to a plane's score
constexpr double kExactlyAxis = 1e-4;  // a normal that is an axis but for rounding

// The direction of least x . A x for a symmetric A: cyclic Jacobi rotations.
dvec3 least_direction(dmat3 a) {
  dmat3 axes(1.0);
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (a[q][p] == 0.0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2.0 * a[q][p]);
        const double t =
            (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
        dmat3 turn(1.0);
        turn[p][p] = turn[q][q] = c;
        turn[q][p] = s;
        turn[p][q] = -s;
        a = glm::transpose(turn) * a * turn;
        axes = axes * turn;
      }
    }
  }
  int least = 0;
  for (int k = 1; k < 3; ++k) {
    if (a[k][k] < a[least][least]) least = k;
  }
  return glm::normalize(axes[least]);
}

// Two places that should mirror each other, the left one first.
struct PlacePair {
  dvec3 a, b;
};

double residual(const MirrorPlane& plane, const PlacePair& p) {
  return glm::length(p.a - plane.reflected(p.b));
}

double median(std::vector<double> x) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

// |a - mirrored b|^2 = |d|^2 - (n.d)^2 + 4 (n.m - offset)^2 with d = a - b, m = (a + b) / 2.
MirrorPlane fitted(const std::vector<PlacePair>& pairs, const dvec3& towards) {
  dvec3 mean(0.0);
  for (const PlacePair& p : pairs) mean += 0.5 * (p.a + p.b) / double(pairs.size());
  dmat3 a(0.0);
  for (const PlacePair& p : pairs) {
    const dvec3 m = 0.5 * (p.a + p.b) - mean, d = p.a - p.b;
    a += 4.0 * glm::outerProduct(m, m) - glm::outerProduct(d, d);
  }
  dvec3 n = least_direction(a);
  if (glm::dot(n, towards) < 0.0) n = -n;
  return {n, glm::dot(n, mean)};
}

double median_residual(const MirrorPlane& plane, const std::vector<PlacePair>& pairs) {
  std::vector<double> off;
  for (const PlacePair& p : pairs) off.push_back(residual(plane, p));
  return median(std::move(off));
}

// The sum of squares would lean towards pairs that are far off (a raised arm): of the planes that
// some pairs make, the one with the least median of |a - mirrored b|, then the best for all that is
// near it.
bool fit_plane(const std::vector<PlacePair>& pairs, double size, MirrorPlane& plane) {
  constexpr std::size_t kMostSeeds = 48;
  const std::size_t step = pairs.size() / kMostSeeds + 1;
  dvec3 left(0.0);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const dvec3 d = pairs[k].a - pairs[k].b;
    if (glm::length(d) <= kOnPlace * size) continue;
    left += glm::normalize(d);
    if (k % step != 0) continue;
    const dvec3 n = glm::normalize(d);
    const MirrorPlane seed{n, 0.5 * glm::dot(n, pairs[k].a + pairs[k].b)};
    if (const double off = median_residual(seed, pairs); off < least) least = off, plane = seed;
  }
  if (least == std::numeric_limits<double>::infinity()) return false;
  for (int round = 0; round < 4; ++round) {
    const double most = std::max(kOnPlace * size, 2.0 * median_residual(plane, pairs));
    std::vector<PlacePair> near;
    for (const PlacePair& p : pairs) {
      if (residual(plane, p) <= most) near.push_back(p);
    }
    plane = fitted(near, left);
  }
  return true;
}

class Pairing {
 public:
  explicit Pairing(const PairInput& rig) : rig_(rig), place_(rig.parent.size()) {
    Box box;
    for (std::size_t j = 0; j < place_.size(); ++j) {
      const vec3 at(rig.bind[j][3]);
      known_.push_back(std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z));
      place_[j] = known_[j] ? dvec3(at) : dvec3(0.0);
      if (counts(j)) box.add(at);
    }
    out_.partner.assign(place_.size(), kNoPartner);
    out_.size = box.empty() ? 0.0 : double(box.diagonal());
    center_ = box.center();
  }

  JointPairs result() {
    pair_by_name();
    std::vector<PlacePair> places;
    for (const auto& [a, b] : named_) places.push_back({place_[idx(a)], place_[idx(b)]});
    out_.has_plane = fit_plane(places, out_.size, out_.plane);
    if (out_.has_plane) {
      straighten(places);
      drop_far_off();
      pair_by_place(out_.plane, out_.partner);
    } else {
      look_for_plane();
    }
    return out_;
  }

 private:
  bool counts(std::size_t j) const {
    return known_[j] && (rig_.counts.empty() || rig_.counts[j] != 0);
  }
  double near() const { return kOnPlace * out_.size; }

  void pair_by_name() {
    std::unordered_map<std::string_view, int> index;
    const int count = static_cast<int>(rig_.name.size());
    for (int j = 0; j < count; ++j) index.emplace(rig_.name[idx(j)], j);
    for (int j = 0; j < count; ++j) {
      if (out_.partner[idx(j)] != kNoPartner || !known_[idx(j)]) continue;
      for (const OtherSide& other : other_sides(rig_.name[idx(j)])) {
        const auto found = index.find(other.name);
        if (found == index.end() || found->second == j) continue;
        if (out_.partner[idx(found->second)] != kNoPartner || !known_[idx(found->second)]) continue;
        set_pair(out_.partner, j, found->second);
        named_.emplace_back(other.left ? j : found->second, other.left ? found->second : j);
        break;
      }
    }
  }

  static void set_pair(std::vector<int>& partner, int a, int b) {
    partner[idx(a)] = b;
    partner[idx(b)] = a;
  }

  // Rigs are made about an axis of the file: rounding shall not tilt the plane.
  void straighten(const std::vector<PlacePair>& places) {
    MirrorPlane plane = out_.plane;
    for (int axis = 0; axis < 3; ++axis) {
      if (std::abs(plane.normal[axis]) < 1.0 - kExactlyAxis * kExactlyAxis) continue;
      const double sign = plane.normal[axis] < 0.0 ? -1.0 : 1.0;
      plane.normal = dvec3(0.0);
      plane.normal[axis] = sign;
      if (std::abs(plane.offset) < kExactlyAxis * out_.size) plane.offset = 0.0;
    }
    const double most = median_residual(out_.plane, places) + 1e-6 * out_.size;
    if (median_residual(plane, places) <= most) out_.plane = plane;
  }

  // Names that mean something else than sides.
  void drop_far_off() {
    for (const auto& [a, b] : named_) {
      const int first = std::min(a, b), second = std::max(a, b);
      const double off = residual(out_.plane, {place_[idx(first)], place_[idx(second)]});
      const int p = rig_.parent[idx(first)], q = rig_.parent[idx(second)];
      const bool in_limb = p >= 0 && q >= 0 && p != q && out_.partner[idx(p)] == q;
      if (off > kFarOff * out_.size && !in_limb)
        out_.partner[idx(a)] = out_.partner[idx(b)] = kNoPartner;
    }
  }

  int partner_or_self(const std::vector<int>& partner, int j) const {
    return j >= 0 && partner[idx(j)] != kNoPartner ? partner[idx(j)] : j;
  }

  // Joints by parent and height over the plane, to find those near a mirrored place.
  struct Standing {
    int parent;
    double height;
    int joint;
    auto operator<=>(const Standing&) const = default;
  };

  void pair_by_place(const MirrorPlane& plane, std::vector<int>& partner) const {
    const int count = static_cast<int>(place_.size());
    std::vector<Standing> order;
    for (int j = 0; j < count; ++j) {
      if (known_[idx(j)]) order.push_back({rig_.parent[idx(j)], plane.height(place_[idx(j)]), j});
    }
    std::sort(order.begin(), order.end());
    for (int j = 0; j < count; ++j) {
      if (partner[idx(j)] != kNoPartner || !known_[idx(j)]) continue;
      const int parent = rig_.parent[idx(j)];
      const int other_parent = partner_or_self(partner, parent);
      if (std::abs(plane.height(place_[idx(j)])) <= near()) {
        if (other_parent == parent) partner[idx(j)] = j;
        continue;
      }
      const int found = opposite(plane, order, partner, j, other_parent);
      if (found >= 0) set_pair(partner, j, found);
    }
  }

  int opposite(const MirrorPlane& plane, const std::vector<Standing>& order,
               const std::vector<int>& partner, int j, int parent) const {
    const dvec3 wanted = plane.reflected(place_[idx(j)]);
    const double height = plane.height(wanted);
    auto at = std::lower_bound(order.begin(), order.end(), Standing{parent, height - near(), -1});
    const int below = rig_.subtree_end[idx(j)] - j;
    int best = -1;
    std::pair<bool, double> least{true, near()};
    for (int tried = 0; at != order.end() && tried < kMostTried; ++at, ++tried) {
      if (at->parent != parent || at->height > height + near()) break;
      const int k = at->joint;
      if (k == j || partner[idx(k)] != kNoPartner) continue;
      const double off = glm::length(place_[idx(k)] - wanted);
      const std::pair<bool, double> rank{rig_.subtree_end[idx(k)] - k != below, off};
      if (off <= near() && (best < 0 || rank < least)) best = k, least = rank;
    }
    return best;
  }

  void look_for_plane() {
    double most = 0.0;
    std::vector<int> best;
    MirrorPlane plane;
    for (const MirrorPlane& tried : candidates()) {
      std::vector<int> partner = out_.partner;
      pair_by_place(tried, partner);
      const double score =
          score_of(partner) * (1.0 + kForAcross * std::abs(glm::dot(tried.normal, unit_across())));
      if (score > most) most = score, best = partner, plane = tried;
    }
    if (best.empty()) return;
    out_.partner = best;
    out_.plane = plane;
    out_.has_plane = true;
    if (glm::dot(plane.normal, unit_across()) < 0.0) {
      out_.plane.normal = -plane.normal;
      out_.plane.offset = -plane.offset;
    }
  }

  dvec3 unit_across() const {
    const dvec3 x(rig_.across);
    return glm::length(x) > 0.0 ? glm::normalize(x) : dvec3(1.0, 0.0, 0.0);
  }

  // How many joints fit; 0 where it is less than half of them.
  double score_of(const std::vector<int>& partner) const {
    double fit = 0.0, all = 0.0;
    for (std::size_t j = 0; j < partner.size(); ++j) {
      if (!counts(j)) continue;
      all += 1.0;
      // A pair says more than a joint that happens to stand on the plane.
      if (partner[j] != kNoPartner) fit += partner[j] == static_cast<int>(j) ? 1.0 : 1.01;
    }
    return 2.0 * fit >= all ? fit : 0.0;
  }

  std::vector<MirrorPlane> candidates() const {
    std::vector<MirrorPlane> out;
    const auto add = [&](const dvec3& direction, const dvec3& through) {
      const dvec3 n = glm::normalize(direction);
      const double offset = glm::dot(n, through);
      const bool known = std::ranges::any_of(out, [&](const MirrorPlane& p) {
        const double same = glm::dot(p.normal, n);
        return std::abs(same) > 1.0 - 1e-6 &&
               std::abs(p.offset - (same < 0.0 ? -offset : offset)) <= near();
      });
      if (!known && out.size() < kMostCandidates) out.push_back({n, offset});
    };
    const dvec3 across = unit_across();
    const dvec3 side = std::abs(across.y) < 0.9 ? dvec3(0, 1, 0) : dvec3(0, 0, 1);
    const dvec3 up = glm::normalize(side - across * glm::dot(across, side));
    for (const dvec3& n : {across, glm::cross(across, up), up}) {
      for (std::size_t j = 0; j < place_.size(); ++j) {
        if (counts(j)) {
          add(n, place_[j]);  // through the first joint
          break;
        }
      }
      add(n, dvec3(center_));
    }
    const int count = static_cast<int>(place_.size());
    for (int a = 0; a < count && out.size() < kMostCandidates; ++a) {
      const int parent = rig_.parent[idx(a)];
      const int end = parent < 0 ? count : rig_.subtree_end[idx(parent)];
      int tried = 0;
      for (int b = rig_.subtree_end[idx(a)]; b < end && tried < kMostSiblings;
           b = rig_.subtree_end[idx(b)], ++tried) {
        const bool alike = rig_.subtree_end[idx(a)] - a == rig_.subtree_end[idx(b)] - b;
        const dvec3 d = place_[idx(a)] - place_[idx(b)];
        if (!alike || !counts(idx(a)) || !counts(idx(b)) || glm::length(d) <= near()) continue;
        add(d, 0.5 * (place_[idx(a)] + place_[idx(b)]));
      }
    }
    return out;
  }

  const PairInput& rig_;
  std::vector<dvec3> place_;
  std::vector<bool> known_;
  vec3 center_{0.0f};
  std::vector<std::pair<int, int>> named_;  // left, right
  JointPairs out_;
};

}  // namespace

JointPairs joint_pairs(const PairInput& rig) {
  return Pairing(rig).result();
}

}  // namespace bindpose
