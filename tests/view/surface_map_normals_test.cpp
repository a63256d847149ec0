// The map of what the usual normal is off by: against the closed form of a twisted tube.
#include <gtest/gtest.h>

#include <algorithm>

#include "view/surface_map.h"
#include "view/tube.h"

namespace bindpose::surface_map_normals_test {
namespace {

class NormalMap : public ::testing::Test {
 protected:
  NormalMap() {
    scene.view.show = Show::Normals;
    build_bones(scene, evaluate(scene), bones);
  }
  void twist(float degrees) { scene.pose.user_local[1] = rigs::turn(degrees, {0, 1, 0}); }
  SurfaceMap map(const StopWish& stop = {}) {
    return surface_map(scene, evaluate(scene), bones, Show::Normals, stop);
  }
  static double wanted(const vec3& point, double degrees) {
    const glm::dvec3 a = rigs::twisted_normal(point, degrees);
    const glm::dvec3 b = rigs::twisted_usual_normal(point, degrees);
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
  }
  std::shared_ptr<Model> model = rigs::tube_model(161, 48);
  Scene scene = make_scene(model);
  BoneSet bones;
};

TEST_F(NormalMap, OfATwistIsTheAngleThatTheSurfaceLeansBy) {
  twist(90);
  const SurfaceMap m = map();
  const Mesh& mesh = model->meshes[0];
  ASSERT_EQ(m.mesh[0].value.size(), mesh.position.size());
  float most = 0.0f;
  std::size_t off = 0;
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    const float value = m.mesh[0].value[i];
    const double angle = wanted(mesh.position[i], 90);
    EXPECT_NEAR(value, angle < 0.1 ? 0.0 : angle, 0.11) << mesh.position[i].y;
    most = std::max(most, value);
    off += value > 0.0f;
  }
  EXPECT_GT(most, 12.0f);
  EXPECT_EQ(m.high, most);
  EXPECT_EQ(m.mesh[0].value[m.farthest.vertex], most);
  EXPECT_EQ(m.style, MapStyle::Sequential);
  EXPECT_NE(m.legend.note.find(grouped(off) + " vertices"), std::string::npos) << m.legend.note;
  EXPECT_EQ(m.legend.ticks.back().text, short_value(most) + "\xC2\xB0");
  // Where one joint alone pulls, nothing is off, and that is exactly 0.
  EXPECT_EQ(m.mesh[0].value[0], 0.0f);
}

TEST_F(NormalMap, OfSeveralMeshesTheWorstIsNamed) {
  twist(90);
  EXPECT_EQ(map().legend.where.find(" of "), std::string::npos) << map().legend.where;
  model->meshes[0].name = "sleeve";
  model->meshes.push_back(model->meshes[0]);
  model->meshes[1].name = "glove";
  scene = make_scene(model);
  scene.view.show = Show::Normals;
  twist(90);
  scene.mesh_hidden = {0, 0};
  EXPECT_TRUE(map().legend.where.ends_with(" of sleeve")) << map().legend.where;
  scene.mesh_hidden = {1, 0};
  EXPECT_TRUE(map().legend.where.ends_with(" of glove")) << map().legend.where;
}

TEST_F(NormalMap, WithoutAPoseOrWithRigidPiecesNothingIsOff) {
  const SurfaceMap bind = map();
  EXPECT_TRUE(std::ranges::all_of(bind.mesh[0].value, [](float v) { return v == 0.0f; }));
  EXPECT_TRUE(bind.legend.bar.empty());
  EXPECT_NE(bind.legend.note.find("everywhere"), std::string::npos);
  twist(90);
  scene.view.method = Deformer::Rigid;
  EXPECT_TRUE(map().farthest.empty());
  scene.mesh_hidden = {1};
  scene.view.method = Deformer::Linear;
  EXPECT_TRUE(map().mesh[0].value.empty());
}

TEST_F(NormalMap, EachPaneHasThatOfItsDeformer) {
  // Of a twist alone, dual quaternions leave nothing off: the tube keeps its radius.
  twist(90);
  scene.view.method = Deformer::DualQuaternion;
  EXPECT_TRUE(map().farthest.empty());
  scene.pose.user_local[1] = rigs::turn(60, {0, 0, 1}) * rigs::turn(60, {0, 1, 0});
  scene.view.method = Deformer::Linear;
  const float linear = map().high;
  scene.view.method = Deformer::DualQuaternion;
  const float dual = map().high;
  EXPECT_GT(std::abs(linear - dual), 0.5f);
  scene.view.compare = Deformer::Linear;
  scene.view.panes = Panes::Two;
  const SurfaceMap both = map();
  ASSERT_EQ(both.others.size(), 1u);
  EXPECT_EQ(both.high, std::max(linear, dual));
  EXPECT_EQ(std::ranges::max(meshes_of(both, Deformer::Linear)[0].value), linear);
  EXPECT_EQ(std::ranges::max(meshes_of(both, Deformer::DualQuaternion)[0].value), dual);
}

TEST_F(NormalMap, IsMadeAnewWithThePoseAndEndsWhenNobodyWantsIt) {
  MapCache cache;
  const auto high = [&] { return cache.get(scene, evaluate(scene), bones, Show::Normals).high; };
  twist(40);
  const float little = high();
  twist(80);
  EXPECT_GT(high(), 1.5f * little);
  scene.view.method = Deformer::Rigid;
  EXPECT_EQ(high(), 1.0f);
  EXPECT_THROW(map([] { return true; }), MapStopped);
}

}  // namespace
}  // namespace bindpose::surface_map_normals_test
