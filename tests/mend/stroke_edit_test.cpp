// Strokes: radii that weights come from, and locks on one side.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/import.h"
#include "scene/edit/edit.h"
#include "scene/segment_binding.h"

namespace bindpose::stroke_edit_test {
namespace {

int joint_of(const Model& model, const std::string& name) {
  return static_cast<int>(std::ranges::find(model.skeleton.name, name) -
                          model.skeleton.name.begin());
}

TEST(StrokeReach, HoldsUntilTheFirstDabAndAgainWhenItIsTakenBack) {
  const auto model = import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb");
  Document document(make_scene(model));
  document.apply({bind_edit(*model, {})});
  const Scene start = document.scene();
  const auto reach = [&] { return exact_reach(document.scene()) != nullptr; };
  ASSERT_TRUE(reach());

  Paint begin;
  begin.joint = joint_of(*model, "chest");
  begin.strength = 0.4;
  begin.radius = 0.15f;
  const std::vector<vec3> at = [&] {
    std::vector<vec3> out;
    skin_mesh(start, evaluate(start), 0, out, nullptr);
    return out;
  }();
  for (const bool kept : {false, true}) {
    std::shared_ptr<PaintCanvas> canvas;
    Painting painting(start, evaluate(start), begin, canvas);
    ASSERT_EQ(painting.obstacle(), "");
    for (const std::size_t v : {std::size_t{0}, std::size_t{40}, std::size_t{80}}) {
      Paint::Point point;
      point.at = at[v];
      painting.add({{point}});
      document.apply({PaintWeights{painting.paint(), painting.result()}, Phase::Preview});
    }
    ASSERT_GT(painting.result()->changed, 0u);
    EXPECT_FALSE(reach());
    document.apply(
        {PaintWeights{painting.paint(), painting.result()}, kept ? Phase::Commit : Phase::Cancel});
    EXPECT_EQ(reach(), !kept);
  }
  document.undo();
  EXPECT_TRUE(reach());
  document.redo();
  EXPECT_FALSE(reach());
}

// Which side looks at the eye is that of the surface, also where its joints mirror it.
TEST(StrokeFacing, IsOutwardsWhereJointsMirror) {
  const auto model = import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb");
  for (const float x : {1.0f, -1.0f}) {
    Scene scene = make_scene(model);
    scene.pose.user_local[0] = glm::scale(mat4(1.0f), vec3(x, 1.0f, 1.0f));
    const PosedScene posed = evaluate(scene);
    std::vector<vec3> at;
    skin_mesh(scene, posed, 0, at, nullptr);
    const vec3 front = *std::ranges::max_element(at, {}, &vec3::z);
    for (const float side : {5.0f, -5.0f}) {
      Paint paint;
      paint.joint = joint_of(*model, "chest");
      paint.strength = 0.4;
      paint.radius = 0.02f;
      paint.seen_from = front + vec3(0.0f, 0.0f, side);
      std::shared_ptr<PaintCanvas> canvas;
      Painting painting(scene, posed, paint, canvas);
      Paint::Point point;
      point.at = front;
      painting.add({{point}});
      EXPECT_EQ(painting.result()->changed > 0, side > 0.0f) << x << ", " << side;
    }
  }
}

// What is not even afterwards has to be said.
TEST(StrokeLocks, OnOneSideAreToldOfAStrokeOnBoth) {
  const auto model = import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb");
  Scene scene = make_scene(model);
  // Where forearm.L and upper_arm.L share a vertex.
  const MeshBinding& body = model->meshes[0].file_binding;
  const auto pulls = [&](std::size_t v, const char* name) {
    for (std::size_t e = body.influences.offset[v]; e < body.influences.offset[v + 1]; ++e) {
      if (body.skin.joint[body.influences.slot[e]] == joint_of(*model, name)) return true;
    }
    return false;
  };
  std::size_t v = 0;
  while (v < body.influences.vertex_count() && !(pulls(v, "forearm.L") && pulls(v, "upper_arm.L")))
    ++v;
  ASSERT_LT(v, body.influences.vertex_count());
  std::vector<vec3> at;
  skin_mesh(scene, evaluate(scene), 0, at, nullptr);
  Paint paint;
  paint.joint = joint_of(*model, "forearm.L");
  paint.strength = 0.4;
  paint.radius = 0.1f;
  paint.mirrored = true;
  Paint::Point point;
  point.at = at[v];
  paint.points = {point};
  const auto account = [&](std::vector<const char*> locked) {
    Document document(scene);
    for (const char* name : locked)
      document.apply({LockJoints{{joint_of(*model, name)}, true, true}});
    return painted(document.scene(), paint)->account;
  };
  const auto says = [&](const std::string& text) {
    return text.find(
               "The weights of upper_arm.L stay, for they are locked on that side alone: the "
               "two sides differ there.") != std::string::npos;
  };
  EXPECT_TRUE(says(account({"upper_arm.L"}))) << account({"upper_arm.L"});
  EXPECT_FALSE(says(account({"upper_arm.L", "upper_arm.R"})));
  EXPECT_FALSE(says(account({"thigh.L"})));
  EXPECT_EQ(account({"forearm.R"}),
            "The weights of forearm.R are locked: unlock them, or paint without the other side.");
  paint.mirrored = false;
  EXPECT_FALSE(says(account({"upper_arm.L"})));
}

}  // namespace
}  // namespace bindpose::stroke_edit_test
