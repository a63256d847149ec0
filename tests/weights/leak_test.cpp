// What leaks: the same as by the plain way, without a walk over all of the surface for each bone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "math/numbers.h"
#include "rig/automatic/figures.h"
#include "rig/automatic/laplacian.h"
#include "rig/proximity/nearest_surface.h"

namespace bindpose::tests::leak_test {
namespace {

struct Wound {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  std::vector<BoneSegment> bones;
  std::vector<int> parent;
  std::vector<std::vector<WeightEntry>> rows;
  Influences weights;

  BindInput in() const { return {position, triangle, bones}; }
};

constexpr std::uint32_t kSides = 6;
constexpr float kRadius = 0.5f;

// An open tube with a bone a ring, each below the one before: straight (turns 0), or wound so that
// the next turn is near in space, but far along the surface.
void add_tube(Wound& to, std::uint32_t rings, float turns, const vec3& away) {
  const float round = turns * 2.0f * 3.14159265f, radius = float(rings) / std::max(round, 1e-6f);
  const auto place = [&](std::uint32_t r, float out, float up) {
    const float t = float(r) / float(rings);
    if (turns == 0.0f) return away + vec3(out, float(r), up);
    const float a = round * t;
    return away +
           vec3((radius + out) * std::cos(a), up + 1.5f * turns * t, (radius + out) * std::sin(a));
  };
  const auto first = static_cast<std::uint32_t>(to.position.size());
  const auto bone = static_cast<int>(to.bones.size());
  for (std::uint32_t r = 0; r < rings; ++r) {
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const float a = 2.0f * 3.14159265f * float(k) / float(kSides);
      to.position.push_back(place(r, kRadius * std::cos(a), kRadius * std::sin(a)));
      if (r + 1 == rings) continue;
      const std::uint32_t i = first + r * kSides + k, next = first + r * kSides + (k + 1) % kSides;
      for (const std::uint32_t v : {i, next + kSides, next, i, i + kSides, next + kSides})
        to.triangle.push_back(v);
    }
    to.bones.push_back({bone + int(r), place(r, 0.0f, 0.0f), place(r + 1, 0.0f, 0.0f)});
    to.parent.push_back(r == 0 ? -1 : bone + int(r) - 1);
    // Of the ring's bone, and less of the next two.
    const auto in = [&](std::uint32_t k) { return bone + int((r + k) % rings); };
    for (std::uint32_t k = 0; k < kSides; ++k)
      to.rows.push_back({{in(0), 0.6f}, {in(1), 0.3f}, {in(2), 0.1f}});
  }
}

void pack(Wound& of) {
  of.weights = pack_influences(of.rows, of.bones.size()).influences;
}

int steps(int a, int b, const std::vector<int>& parent) {
  for (int up = 0, j = a; j >= 0; ++up, j = parent[idx(j)]) {
    for (int down = 0, i = b; i >= 0; ++down, i = parent[idx(i)]) {
      if (i == j) return up + down;
    }
  }
  return 1000;
}

// Each pair with its way from all of the surface, as figures.h says it.
WeightFigures by_the_plain_way(const Wound& of) {
  const VertexGraph graph = vertex_graph(of.position, of.triangle);
  const SurfaceLaplacian laplacian = surface_laplacian(graph, of.position, of.triangle);
  std::size_t parts = 0;
  const std::vector<std::uint32_t> part = connected_parts(graph, parts);
  const auto row = [&](std::uint32_t p) {
    const std::uint32_t v = graph.vertices_of(p)[0];
    std::vector<WeightEntry> out;
    for (std::size_t e = of.weights.offset[v]; e < of.weights.offset[v + 1]; ++e)
      out.push_back({of.weights.slot[e], of.weights.weight[e]});
    return out;
  };
  WeightFigures out;
  std::vector<std::uint8_t> leaking(graph.size(), 0);
  for (int j = 0; j < static_cast<int>(of.bones.size()); ++j) {
    std::vector<std::uint32_t> region;
    std::vector<double> most(parts, 0.0);
    std::vector<std::vector<std::uint32_t>> piece(parts);
    std::vector<std::uint8_t> seen(graph.size(), 0);
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
      if (seen[p] != 0 || row(p).empty() || row(p)[0].slot != j) continue;
      std::vector<std::uint32_t> points{p};
      seen[p] = 1;
      double area = 0.0;
      for (std::size_t k = 0; k < points.size(); ++k) {
        area += laplacian.mass[points[k]];
        for (const std::uint32_t q : graph.neighbours_of(points[k])) {
          if (seen[q] != 0 || row(q).empty() || row(q)[0].slot != j) continue;
          seen[q] = 1;
          points.push_back(q);
        }
      }
      if (area > most[part[p]]) most[part[p]] = area, piece[part[p]] = points;
    }
    std::vector<std::uint8_t> own(graph.size(), 0);
    for (const auto& points : piece) {
      for (const std::uint32_t p : points) region.push_back(p), own[p] = 1;
    }
    const std::vector<float> along =
        distances_along(graph, region, std::numeric_limits<float>::infinity());
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
      for (const WeightEntry& e : row(p)) {
        if (e.slot != j || e.weight < kLeakWeight || own[p] != 0) continue;
        const int largest = row(p)[0].slot;
        if (of.parent[idx(j)] == largest || of.parent[idx(largest)] == j) continue;
        float near = std::numeric_limits<float>::infinity();
        for (const std::uint32_t q : region) {
          const vec3 at = place_of(graph, of.position, q);
          near = std::min(
              near, nearest_on_triangle(place_of(graph, of.position, p), at, at, at).distance);
        }
        const bool leaks = piece[part[p]].empty() ? steps(j, largest, of.parent) >= 3
                                                  : along[p] > kLeakRatio * near;
        if (!leaks) continue;
        out.leak += laplacian.mass[p] * e.weight;
        leaking[p] = 1;
      }
    }
  }
  double area = 0.0;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    area += laplacian.mass[p];
    out.leaking += leaking[p] != 0 ? graph.vertices_of(p).size() : 0;
  }
  out.leak /= area;
  return out;
}

