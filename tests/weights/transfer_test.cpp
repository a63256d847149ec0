// Weights taken of another surface: the energy's minimiser in closed form, and what counts as sure.
#include <gtest/gtest.h>

#include <cmath>

#include "rig/automatic/transfer.h"

namespace bindpose {
namespace {

struct Surface {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  Influences influences{};
};

// (columns + 1) x (rows + 1) vertices in the plane z, cells of size h; normals along +z.
Surface grid(int columns, int rows, float h, vec3 origin, bool flipped = false) {
  Surface out;
  for (int y = 0; y <= rows; ++y) {
    for (int x = 0; x <= columns; ++x)
      out.position.push_back(origin + h * vec3(float(x), float(y), 0.0f));
  }
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const auto a = static_cast<std::uint32_t>(y * (columns + 1) + x), b = a + 1,
                 c = a + static_cast<std::uint32_t>(columns) + 2, d = c - 1;
      for (const std::uint32_t v :
           {a, flipped ? c : b, flipped ? b : c, a, flipped ? d : c, flipped ? c : d})
        out.triangle.push_back(v);
    }
  }
  return out;
}

void give(Surface& surface, const std::vector<std::vector<WeightEntry>>& rows) {
  surface.influences = pack_influences(rows, 100).influences;
}

void append(Surface& to, const Surface& other) {
  const auto first = static_cast<std::uint32_t>(to.position.size());
  to.position.insert(to.position.end(), other.position.begin(), other.position.end());
  for (const std::uint32_t v : other.triangle) to.triangle.push_back(first + v);
}

float taken_weight(const Influences& in, std::size_t vertex, int slot) {
  for (std::size_t e = in.offset[vertex]; e < in.offset[vertex + 1]; ++e) {
    if (in.slot[e] == slot) return in.weight[e];
  }
  return 0.0f;
}

TransferredWeights taken(const Surface& from, const Surface& to,
                         const TransferOptions& options = {}) {
  return transferred_weights({from.position, from.triangle, from.influences},
                             {to.position, to.triangle, 100, {}, nullptr}, options);
}

// A strip of right triangles of size h has edges of weight 1/2 along it and M = h^2 / 2: with both
// rows alike the energy is sum (x_i+1 - x_i)^2 + 1 / h^2 sum (x_i-1 - 2 x_i + x_i+1)^2. Where it is
// least x_i = a + b i + c r^i + d r^-i with r + 1 / r = 2 + h^2; h in the unit of length, here the
// strip's diagonal.
TEST(Transfer, InpaintsAStripByTheClosedForm) {
  constexpr int kColumns = 20;
  for (const float h : {0.1f, 10.0f}) {  // in whatever unit
    const Surface to = grid(kColumns, 1, h, vec3(0.0f));
    Surface from = grid(1, 1, h, vec3(0.0f));
    append(from, grid(1, 1, h, vec3((kColumns - 1) * h, 0.0f, 0.0f)));
    give(from, {{{0, 1}}, {{0, 1}}, {{0, 1}}, {{0, 1}}, {{1, 1}}, {{1, 1}}, {{1, 1}}, {{1, 1}}});
    const TransferredWeights made = taken(from, to, {0.001, 30.0, 0});

    const double diagonal = std::sqrt(kColumns * kColumns + 1.0), unit = 1.0 / diagonal;
    const double q = 2.0 + unit * unit, r = 0.5 * (q + std::sqrt(q * q - 4.0));
    const auto row = [r](double i) { return glm::dvec4(1.0, i, std::pow(r, i), std::pow(r, -i)); };
    const glm::dmat4 known =
        glm::transpose(glm::dmat4(row(0), row(1), row(kColumns - 1), row(kColumns)));
    const glm::dvec4 x = glm::inverse(known) * glm::dvec4(0, 0, 1, 1);
    double cubic_apart = 0.0;
    for (int i = 0; i <= kColumns; ++i) {
      const double exact = glm::dot(row(i), x);
      for (int y = 0; y < 2; ++y) {
        const auto v = static_cast<std::size_t>(y * (kColumns + 1) + i);
        EXPECT_NEAR(taken_weight(made.influences, v, 1), exact, 3e-4) << i;
        EXPECT_NEAR(taken_weight(made.influences, v, 0), 1.0 - exact, 3e-4) << i;
        const bool end = i <= 1 || i >= kColumns - 1;
        EXPECT_EQ(made.origin[v], end ? WeightOrigin::Sure : WeightOrigin::Inpainted);
      }
      const double t = (i - 0.5) / (kColumns - 1);  // bending alone, without M's unit
      cubic_apart = std::max(cubic_apart, std::abs(exact - t * t * (3.0 - 2.0 * t)));
    }
    EXPECT_GT(cubic_apart, 2e-3);  // so the two terms are told apart
    EXPECT_EQ(made.unsure_parts, 0u);
  }
}

