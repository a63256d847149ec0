// How far two files are apart, as a map: against closed forms of cubes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "view/rigs.h"
#include "view/surface_map.h"

namespace bindpose::tests::apart_map_test {
namespace {

// A cube with corners at +-half, rigid at one joint of two; `unit` metres a unit of the file.
std::shared_ptr<Model> cube(float half, const vec3& at = vec3(0.0f), float unit = 1.0f) {
  auto model = rigs::model({{"root", -1, rigs::move(0, 0, 0)}, {"tip", 0, rigs::move(0, 1, 0)}});
  Mesh mesh;
  mesh.name = "cube";
  mesh.node = 0;
  for (int k = 0; k < 8; ++k) {
    const vec3 corner((k & 1) != 0 ? half : -half, (k & 2) != 0 ? half : -half,
                      (k & 4) != 0 ? half : -half);
    mesh.position.push_back((at + corner) / unit);
    mesh.normal.push_back(glm::normalize(corner));
  }
  mesh.triangle = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                   2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  mesh.file_binding.influences.offset.assign(9, 0);
  mesh.file_binding.influences.raw_weight_sum.assign(8, 0.0f);
  model->meshes.push_back(mesh);
  model->to_display = rigs::stretch(unit, unit, unit);
  return model;
}

class ApartMap : public ::testing::Test {
 protected:
  SurfaceMap map(std::shared_ptr<const Model> a, std::shared_ptr<const Model> b, float same = 0.0f,
                 const StopWish& stop = {}) {
    one = make_scene(std::move(a));
    other = make_scene(std::move(b));
    return map(same, stop);
  }
  SurfaceMap map(float same = 0.0f, const StopWish& stop = {}) {
    const PosedScene posed = evaluate(one), other_posed = evaluate(other);
    BoneSet bones;
    build_bones(one, posed, bones);
    return surface_map(one, posed, bones, Show::Apart, stop, {&other, &other_posed, same});
  }
  static void expect_all(const std::vector<float>& values, float wanted) {
    ASSERT_EQ(values.size(), 8u);
    for (const float v : values) EXPECT_NEAR(v, wanted, 1e-4f * (1.0f + wanted));
  }
  Scene one, other;
};

TEST_F(ApartMap, IsExactlyZeroWhereBothAreTheSame) {
  const SurfaceMap m = map(cube(1.0f), cube(1.0f));
  for (const float v : m.mesh[0].value) EXPECT_EQ(v, 0.0f);
  for (const float v : m.other->mesh[0].value) EXPECT_EQ(v, 0.0f);
  EXPECT_TRUE(m.farthest.empty());
  EXPECT_EQ(m.legend.note, "Both surfaces are the same in this pose.");
  EXPECT_TRUE(m.legend.bar.empty());
}

// Of a cube that is moved by d along x, what lies on the trailing side is d away, and the leading
// corners lie on its walls; the other way round they change places.
TEST_F(ApartMap, OfAShiftedCube) {
  constexpr float d = 0.25f;
  const SurfaceMap m = map(cube(1.0f), cube(1.0f, {d, 0, 0}));
  for (std::size_t k = 0; k < 8; ++k) {
    const bool leads = (k & 1) != 0;
    EXPECT_NEAR(m.mesh[0].value[k], leads ? 0.0f : d, 1e-6f) << k;
    EXPECT_NEAR(m.other->mesh[0].value[k], leads ? d : 0.0f, 1e-6f) << k;
  }
  EXPECT_FLOAT_EQ(m.high, d);
  EXPECT_FALSE(m.farthest.empty());
  EXPECT_NE(m.legend.title.find("in metres"), std::string::npos);
  EXPECT_NE(m.legend.note.find("4 vertices of A, 4 of B, at most 0.25 m in this pose"),
            std::string::npos)
      << m.legend.note;
  EXPECT_NE(m.revision, m.other->revision);
}

// A's corners are (s - 1) from the walls of a cube s times as large, whose own corners are sqrt(3)
// times as far from A's: one scale for both, as large as the larger.
TEST_F(ApartMap, OfALargerCube) {
  constexpr float s = 1.5f;
  const SurfaceMap m = map(cube(1.0f), cube(s));
  expect_all(m.mesh[0].value, s - 1.0f);
  expect_all(m.other->mesh[0].value, std::sqrt(3.0f) * (s - 1.0f));
  EXPECT_NEAR(m.high, std::sqrt(3.0f) * (s - 1.0f), 1e-5f);
  EXPECT_EQ(m.high, m.other->high);
  EXPECT_NE(m.legend.where.find("of B"), std::string::npos) << m.legend.where;
}

TEST_F(ApartMap, MeasuresInMetresWhateverTheFilesUnits) {
  const SurfaceMap m = map(cube(1.0f), cube(1.0f, {0.25f, 0, 0}, 0.01f));
  EXPECT_NEAR(m.mesh[0].value[0], 0.25f, 1e-5f);
  const SurfaceMap small = map(cube(1.0f, {}, 0.01f), cube(1.004f));
  expect_all(small.mesh[0].value, 4.0f);  // told in millimetres
  EXPECT_NE(small.legend.title.find("in millimetres"), std::string::npos);
}

// In the unit that the settings choose, where they choose one.
TEST_F(ApartMap, IsToldInTheUnitThatIsChosen) {
  map(cube(1.0f), cube(1.0f, {0.25f, 0, 0}));
  const PosedScene posed = evaluate(one), beside = evaluate(other);
  BoneSet bones;
  build_bones(one, posed, bones);
  OtherSide side{&other, &beside, 0.0f, 0.0, 0.01};
  const SurfaceMap m = surface_map(one, posed, bones, Show::Apart, {}, side);
  EXPECT_NEAR(m.high, 25.0f, 1e-4f);
  EXPECT_NE(m.legend.title.find("in centimetres"), std::string::npos);
  EXPECT_NE(m.legend.note.find("at most 25 cm"), std::string::npos) << m.legend.note;
  const MapKey key = map_key(one, posed, Show::Apart, side);
  side.unit = 1.0;
  EXPECT_FALSE(key == map_key(one, posed, Show::Apart, side));
}

// The cube with weights of its two joints: `tip` of the second at each corner.
std::shared_ptr<Model> weighted(const std::vector<float>& tip, const vec3& at = vec3(0.0f)) {
  auto model = cube(1.0f, at);
  Mesh& mesh = model->meshes[0];
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.skin.joint = {0, 1};
  mesh.file_binding.skin.bind = {mat4(1.0f), rigs::move(0, 1, 0)};
  mesh.file_binding.skin.inverse_bind = {mat4(1.0f), rigs::move(0, -1, 0)};
  Influences& in = mesh.file_binding.influences;
  in = {};
  for (const float w : tip) {
    const bool tip_first = w > 0.5f;
    for (const bool second : {tip_first, !tip_first}) {
      const float weight = second ? w : 1.0f - w;
      if (weight == 0.0f) continue;
      in.slot.push_back(second ? 1 : 0);
      in.weight.push_back(weight);
    }
    in.offset.push_back(static_cast<std::uint32_t>(in.slot.size()));
    in.raw_weight_sum.push_back(1.0f);
  }
  return model;
}

class WeightsApartMap : public ApartMap {
 protected:
  SurfaceMap weights(double tolerance = 1e-4) {
    const PosedScene posed = evaluate(one), beside = evaluate(other);
    BoneSet bones;
    build_bones(one, posed, bones);
    return surface_map(one, posed, bones, Show::WeightsApart, {},
                       {&other, &beside, 0.0f, tolerance});
  }
};

TEST_F(WeightsApartMap, IsTheDifferenceAtEachCorner) {
  const std::vector<float> a{0, 0.25f, 0.5f, 1, 0, 0, 1, 0.75f},
      b{0, 0.75f, 0.5f, 1, 0.125f, 0, 0.25f, 0.75f};
  one = make_scene(weighted(a));
  other = make_scene(weighted(b));
  const SurfaceMap m = weights();
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_NEAR(m.mesh[0].value[k], std::abs(a[k] - b[k]), 1e-6f) << k;
    EXPECT_NEAR(m.other->mesh[0].value[k], std::abs(a[k] - b[k]), 1e-6f) << k;
  }
  EXPECT_NEAR(m.high, 0.75f, 1e-6f);
  EXPECT_EQ(m.farthest, (VertexRef{0, 6}));
  EXPECT_EQ(m.legend.note, "3 vertices of A, 3 of B, at most 0.75");
  EXPECT_NE(m.legend.where.find("vertex 6 of A"), std::string::npos) << m.legend.where;
  EXPECT_FALSE(m.worst_in_other);
  EXPECT_NE(m.legend.where.find(": tip"), std::string::npos) << m.legend.where;
}

TEST_F(WeightsApartMap, SaysWhereThereIsNothingToCompare) {
  const std::vector<float> w(8, 0.25f);
  one = make_scene(weighted(w));
  other = make_scene(weighted(w));
  EXPECT_EQ(weights().legend.note, "All weights are the same where the surfaces meet.");
  EXPECT_EQ(weights().mesh[0].value[3], 0.0f);
  other = make_scene(weighted(std::vector<float>(8, 0.3f)));
  EXPECT_EQ(weights().legend.note, "8 vertices of A, 8 of B, at most 0.05");
  EXPECT_EQ(weights(0.1).legend.note, "All weights are the same where the surfaces meet.");
  EXPECT_EQ(weights(0.1).mesh[0].value[3], 0.0f);
  other = make_scene(weighted(w, {9, 0, 0}));
  const SurfaceMap m = weights();
  EXPECT_EQ(m.legend.note, "The surfaces meet nowhere in the bind pose: no weight was compared.");
  EXPECT_EQ(m.mesh[0].value[3], kNoWeights);
  ASSERT_EQ(m.legend.swatches.size(), 1u);
  EXPECT_EQ(m.legend.swatches[0].count, 16u);
  other = {};
  EXPECT_NE(weights().legend.note.find("Compare with a file"), std::string::npos);
}

// Of A alone where that is hidden in B, and anew where A's weights are edited, not where it moves.
TEST_F(WeightsApartMap, ItsKeyHasWeightsAndNoPose) {
  one = make_scene(weighted(std::vector<float>(8, 0.25f)));
  other = make_scene(weighted(std::vector<float>(8, 0.5f)));
  EXPECT_NEAR(weights().mesh[0].value[0], 0.25f, 1e-6f);
  EXPECT_FALSE(depends_on_pose(Show::WeightsApart));
  const PosedScene first = evaluate(one), second = evaluate(one), beside = evaluate(other);
  const OtherSide side{&other, &beside, 0.0f, 1e-4};
  const MapKey key = map_key(one, first, Show::WeightsApart, side);
  EXPECT_EQ(key, map_key(one, second, Show::WeightsApart, side));
  other.mesh_hidden[0] = 1;
  EXPECT_FALSE(key == map_key(one, first, Show::WeightsApart, side));
  EXPECT_TRUE(weights().other->mesh[0].value.empty());
  other.mesh_hidden[0] = 0;
  ++one.weights.revision;
  EXPECT_FALSE(key == map_key(one, first, Show::WeightsApart, side));
}

TEST_F(ApartMap, CountsWhatIsNearerThanTheToleranceAsTheSame) {
  const SurfaceMap m = map(cube(1.0f), cube(1.001f), 0.0015f);
  expect_all(m.mesh[0].value, 0.0f);
  EXPECT_EQ(m.mesh[0].value[0], 0.0f);
  expect_all(m.other->mesh[0].value, 1000.0f * std::sqrt(3.0f) * 0.001f);
  const SurfaceMap none = map(cube(1.0f), cube(1.001f), 0.002f);
  EXPECT_TRUE(none.farthest.empty());
  EXPECT_EQ(none.legend.note, "No vertex is more than 2 mm away.");
}

TEST_F(ApartMap, FollowsThePosesOfBoth) {
  map(cube(1.0f), cube(1.0f));
  other.pose.user_local[0] = rigs::move(0.25f, 0, 0);
  EXPECT_NEAR(map().mesh[0].value[0], 0.25f, 1e-6f);
  one.pose.user_local[0] = rigs::move(0.25f, 0, 0);
  EXPECT_EQ(map().mesh[0].value[0], 0.0f);
  EXPECT_TRUE(depends_on_pose(Show::Apart));
}

TEST_F(ApartMap, LeavesHiddenMeshesOut) {
  map(cube(1.0f), cube(1.0f, {0.25f, 0, 0}));
  one.mesh_hidden[0] = 1;
  EXPECT_TRUE(map().mesh.empty());
  EXPECT_EQ(map().legend.note, "The open model shows no surface.");
  one.mesh_hidden[0] = 0;
  other.mesh_hidden[0] = 1;
  EXPECT_EQ(map().legend.note, "The other file shows no surface.");
}

TEST_F(ApartMap, SaysWhatIsNotFinite) {
  auto broken = cube(1.0f);
  broken->meshes[0].position[3].x = std::numeric_limits<float>::quiet_NaN();
  const SurfaceMap m = map(broken, cube(1.0f));
  EXPECT_TRUE(std::isnan(m.mesh[0].value[3]));
  EXPECT_TRUE(std::isfinite(m.high));
  EXPECT_EQ(m.legend.note.find("the same"), std::string::npos) << m.legend.note;
  auto alone = cube(1.0f);  // a vertex of no triangle: all else is the same
  alone->meshes[0].position.emplace_back(std::numeric_limits<float>::quiet_NaN());
  alone->meshes[0].normal.emplace_back(0.0f, 1.0f, 0.0f);
  alone->meshes[0].file_binding.influences.offset.push_back(0);
  alone->meshes[0].file_binding.influences.raw_weight_sum.push_back(0.0f);
  EXPECT_EQ(map(alone, cube(1.0f)).legend.note,
            "Not finite: 1 vertex of A, 0 of B. All others are on the other surface in this pose.");
  EXPECT_EQ(map(cube(1.0f), alone, 0.002f).legend.note,
            "Not finite: 0 vertices of A, 1 of B. No other is more than 2 mm away.");
  const SurfaceMap moved = map(alone, cube(1.0f, {0.25f, 0, 0}));
  EXPECT_NE(moved.legend.note.find("4 vertices of A, 4 of B"), std::string::npos)
      << moved.legend.note;
  EXPECT_NE(moved.legend.where.find("; not finite: 1 vertex of A, 0 of B"), std::string::npos)
      << moved.legend.where;
}

TEST_F(ApartMap, StopsWhenItIsToldTo) {
  EXPECT_THROW(map(cube(1.0f), cube(2.0f), 0.0f, [] { return true; }), MapStopped);
}

TEST_F(ApartMap, NeedsAnotherFile) {
  one = make_scene(cube(1.0f));
  BoneSet bones;
  const SurfaceMap m = surface_map(one, evaluate(one), bones, Show::Apart);
  EXPECT_TRUE(m.mesh.empty());
  EXPECT_NE(m.legend.note.find("Compare with a file"), std::string::npos);
}

// Made anew where the other file, its pose, its hidden meshes or the tolerance change.
TEST_F(ApartMap, ItsKeyHasWhatItDependsOn) {
  map(cube(1.0f), cube(1.0f));
  const PosedScene posed = evaluate(one), first = evaluate(other), again = evaluate(other);
  const MapKey key = map_key(one, posed, Show::Apart, {&other, &first, 0.0f});
  EXPECT_EQ(key, map_key(one, posed, Show::Apart, {&other, &first, 0.0f}));
  const MapKey posed_anew = map_key(one, posed, Show::Apart, {&other, &again, 0.0f});
  EXPECT_FALSE(key == posed_anew);
  EXPECT_TRUE(differs_in_pose_alone(key, posed_anew));
  EXPECT_FALSE(
      differs_in_pose_alone(key, map_key(one, posed, Show::Apart, {&other, &first, 1.0f})));
  other.mesh_hidden[0] = 1;
  EXPECT_FALSE(key == map_key(one, posed, Show::Apart, {&other, &first, 0.0f}));
  const Scene third = make_scene(cube(1.0f));
  EXPECT_FALSE(key == map_key(one, posed, Show::Apart, {&third, &first, 0.0f}));
}

}  // namespace
}  // namespace bindpose::tests::apart_map_test
