// Delta mush: closed forms of its smoothing, what it promises, and surfaces that are no tubes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "deform/bent_tube.h"
#include "math/numbers.h"
#include "rig/deform/delta_mush.h"
#include "rig/surface_measure.h"
#include "rig/weights/limit.h"

namespace bindpose::test::mush_test {
namespace {

constexpr vec3 kAcross(0, 0, 1);
constexpr Deformer kMush = Deformer::DeltaMush;

float farthest(const std::vector<vec3>& a, const std::vector<vec3>& b) {
  float most = a.size() == b.size() ? 0.0f : 1e9f;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    most = std::max(most, glm::distance(a[i], b[i]));
  return most;
}

void bind_rigidly(BentTube& tube) {
  std::vector<std::vector<WeightEntry>> rows;
  for (const vec3& p : tube.mesh.position) rows.push_back({{p.y < 1.0f ? 0 : 1, 1.0f}});
  tube.mesh.file_binding.influences = pack_influences(rows, 2).influences;
}

// A vertex of the tube has two neighbours on its ring, one on each of those beside it, and one on
// each of those a column on: the mean of the six is (2 + 4 cos a) / 6 of its radius.
TEST(DeltaMush, SmoothsATubeByAFactorAStep) {
  const BentTube tube(41, 24);
  const MushSurface s = mush_surface(tube.graph, {6, 0.5f}, tube.mesh.position);
  const double a = 2.0 * std::numbers::pi / 24.0, mean = (2.0 + 4.0 * std::cos(a)) / 6.0;
  const double radius = kTubeRadius * std::pow(0.5 + 0.5 * mean, 6);
  for (std::size_t p = 7 * 24; p < 34 * 24; ++p) {
    const vec3& before = tube.mesh.position[p];
    EXPECT_NEAR(s.smooth[p].y, before.y, 1e-6) << p;
    const vec2 was(before.x, before.z), now(s.smooth[p].x, s.smooth[p].z);
    EXPECT_NEAR(glm::distance(now, was * float(radius / kTubeRadius)), 0.0f, 1e-6) << p;
    EXPECT_NEAR(glm::dot(glm::normalize(s.normal[p]), tube.mesh.normal[p]), 1.0f, 1e-5) << p;
  }
}

TEST(DeltaMush, OfNoStepsIsTheLinearBlend) {
  BentTube tube;
  tube.turn(100, kAcross);
  tube.smoothing.steps = 0;
  EXPECT_LT(farthest(tube.posed(kMush), tube.posed(Deformer::Linear)), 1e-6f);
  tube.smoothing = {10, 0.0f};
  EXPECT_LT(farthest(tube.posed(kMush), tube.posed(Deformer::Linear)), 1e-6f);
}

TEST(DeltaMush, HoldsBorders) {
  BentTube tube;
  tube.turn(100, kAcross);
  // A cut through the bend: one column of quads is gone.
  for (std::size_t t = tube.mesh.triangle.size(); t >= 6; t -= 6) {
    const auto first = tube.mesh.triangle.begin() + std::ptrdiff_t(t - 6);
    if (*first % 24 == 5) tube.mesh.triangle.erase(first, first + 6);
  }
  tube.make_graph();
  const auto mush = tube.posed(kMush), linear = tube.posed(Deformer::Linear);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < mush.size(); ++i) {
    const bool border = i < 24 || i >= mush.size() - 24 || i % 24 == 5 || i % 24 == 6;
    const float off = glm::distance(mush[i], linear[i]);
    EXPECT_LT(border ? off : 0.0f, 1e-6f) << i;
    moved += off > 1e-3f ? 1u : 0u;
  }
  EXPECT_GT(moved, 100u);
}

// The column where the texture begins, doubled: its copies have triangles on one side each.
TEST(DeltaMush, ClosesSeams) {
  BentTube tube, seam;
  for (int r = 0; r < seam.rings; ++r) {
    seam.mesh.position.push_back(seam.mesh.position[static_cast<std::size_t>(r) * 24]);
    seam.mesh.normal.push_back(seam.mesh.normal[static_cast<std::size_t>(r) * 24]);
  }
  const auto count = static_cast<std::uint32_t>(tube.mesh.position.size());
  for (std::size_t t = 0; t < seam.mesh.triangle.size(); t += 3) {
    bool last = false;
    for (std::size_t k = t; k < t + 3; ++k) last = last || seam.mesh.triangle[k] % 24 == 23;
    for (std::size_t k = t; k < t + 3; ++k) {
      std::uint32_t& v = seam.mesh.triangle[k];
      if (last && v % 24 == 0) v = count + v / 24;
    }
  }
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < count; ++i) all.push_back(i);
  for (std::uint32_t r = 0; r < 61; ++r) all.push_back(r * 24);
  const Influences& in = tube.mesh.file_binding.influences;
  std::vector<std::vector<WeightEntry>> rows;
  for (const std::uint32_t v : all) {
    rows.emplace_back();
    for (std::size_t k = in.offset[v]; k < in.offset[v + 1]; ++k)
      rows.back().push_back({in.slot[k], in.weight[k]});
  }
  seam.mesh.file_binding.influences = pack_influences(rows, 2).influences;
  seam.center.clear();
  seam.make_graph();
  tube.turn(110, kAcross);
  seam.turn(110, kAcross);
  const auto whole = tube.posed(kMush);
  auto cut = seam.posed(kMush);
  for (std::size_t r = 0; r < 61; ++r) EXPECT_EQ(cut[count + r], cut[r * 24]) << r;
  cut.resize(count);
  EXPECT_LT(farthest(cut, whole), 1e-6f) << "the seam is no border";
  // Weights that differ across it would tear it.
  for (std::uint32_t v = count; v < count + 61; ++v) rows[v] = {{0, 0.5f}, {1, 0.5f}};
  seam.mesh.file_binding.influences = pack_influences(rows, 2).influences;
  cut = seam.posed(kMush);
  for (std::size_t r = 0; r < 61; ++r) EXPECT_EQ(cut[count + r], cut[r * 24]) << r;
}