// A sheet between two others, nearer to the one that faces away from it: nothing comes from there.
TEST(Transfer, TakesNothingFromTheWrongSide) {
  Surface front = grid(8, 8, 0.1f, vec3(0.0f));
  Surface back = grid(8, 8, 0.1f, vec3(0.0f, 0.0f, -0.02f), true);
  Surface from = front;
  append(from, back);
  std::vector<std::vector<WeightEntry>> rows(front.position.size(), {{0, 1.0f}});
  rows.resize(from.position.size(), {{1, 1.0f}});
  give(from, rows);
  // Its right half bends down and lies on the back sheet.
  Surface to = grid(8, 8, 0.1f, vec3(0.0f, 0.0f, 0.001f));
  for (vec3& p : to.position) p.z -= p.x > 0.45f ? 0.0205f : 0.0f;
  const TransferredWeights made = taken(from, to);
  std::size_t inpainted = 0;
  for (std::size_t v = 0; v < to.position.size(); ++v) {
    EXPECT_EQ(taken_weight(made.influences, v, 1), 0.0f) << v;
    EXPECT_FLOAT_EQ(taken_weight(made.influences, v, 0), 1.0f) << v;
    inpainted += made.origin[v] == WeightOrigin::Inpainted;
  }
  EXPECT_GT(inpainted, 20u);
  // Any angle: the half that lies there takes it.
  const TransferredWeights any = taken(from, to, {0.05, 180.0, 0});
  EXPECT_FLOAT_EQ(taken_weight(any.influences, 8, 1), 1.0f);
}

TEST(Transfer, WhereSheetsTouchTheOneThatFacesTheSameWayCounts) {
  Surface from = grid(2, 2, 0.1f, vec3(0.0f), true);
  append(from, grid(2, 2, 0.1f, vec3(0.0f)));
  std::vector<std::vector<WeightEntry>> rows(9, {{1, 1.0f}});
  rows.resize(18, {{0, 1.0f}});
  give(from, rows);
  // Sheets at the very same places are one to the graph: normals cancel there, so apart by a hair.
  for (std::size_t v = 0; v < 9; ++v) from.position[v].z = -1e-7f;
  const Surface to = grid(2, 2, 0.1f, vec3(0.0f, 0.0f, -1e-7f));
  const TransferredWeights made = taken(from, to);
  for (std::size_t v = 0; v < 9; ++v) EXPECT_EQ(taken_weight(made.influences, v, 0), 1.0f);
}

TEST(Transfer, APartWithNothingSureTakesTheNearestPointAndIsCounted) {
  Surface from = grid(4, 4, 0.25f, vec3(0.0f));
  std::vector<std::vector<WeightEntry>> rows;
  for (const vec3& p : from.position) rows.push_back({{0, 1.0f - 0.5f * p.x}, {1, 0.5f * p.x}});
  give(from, rows);
  Surface to = grid(4, 4, 0.25f, vec3(0.0f, 0.0f, 0.01f));
  append(to, grid(1, 1, 0.25f, vec3(0.5f, 0.0f, 0.5f)));
  const TransferredWeights made = taken(from, to);
  EXPECT_EQ(made.unsure_parts, 1u);
  for (std::size_t v = 0; v < to.position.size(); ++v) {
    EXPECT_EQ(made.origin[v], v < 25 ? WeightOrigin::Sure : WeightOrigin::Nearest);
    EXPECT_NEAR(taken_weight(made.influences, v, 1), 0.5f * to.position[v].x, 1e-6f);
  }
  const TransferredWeights one = taken(from, to, {0.05, 30.0, 1});
  EXPECT_EQ(one.influences.slot.size(), to.position.size());  // the largest alone
}

