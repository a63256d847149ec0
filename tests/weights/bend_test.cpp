// What bending each joint costs: the same as by the plain way, for very many joints, and stopped.
#include <gtest/gtest.h>

#include <algorithm>
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
  std::vector<std::vector<std::uint32_t>> hole;  // the vertices around each, as its cap turns

  BindInput in() const { return {position, triangle, bones}; }
};

// What vertices have no weights of their own, or weights that do not add up to 1.
enum class Rows { Whole, SomeBare, SomeHalf };

// A tube along y, with caps or without, with a bone a ring, each below the one before, or below any
// before.
Bent tube(std::uint32_t rings, std::uint32_t sides, std::uint32_t seed, bool chain,
          bool open = false, Rows kind = Rows::Whole) {
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
  const std::uint32_t top = (rings - 1) * sides;
  if (open) out.hole.resize(2);
  for (std::uint32_t k = 0; open && k < sides; ++k) {
    out.hole[0].push_back(k);
    out.hole[1].push_back(top + sides - 1 - k);
  }
  for (std::uint32_t k = 1; !open && k + 1 < sides; ++k) {
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
  const auto some = [&] { return random() % 4 == 0; };
  if (kind == Rows::SomeBare) {
    for (std::vector<WeightEntry>& row : rows)
      if (some()) row.clear();
  }
  out.weights = pack_influences(rows, rings).influences;
  for (std::size_t v = 0; kind == Rows::SomeHalf && v < rows.size(); ++v) {  // packed, they are 1
    const float part = some() ? 0.5f : 1.0f;
    for (std::size_t e = out.weights.offset[v]; e < out.weights.offset[v + 1]; ++e)
      out.weights.weight[e] *= part;
  }
  return out;
}

double six_volumes(const std::vector<glm::dvec3>& p, const std::vector<std::uint32_t>& triangle) {
  double sum = 0.0;
  for (std::size_t t = 0; t < triangle.size(); t += 3)
    sum += glm::dot(p[triangle[t]], glm::cross(p[triangle[t + 1]], p[triangle[t + 2]]));
  return sum;
}

// Bends the whole surface for each joint, and takes its volume. A hole is a fan about its middle,
// which goes with what is around it.
struct Kept {
  double sum = 0.0, least = INFINITY;
  int slot = -1, count = 0;
};
Kept by_the_plain_way(const Bent& of) {
  Kept out;
  std::vector<glm::dvec3> rest(of.position.begin(), of.position.end());
  std::vector<std::uint32_t> triangle = of.triangle;
  for (const std::vector<std::uint32_t>& around : of.hole) {
    const auto middle = static_cast<std::uint32_t>(rest.size());
    glm::dvec3 sum(0.0);
    for (std::size_t k = 0; k < around.size(); ++k) {
      sum += rest[around[k]];
      for (const std::uint32_t v : {middle, around[k], around[(k + 1) % around.size()]})
        triangle.push_back(v);
    }
    rest.push_back(sum / double(around.size()));
  }
  const double whole = six_volumes(rest, triangle);
  for (int s = 1; s < static_cast<int>(of.parent.size()); ++s) {
    if (of.parent[idx(s)] < 0) continue;
    const BoneSegment& bone = of.bones[idx(s)];
    const BoneSegment& up = of.bones[idx(of.parent[idx(s)])];
    const glm::dvec3 axis = glm::normalize(glm::cross(
        glm::dvec3(up.tail) - glm::dvec3(up.head), glm::dvec3(bone.tail) - glm::dvec3(bone.head)));
    const double turn = 3.14159265358979323846 / 3.0;
    std::vector<double> share(rest.size(), 0.0);
    for (std::size_t v = 0; v < of.position.size(); ++v) {
      for (std::size_t e = of.weights.offset[v]; e < of.weights.offset[v + 1]; ++e) {
        int j = of.weights.slot[e];
        while (j >= 0 && j != s) j = of.parent[idx(j)];
        if (j == s) share[v] += double(of.weights.weight[e]);
      }
    }
    for (std::size_t h = 0; h < of.hole.size(); ++h) {
      for (const std::uint32_t v : of.hole[h])
        share[of.position.size() + h] += share[v] / double(of.hole[h].size());
    }
    std::vector<glm::dvec3> moved = rest;
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const glm::dvec3 from = rest[v] - glm::dvec3(bone.head);
      const glm::dvec3 turned = from * std::cos(turn) + glm::cross(axis, from) * std::sin(turn) +
                                axis * glm::dot(axis, from) * (1.0 - std::cos(turn));
      moved[v] += share[v] * (turned - from);
    }
    const double kept = six_volumes(moved, triangle) / whole;
    out.sum += kept;
    ++out.count;
    if (kept < out.least) out.least = kept, out.slot = s;
  }
  return out;
}

TEST(Bend, OfEachJointIsThatOfTheWholeSurfaceBent) {
  for (int k = 0; k < 12; ++k) {
    const bool chain = k % 2 == 0, open = k % 4 >= 2;
    const Rows kind = k < 4 ? Rows::Whole : k < 8 ? Rows::SomeBare : Rows::SomeHalf;
    Bent of = tube(24, 10, 5, chain, open, kind);
    if (!chain) of.parent[3] = -1;  // a second root
    const Kept right = by_the_plain_way(of);
    const WeightFigures mine = weight_figures(of.in(), of.weights, of.parent);
    ASSERT_TRUE(mine.has_volume);
    EXPECT_NEAR(mine.volume_mean, right.sum / right.count, 1e-6) << k;
    EXPECT_NEAR(mine.volume_least, right.least, 1e-6) << k;
    EXPECT_EQ(mine.least_slot, right.slot) << k;
    EXPECT_LT(mine.volume_least, 0.9999) << k;
  }
}

double seconds_for(std::uint32_t rings) {
  const Bent of = tube(rings, 6, 5, true);
  double least = INFINITY;  // the machine has other things to do
  for (int k = 0; k < 3; ++k) {
    const std::clock_t before = std::clock();
    EXPECT_TRUE(weight_figures(of.in(), of.weights, of.parent).has_volume);
    least = std::min(least, double(std::clock() - before) / CLOCKS_PER_SEC);
  }
  return least;
}

// Joint by joint, and each time all that is below: 64 times as long.
TEST(Bend, OfAChainFourTimesAsLongTakesNotMuchMoreThanFourTimesAsLong) {
  const double one = seconds_for(250), four = seconds_for(1000);
  EXPECT_LT(four, 8.0 * one + 0.02);
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