TEST(DeltaMush, FollowsWhatScalesShearsAndMirrorsAsAWhole) {
  Random random(5);
  for (int k = 0; k < 3; ++k) {
    BentTube tube(31, 12);
    mat4 by = random.rigid();
    by = by * glm::scale(mat4(1.0f), k == 0 ? vec3(3.0f) : vec3(0.5f, 2.0f, 1.2f));
    if (k == 2) by[0] = -by[0] + 0.3f * by[1];
    for (mat4& t : tube.palette) t = by;
    tube.node = by;
    std::vector<vec3> expected;
    for (const vec3& p : tube.mesh.position) expected.emplace_back(by * vec4(p, 1.0f));
    EXPECT_LT(farthest(tube.posed(kMush), expected), 2e-5f) << k;
    // So does a mesh without weights, by its node.
    tube.mesh.file_binding.influences =
        pack_influences(std::vector<std::vector<WeightEntry>>(expected.size()), 2).influences;
    EXPECT_LT(farthest(tube.posed(kMush), expected), 2e-5f) << k;
  }
}

double longest_edge(const BentTube& tube, const std::vector<vec3>& posed) {
  return largest_stretch(tube.mesh.position, posed, tube.mesh.triangle);
}

// "Riggers can use simpler binds": one joint a vertex, and no edge is torn as by the linear blend.
TEST(DeltaMush, EvensARigidBind) {
  BentTube tube;
  tube.turn(110, kAcross);
  bind_rigidly(tube);
  const double torn = longest_edge(tube, tube.posed(Deformer::Linear));
  EXPECT_LT(longest_edge(tube, tube.posed(kMush)), 0.5 * torn);
}

