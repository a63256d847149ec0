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
  Document doc(make_scene(model));
  ViewSettings view;
  view.method = Deformer::Centers;
  doc.apply({SetView{view}});
  return doc;
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

// False where the thread was done before it could be told to stop.
bool asks_again_after_a_cancel() {
  Document doc = tube_document();
  CenterMaker maker(true);
  maker.follow(doc.scene());
  EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
  maker.follow(doc.scene());
  EXPECT_TRUE(maker.busy());
  maker.cancel(doc.scene());
  EXPECT_FALSE(maker.busy());
  EXPECT_TRUE(maker.gave_up(doc.scene()));
  if (doc.scene().deformers->centers(doc.scene())) return false;
  maker.follow(doc.scene());
  EXPECT_FALSE(maker.busy()) << "what was cancelled is not begun again";
  ViewSettings view = doc.scene().view;
  view.compare = Deformer::Centers;
  doc.apply({SetView{view}});
  if (doc.scene().deformers->centers(doc.scene())) return false;
  maker.follow(doc.scene());
  EXPECT_TRUE(maker.busy()) << "unless a deformer is chosen anew";
  maker.cancel(doc.scene());
  doc.apply({SetWeights{{0, 15 * 16}, {{0, 0.9f}, {1, 0.1f}}}});
  EXPECT_FALSE(maker.gave_up(doc.scene()));
  doc.scene().deformers->centers(doc.scene());
  EXPECT_TRUE(come(maker, doc.scene()));
  return true;
}

TEST(CenterMaker, AsksAgainForOtherWeightsAfterACancel) {
  int tries = 0;
  while (!asks_again_after_a_cancel()) ASSERT_LT(++tries, 50);
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

TEST(CenterMaker, StopsWhereNobodyWantsThemAnyMore) {
  Document doc = tube_document();
  CenterMaker maker(true);
  maker.follow(doc.scene());
  const auto show = [&](Deformer method) {
    ViewSettings view = doc.scene().view;
    view.method = method;
    doc.apply({SetView{view}});
  };
  // One set at a time is made: as long as this one is, the maker's own waits.
  bool asked = false;
  doc.scene().deformers->make_centers(doc.scene(), [&](float) {
    EXPECT_FALSE(asked) << "it was told to stop";
    asked = true;
    EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
    const auto busy_after = [&](int frames, bool wanted) {
      for (int k = 0; k < frames; ++k) EXPECT_FALSE(maker.follow(doc.scene(), wanted));
      return maker.busy();
    };
    EXPECT_TRUE(busy_after(40, false)) << "a pane shows them";
    show(Deformer::Linear);
    EXPECT_TRUE(busy_after(40, true)) << "a figure waits for them";
    EXPECT_FALSE(busy_after(40, false));
    EXPECT_FALSE(maker.gave_up(doc.scene()));
    show(Deformer::Centers);
    EXPECT_FALSE(doc.scene().deformers->centers(doc.scene()));
    EXPECT_TRUE(busy_after(2, false)) << "and begun anew";
    return false;
  });
  EXPECT_TRUE(asked);
  EXPECT_TRUE(come(maker, doc.scene()));
}

TEST(CenterMaker, NotBesideLeavesThemToWhoAsks) {
  Document doc = tube_document();
  CenterMaker maker(false);
  maker.follow(doc.scene());
  EXPECT_TRUE(doc.scene().deformers->centers(doc.scene()));
}

}  // namespace
}  // namespace bindpose::app::center_maker_test
