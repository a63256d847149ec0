// Parts inside parts: the same as by the plain way, of very many, and stopped on the way.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <random>

#include "math/geometry.h"
#include "rig/surface/box_tree.h"
#include "rig/surface/surface_faults.h"

namespace bindpose::tests::nested_parts_test {
namespace {

using Corners = std::array<vec3, 4>;

double side(const Corners& c, int a, int b, int d, const vec3& p) {
  const glm::dvec3 o(c[std::size_t(a)]);
  return glm::dot(glm::cross(glm::dvec3(c[std::size_t(b)]) - o, glm::dvec3(c[std::size_t(d)]) - o),
                  glm::dvec3(p) - o);
}

// On the same side of each face as the corner that is not in it.
bool is_in(const Corners& c, const vec3& p) {
  constexpr int kFace[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  return std::ranges::all_of(kFace, [&](const int* f) {
    return side(c, f[0], f[1], f[2], p) * side(c, f[0], f[1], f[2], c[std::size_t(f[3])]) > 0.0;
  });
}

struct Parts {
  std::vector<Corners> corners;
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;

  void add(const Corners& c) {
    const auto first = static_cast<std::uint32_t>(position.size());
    corners.push_back(c);
    position.insert(position.end(), c.begin(), c.end());
    // Each corner is the first of one triangle: those are the points that are asked.
    for (const std::uint32_t v : {0u, 1u, 2u, 1u, 3u, 2u, 2u, 3u, 0u, 3u, 1u, 0u})
      triangle.push_back(first + v);
  }
  Box box(std::size_t k) const {
    Box out;
    for (const vec3& p : corners[k]) out.add(p);
    return out;
  }
};

Parts random_parts(std::size_t count, float spread, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f), times(0.0f, 3.0f);
  Parts out;
  for (std::size_t k = 0; k < count; ++k) {
    const vec3 at = spread * vec3(unit(random), unit(random), unit(random));
    const float size = std::exp2(times(random));
    Corners c{vec3(1, 1, 1), vec3(1, -1, -1), vec3(-1, 1, -1), vec3(-1, -1, 1)};
    for (vec3& p : c) p = at + size * (p + 0.3f * vec3(unit(random), unit(random), unit(random)));
    out.add(c);
  }
  return out;
}

std::vector<NestedPart> found(const Parts& parts, const std::function<void(double)>& tell = {}) {
  return nested_parts(vertex_graph(parts.position, parts.triangle), parts.position, parts.triangle,
                      {}, tell);
}

TEST(NestedParts, AreThoseOfThePlainWay) {
  std::size_t some = 0;
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const Parts parts = random_parts(250, 7.0f, seed);
    std::vector<std::pair<std::size_t, std::size_t>> right;
    for (std::size_t i = 0; i < parts.corners.size(); ++i) {
      std::size_t around = parts.corners.size();
      for (std::size_t o = 0; o < parts.corners.size(); ++o) {
        const auto in_this = [&](const vec3& p) { return is_in(parts.corners[o], p); };
        if (o == i || parts.box(i).diagonal() < kNestedLeast * parts.box(o).diagonal() ||
            !std::ranges::all_of(parts.corners[i], in_this))
          continue;
        if (around == parts.corners.size() ||
            parts.box(o).diagonal() < parts.box(around).diagonal())
          around = o;
      }
      if (around < parts.corners.size()) right.emplace_back(i, around);
    }
    std::vector<std::pair<std::size_t, std::size_t>> mine;
    for (const NestedPart& n : found(parts)) mine.emplace_back(n.inner / 4, n.outer / 4);
    EXPECT_EQ(mine, right) << seed;
    some += right.size();
  }
  EXPECT_GT(some, 60u);
}

double seconds_for(std::size_t count) {
  const Parts parts = random_parts(count, 12.0f * std::cbrt(float(count)), 7);
  const VertexGraph graph = vertex_graph(parts.position, parts.triangle);
  const std::clock_t before = std::clock();
  nested_parts(graph, parts.position, parts.triangle);
  return double(std::clock() - before) / CLOCKS_PER_SEC;
}

// Each with each: sixteen times as long, of so many.
TEST(NestedParts, OfFourTimesAsManyTakeNotMuchMoreThanFourTimesAsLong) {
  const double one = seconds_for(4000), four = seconds_for(16000);
  EXPECT_LT(four, 9.0 * one + 0.02);
}

TEST(NestedParts, StopOnTheWay) {
  const Parts parts = random_parts(100, 8.0f, 1);
  int told = 0;
  struct Stop {};
  EXPECT_THROW(found(parts,
                     [&](double) {
                       if (++told == 3) throw Stop{};
                     }),
               Stop);
  EXPECT_EQ(told, 3);
}

// Some have equal diagonals, some are the same box.
TEST(BoxTree, GivesWhatLiesAroundTheSmallestFirst) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> place(0, 12);
  std::vector<Box> box;
  for (int k = 0; k < 600; ++k) {
    Box b;
    for (int c = 0; c < 2; ++c) b.add(vec3(place(random), place(random), place(random)));
    box.push_back(b);
  }
  const BoxTree tree(box);
  std::size_t some = 0;
  for (const Box& inner : box) {
    std::vector<std::uint32_t> right, mine;
    for (std::uint32_t k = 0; k < box.size(); ++k) {
      if (box_within(box[k], inner)) right.push_back(k);
    }
    std::ranges::stable_sort(right, {}, [&](std::uint32_t k) { return box[k].diagonal(); });
    tree.each_around(inner, [&](std::uint32_t k) {
      mine.push_back(k);
      return true;
    });
    ASSERT_EQ(mine, right);
    some += right.size();
    if (right.size() < 2) continue;
    mine.clear();
    tree.each_around(inner, [&](std::uint32_t k) {
      mine.push_back(k);
      return mine.size() < 2;
    });
    EXPECT_EQ(mine, std::vector<std::uint32_t>(right.begin(), right.begin() + 2));
  }
  EXPECT_GT(some, 300u);
  tree.each_around(Box{}, [](std::uint32_t) { return true; });
  BoxTree({}).each_around(box[0], [](std::uint32_t) { return true; });
}

}  // namespace
}  // namespace bindpose::tests::nested_parts_test