// It smooths the linear blend's surface and knows no joints: a soft collapse stays as it is. What
// many steps smooth away comes back at its full radius.
TEST(DeltaMush, KeepsASoftCollapseAndFillsASharpOne) {
  const auto thinnest = [](const BentTube& tube, Deformer d) {
    const std::vector<vec3> posed = tube.posed(d);
    float least = 1.0f;
    for (std::size_t i = 24 * 20; i < 24 * 41; ++i)
      least = std::min(least, glm::length(vec2(posed[i].x, posed[i].z)) / float(kTubeRadius));
    return least;
  };
  BentTube soft(61, 24, 0.8), sharp(61, 24, 0.1);
  for (BentTube* tube : {&soft, &sharp}) tube->turn(150, {0, 1, 0});
  const float collapsed = std::cos(glm::radians(75.0f));  // |(1 + e^(i 150 degrees)) / 2|
  EXPECT_NEAR(thinnest(soft, Deformer::Linear), collapsed, 0.01f);
  EXPECT_NEAR(thinnest(soft, kMush), collapsed, 0.05f);
  sharp.smoothing.steps = 80;
  EXPECT_NEAR(thinnest(sharp, Deformer::Linear), collapsed, 0.01f);
  EXPECT_GT(thinnest(sharp, kMush), 2.0f * collapsed);
}

TEST(DeltaMush, KeepsWhatMorphsAdd) {
  BentTube tube;
  std::vector<vec3> morphed = tube.mesh.position;
  for (std::size_t i = 0; i < morphed.size(); ++i)
    morphed[i] += 0.02f * std::sin(1.7f * float(i)) * tube.mesh.normal[i];
  SkinningInput in = tube.input();
  in.position = morphed;
  std::vector<vec3> out(morphed.size());
  delta_mush_skinning(in, out, {});
  EXPECT_LT(farthest(out, morphed), 1e-6f) << "the bind pose";
}

TEST(DeltaMush, OfAPartIsThatOfTheWhole) {
  BentTube tube(41, 20);
  tube.turn(80, glm::normalize(vec3(1, 0.4f, 0.3f)));
  tube.palette[1] = tube.palette[1] * glm::scale(mat4(1.0f), vec3(1.0f, 1.4f, 0.9f));
  tube.smoothing.steps = 4;
  std::vector<vec3> morphed = tube.mesh.position;
  for (std::size_t i = 0; i < morphed.size(); ++i) morphed[i].x += 0.01f * float(i % 7);
  for (const bool morph : {false, true}) {
    SkinningInput in = tube.input();
    if (morph) in.position = morphed;
    const std::vector<VertexMove> all = mush_moves(in);
    for (const std::vector<std::uint32_t>& part :
         {std::vector<std::uint32_t>{410}, {3, 410, 3}, {819, 0, 400, 401}}) {
      ASSERT_TRUE(mush_patch(*in.data.surface, part)) << "else this proves nothing";
      const std::vector<VertexMove> some = mush_moves(in, part);
      ASSERT_EQ(some.size(), part.size());
      for (std::size_t k = 0; k < part.size(); ++k) {
        EXPECT_EQ(some[k].from, all[part[k]].from) << part[k];
        EXPECT_LT(glm::distance(some[k].to, all[part[k]].to), 1e-6f) << part[k];
        for (int c = 0; c < 3; ++c)
          EXPECT_LT(glm::distance(some[k].turn[c], all[part[k]].turn[c]), 2e-5f) << part[k];
      }
    }
  }
}

