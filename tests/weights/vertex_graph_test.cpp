// A surface as a graph of places: seams join, parts part, ways have the length that they have.
#include "rig/surface/vertex_graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace bindpose {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// n x n squares of side 1, each in two triangles along the same diagonal, each triangle with
// corners of its own: every place is a seam.
struct Sheet {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
};
Sheet loose_sheet(int n, const vec3& origin = vec3(0.0f)) {
  Sheet s;
  const auto corner = [&](int x, int y) {
    s.triangle.push_back(static_cast<std::uint32_t>(s.position.size()));
    s.position.push_back(origin + vec3(float(x), float(y), 0.0f));
  };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      corner(x, y), corner(x + 1, y), corner(x + 1, y + 1);
      corner(x, y), corner(x + 1, y + 1), corner(x, y + 1);
    }
  }
  return s;
}
void append(Sheet& to, const Sheet& more) {
  const auto first = static_cast<std::uint32_t>(to.position.size());
  to.position.insert(to.position.end(), more.position.begin(), more.position.end());
  for (const std::uint32_t v : more.triangle) to.triangle.push_back(first + v);
}

TEST(VertexGraphTest, PlacesAreOnePointHoweverManyVerticesLieThere) {
  const Sheet s = loose_sheet(3);
  const VertexGraph g = vertex_graph(s.position, s.triangle);
  ASSERT_EQ(g.size(), 16u);
  std::size_t vertices = 0, edges = 0;
  for (std::size_t p = 0; p < g.size(); ++p) {
    vertices += g.vertices_of(p).size();
    edges += g.neighbours_of(p).size();
    for (const std::uint32_t v : g.vertices_of(p)) {
      EXPECT_EQ(g.point[v], p);
      EXPECT_EQ(s.position[v], s.position[g.vertices_of(p)[0]]);
    }
    for (std::uint32_t k = g.offset[p]; k < g.offset[p + 1]; ++k) {
      const vec3 a = s.position[g.vertices_of(p)[0]];
      const vec3 b = s.position[g.vertices_of(g.neighbour[k])[0]];
      EXPECT_FLOAT_EQ(g.length[k], glm::length(b - a));
      if (k > g.offset[p]) {
        EXPECT_LT(g.neighbour[k - 1], g.neighbour[k]);
      }
    }
  }
  EXPECT_EQ(vertices, s.position.size());
  EXPECT_EQ(edges, 2u * (12 + 12 + 9));  // Euler: rows, columns, diagonals
}

TEST(VertexGraphTest, ZeroHasNoSign) {
  const std::vector<vec3> position = {{0.0f, 0.0f, 0.0f}, {-0.0f, 0.0f, -0.0f}, {1.0f, 0.0f, 0.0f}};
  const VertexGraph g = vertex_graph(position, {});
  EXPECT_EQ(g.size(), 2u);
  EXPECT_EQ(g.point[0], g.point[1]);
}

TEST(VertexGraphTest, PartsAreWhatNoEdgeJoins) {
  Sheet s = loose_sheet(2);
  append(s, loose_sheet(1, vec3(0.0f, 0.0f, 5.0f)));
  s.position.push_back(vec3(9.0f));  // of no triangle
  const VertexGraph g = vertex_graph(s.position, s.triangle);
  std::size_t count = 0;
  const auto part = connected_parts(g, count);
  EXPECT_EQ(count, 3u);
  for (std::size_t v = 0; v < s.position.size(); ++v) {
    const float z = s.position[v].z;
    EXPECT_EQ(part[g.point[v]], z == 0.0f ? 0u : z == 5.0f ? 1u : 2u);
  }
}

TEST(VertexGraphTest, WaysFollowEdges) {
  Sheet s = loose_sheet(4);
  append(s, loose_sheet(1, vec3(0.0f, 0.0f, 0.5f)));
  const VertexGraph g = vertex_graph(s.position, s.triangle);
  const std::uint32_t source = g.point[0];  // the corner (0, 0)
  const auto distance = distances_along(g, std::vector{source, 4000000000u}, kInfinity);
  for (std::size_t v = 0; v < s.position.size(); ++v) {
    const vec3& p = s.position[v];
    if (p.z != 0.0f) {  // near in space, but on another part
      EXPECT_EQ(distance[g.point[v]], kInfinity);
      continue;
    }
    // Steps along x, y and the diagonal (1, 1).
    const float both = std::min(p.x, p.y), rest = std::max(p.x, p.y) - both;
    EXPECT_NEAR(distance[g.point[v]], both * std::sqrt(2.0f) + rest, 1e-5f);
  }
  const auto near = distances_along(g, std::vector{source}, 2.0f);
  for (std::size_t p = 0; p < g.size(); ++p) {
    EXPECT_EQ(near[p], distance[p] <= 2.0f ? distance[p] : kInfinity);
  }
}

