// Fewer influences by least squares.
#include "rig/mend/limit_fit.h"

#include <gtest/gtest.h>

#include <random>

#include "rig/mend/mend_rows.h"

namespace bindpose::limit_fit_test {
namespace {

mat4 shift(vec3 by) {
  mat4 m(1.0f);
  m[3] = vec4(by, 1.0f);
  return m;
}

float weight_of(const Influences& in, int slot) {
  for (std::size_t k = 0; k < in.slot.size(); ++k) {
    if (in.slot[k] == slot) return in.weight[k];
  }
  return 0.0f;
}

// Joints 0 and 2 move alike: what is cut off 2 belongs to 0, and nothing is lost.
TEST(LimitFit, GivesAWeightToTheJointThatMovesAlike) {
  const Influences in = pack_influences({{{0, 0.4f}, {1, 0.35f}, {2, 0.25f}}}, 3).influences;
  const std::vector<vec3> position{vec3(0.0f)};
  const std::vector<std::uint32_t> all{0};
  const std::vector<PoseSample> poses{
      {{shift({1, 0, 0}), shift({0, 1, 0}), shift({1, 0, 0})}, 1.0},
      {{shift({0, 0, 2}), shift({3, 0, 0}), shift({0, 0, 2})}, 1.0}};
  const Mended fit = limited_by_fit(in, {all}, 2, position, poses);
  EXPECT_NEAR(weight_of(fit.influences, 1), 0.35f, 1e-5);
  EXPECT_NEAR(weight_of(fit.influences, 0) + weight_of(fit.influences, 2), 0.65f, 1e-5);
  // Cutting makes it 0.4 : 0.35.
  EXPECT_NEAR(weight_of(limited_to(in, {all}, 2).influences, 1), 0.35f / 0.75f, 1e-6);
}

// Joints that go along a line: at 0, 1 and 10. The best two for the middle of 0.1, 1 and 9 parts.
TEST(LimitFit, ChoosesTheSlotsThatMatterNotTheLargest) {
  const Influences in = pack_influences({{{0, 0.46f}, {1, 0.44f}, {2, 0.1f}}}, 3).influences;
  const std::vector<vec3> position{vec3(0.0f)};
  const std::vector<std::uint32_t> all{0};
  const std::vector<PoseSample> poses{{{shift({0, 0, 0}), shift({1, 0, 0}), shift({10, 0, 0})}}};
  const Mended fit = limited_by_fit(in, {all}, 2, position, poses);
  // 0.44 + 1 = 1.44 is reached exactly with joint 2 and one of the others.
  EXPECT_GT(weight_of(fit.influences, 2), 0.04f);
  float x = 0.0f;
  for (int s = 0; s < 3; ++s)
    x += weight_of(fit.influences, s) * (s == 0 ? 0.0f : s == 1 ? 1.0f : 10.0f);
  EXPECT_NEAR(x, 1.44f, 1e-4);
}

TEST(LimitFit, WithoutPosesItCuts) {
  const Influences in = pack_influences({{{0, 0.4f}, {1, 0.35f}, {2, 0.25f}}}, 3).influences;
  const std::vector<vec3> position{vec3(0.0f)};
  const std::vector<std::uint32_t> all{0};
  const Mended cut = limited_to(in, {all}, 2);
  EXPECT_EQ(limited_by_fit(in, {all}, 2, position, {}).influences.weight, cut.influences.weight);
  const std::vector<PoseSample> still{{{mat4(1.0f), mat4(1.0f), mat4(1.0f)}}};
  EXPECT_EQ(limited_by_fit(in, {all}, 2, position, still).influences.weight, cut.influences.weight);
}

TEST(LimitFit, LockedWeightsStay) {
  const Influences in =
      pack_influences({{{0, 0.4f}, {1, 0.3f}, {2, 0.2f}, {3, 0.1f}}}, 4).influences;
  const std::vector<vec3> position{vec3(0.0f)};
  const std::vector<std::uint32_t> all{0};
  const std::vector<std::uint8_t> locked{0, 0, 0, 1};
  const std::vector<PoseSample> poses{
      {{shift({1, 0, 0}), shift({0, 1, 0}), shift({1, 0, 0}), shift({0, 0, 1})}}};
  const Mended fit = limited_by_fit(in, {all, locked}, 3, position, poses);
  EXPECT_FLOAT_EQ(weight_of(fit.influences, 3), 0.1f);
  EXPECT_EQ(fit.influences.slot.size(), 3u);
  EXPECT_NEAR(weight_of(fit.influences, 1), 0.3f, 1e-5);
}

double value(const std::vector<double>& G, const std::vector<double>& g,
             const std::vector<double>& x) {
  double v = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    v += g[i] * x[i];
    for (std::size_t j = 0; j < x.size(); ++j) v += 0.5 * G[i * x.size() + j] * x[i] * x[j];
  }
  return v;
}

// Against a search over all faces of the simplex by steps.
TEST(LimitFit, TheActiveSetFindsTheMinimumOnTheSimplex) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int trial = 0; trial < 200; ++trial) {
    constexpr std::size_t n = 3;
    std::vector<double> A(n * n), G(n * n), g(n), x{0.2, 0.3, 0.2};
    for (double& a : A) a = any(random);
    for (double& a : g) a = any(random);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < n; ++k) G[i * n + j] += A[i * n + k] * A[j * n + k];
      }
      G[i * n + i] += 0.05;
    }
    fit_on_simplex(G, g, 0.7, x);
    EXPECT_NEAR(x[0] + x[1] + x[2], 0.7, 1e-12);
    double least = 1e9;
    for (int a = 0; a <= 140; ++a) {
      for (int b = 0; a + b <= 140; ++b) {
        least = std::min(least, value(G, g, {a / 200.0, b / 200.0, (140 - a - b) / 200.0}));
      }
    }
    EXPECT_LE(value(G, g, x), least + 1e-12);
    for (const double w : x) EXPECT_GE(w, -1e-15);
  }
}

}  // namespace
}  // namespace bindpose::limit_fit_test