TEST(DeltaMush, TakesAnySurface) {
  BentTube tube(21, 12);
  tube.turn(120, kAcross);
  Mesh& mesh = tube.mesh;
  const auto count = static_cast<std::uint32_t>(mesh.position.size());
  const auto add = [&](const vec3& p) {
    mesh.position.push_back(p), mesh.normal.push_back({0, 1, 0});
  };
  add({0.4f, 1, 0});                                                // lone
  for (int k = 0; k < 3; ++k) add({0.5f + 0.1f * float(k), 1, 0});  // on one line
  for (int k = 0; k < 3; ++k) add({0.7f, 1.1f, 0});                 // one place
  add({std::numeric_limits<float>::quiet_NaN(), 0, 0});
  mesh.triangle.insert(mesh.triangle.end(), {count + 1, count + 2, count + 3});
  mesh.triangle.insert(mesh.triangle.end(), {count + 4, count + 5, count + 6});
  mesh.triangle.insert(mesh.triangle.end(), {count + 7, 5, 6});
  mesh.triangle.insert(mesh.triangle.end(), {9, 10, 100000});
  mesh.triangle.insert(mesh.triangle.end(), {30, 31, 42, 42, 31, 30});  // both sides
  std::vector<std::vector<WeightEntry>> rows;
  for (const vec3& p : mesh.position) {
    const float w = std::clamp(0.5f + 2.5f * (p.y - 1.0f), 0.0f, 1.0f);
    rows.push_back({{0, 1.0f - w}, {1, w}});
  }
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  tube.center.clear();
  tube.make_graph();
  std::vector<vec3> out(mesh.position.size()), normal(mesh.position.size());
  delta_mush_skinning(tube.input(), out, normal);
  const auto linear = tube.posed(Deformer::Linear);
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    EXPECT_TRUE(bindpose::is_finite(out[i])) << i;
    EXPECT_NEAR(glm::length(normal[i]), 1.0f, 1e-4f) << i;
    EXPECT_LT(i >= count ? glm::distance(out[i], linear[i]) : 0.0f, 1e-6f) << i;
  }
  // Flattened, and shrunk to a point: no frame is left.
  const mat4 turned = tube.palette[1];
  for (const vec3& scale : {vec3(1, 0, 0), vec3(0, 0, 0)}) {
    tube.palette[1] = turned * glm::scale(mat4(1.0f), scale);
    delta_mush_skinning(tube.input(), out, {});
    for (std::size_t i = 0; i + 1 < out.size(); ++i) EXPECT_TRUE(bindpose::is_finite(out[i])) << i;
  }
}

// Each triangle there twice, once for each side: normals cancel, nothing is a border.
TEST(DeltaMush, WithoutFramesTurnsByTheLinearBlend) {
  Random random(11);
  BentTube tube(21, 12);
  std::vector<std::uint32_t>& triangle = tube.mesh.triangle;
  const std::size_t count = triangle.size();
  for (std::size_t t = 0; t < count; t += 3)
    triangle.insert(triangle.end(), {triangle[t], triangle[t + 2], triangle[t + 1]});
  tube.make_graph();
  const mat4 by = random.rigid();
  for (mat4& t : tube.palette) t = by;
  std::vector<vec3> expected;
  for (const vec3& p : tube.mesh.position) expected.emplace_back(by * vec4(p, 1.0f));
  EXPECT_GT(farthest(mush_surface(tube.graph, {}, tube.mesh.position).smooth, tube.mesh.position),
            0.01f);
  EXPECT_LT(farthest(tube.posed(kMush), expected), 1e-5f);
}

TEST(DeltaMush, DoesNotSeeRawSums) {
  BentTube tube(21, 12);
  tube.turn(60, kAcross);
  const auto right = tube.posed(kMush);
  for (float& sum : tube.mesh.file_binding.influences.raw_weight_sum) sum = 0.5f;
  SkinningInput in = tube.input();
  in.use = WeightUse::Raw;
  std::vector<vec3> raw(right.size());
  delta_mush_skinning(in, raw, {});
  EXPECT_EQ(raw, right);
}

TEST(DeltaMush, SeesTheCostOfALimitBesideTheVertexThatLoses) {
  BentTube tube(31, 12, 1.2);
  tube.turn(60, kAcross);
  std::vector<float> cost(tube.mesh.position.size());
  limit_distance(tube.input(), kMush, 1, cost);
  const auto all = tube.posed(kMush);
  BentTube fewer = tube;
  fewer.mesh.file_binding.influences = limited(tube.mesh.file_binding.influences, 1);
  const auto kept = fewer.posed(kMush);
  std::size_t beside = 0;
  for (std::size_t i = 0; i < cost.size(); ++i) {
    EXPECT_NEAR(cost[i], glm::distance(all[i], kept[i]), 1e-5f) << i;
    if (cost[i] > 0.0f && !tube.pulled_by_both(i)) ++beside;
  }
  EXPECT_GT(beside, 10u);
}

}  // namespace
}  // namespace bindpose::test::mush_test
