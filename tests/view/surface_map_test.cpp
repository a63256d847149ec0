// Maps against closed forms on a rig that is small enough to count by hand.
#include "view/surface_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rig/deformer.h"
#include "view/colors.h"
#include "view/rigs.h"

namespace bindpose::surface_map_test {
namespace {

// root - spine - arm.L, hand.L; five vertices with 0 to 3 influences and sums that are off.
std::shared_ptr<Model> counted_model() {
  auto model = rigs::model({{"root", -1, rigs::move(0, 0, 0)},
                            {"spine", 0, rigs::move(0, 1, 0)},
                            {"arm.L", 1, rigs::move(1, 0, 0)},
                            {"hand.L", 2, rigs::move(1, 0, 0)}});
  Mesh mesh;
  mesh.name = "body";
  mesh.skin.skinned = true;
  mesh.skin.joint = {0, 1, 2, 3};
  const mat4 bind[] = {rigs::move(0, 0, 0), rigs::move(0, 1, 0), rigs::move(1, 1, 0),
                       rigs::move(2, 1, 0)};
  for (const mat4& b : bind) {
    mesh.skin.bind.push_back(b);
    mesh.skin.inverse_bind.push_back(glm::inverse(b));
  }
  const std::vector<std::vector<WeightEntry>> rows = {
      {{0, 1.0f}},                           // all root
      {{1, 0.25f}, {2, 0.75f}},              // mostly arm.L
      {{1, 0.45f}, {2, 0.35f}, {3, 0.70f}},  // sum 1.5
      {},                                    // none
      {{3, 0.8f}}};                          // sum 0.8
  mesh.influences = pack_influences(rows, 4).influences;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    mesh.position.push_back(vec3(static_cast<float>(i), 1.0f, 0.0f));
    mesh.normal.push_back(vec3(0, 1, 0));
  }
  mesh.triangle = {0, 1, 2, 2, 3, 4};
  model->meshes.push_back(mesh);
  model->meshes.push_back(mesh);
  model->meshes[1].name = "second";
  return model;
}

class Maps : public ::testing::Test {
 protected:
  void SetUp() override {
    scene = make_scene(counted_model());
    build_bones(scene, evaluate(scene), bones);
  }
  SurfaceMap map(Show show) {
    scene.view.show = show;
    return surface_map(scene, evaluate(scene), bones, scene.view.show);
  }
  void expect_values(const SurfaceMap& m, std::initializer_list<float> wanted) {
    ASSERT_EQ(m.mesh.size(), 2u);
    const std::vector<float> w(wanted);
    ASSERT_EQ(m.mesh[0].value.size(), w.size());
    for (std::size_t i = 0; i < w.size(); ++i) EXPECT_NEAR(m.mesh[0].value[i], w[i], 1e-6f) << i;
  }
  Scene scene;
  BoneSet bones;
};

TEST_F(Maps, ShadedIsNoMap) {
  EXPECT_TRUE(map(Show::Shaded).mesh.empty());
  EXPECT_FALSE(legend_mark(map(Show::Shaded), 0, 0));
  scene = Scene{};
  EXPECT_TRUE(map(Show::Weights).mesh.empty());
}

TEST_F(Maps, WeightOfOneJointOfSeveralAndOfASubtree) {
  scene.selection.joint = 1;
  SurfaceMap m = map(Show::Weights);
  expect_values(m, {0, 0.25f, 0.3f, 0, 0});
  EXPECT_EQ(m.legend.title, "Weight of spine");
  EXPECT_EQ(m.legend.note, "4 of 10 vertices above 0, largest 0.3");
  scene.selection.also = {3};
  expect_values(map(Show::Weights), {0, 0.25f, 0.3f + 0.7f / 1.5f, 0, 1});
  scene.selection.also.clear();
  scene.view.weights_subtree = true;
  m = map(Show::Weights);
  expect_values(m, {0, 1, 1, 0, 1});
  EXPECT_EQ(m.mesh[0].value[2], 1.0f) << "all of a vertex's joints are exactly 1";
  EXPECT_EQ(m.legend.title, "Weight of spine and all below");
  scene.view.weights = WeightUse::Raw;
  expect_values(map(Show::Weights), {0, 1, 1.5f, 0, 0.8f});
}

TEST_F(Maps, NothingSelectedIsZeroEverywhere) {
  const SurfaceMap m = map(Show::Weights);
  expect_values(m, {0, 0, 0, 0, 0});
  EXPECT_EQ(m.legend.title, "Select a joint to see its weights");
}

TEST_F(Maps, ExactlyZeroStandsApartFromTheSmallestWeight) {
  scene.selection.joint = 1;
  const SurfaceMap m = map(Show::Weights);
  EXPECT_EQ(map_color(m, 0, 0), weight_zero_color());
  EXPECT_EQ(legend_mark(m, 0, 0)->place, LegendMark::OnZero);
  EXPECT_EQ(legend_mark(m, 0, 1)->place, LegendMark::OnBar);
  EXPECT_FLOAT_EQ(legend_mark(m, 0, 1)->at, 0.25f);
  EXPECT_GT(glm::length(to_oklab(weight_color(0.01f)) - to_oklab(weight_zero_color())), 0.3f);
}

TEST_F(Maps, DominantJointAndItsLegend) {
  const SurfaceMap m = map(Show::Dominant);
  EXPECT_EQ(m.style, MapStyle::Cells);
  expect_values(m, {0, 2, 3, kNoWeights, 3});
  EXPECT_LT(glm::length(map_color(m, 0, 1) - bones.color[2]), 1e-3f);
  EXPECT_LT(glm::length(map_color(m, 0, 3) - no_weights_color()), 1e-3f);
  ASSERT_EQ(m.legend.swatches.size(), 4u);
  EXPECT_EQ(m.legend.swatches[0].text, "hand.L");
  EXPECT_EQ(m.legend.swatches[0].count, 4u);
  EXPECT_EQ(m.legend.swatches[3].text, "no weights");
  EXPECT_EQ(legend_mark(m, 0, 4)->swatch, 0u);
  EXPECT_EQ(legend_mark(m, 0, 3)->text, "no weights");
  scene.selection.joint = 2;
  EXPECT_EQ(map(Show::Dominant).legend.swatches[0].text, "arm.L") << "selected joints come first";
}

TEST_F(Maps, JointsBlendByWeightInOklab) {
  const SurfaceMap m = map(Show::Joints);
  EXPECT_EQ(m.style, MapStyle::Blend);
  const vec3 wanted = 0.25f * to_oklab(bones.color[1]) + 0.75f * to_oklab(bones.color[2]);
  EXPECT_LT(glm::length(m.mesh[0].color[1] - wanted), 1e-6f);
  EXPECT_LT(glm::length(m.mesh[0].color[0] - to_oklab(bones.color[0])), 1e-6f);
}

TEST_F(Maps, AMeshWithoutSkinHasTheColourOfItsNode) {
  auto model = counted_model();
  Mesh& mesh = model->meshes[1];
  mesh.skin.skinned = false;
  mesh.node = 1;
  mesh.influences = pack_influences({{}, {}, {}, {}, {}}, 4).influences;
  scene = make_scene(model);
  build_bones(scene, evaluate(scene), bones);
  EXPECT_EQ(map(Show::Dominant).mesh[1].value[0], 1.0f);
  EXPECT_LT(glm::length(map(Show::Joints).mesh[1].color[2] - to_oklab(bones.color[1])), 1e-6f);
}

TEST_F(Maps, NumberOfInfluences) {
  const SurfaceMap m = map(Show::Influences);
  expect_values(m, {1, 2, 3, 0, 1});
  ASSERT_EQ(m.legend.swatches.size(), 9u);
  EXPECT_EQ(m.legend.swatches[0].count, 2u);
  EXPECT_EQ(m.legend.swatches[1].count, 4u);
  EXPECT_EQ(m.legend.swatches[8].text, "8+");
  EXPECT_EQ(legend_mark(m, 0, 2)->swatch, 3u);
  for (std::size_t a = 0; a < 9; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_GT(
          glm::length(to_oklab(m.legend.swatches[a].color) - to_oklab(m.legend.swatches[b].color)),
          0.06f);
    }
  }
}

