// Vertices of a mesh at one place that go different ways.
#include <algorithm>

#include "math/numbers.h"
#include "scene/check/surface.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// Rows that differ by less are the same but for how they are stored.
constexpr float kSeamOpens = 0.01f;
// A row that has so much of one joint is rigid. Where rigid parts meet they are meant to part.
constexpr float kSeamRigid = 0.99f;

bool is_rigid_row(std::span<const JointShare> row) {
  return std::ranges::any_of(row, [](const JointShare& x) { return x.weight >= kSeamRigid; });
}

void read_shares(const MeshBinding& binding, std::uint32_t vertex, std::vector<JointShare>& out) {
  const Influences& in = binding.influences;
  out.clear();
  for (std::uint32_t k = in.offset[vertex]; k < in.offset[vertex + 1]; ++k)
    out.push_back({binding.skin.joint[in.slot[k]], in.weight[k]});
}

}  // namespace

void check_seams(const Checking& c) {
  if (!c.is_on(Rule::OpenSeam)) return;
  const CheckedSurface& s = c.surface;
  std::vector<JointShare> one, other;
  for (std::size_t m = 0; m + 1 < s.first.size(); ++m) {
    if (c.stops()) return;
    const MeshBinding& binding = binding_of(c.scene, m);
    std::vector<std::uint32_t> found;
    float worst = 0.0f;
    std::uint32_t at = 0;
    for (std::uint32_t v = s.first[m]; v < s.first[m + 1]; ++v) {
      // The first of the mesh at its place against each further one.
      const auto alike = s.graph.vertices_of(s.graph.point[v]);
      const auto first = std::ranges::lower_bound(alike, s.first[m]);
      if (first == alike.end() || *first == v) continue;
      read_shares(binding, *first - s.first[m], one);
      read_shares(binding, v - s.first[m], other);
      if (one.empty() || other.empty() || (is_rigid_row(one) && is_rigid_row(other))) continue;
      const float apart = row_distance(one, other);
      if (apart <= kSeamOpens) continue;
      found.push_back(*first - s.first[m]);
      found.push_back(v - s.first[m]);
      if (apart > worst) worst = apart, at = v - s.first[m];
    }
    if (found.empty()) continue;
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    Finding f = vertex_finding(c, Rule::OpenSeam, m, std::move(found), at);
    f.worst = double{worst};
    f.unit = "of the weight";
    f.text = counted_vertices(f.count) + " at one place with others, and up to " +
             short_number(100.0 * f.worst) + " % of the weight is elsewhere there.";
    c.out.push_back(std::move(f));
  }
}

}  // namespace bindpose
