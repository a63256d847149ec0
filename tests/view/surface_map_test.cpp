// Maps against closed forms on a rig that is small enough to count by hand.
#include "view/surface_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rig/deformer.h"
#include "view/colors.h"
#include "view/maps_fixture.h"

namespace bindpose::surface_map_test {
namespace {

using maps::counted_model;
using maps::Maps;

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

TEST_F(Maps, TicksStandAtTheNumbersThatTheyName) {
  scene.selection.joint = 1;
  const SurfaceMap m = map(Show::Weights);
  ASSERT_EQ(m.legend.ticks.size(), 5u);
  for (const auto& tick : m.legend.ticks) EXPECT_FLOAT_EQ(tick.at, std::stof(tick.text));
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

TEST_F(Maps, HatchingIsThatOfTheStrongestJointAndInMapsOfJointsAlone) {
  EXPECT_TRUE(map(Show::Dominant).mesh[0].pattern.empty());
  const PosedScene posed = evaluate(scene);
  const MapKey plain = map_key(scene, posed, Show::Joints);
  scene.view.hatching = true;
  EXPECT_FALSE(map_key(scene, posed, Show::Joints) == plain) << "it is another map";
  build_bones(scene, posed, bones);
  bones.pattern = {1, 2, 4, 8};
  for (const Show show : {Show::Joints, Show::Dominant}) {
    const SurfaceMap m = map(show);
    EXPECT_EQ(m.mesh[0].pattern, (std::vector<std::uint8_t>{1, 4, 8, 0, 8}));
    EXPECT_EQ(m.legend.swatches[0].pattern, 8) << "hand.L";
    EXPECT_EQ(m.legend.swatches[3].pattern, 0) << "no weights";
  }
  EXPECT_TRUE(map(Show::Influences).mesh[0].pattern.empty());
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
  mesh.file_binding.skin.skinned = false;
  mesh.node = 1;
  mesh.file_binding.influences = pack_influences({{}, {}, {}, {}, {}}, 4).influences;
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
  broken->meshes[0].file_binding.influences.raw_weight_sum[1] =
      std::numeric_limits<float>::infinity();
  scene = make_scene(broken);
  m = map(Show::Sum);
  EXPECT_EQ(map_color(m, 0, 1), not_finite_color());
  EXPECT_EQ(legend_mark(m, 0, 1)->text, "not finite");
  EXPECT_FLOAT_EQ(m.high, 0.5f) << "what is not finite sets no range";
}

// A small difference is shown as what it is, though it is not counted as an error.
TEST_F(Maps, AStoredSumThatIsOffByHalfAThousandthIsNoOne) {
  auto model = counted_model();
  for (Mesh& mesh : model->meshes)
    mesh.file_binding.influences.raw_weight_sum = {1.0005f, 0.9995f, 1, 0, 1};
  model->meshes[0].file_binding.influences.raw_weight_sum[4] = 1.0f + 5e-7f;
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
  model = counted_model();
  for (Mesh& mesh : model->meshes)
    mesh.file_binding.influences.raw_weight_sum = {0.95f, 1.002f, 1, 0, 1};
  model->meshes[1].file_binding.influences.raw_weight_sum[0] = 1.0f;
  scene = make_scene(model);
  EXPECT_TRUE(map(Show::Sum).legend.note.starts_with("3 of ")) << map(Show::Sum).legend.note;
}

// The same by two runs of the ordinary skinning, with weights packed anew; their stored sums stay.
TEST_F(Maps, HiddenMeshesCountNowhere) {
  scene.mesh_hidden = {0, 1};
  scene.selection.joint = 0;
  SurfaceMap m = map(Show::Weights);
  EXPECT_TRUE(m.mesh[1].value.empty());
  EXPECT_EQ(m.legend.note, "1 of 5 vertices above 0, largest 1");
  EXPECT_EQ(map(Show::Influences).legend.swatches[1].count, 2u);
  scene.mesh_hidden = {1, 0};
  m = map(Show::Weights);
  EXPECT_TRUE(m.mesh[0].value.empty());
  EXPECT_EQ(m.mesh[1].value.size(), 5u) << "what comes after a hidden mesh";
  scene.mesh_hidden = {0, 1};
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