TEST(VertexGraphTest, WhatIsFartherIsSoByTheWaysOfAll) {
  Sheet s = loose_sheet(12);
  for (vec3& p : s.position) p.z = 0.7f * std::sin(3.0f * p.x + 5.0f * p.y);
  append(s, loose_sheet(3, vec3(0.0f, 0.0f, 9.0f)));
  const VertexGraph g = vertex_graph(s.position, s.triangle);
  std::mt19937 random(7);
  FartherAlong walk(g);
  std::size_t far = 0, asked = 0;
  for (int turn = 0; turn < 200; ++turn) {  // one after the other: nothing of the last one stays
    std::vector<std::uint32_t> sources{4000000000u};
    std::vector<FartherAlong::Target> targets;
    for (std::size_t k = random() % 4; k > 0; --k)
      sources.push_back(random() % std::uint32_t(g.size()));
    const auto distance = distances_along(g, sources, kInfinity);
    for (std::size_t k = random() % 6; k > 0; --k) {
      const std::uint32_t p = random() % std::uint32_t(g.size());
      const float ways[] = {distance[p], std::nextafter(distance[p], 0.0f), 0.0f, kInfinity,
                            0.1f * float(random() % 200)};
      targets.push_back({p, ways[random() % 5]});
    }
    const auto farther = walk.of(sources, targets);
    ASSERT_EQ(farther.size(), targets.size());
    for (std::size_t k = 0; k < targets.size(); ++k) {
      EXPECT_EQ(farther[k] != 0, distance[targets[k].point] > targets[k].within) << turn;
      far += farther[k];
      ++asked;
    }
  }
  EXPECT_GT(far, asked / 5);
  EXPECT_LT(far, asked * 4 / 5);
}

TEST(VertexGraphTest, WhatIsFartherIsAskedNearByAlone) {
  const Sheet s = loose_sheet(60);
  const VertexGraph g = vertex_graph(s.position, s.triangle);
  FartherAlong walk(g);
  const auto at = [&](float x, float y) {
    for (std::size_t v = 0; v < s.position.size(); ++v) {
      if (s.position[v] == vec3(x, y, 0.0f)) return g.point[v];
    }
    return 0u;
  };
  const std::vector<std::uint32_t> source{at(30, 30)};
  const auto cost = [&](std::vector<FartherAlong::Target> targets) {
    const std::size_t before = walk.walked();
    walk.of(source, targets);
    return walk.walked() - before;
  };
  std::size_t near = 0;  // what a walk of 3 comes to
  for (const float d : distances_along(g, source, 3.0f)) near += d <= 3.0f ? 1 : 0;
  EXPECT_LT(near, 40u);
  EXPECT_LE(cost({{at(32, 30), 3.0f}}), near);
  EXPECT_LE(cost({{at(32, 30), 1000.0f}}), near);  // there before it is that long
  EXPECT_LE(cost({{at(60, 60), 3.0f}}), near);     // not there
  EXPECT_LE(cost({{at(60, 60), 3.0f}, {at(31, 30), 1000.0f}}), near);
  EXPECT_GT(cost({{at(60, 0), 1000.0f}}), 3000u);
}

TEST(VertexGraphTest, WhatIsBrokenJoinsNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<vec3> position = {{0, 0, 0}, {1, 0, 0}, {nan, 0, 0}, {nan, 0, 0}, {0, 1, 0}};
  const std::vector<std::uint32_t> triangle = {0, 1, 2, 0, 1, 99, 3, 3, 4, 0, 0, 1, 4};
  const VertexGraph g = vertex_graph(position, triangle);
  EXPECT_EQ(g.size(), 5u);
  EXPECT_EQ(g.neighbours_of(g.point[2]).size(), 0u);
  EXPECT_EQ(g.neighbours_of(g.point[4]).size(), 0u);
  ASSERT_EQ(g.neighbours_of(g.point[0]).size(), 1u);  // the triangle without area has one edge
  EXPECT_EQ(g.neighbours_of(g.point[0])[0], g.point[1]);
  EXPECT_EQ(vertex_graph({}, {}).size(), 0u);
}

}  // namespace
}  // namespace bindpose