TEST_F(Maps, StoredSumMinusOneWithItsRange) {
  SurfaceMap m = map(Show::Sum);
  expect_values(m, {0, 0, 0.5f, kNoWeights, -0.2f});
  EXPECT_FLOAT_EQ(m.high, 0.5f);
  EXPECT_EQ(m.legend.ticks.front().text, "-0.5");
  EXPECT_EQ(m.legend.ticks.back().text, "+0.5");
  EXPECT_EQ(m.legend.note, "4 of 10 vertices off by more than 0.001");
  EXPECT_EQ(legend_mark(m, 0, 0)->place, LegendMark::OnZero);
  EXPECT_FLOAT_EQ(legend_mark(m, 0, 4)->at, 0.3f);
  EXPECT_EQ(map_color(m, 0, 0), weight_zero_color());
  EXPECT_EQ(legend_mark(m, 0, 3)->text, "no weights");
  auto broken = counted_model();
  broken->meshes[0].influences.raw_weight_sum[1] = std::numeric_limits<float>::infinity();
  scene = make_scene(broken);
  m = map(Show::Sum);
  EXPECT_EQ(map_color(m, 0, 1), not_finite_color());
  EXPECT_EQ(legend_mark(m, 0, 1)->text, "not finite");
  EXPECT_FLOAT_EQ(m.high, 0.5f) << "what is not finite sets no range";
}

