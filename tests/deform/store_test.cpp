// What is kept of the data that deformers need, when it is made anew, and that all who move a
// vertex move it alike.
#include <gtest/gtest.h>

#include "deform/bent_tube.h"
#include "rig/kinematics.h"
#include "scene/deform/bound_together.h"
#include "scene/deform/deformer_data.h"
#include "scene/edit/edit.h"
#include "scene/lesson/lesson_plan.h"
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

// The tube with its knee bent, as another mesh that was bound so.
Mesh bent_mesh(const Mesh& straight) {
  Mesh bent = straight;
  const mat4 turn = BentTube::translation({0, 1, 0}) *
                    glm::rotate(mat4(1.0f), 1.5f, vec3(0, 0, 1)) *
                    BentTube::translation({0, -1, 0});
  const std::vector<mat4> palette{mat4(1.0f), turn};
  const mat4 node(1.0f);
  const std::vector<vec3> from = bent.position;
  linear_blend_skinning(skinning_input(bound_as_in_file(straight), palette, node), bent.position,
                        bent.normal);
  Skin& skin = bent.file_binding.skin;
  skin.bind[1] = turn * skin.bind[1];
  skin.inverse_bind[1] = inverse_affine(skin.bind[1]);
  return bent;
}

TEST(DeformerStore, MeshesThatWereBoundInDifferentPosesEachHaveTheirOwn) {
  auto model = tube_model();
  const Scene alone = make_scene(std::make_shared<Model>(*model));
  model->meshes.push_back(bent_mesh(model->meshes[0]));
  model->meshes.push_back(model->meshes[0]);
  auto of_bent = std::make_shared<Model>(*model);
  of_bent->meshes.erase(of_bent->meshes.begin());
  of_bent->meshes.pop_back();
  const Scene all = make_scene(model);
  const auto first = alone.deformers->centers(alone), three = all.deformers->centers(all);
  const Scene bent = make_scene(of_bent);
  const auto second = bent.deformers->centers(bent);
  std::size_t known = 0;
  for (std::size_t i = 0; i < (*first)[0].size(); ++i) {
    if ((*first)[0][i].w == 0.0f) continue;
    ++known;
    // Twice the same surface has its centres where once has them.
    expect_near(vec3((*three)[0][i]), dvec3(vec3((*first)[0][i])), 1e-5);
    expect_near(vec3((*three)[2][i]), dvec3(vec3((*first)[0][i])), 1e-5);
    expect_near(vec3((*three)[1][i]), dvec3(vec3((*second)[0][i])), 1e-5);
  }
  EXPECT_GT(known, 50u);
  const auto bones = all.deformers->bones(all, 1);
  expect_near((*bones)[0].to, {0, 1, 0}, 1e-5);
  expect_near((*bones)[1].from, {0, 1, 0}, 1e-5);
  const dvec3 along = glm::normalize(dvec3((*bones)[1].to) - dvec3(0, 1, 0));
  expect_near(vec3(along), {-std::sin(1.5), std::cos(1.5), 0}, 1e-5);
}

TEST(DeformerStore, MeshesOfOnePoseBelongTogetherWhereverTheirSpacesAre) {
  auto model = tube_model();
  Mesh turned = model->meshes[0];
  const mat4 way = glm::rotate(BentTube::translation({3, 0, 0}), 1.0f, vec3(0, 0, 1));
  for (vec3& p : turned.position) p = vec3(way * vec4(p, 1.0f));
  Skin& skin = turned.file_binding.skin;
  for (std::size_t s = 0; s < skin.bind.size(); ++s) {
    skin.bind[s] = way * skin.bind[s];
    skin.inverse_bind[s] = inverse_affine(skin.bind[s]);
  }
  model->meshes.insert(model->meshes.begin(), std::move(turned));
  const Scene scene = make_scene(model);
  EXPECT_EQ(bound_together(scene).size(), 1u);
}

// A number that linear blending has is no number of the deformer that is asked about.
TEST(DeformerStore, FiguresWaitForCenters) {
  const Document doc = bent_document(Deformer::Linear);
  const Scene& scene = doc.scene();
  const PosedScene posed = evaluate(scene);
  scene.deformers->make_beside();
  LessonPlan plan;
  plan.model = scene.model;
  plan.lesson.steps.resize(1);
  plan.steps.resize(1);
  for (const char* const words : {"volume ratio cor", "volume ratio lbs"}) {
    std::string error;
    plan.lesson.steps[0].figures.emplace_back();
    plan.steps[0].figures.push_back({-1, parse_quantity(words, *scene.model, error).value()});
  }
  const std::vector<double> none;
  const auto figure = [&](std::size_t k) {
    return evaluate_figure(plan, 0, k, {scene, posed, none});
  };
  const FigureResult centers = figure(0), linear = figure(1);
  EXPECT_TRUE(centers.waits);
  EXPECT_FALSE(centers.holds);
  EXPECT_EQ(centers.text, "\xE2\x80\xA6");
  EXPECT_FALSE(linear.waits);
  EXPECT_TRUE(linear.holds);
  scene.deformers->make_centers(scene);
  EXPECT_FALSE(figure(0).waits);
  EXPECT_TRUE(figure(0).holds);
  EXPECT_NE(figure(0).value, linear.value);
}

TEST(DeformerStore, SmoothsAsTheViewSays) {
  Document doc = bent_document(Deformer::DeltaMush);
  const auto surface = [&] { return doc.scene().deformers->surface(doc.scene(), 0); };
  const auto first = surface();
  EXPECT_EQ(surface(), first);
  ViewSettings view = doc.scene().view;
  view.mush_steps = 3000;
  view.mush_lambda = -1.0f;
  EXPECT_EQ(doc.apply({SetView{view}}).extent, Change::Pose) << "surfaces are made anew";
  EXPECT_EQ(surface()->smoothing, (MushSmoothing{kMostMushSteps, 0.0f}));
  EXPECT_EQ(surface()->graph, first->graph) << "it follows from the mesh alone";
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

TEST(DeformerStore, AMeshHasTheBonesOfItsOwnJointsAlone) {
  auto model = tube_model();
  Mesh foot = model->meshes[0];
  const std::vector<std::vector<WeightEntry>> rows(foot.position.size(), {{0, 1.0f}});
  foot.file_binding.influences = pack_influences(rows, 1).influences;
  Skin& skin = foot.file_binding.skin;
  skin.joint.resize(1);
  skin.bind.resize(1);
  skin.inverse_bind.resize(1);
  model->meshes.push_back(std::move(foot));
  const Scene scene = make_scene(model);
  const auto bones = scene.deformers->bones(scene, 1);
  ASSERT_EQ(bones->size(), 1u);
  expect_near((*bones)[0].to, {0, 1, 0});
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
      if (d.method == Deformer::Centers || d.method == Deformer::LogMatrix) {
        EXPECT_NEAR(glm::determinant(mat3(v.blend)), 1.0f, 1e-3f) << "no joint stretches";
      }
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
