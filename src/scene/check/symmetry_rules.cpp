// Left against right: where the surface is its own mirror image, the weights should be.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "math/numbers.h"
#include "scene/check/surface.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr double kSamePoint = 1e-3;  // of the surface's size: 2 mm of a man
constexpr double kOnPlane = 2e-3;    // nearer to the plane there is no other side
constexpr double kSymmetric = 0.9;   // as many points need a partner, else nothing is said
constexpr float kUnlike = 0.1f;      // of the weight, on other joints than the mirror image has

// Points by place: cells as wide as the tolerance, of which nine times three are looked at.
class Places {
 public:
  Places(const CheckedSurface& s, double cell) : s_(s), cell_(cell) {
    at_.reserve(s.graph.size());
    for (std::uint32_t p = 0; p < s.graph.size(); ++p) at_.emplace(key(cell_of(s.place(p))), p);
  }

  // Calls visit(point) for those within the tolerance.
  template <typename Visit>
  void each_near(const glm::dvec3& x, Visit visit) const {
    const glm::dvec3 c = cell_of(x);
    for (int k = 0; k < 27; ++k) {
      const glm::dvec3 step(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
      const auto [from, to] = at_.equal_range(key(c + step));
      for (auto i = from; i != to; ++i) {
        if (glm::length(glm::dvec3(s_.place(i->second)) - x) <= cell_) visit(i->second);
      }
    }
  }

 private:
  glm::dvec3 cell_of(const glm::dvec3& x) const { return glm::floor(x / cell_); }
  static std::uint64_t key(const glm::dvec3& c) {
    const auto part = [](double v) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::clamp(v, -1e6, 1e6)));
    };
    return part(c.x) * 0x9e3779b97f4a7c15u ^ part(c.y) * 0xc2b2ae3d27d4eb4fu ^
           part(c.z) * 0x165667b19e3779f9u;
  }

  const CheckedSurface& s_;
  double cell_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> at_;
};

// The row on the other side; nothing where a joint of it has no partner.
bool mirror_row(const JointPairs& pairs, std::span<const JointShare> row,
                std::vector<JointShare>& out) {
  out.clear();
  for (const JointShare& x : row) {
    const int partner = pairs.partner[idx(x.joint)];
    if (partner < 0) return false;
    out.push_back({partner, x.weight});
  }
  return true;
}

}  // namespace

void check_symmetry(const Checking& c) {
  if (!c.is_on(Rule::Asymmetry) || !c.pairs.has_plane || c.surface.graph.size() == 0) return;
  const bool any_pair = [&] {
    for (std::size_t j = 0; j < c.pairs.partner.size(); ++j) {
      if (c.pairs.partner[j] >= 0 && c.pairs.partner[j] != static_cast<int>(j)) return true;
    }
    return false;
  }();
  if (!any_pair) return;
  const CheckedSurface& s = c.surface;
  const double near = kSamePoint * s.size;
  if (!(near > 0.0)) return;
  const Places places(s, near);
  std::size_t off_plane = 0, paired = 0;
  std::vector<FlawedPoint> found;
  std::vector<JointShare> mirrored;
  for (std::uint32_t p = 0; p < s.graph.size(); ++p) {
    if ((p & 0xffff) == 0 && c.stops()) return;
    const glm::dvec3 x(s.place(p));
    if (!(std::abs(c.pairs.plane.height(x)) > kOnPlane * s.size)) continue;
    ++off_plane;
    float least = 2.0f;
    // Several points may lie there, such as the two sides of a sheet: the likest counts.
    const bool known = !s.row(p).empty() && mirror_row(c.pairs, s.row(p), mirrored);
    bool partner = false;
    places.each_near(c.pairs.plane.reflected(x), [&](std::uint32_t q) {
      partner = true;
      if (s.row(q).empty()) return;  // a rule of its own
      least = std::min(least, row_distance(mirrored, s.row(q)));
    });
    paired += partner;
    if (partner && known && least > kUnlike && least <= 1.0f) {
      found.push_back({p, least, s.row(p)[0].joint});
    }
  }
  if (off_plane == 0 || static_cast<double>(paired) < kSymmetric * static_cast<double>(off_plane)) {
    return;
  }
  add_points(c, Rule::Asymmetry, "of the weight", found, [&](const Finding& f) {
    return counted_vertices(f.count) + " weighted otherwise than the mirrored " +
           (f.count == 1 ? "place" : "places") + ", by " + short_number(100.0 * f.worst) +
           " % of the weight at most; most of it on " + named_joints(c.model, f.joints) + ".";
  });
}

}  // namespace bindpose