// A small difference is shown as what it is, though it is not counted as an error.
TEST_F(Maps, AStoredSumThatIsOffByHalfAThousandthIsNoOne) {
  auto model = counted_model();
  for (Mesh& mesh : model->meshes) mesh.influences.raw_weight_sum = {1.0005f, 0.9995f, 1, 0, 1};
  model->meshes[0].influences.raw_weight_sum[4] = 1.0f + 5e-7f;
  scene = make_scene(model);
  const SurfaceMap m = map(Show::Sum);
  expect_values(m, {0.0005f, -0.0005f, 0, kNoWeights, 0});
  EXPECT_EQ(m.mesh[0].value[4], 0.0f) << "rounding is no difference";
  EXPECT_FLOAT_EQ(m.high, 1e-3f) << "the range does not shrink onto it";
  EXPECT_EQ(m.legend.note, "Every stored sum is 1 to within 0.001.");
  EXPECT_NEAR(legend_mark(m, 0, 0)->at, 0.75f, 1e-3f);
  EXPECT_NEAR(legend_mark(m, 0, 1)->at, 0.25f, 1e-3f);
  EXPECT_NE(map_color(m, 0, 0), map_color(m, 0, 2));
  EXPECT_EQ(map_color(m, 0, 2), map_color(m, 0, 4));
}

// The same by two runs of the ordinary skinning, with weights packed anew; their stored sums stay.
std::vector<float> limit_by_hand(const Scene& scene, Deformer method, int n) {
  const PosedScene posed = evaluate(scene);
  const Mesh& mesh = scene.model->meshes[0];
  const Influences& in = mesh.influences;
  std::vector<std::vector<WeightEntry>> rows(mesh.position.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t k = in.offset[i];
         k < std::min(in.offset[i + 1], in.offset[i] + static_cast<std::uint32_t>(n)); ++k)
      rows[i].push_back({in.slot[k], in.weight[k]});
  }
  Mesh fewer_weights = mesh;
  fewer_weights.influences = pack_influences(rows, 4).influences;
  fewer_weights.influences.raw_weight_sum = in.raw_weight_sum;
  std::vector<vec3> full(rows.size()), fewer(rows.size());
  const auto run = [&](const Mesh& of, std::vector<vec3>& out) {
    info_of(method).deform(
        {of, mesh.position, {}, posed.palette[0], posed.node_matrix[0], scene.view.weights}, out,
        {});
  };
  run(mesh, full);
  run(fewer_weights, fewer);
  std::vector<float> out;
  for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(glm::length(full[i] - fewer[i]));
  return out;
}

TEST_F(Maps, LimitIsTheDistanceBetweenTwoSkinningsByTheViewsDeformer) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.pose.user_local[3] = rigs::move(0.3f, 0.2f, -0.4f);
  std::vector<float> largest_of;
  for (const DeformerInfo& d : kDeformers) {
    scene.view.method = d.method;
    for (int n = 1; n <= 3; ++n) {
      scene.view.limit = n;
      const SurfaceMap m = map(Show::Limit);
      const std::vector<float> wanted = limit_by_hand(scene, d.method, n);
      float largest = 0.0f;
      for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(m.mesh[0].value[i], wanted[i], 2e-6f) << d.key << ' ' << n << ' ' << i;
        largest = std::max(largest, m.mesh[0].value[i]);
      }
      EXPECT_EQ(m.mesh[0].value[0], 0.0f);
      EXPECT_EQ(largest > 0.0f, n < 3 && d.method != Deformer::Rigid) << d.key;
      EXPECT_NE(m.legend.title.find(in_sentence(d.method)), std::string::npos) << m.legend.title;
      if (largest > 0.0f) {
        EXPECT_EQ(m.high, largest);
        EXPECT_EQ(m.legend.ticks.back().text, short_value(largest));
      } else {
        EXPECT_TRUE(m.legend.bar.empty());
      }
      if (n == 1) largest_of.push_back(largest);
    }
  }
  EXPECT_GT(std::abs(largest_of[1] - largest_of[2]), 1e-3f)
      << "LBS and DQS lose the same: proves nothing";
  EXPECT_EQ(map(Show::Limit).legend.note, "No vertex moves.");
  scene.view.method = Deformer::Rigid;
  EXPECT_EQ(map(Show::Limit).legend.note,
            "Rigid follows the largest weight alone: it loses nothing.");
}

