// What is kept of the data that deformers need, when it is made anew, and that all who move a
// vertex move it alike.
#include <gtest/gtest.h>

#include "deform/bent_tube.h"
#include "rig/kinematics.h"
#include "scene/deform/deformer_data.h"
#include "scene/edit/edit.h"
#include "scene/probe.h"
#include "scene/vertex_formula.h"

namespace bindpose::test::store_test {
namespace {

// The tube with its two joints as a model.
std::shared_ptr<Model> tube_model() {
  auto model = std::make_shared<Model>();
  const std::vector<RawJoint> joints{{"foot", kNoParent, mat4(1.0f), true},
                                     {"knee", 0, BentTube::translation({0, 1, 0}), true},
                                     {"toe", 1, BentTube::translation({0, 1, 0}), true}};
  model->skeleton = build_skeleton(joints).skeleton;
  Mesh mesh = BentTube(31, 16).mesh;
  mesh.name = "tube";
  mesh.node = 0;
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

Document bent_document(Deformer method) {
  Document doc(make_scene(tube_model()));
  ViewSettings view = doc.scene().view;
  view.method = method;
  doc.apply({SetView{view}});
  doc.apply({SetUserLocal{1, glm::rotate(mat4(1.0f), 1.6f, vec3(0.2f, 0.3f, 1.0f))}});
  return doc;
}

TEST(DeformerStore, KeepsCentersWhileTheWeightsAreTheSame) {
  Document doc = bent_document(Deformer::Centers);
  const auto first = doc.scene().deformers->centers(doc.scene());
  ASSERT_TRUE(first);
  EXPECT_EQ(doc.scene().deformers->centers(doc.scene()), first);
  const VertexRef at{0, 15 * 16};
  doc.apply({SetWeights{at, {{0, 0.9f}, {1, 0.1f}}}});
  const auto second = doc.scene().deformers->centers(doc.scene());
  EXPECT_NE(second, first);
  EXPECT_NE((*second)[0][at.vertex], (*first)[0][at.vertex]);
  doc.undo();
  EXPECT_EQ(doc.scene().deformers->centers(doc.scene()), first) << "weights that come back";
  doc.redo();
  EXPECT_EQ(doc.scene().deformers->centers(doc.scene()), second);
}

TEST(DeformerStore, OfAnotherModelHasNothingOfTheFirst) {
  Scene scene = make_scene(tube_model());
  const auto first = scene.deformers->centers(scene);
  auto other = std::make_shared<Model>(*scene.model);
  other->id = ModelId::fresh();
  for (vec3& p : other->meshes[0].position) p.x += 5.0f;
  scene.model = other;  // with the same weights, as loaded
  const auto second = scene.deformers->centers(scene);
  for (std::size_t i = 0; i < (*first)[0].size(); ++i) {
    if ((*first)[0][i].w == 0.0f) continue;
    EXPECT_NEAR((*second)[0][i].x - (*first)[0][i].x, 5.0f, 1e-4f);
  }
}

TEST(DeformerStore, BesideTheWindowShowsTheLinearBlendUntilTheyAreThere) {
  Document doc = bent_document(Deformer::Centers);
  const Scene& scene = doc.scene();
  const PosedScene posed = evaluate(scene);
  std::vector<vec3> linear, shown, exported, later;
  skin_mesh(scene, posed, 0, Deformer::Linear, linear, nullptr);
  scene.deformers->make_beside();
  EXPECT_FALSE(scene.deformers->take_wanted());
  skin_mesh(scene, posed, 0, shown, nullptr);
  for (std::size_t i = 0; i < linear.size(); ++i) expect_near(shown[i], dvec3(linear[i]), 1e-6);
  EXPECT_TRUE(scene.deformers->take_wanted());
  EXPECT_FALSE(scene.deformers->take_wanted());
  // An export waits for nobody.
  skin_mesh(with_data_at_once(scene), posed, 0, exported, nullptr);
  EXPECT_FALSE(scene.deformers->centers(scene));
  EXPECT_FALSE(scene.deformers->make_centers(scene, [](float) { return false; })) << "stopped";
  EXPECT_FALSE(scene.deformers->centers(scene));
  ASSERT_TRUE(scene.deformers->make_centers(scene));
  skin_mesh(scene, posed, 0, later, nullptr);
  EXPECT_EQ(exported, later);
  EXPECT_GT(glm::distance(later[15 * 16], linear[15 * 16]), 1e-3f);
}

TEST(DeformerStore, BonesGoToTheNextJoint) {
  const Scene scene = make_scene(tube_model());
  const auto bones = scene.deformers->bones(scene, 0);
  ASSERT_EQ(bones->size(), 2u);
  expect_near((*bones)[0].from, {0, 0, 0});
  expect_near((*bones)[0].to, {0, 1, 0});
  expect_near((*bones)[1].from, {0, 1, 0});
  EXPECT_GT((*bones)[1].to.y, 1.5f);
}

TEST(AllDeformers, MoveAVertexAloneAsWithTheOthers) {
  for (const DeformerInfo& d : kDeformers) {
    Document doc = bent_document(d.method);
    ViewSettings view = doc.scene().view;
    view.mix = 0.8f;
    doc.apply({SetView{view}});
    const Scene& scene = doc.scene();
    const PosedScene posed = evaluate(scene);
    std::vector<vec3> position, normal;
    skin_mesh(scene, posed, 0, position, &normal);
    for (std::uint32_t i = 3; i < position.size(); i += 13) {
      const VertexRef at{0, i};
      const Probe one = probe(scene, posed, at);
      expect_near(one.position, dvec3(position[i]), 1e-6);
      expect_near(one.normal, dvec3(normal[i]), 1e-5);
      const VertexFactors v = vertex_factors(scene, posed, at);
      expect_near(v.result, dvec3(position[i]), 2e-6);
      expect_near(v.normal_usual, dvec3(normal[i]), 1e-5);
    }
  }
}

TEST(AllDeformers, TheMixIsOfThePoseThatIsKept) {
  Document doc = bent_document(Deformer::Mixed);
  ViewSettings view = doc.scene().view;
  view.mix = 7.0f;
  EXPECT_EQ(doc.apply({SetView{view}}).extent, Change::Pose) << "surfaces are made anew";
  EXPECT_EQ(doc.scene().view.mix, 1.0f);
  view = doc.scene().view;
  view.grid = !view.grid;
  EXPECT_EQ(doc.apply({SetView{view}}).extent, Change::View);
}

}  // namespace
}  // namespace bindpose::test::store_test