// A vertex between three others of two joints each has six; of a left and a right one that weigh
// the same both go.
TEST(Transfer, ALimitPrefersNoSideAndLeavesNoCrumbs) {
  Surface from;
  from.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  from.triangle = {0, 1, 2};
  give(from, {{{0, 0.6f}, {1, 0.4f}}, {{0, 0.6f}, {2, 0.4f}}, {{3, 0.997f}, {4, 0.003f}}});
  Surface to;
  to.position = {{0.3f, 0.3f, 0}, {0.5f, 0.5f, 0}, {0, 0.5f, 0}, {0, 1, 0}};
  to.triangle = {0, 1, 2, 1, 3, 2};
  const auto weights_of = [](const TransferredWeights& made, std::size_t v) {
    std::vector<float> out;
    for (int slot = 0; slot < 5; ++slot) out.push_back(taken_weight(made.influences, v, slot));
    return out;
  };
  const auto expect = [&](const TransferredWeights& made, std::size_t v, std::vector<float> want) {
    const std::vector<float> is = weights_of(made, v);
    for (std::size_t k = 0; k < want.size(); ++k)
      EXPECT_NEAR(is[k], want[k], 1e-6f) << v << " " << k;
  };
  // The first vertex: 0.4, 0.3, 0.3 of the corners, 0.42 of joint 0, 0.16 and 0.12 of 1 and 2.
  const TransferredWeights all = taken(from, to);
  expect(all, 0, {0.42f, 0.16f, 0.12f, 0.2991f, 0.0009f});
  const TransferredWeights three = taken(from, to, {0.05, 30.0, 3});
  expect(three, 0, {0.42f / 0.8791f, 0.16f / 0.8791f, 0.0f, 0.2991f / 0.8791f, 0.0f});
  expect(three, 3, {0.0f, 0.0f, 0.0f, 0.997f, 0.003f});  // another one's to the bit
  Surface even = to;
  even.position[0] = {0.35f, 0.3f, 0};  // 0.35 of both: 0.42, 0.14, 0.14, 0.2991
  const TransferredWeights two_sides = taken(from, even, {0.05, 30.0, 3});
  expect(two_sides, 0, {0.42f / 0.7191f, 0.0f, 0.0f, 0.2991f / 0.7191f, 0.0f});
  const TransferredWeights four = taken(from, even, {0.05, 30.0, 4});
  expect(four, 0, {0.42f / 0.9991f, 0.14f / 0.9991f, 0.14f / 0.9991f, 0.2991f / 0.9991f, 0.0f});
}

TEST(Transfer, OnlyWhatIsAskedChangesAndTheRestCountsAsKnown) {
  Surface from = grid(1, 1, 0.1f, vec3(0.0f));
  give(from, {{{0, 1}}, {{0, 1}}, {{0, 1}}, {{0, 1}}});
  Surface to = grid(4, 1, 0.1f, vec3(0.0f));
  // Of slot 5 by the fourth and the fifth column, whose sum is off.
  std::vector<std::vector<WeightEntry>> rows(10);
  for (const std::size_t v : {3u, 4u, 8u, 9u}) rows[v] = {{5, 0.5f}};
  give(to, rows);
  std::vector<std::uint8_t> asked(10, 1);
  for (const std::size_t v : {3u, 4u, 8u, 9u}) asked[v] = 0;
  const TransferredWeights made =
      transferred_weights({from.position, from.triangle, from.influences},
                          {to.position, to.triangle, 100, asked, &to.influences}, {0.01, 30.0, 0});
  for (std::size_t v = 0; v < 10; ++v) {
    const std::size_t x = v % 5;
    EXPECT_EQ(made.origin[v], x < 2   ? WeightOrigin::Sure
                              : x > 2 ? WeightOrigin::Kept
                                      : WeightOrigin::Inpainted);
    EXPECT_EQ(made.influences.raw_weight_sum[v], x > 2 ? 0.5f : 1.0f);
    EXPECT_NEAR(taken_weight(made.influences, v, 5), x < 2 ? 0.0f : x > 2 ? 1.0f : 0.5f, 2e-3f);
  }
}

}  // namespace
}  // namespace bindpose