TEST(Leaks, AreThoseOfWaysOverAllOfTheSurface) {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    Wound of;
    add_tube(of, 60, 3.0f, vec3(0.0f));
    add_tube(of, 40, 2.0f, vec3(0.0f, 7.0f, 0.0f));  // another part, with bones of its own
    of.parent[60] = 57;
    std::mt19937 random(seed);
    std::vector<std::vector<WeightEntry>>& rows = of.rows;
    for (std::vector<WeightEntry>& row : rows) {  // somewhere else, on either part
      const int other = static_cast<int>(random() % of.bones.size());
      if (random() % 3 == 0 && std::ranges::find(row, other, &WeightEntry::slot) == row.end())
        row.push_back({other, random() % 2 == 0 ? 0.05f : 0.9f});
    }
    for (std::size_t k = 0; k < kSides; ++k) {  // one to four steps away, on a part without it
      rows[60 * kSides + k].push_back({58 - int(k), 0.05f});
      rows[61 * kSides + k].push_back({58 - int(k), 0.05f});
    }
    rows[5].clear();
    pack(of);
    const WeightFigures right = by_the_plain_way(of);
    const WeightFigures mine = weight_figures(of.in(), of.weights, of.parent);
    EXPECT_EQ(mine.leak, right.leak) << seed;
    EXPECT_EQ(mine.leaking, right.leaking) << seed;
    EXPECT_GT(right.leaking, 50u) << seed;
    EXPECT_LT(right.leaking, of.position.size()) << seed;
  }
}

// Of a joint's weight two joints on: the way there is short, so the walk is.
TEST(Leaks, OfAChainOfAnyLengthWalkOnlyNearEachBone) {
  for (const std::uint32_t rings : {250u, 1000u}) {
    Wound of;
    add_tube(of, rings, 0.0f, vec3(0.0f));
    pack(of);
    const WeightFigures f = weight_figures(of.in(), of.weights, of.parent);
    EXPECT_GE(f.walked, rings) << "nothing was asked";
    EXPECT_LT(f.walked, 20u * kSides * rings) << rings;
  }
}

TEST(Leaks, StopOnTheWay) {
  Wound of;
  add_tube(of, 1000, 0.0f, vec3(0.0f));
  // Weight half the chain away: long walks, so that no thread does all while this one waits.
  for (std::size_t v = 0; v < of.rows.size(); ++v)
    of.rows[v][2].slot = (of.rows[v][0].slot + 500) % 1000;
  pack(of);
  int early = 0, late = 0;
  const BindProgress progress([&](double part) {
    early += part > 0.101 && part < 0.8 ? 1 : 0;
    late += part > 0.8 ? 1 : 0;
    return early == 0;
  });
  EXPECT_THROW(weight_figures(of.in(), of.weights, of.parent, progress), BindStopped);
  EXPECT_EQ(early, 1);
  EXPECT_EQ(late, 0);
}

}  // namespace
}  // namespace bindpose::tests::leak_test
