// What the steps of undo are called.
#include <gtest/gtest.h>

#include "math/transform.h"
#include "scene/edit/edit.h"
#include "test_model.h"

namespace bindpose::tests::step_label_test {
namespace {

// One way of writing Ul_j, whatever the gesture was: the steps say what became of the joint.
TEST(StepLabel, StepsSayWhatBecameOfThePose) {
  Document doc(make_scene(random_model(7, 12)));
  const auto name = [&](int joint) {
    return doc.scene().model->skeleton.name[static_cast<std::size_t>(joint)];
  };
  const auto last = [&] { return doc.history().back(); };
  const quat turn = glm::angleAxis(glm::radians(22.5f), vec3(0, 1, 0));
  const auto posed = [](const vec3& t, const quat& q, float s) {
    return to_matrix(Transform{t, q, vec3(s)});
  };
  const quat none(1, 0, 0, 0);
  doc.apply({SetUserLocal{2, posed({0, 0, 0}, turn, 1)}});
  EXPECT_EQ(last(), "Rotate " + name(2) + " 22.5\xC2\xB0");
  doc.apply({SetUserLocal{2, posed({0, 1, 0}, turn, 1)}});
  EXPECT_EQ(last(), "Move " + name(2));
  doc.apply({SetUserLocal{2, posed({0, 1, 0}, turn, 2)}});
  EXPECT_EQ(last(), "Scale " + name(2));
  doc.apply({SetUserLocal{2, mat4(1.0f)}});
  EXPECT_EQ(last(), "Pose " + name(2)) << "all three at once";
  std::vector<mat4> pose = doc.scene().pose.user_local;
  pose[1] = pose[3] = pose[4] = posed({1, 0, 0}, none, 1);
  doc.apply({SetPose{pose}});
  EXPECT_EQ(last(), "Move " + name(1) + " and 2 more");
  pose[1] = mat4(1.0f);
  pose[3] = posed({0, 0, 0}, turn, 1);
  doc.apply({SetPose{pose}});
  EXPECT_EQ(last(), "Pose " + name(1) + " and 1 more") << "not one word for both";
  pose[1] = pose[3];
  doc.apply({SetPose{pose, {}, true, "Paste mirrored"}});
  EXPECT_EQ(last(), "Paste mirrored");
}

}  // namespace
}  // namespace bindpose::tests::step_label_test