// v' is where the view shows it: with weights as stored, the linear blend moves by the stored sum.
TEST_F(Maps, LimitOfRawWeightsIsMeasuredWhereTheViewShowsTheSurface) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.view.show = Show::Limit;
  scene.view.limit = 1;
  MapCache cache;
  const PosedScene posed = evaluate(scene);
  for (const DeformerInfo& d : kDeformers) {
    scene.view.method = d.method;
    scene.view.weights = WeightUse::Normalised;
    const std::vector<float> plain = cache.get(scene, posed, bones, scene.view.show).mesh[0].value;
    scene.view.weights = WeightUse::Raw;
    const std::vector<float> raw = cache.get(scene, posed, bones, scene.view.show).mesh[0].value;
    const std::vector<float> wanted = limit_by_hand(scene, d.method, 1);
    const std::vector<float>& sum = scene.model->meshes[0].influences.raw_weight_sum;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(raw[i], wanted[i], 2e-6f) << d.key << ' ' << i;
      const float by = d.method == Deformer::Linear && raw[i] > 0.0f ? sum[i] : 1.0f;
      EXPECT_FLOAT_EQ(raw[i], by * plain[i]) << d.key << ' ' << i;
    }
    EXPECT_EQ(raw[2] != plain[2], d.method == Deformer::Linear) << d.key;
  }
}

// A quarter turn about the bone's own end: the linear blend of two joints is the mean of two points
// on a circle, dual quaternions stay on the circle, and keeping one joint stands still.
TEST_F(Maps, LimitOfTwoEqualWeightsIsAChordOfTheCircle) {
  auto model = counted_model();
  Mesh& mesh = model->meshes[0];
  mesh.position[1] = vec3(2.0f, 1.0f, 0.0f);  // 1 from arm.L, about which it turns
  mesh.influences.weight[1] = mesh.influences.weight[2] = 0.5f;
  model->meshes.resize(1);
  scene = make_scene(model);
  scene.view.limit = 1;
  scene.pose.user_local[2] = rigs::turn(90.0f, {0, 0, 1});
  EXPECT_NEAR(map(Show::Limit).mesh[0].value[1], std::sqrt(0.5f), 1e-6f) << "half the chord";
  scene.view.method = Deformer::DualQuaternion;
  EXPECT_NEAR(map(Show::Limit).mesh[0].value[1], 2.0f * std::sin(glm::radians(22.5f)), 1e-6f);
  scene.view.method = Deformer::Rigid;
  EXPECT_EQ(map(Show::Limit).mesh[0].value[1], 0.0f);
}

TEST_F(Maps, LimitHasTheValuesOfEachPanesDeformerOnOneScale) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.view.limit = 1;
  scene.view.panes = Panes::Four;  // linear, dual quaternions, rigid, linear
  const SurfaceMap m = map(Show::Limit);
  ASSERT_EQ(m.others.size(), 2u);
  float most = 0.0f;
  for (const DeformerInfo& d : kDeformers) {
    const std::vector<float> wanted = limit_by_hand(scene, d.method, 1);
    const std::vector<float>& value = meshes_of(m, d.method)[0].value;
    float largest = 0.0f;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(value[i], wanted[i], 2e-6f) << d.key << ' ' << i;
      largest = std::max(largest, value[i]);
    }
    const std::string told = short_value(largest) + " by " + in_sentence(d.method);
    EXPECT_NE(m.legend.note.find(told), std::string::npos) << m.legend.note;
    most = std::max(most, largest);
    EXPECT_EQ(legend_mark(m, d.method, 0, 2)->text, short_value(value[2]));
  }
  EXPECT_EQ(m.high, most);
  MapCache cache;
  const PosedScene posed = evaluate(scene);
  const auto revision = [&] { return cache.get(scene, posed, bones, scene.view.show).revision; };
  const auto first = revision();
  EXPECT_EQ(revision(), first);
  scene.view.pane3 = Deformer::Linear;
  EXPECT_NE(revision(), first);
}

