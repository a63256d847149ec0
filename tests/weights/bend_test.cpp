// What bending each joint costs: the same as by the plain way, for very many joints, and stopped.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <random>

#include "math/numbers.h"
#include "rig/automatic/figures.h"

namespace bindpose::tests::bend_test {
namespace {

struct Bent {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  std::vector<BoneSegment> bones;
  std::vector<int> parent;
  Influences weights;

  BindInput in() const { return {position, triangle, bones}; }
};

// A closed tube along y with a bone a ring, each below the one before, or below any before.
Bent tube(std::uint32_t rings, std::uint32_t sides, std::uint32_t seed, bool chain) {
  Bent out;
  for (std::uint32_t r = 0; r < rings; ++r) {
    for (std::uint32_t k = 0; k < sides; ++k) {
      const float a = 2.0f * 3.14159265f * float(k) / float(sides);
      out.position.emplace_back(std::cos(a), float(r), std::sin(a));
      if (r + 1 == rings) continue;
      const std::uint32_t i = r * sides + k, next = r * sides + (k + 1) % sides;
      for (const std::uint32_t v : {i, next + sides, next, i, i + sides, next + sides})
        out.triangle.push_back(v);
    }
  }
  for (std::uint32_t k = 1; k + 1 < sides; ++k) {
    const std::uint32_t top = (rings - 1) * sides;
    for (const std::uint32_t v : {0u, k, k + 1, top, top + k + 1, top + k})
      out.triangle.push_back(v);
  }
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> off(-0.3f, 0.3f);  // so that no two bones are in line
  std::vector<vec3> joint;
  for (std::uint32_t j = 0; j <= rings; ++j) joint.emplace_back(off(random), float(j), off(random));
  for (std::uint32_t j = 0; j < rings; ++j) {
    out.bones.push_back({static_cast<int>(j), joint[j], joint[j + 1]});
    out.parent.push_back(static_cast<int>(chain || j == 0 ? j : random() % j + 1) - 1);
  }
  // Each vertex follows the bone of its ring and one more.
  std::vector<std::vector<WeightEntry>> rows;
  for (std::uint32_t r = 0; r < rings; ++r) {
    for (std::uint32_t k = 0; k < sides; ++k) {
      const int other =
          chain ? (r + 1 < rings ? int(r) + 1 : int(r) - 1) : static_cast<int>(random() % rings);
      if (other == int(r)) {
        rows.push_back({{int(r), 1.0f}});
      } else {
        rows.push_back({{int(r), 0.7f}, {other, 0.3f}});
      }
    }
  }
  out.weights = pack_influences(rows, rings).influences;
  return out;
}

double six_volumes(const std::vector<glm::dvec3>& p, const std::vector<std::uint32_t>& triangle) {
  double sum = 0.0;
  for (std::size_t t = 0; t < triangle.size(); t += 3)
    sum += glm::dot(p[triangle[t]], glm::cross(p[triangle[t + 1]], p[triangle[t + 2]]));
  return sum;
}

// Bends the whole surface for each joint, and takes its volume.
struct Kept {
  double sum = 0.0, least = INFINITY;
  int slot = -1, count = 0;
};
Kept by_the_plain_way(const Bent& of) {
  Kept out;
  std::vector<glm::dvec3> rest(of.position.begin(), of.position.end());
  const double whole = six_volumes(rest, of.triangle);
  for (int s = 1; s < static_cast<int>(of.parent.size()); ++s) {
    if (of.parent[idx(s)] < 0) continue;
    const BoneSegment& bone = of.bones[idx(s)];
    const BoneSegment& up = of.bones[idx(of.parent[idx(s)])];
    const glm::dvec3 axis = glm::normalize(glm::cross(
        glm::dvec3(up.tail) - glm::dvec3(up.head), glm::dvec3(bone.tail) - glm::dvec3(bone.head)));
    const double turn = 3.14159265358979323846 / 3.0;
    std::vector<glm::dvec3> moved = rest;
    for (std::size_t v = 0; v < rest.size(); ++v) {
      double share = 0.0;
      for (std::size_t e = of.weights.offset[v]; e < of.weights.offset[v + 1]; ++e) {
        int j = of.weights.slot[e];
        while (j >= 0 && j != s) j = of.parent[idx(j)];
        if (j == s) share += double(of.weights.weight[e]);
      }
      const glm::dvec3 from = rest[v] - glm::dvec3(bone.head);
      const glm::dvec3 turned = from * std::cos(turn) + glm::cross(axis, from) * std::sin(turn) +
                                axis * glm::dot(axis, from) * (1.0 - std::cos(turn));
      moved[v] += share * (turned - from);
    }
    const double kept = six_volumes(moved, of.triangle) / whole;
    out.sum += kept;
    ++out.count;
    if (kept < out.least) out.least = kept, out.slot = s;
  }
  return out;
}

TEST(Bend, OfEachJointIsThatOfTheWholeSurfaceBent) {
  for (const bool chain : {true, false}) {
    Bent of = tube(24, 10, 5, chain);
    if (!chain) of.parent[3] = -1;  // a second root
    const Kept right = by_the_plain_way(of);
    const WeightFigures mine = weight_figures(of.in(), of.weights, of.parent);
    ASSERT_TRUE(mine.has_volume);
    EXPECT_NEAR(mine.volume_mean, right.sum / right.count, 1e-6) << chain;
    EXPECT_NEAR(mine.volume_least, right.least, 1e-6) << chain;
    EXPECT_EQ(mine.least_slot, right.slot) << chain;
    EXPECT_LT(mine.volume_least, 0.9999) << chain;
  }
}

double seconds_for(std::uint32_t rings) {
  const Bent of = tube(rings, 6, 5, true);
  const std::clock_t before = std::clock();
  EXPECT_TRUE(weight_figures(of.in(), of.weights, of.parent).has_volume);
  return double(std::clock() - before) / CLOCKS_PER_SEC;
}

// Joint by joint, and each time all that is below: 64 times as long.
TEST(Bend, OfAChainFourTimesAsLongTakesNotMuchMoreThanFourTimesAsLong) {
  const double one = seconds_for(250), four = seconds_for(1000);
  EXPECT_LT(four, 16.0 * one + 0.02);
}

TEST(Bend, StopsOnTheWay) {
  const Bent of = tube(1000, 12, 5, true);
  int late = 0;
  const BindProgress progress([&](double part) {
    late += part > 0.8 && part < 1.0 ? 1 : 0;
    return late == 0;
  });
  EXPECT_THROW(weight_figures(of.in(), of.weights, of.parent, progress), BindStopped);
  EXPECT_EQ(late, 1);
}

}  // namespace
}  // namespace bindpose::tests::bend_test
