// Centres of rotation that a thread makes beside the window.
#include "app/beside/center_maker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "deform/bent_tube.h"
#include "rig/kinematics.h"
#include "scene/deform/deformer_data.h"
#include "scene/edit/edit.h"

namespace bindpose::app::center_maker_test {
namespace {

Document tube_document() {
  auto model = std::make_shared<Model>();
  const std::vector<RawJoint> joints{{"foot", kNoParent, mat4(1.0f), true},
                                     {"knee", 0, test::BentTube::translation({0, 1, 0}), true}};
  model->skeleton = build_skeleton(joints).skeleton;
  Mesh mesh = test::BentTube(31, 16).mesh;
  mesh.node = 0;
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return Document(make_scene(model));
}

// Whether they come within some seconds.
bool come(CenterMaker& maker, const Scene& scene) {
  for (int i = 0; i < 2000; ++i) {
    if (maker.follow(scene)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

TEST(CenterMaker, MakesWhatADeformerAskedFor) {
  Document doc = tube_document();
  CenterMaker maker(true);
  EXPECT_FALSE(maker.follow(doc.scene()));
  EXPECT_FALSE(maker.busy()) << "nobody asked";
  EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
  EXPECT_FALSE(maker.follow(doc.scene()));
  EXPECT_TRUE(maker.busy());
  EXPECT_TRUE(come(maker, doc.scene()));
  EXPECT_FALSE(maker.busy());
  EXPECT_TRUE(doc.scene().deformers->centers(doc.scene()));
  // Other weights, other centres.
  doc.apply({SetWeights{{0, 15 * 16}, {{0, 0.9f}, {1, 0.1f}}}});
  EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
  EXPECT_TRUE(come(maker, doc.scene()));
  EXPECT_TRUE(doc.scene().deformers->centers(doc.scene()));
}

TEST(CenterMaker, AsksAgainForOtherWeightsAfterACancel) {
  Document doc = tube_document();
  CenterMaker maker(true);
  maker.follow(doc.scene());
  EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
  maker.follow(doc.scene());
  ASSERT_TRUE(maker.busy());
  maker.cancel(doc.scene());
  EXPECT_FALSE(maker.busy());
  EXPECT_TRUE(maker.gave_up(doc.scene()));
  doc.scene().deformers->centers(doc.scene());
  maker.follow(doc.scene());
  EXPECT_FALSE(maker.busy()) << "what was cancelled is not begun again";
  ViewSettings view = doc.scene().view;
  view.compare = Deformer::Centers;
  doc.apply({SetView{view}});
  doc.scene().deformers->centers(doc.scene());
  maker.follow(doc.scene());
  EXPECT_TRUE(maker.busy()) << "unless a deformer is chosen anew";
  maker.cancel(doc.scene());
  doc.apply({SetWeights{{0, 15 * 16}, {{0, 0.9f}, {1, 0.1f}}}});
  EXPECT_FALSE(maker.gave_up(doc.scene()));
  doc.scene().deformers->centers(doc.scene());
  EXPECT_TRUE(come(maker, doc.scene()));
}

TEST(CenterMaker, WaitsForAPicture) {
  Document doc = tube_document();
  CenterMaker maker(true);
  maker.follow(doc.scene());
  EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
  maker.follow(doc.scene());
  EXPECT_TRUE(maker.wait());
  EXPECT_FALSE(maker.wait());
  EXPECT_TRUE(doc.scene().deformers->centers(doc.scene()));
}

TEST(CenterMaker, ASceneThatIsGoneIsWaitedForNoMore) {
  Document doc = tube_document();
  CenterMaker maker(true);
  maker.follow(doc.scene());
  EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
  maker.follow(doc.scene());
  EXPECT_TRUE(maker.busy());
  EXPECT_FALSE(maker.follow(Scene{}));
  EXPECT_FALSE(maker.busy());
}

TEST(CenterMaker, NotBesideLeavesThemToWhoAsks) {
  Document doc = tube_document();
  CenterMaker maker(false);
  maker.follow(doc.scene());
  EXPECT_TRUE(doc.scene().deformers->centers(doc.scene()));
}

}  // namespace
}  // namespace bindpose::app::center_maker_test
