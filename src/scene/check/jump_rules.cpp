// Neighbours that follow quite different joints.
#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "scene/check/surface.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// Rows that differ by so much have next to nothing in common.
constexpr float kHard = 0.8f;
// An edge along which weights change at all, and one along which they change as in rigid parts.
constexpr float kChanges = 0.05f, kRigid = 0.5f;
// A part of the surface of which more of the edges that change are rigid is bound so on purpose:
// armour, machines, low polygons. There only a point counts that follows what none of its
// neighbours is near to.
constexpr double kRigidStyle = 0.1;
constexpr float kAlone = 0.9f;
constexpr int kFarInTree = 3;  // joints: parent and child, siblings and cousins meet on any surface

// The mean row of a point's neighbours that have one; from the largest share down.
void mean_of_neighbours(const CheckedSurface& s, std::size_t p, std::vector<JointShare>& out) {
  out.clear();
  float rows = 0.0f;
  for (const std::uint32_t q : s.graph.neighbours_of(p)) {
    if (s.row(q).empty()) continue;
    rows += 1.0f;
    for (const JointShare& x : s.row(q)) {
      const auto known = std::ranges::find(out, x.joint, &JointShare::joint);
      if (known == out.end()) {
        out.push_back(x);
      } else {
        known->weight += x.weight;
      }
    }
  }
  for (JointShare& x : out) x.weight /= std::max(rows, 1.0f);
  std::ranges::sort(out, std::greater<>(), &JointShare::weight);
}

// Whether most neighbours follow quite other joints.
bool stands_out(const CheckedSurface& s, std::size_t p) {
  const auto around = s.graph.neighbours_of(p);
  const auto unlike = std::ranges::count_if(
      around, [&](std::uint32_t q) { return row_distance(s.row(p), s.row(q)) > kRigid; });
  return 3 * static_cast<std::size_t>(unlike) >= 2 * around.size();
}

struct PartStyle {
  std::size_t changes = 0, rigid = 0;
  bool is_rigid() const {
    return static_cast<double>(rigid) > kRigidStyle * static_cast<double>(changes);
  }
};

}  // namespace

void check_jumps(const Checking& c) {
  if (!c.is_on(Rule::Jump)) return;
  const CheckedSurface& s = c.surface;
  std::vector<PartStyle> style(s.parts);
  std::vector<std::uint32_t> hard;  // points of hard edges
  for (std::uint32_t p = 0; p < s.graph.size(); ++p) {
    for (const std::uint32_t q : s.graph.neighbours_of(p)) {
      if (q < p || s.row(p).empty() || s.row(q).empty()) continue;
      const float apart = row_distance(s.row(p), s.row(q));
      if (apart <= kChanges) continue;
      PartStyle& of = style[s.part[p]];
      ++of.changes;
      of.rigid += apart > kRigid;
      if (apart >= kHard) hard.insert(hard.end(), {p, q});
    }
  }
  std::ranges::sort(hard);
  hard.erase(std::unique(hard.begin(), hard.end()), hard.end());
  std::vector<FlawedPoint> found;
  std::vector<JointShare> mean;
  for (const std::uint32_t p : hard) {
    mean_of_neighbours(s, p, mean);
    if (mean.empty()) continue;
    const float apart = row_distance(s.row(p), mean);
    const int own = s.row(p)[0].joint, theirs = mean[0].joint;
    const bool far = steps_between(c.model.skeleton, own, theirs, kFarInTree) >= kFarInTree;
    const bool alone = apart >= kAlone && far && s.graph.neighbours_of(p).size() >= 3;
    // On a smooth surface the one of both ends is meant that fits most of its neighbours badly.
    const bool spike = !style[s.part[p]].is_rigid() && apart >= kRigid && stands_out(s, p);
    if (alone || spike) found.push_back({p, apart, own});
  }
  add_points(c, Rule::Jump, "of the weight", found, [&](const Finding& f) {
    return counted_vertices(f.count) + (f.count == 1 ? " follows " : " follow ") +
           named_joints(c.model, f.joints) + " beside neighbours that do not; " +
           short_number(100.0 * f.worst) + " % of the weight is elsewhere at most.";
  });
}

}  // namespace bindpose
