// Polygons of any size: as many triangles as Euler says, none turned over, and together the area
// that the outline has (the shoelace formula).
#include "math/polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>

#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::polygon_test {
namespace {

using Outline = std::vector<vec3>;

double area_of(const Outline& p, std::span<const std::uint32_t> corner) {
  glm::dvec3 sum(0.0);
  for (std::size_t k = 0; k < corner.size(); ++k) {
    sum += glm::cross(glm::dvec3(p[corner[k]]), glm::dvec3(p[corner[(k + 1) % corner.size()]]));
  }
  return 0.5 * sum.z;
}

void expect_whole(const Outline& p) {
  std::vector<std::uint32_t> all(p.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto triangles = divide_polygon(p);
  ASSERT_EQ(triangles.size(), p.size() - 2);
  const double wanted = area_of(p, all);
  double sum = 0.0;
  for (const auto& t : triangles) {
    const double area = area_of(p, t);
    EXPECT_GE(area * wanted, -1e-9 * wanted * wanted) << "turned over";
    sum += std::abs(area);
  }
  EXPECT_NEAR(sum, std::abs(wanted), 1e-6 * std::abs(wanted));
}

Outline ring(int n, double waves, double depth) {
  Outline out;
  for (int i = 0; i < n; ++i) {
    const double a = 2.0 * std::acos(-1.0) * i / n, r = 1.0 + depth * std::sin(waves * a);
    out.emplace_back(r * std::cos(a), r * std::sin(a), 0.0);
  }
  return out;
}

// A corridor that winds inwards: most ears are blocked.
Outline spiral(int n) {
  Outline out;
  const auto at = [&](int i, double r) {
    const double a = 0.15 * i;
    out.emplace_back((r + 0.1 * a) * std::cos(a), (r + 0.1 * a) * std::sin(a), 0.0);
  };
  for (int i = 0; i < n; ++i) at(i, 1.0);
  for (int i = n; i-- > 0;) at(i, 0.8);
  return out;
}

Outline comb(int teeth) {
  Outline out{{0, 0, 0}, {static_cast<float>(2 * teeth), 0, 0}};
  for (int i = 2 * teeth; i-- > 0;) {
    out.emplace_back(i + 1, i % 2 == 0 ? 5.0f : 1.0f, 0.0f);
    out.emplace_back(i, i % 2 == 0 ? 5.0f : 1.0f, 0.0f);
  }
  return out;
}

TEST(Polygon, OutlinesOfAllShapesComeOutWhole) {
  for (const int n : {3, 4, 5, 50, 3000}) {
    expect_whole(ring(n, 0, 0));
    expect_whole(ring(n, 9, 0.3));
  }
  expect_whole(ring(20000, 500, 0.4));
  expect_whole(spiral(500));
  expect_whole(comb(400));
  Outline turned = comb(20);
  std::ranges::reverse(turned);
  expect_whole(turned);
}

// Wherever it lies in space, and along whichever axis it is seen.
TEST(Polygon, ItIsSeenAlongItsOwnNormal) {
  const Outline flat = comb(7);
  const auto reference = divide_polygon(flat);
  std::mt19937 random(3);
  std::normal_distribution<float> number;
  for (int k = 0; k < 20; ++k) {
    const quat turn =
        glm::normalize(quat(number(random), number(random), number(random), number(random)));
    Outline p;
    for (const vec3& c : flat) p.push_back(turn * c + vec3(3, -2, 8));
    const vec3 normal = turn * vec3(0, 0, 1);
    double sum = 0.0;
    for (const auto& t : divide_polygon(p)) {
      const vec3 area = 0.5f * glm::cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]);
      EXPECT_GE(glm::dot(area, normal), -1e-4f);
      sum += static_cast<double>(glm::length(area));
    }
    double wanted = 0.0;
    for (const auto& t : reference) wanted += area_of(flat, t);
    EXPECT_NEAR(sum, wanted, 1e-3);
  }
}

// A hole that was cut open: there and back along one line.
TEST(Polygon, AHoleStaysAHole) {
  const Outline p{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0},
                  {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}};
  expect_whole(p);
}

TEST(Polygon, WhatIsNoOutlineEndsAllTheSame) {
  EXPECT_TRUE(divide_polygon(Outline{}).empty());
  EXPECT_TRUE(divide_polygon(Outline{{0, 0, 0}, {1, 0, 0}}).empty());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const Outline crossed{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
  const Outline point(1000, vec3(1, 2, 3)), broken{{0, 0, 0}, {nan, 1, 0}, {1, inf, 0}, {0, 1, 0}};
  const Outline huge{{-3e38f, 0, 0}, {3e38f, 0, 0}, {3e38f, 3e38f, 0}, {0, 1e38f, 0}};
  Outline wild;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> number(-1, 1);
  for (int i = 0; i < 1000; ++i) wild.emplace_back(number(random), number(random), number(random));
  for (const Outline& p : {crossed, point, broken, huge, wild}) {
    EXPECT_EQ(divide_polygon(p).size(), p.size() - 2);
  }
}

class PolygonFile : public FolderTest {};

TEST_F(PolygonFile, AFaceOfThirtyThousandCornersOpens) {
  std::string text;
  const Outline p = ring(30000, 9, 0.3);
  for (const vec3& c : p) text += "v " + std::to_string(c.x) + " " + std::to_string(c.y) + " 0\n";
  text += "f";
  for (std::size_t i = 1; i <= p.size(); ++i) text += " " + std::to_string(i);
  write_all(folder_ / "ring.obj", text + "\nf 1 2 3\n");
  const auto model = import_model(folder_ / "ring.obj");
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].triangle.size(), 3u * (29998 + 1));
}

}  // namespace
}  // namespace bindpose::tests::polygon_test