TEST_F(Maps, DistanceIsBetweenTheTwoDeformersOfTheView) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.pose.user_local[3] = rigs::turn(40.0f, {1, 0, 0});
  using enum Deformer;
  for (const auto& [a, b] :
       {std::pair{Linear, DualQuaternion}, {Rigid, Linear}, {DualQuaternion, Rigid}}) {
    scene.view.method = a;
    scene.view.compare = b;
    const SurfaceMap m = map(Show::Distance);
    const PosedScene posed = evaluate(scene);
    std::vector<vec3> at_a, at_b;
    skin_mesh(scene, posed, 0, a, at_a, nullptr);
    skin_mesh(scene, posed, 0, b, at_b, nullptr);
    float largest = 0.0f;
    std::uint32_t farthest = 0;
    for (std::uint32_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(m.mesh[0].value[i], glm::length(at_a[i] - at_b[i]), 2e-6f) << i;
      if (m.mesh[0].value[i] > largest) farthest = i;
      largest = std::max(largest, m.mesh[0].value[i]);
    }
    EXPECT_GT(largest, 0.05f) << "the pose does nothing: the test would prove nothing";
    for (const std::uint32_t i : {0u, 3u, 4u})
      EXPECT_EQ(m.mesh[0].value[i], 0.0f) << "one or no influence";
    EXPECT_EQ(map_color(m, 0, 0), weight_zero_color());
    EXPECT_EQ(m.high, largest);
    EXPECT_EQ(m.farthest, (VertexRef{0, farthest}));
    EXPECT_EQ(m.legend.title, std::string(info_of(a).label) + " to " +
                                  (b == DualQuaternion ? "dual quaternions"
                                   : b == Rigid        ? "rigid"
                                                       : "linear blend"));
    EXPECT_EQ(m.legend.ticks.back().text, short_value(largest));
    EXPECT_NE(m.legend.note.find("at most " + short_value(largest)), std::string::npos);
    EXPECT_EQ(m.legend.where, "Farthest: vertex " + std::to_string(farthest) + " of body");
  }
  scene.mesh_hidden = {1, 1};
  EXPECT_TRUE(map(Show::Distance).farthest.empty());
  scene.mesh_hidden = {1, 0};
  EXPECT_EQ(map(Show::Distance).farthest.mesh, 1);
  EXPECT_TRUE(map(Show::Distance).mesh[0].value.empty());
}

TEST_F(Maps, DistanceSaysWhyItIsZero) {
  SurfaceMap m = map(Show::Distance);
  EXPECT_EQ(m.legend.note, "Both give the same surface in this pose.");
  EXPECT_TRUE(m.farthest.empty());
  expect_values(m, {0, 0, 0, 0, 0});
  scene.view.compare = scene.view.method;
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  m = map(Show::Distance);
  EXPECT_EQ(m.legend.note, "Both are the same: nothing to compare.");
  expect_values(m, {0, 0, 0, 0, 0});
}

TEST_F(Maps, HiddenMeshesCountNowhere) {
  scene.mesh_hidden = {0, 1};
  scene.selection.joint = 0;
  SurfaceMap m = map(Show::Weights);
  EXPECT_TRUE(m.mesh[1].value.empty());
  EXPECT_EQ(m.legend.note, "1 of 5 vertices above 0, largest 1");
  EXPECT_EQ(map(Show::Influences).legend.swatches[1].count, 2u);
  scene.selection.joint = -1;
  EXPECT_EQ(map(Show::Dominant).legend.swatches[0].count, 2u);
  EXPECT_EQ(map(Show::Sum).legend.note, "2 of 5 vertices off by more than 0.001");
}

TEST_F(Maps, TheCacheMakesAMapAnewOnlyForWhatItDependsOn) {
  MapCache cache;
  PosedScene posed = evaluate(scene);
  const auto revision = [&] { return cache.get(scene, posed, bones, scene.view.show).revision; };
  scene.view.show = Show::Weights;
  scene.selection.joint = 1;
  const auto first = revision();
  scene.selection.hovered_joint = 2;
  scene.view.grid = false;
  scene.view.limit = 2;
  posed = evaluate(scene);
  EXPECT_EQ(revision(), first) << "weights do not depend on the pose";
  scene.selection.also = {2};
  const auto second = revision();
  EXPECT_NE(second, first);
  scene.mesh_hidden[1] = 1;
  EXPECT_NE(revision(), second);
  scene.view.show = Show::Limit;
  const auto third = revision();
  EXPECT_EQ(revision(), third);
  scene.view.limit = 3;
  const auto fourth = revision();
  EXPECT_NE(fourth, third);
  posed = evaluate(scene);
  EXPECT_NE(revision(), fourth) << "distances depend on the pose";
  scene.view.show = Show::Distance;
  const auto fifth = revision();
  EXPECT_EQ(revision(), fifth);
  scene.view.compare = Deformer::Rigid;
  const auto sixth = revision();
  EXPECT_NE(sixth, fifth);
  posed = evaluate(scene);
  EXPECT_NE(revision(), sixth);
}

}  // namespace
}  // namespace bindpose::surface_map_test
