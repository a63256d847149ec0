#include "scene/edit/rotate_edit.h"

#include <gtest/gtest.h>

#include "scene/edit/ik_edit.h"
#include "scene/test_model.h"

namespace bindpose::tests::rotate_edit_test {
namespace {

// A chain of four that turns and moves, without scale.
std::shared_ptr<Model> stiff_chain(unsigned seed) {
  std::mt19937 rng(seed);
  std::vector<RawJoint> raw;
  for (const char* name : {"a", "b", "c", "d"}) {
    const quat q = rotation_from_degrees(random_vec(rng, 180.0f));
    raw.push_back({name, static_cast<int>(raw.size()) - 1,
                   to_matrix({random_vec(rng, 2.0f), q, vec3(1.0f)}), true});
  }
  auto model = std::make_shared<Model>();
  model->skeleton = build_skeleton(raw).skeleton;
  model->bind_local = model->skeleton.rest_local;
  return model;
}

class RotateEdit : public ::testing::Test {
 protected:
  RotateEdit() : model_(stiff_chain(80)), document_(make_scene(model_)) {
    std::mt19937 rng(81);
    for (int j = 0; j < 4; ++j) {
      const quat q = rotation_from_degrees(random_vec(rng, 180.0f));
      document_.apply({SetUserLocal{j, to_matrix({random_vec(rng, 1.0f), q, vec3(1.0f)})}});
    }
  }
  std::string say(const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, *model_, error);
    if (!edit) return error;
    EXPECT_EQ(to_text(*edit, *model_), text);
    document_.apply({*edit});
    return shortfall(document_.scene(), *edit);
  }
  PosedScene posed() const { return evaluate(document_.scene()); }
  mat4 user(int j) const { return document_.scene().pose.user_local[static_cast<std::size_t>(j)]; }

  std::shared_ptr<Model> model_;
  Document document_;
};

mat4 turned(const vec3& degrees) {
  return to_matrix({vec3(0.0f), rotation_from_degrees(degrees), vec3(1.0f)});
}

mat4 linear(const mat4& m) {
  return mat4(mat3(m));
}

TEST_F(RotateEdit, InTheWorldItIsUjFromTheLeft) {
  const PosedScene before = posed();
  EXPECT_EQ(say("joint c rotate euler XYZ 10 20 30 in world"), "");
  const PosedScene after = posed();
  EXPECT_LT(max_difference(linear(after.world[2]), turned({10, 20, 30}) * linear(before.world[2])),
            1e-5f);
  EXPECT_LT(glm::distance(after.world[2][3], before.world[2][3]), 1e-5f) << "the joint stays";
}

TEST_F(RotateEdit, InTheParentsAxesTheLocalTurnsFromTheLeft) {
  const PosedScene before = posed();
  EXPECT_EQ(say("joint c rotate quat 0.5 0.5 0.5 0.5 in parent"), "");
  const mat4 third = turned({90, 0, 90});  // x to y, y to z, z to x
  EXPECT_LT(max_difference(linear(posed().local[2]), third * linear(before.local[2])), 1e-5f);
}

TEST_F(RotateEdit, InItsOwnAxesItTurnsOnFromWhereItIs) {
  const mat4 before = user(2);
  EXPECT_EQ(say("joint c rotate axis 0 0 1 40"), "");
  EXPECT_LT(max_difference(user(2), before * turned({0, 0, 40})), 1e-5f);
}

TEST_F(RotateEdit, TheWholeRotationIsWhatIsWritten) {
  const vec4 place = user(2)[3];
  EXPECT_EQ(say("joint c rotation euler ZXY 70 -20 10"), "");
  EXPECT_LT(max_difference(linear(user(2)),
                           turned({0, 10, 0}) * turned({-20, 0, 0}) * turned({0, 0, 70})),
            1e-5f);
  EXPECT_EQ(user(2)[3], place);
  EXPECT_EQ(say("joint c rotation euler XYZ 10 20 30 in world"), "");
  const PosedScene p = posed();
  const mat4 frame = p.world[1] * p.base_local[2];
  EXPECT_LT(max_difference(linear(p.world[2]), turned({10, 20, 30}) * linear(frame)), 1e-5f)
      << "W_j = U_j W_p L_j";
  EXPECT_EQ(say("joint c rotation euler XYZ 10 20 30 in parent"), "");
  EXPECT_LT(
      max_difference(linear(posed().local[2]), turned({10, 20, 30}) * linear(p.base_local[2])),
      1e-5f)
      << "L_j Ul_j = P_j L_j";
}

TEST_F(RotateEdit, TheScaleOfTheJointStays) {
  document_.apply({SetUserLocal{2, to_matrix({{1, 2, 3}, quat(1, 0, 0, 0), {2, 3, 4}})}});
  EXPECT_EQ(say("joint c rotation euler XYZ 0 0 90"), "");
  EXPECT_LT(
      max_difference(user(2), to_matrix({{1, 2, 3}, rotation_from_degrees({0, 0, 90}), {2, 3, 4}})),
      1e-5f);
}

TEST_F(RotateEdit, IsOneStepOfUndo) {
  const mat4 before = user(1);
  say("joint b rotation quat 1 0 0 0");
  ASSERT_NE(user(1), before);
  document_.undo();
  EXPECT_EQ(user(1), before);
}

TEST_F(RotateEdit, LengthIsSaidAndNoneIsRefused) {
  const mat4 before = user(1);
  EXPECT_EQ(say("joint b rotation quat 0 0 0 0"),
            "A quaternion of length 0 is no rotation; expected w, x, y and z.");
  EXPECT_EQ(say("joint b rotate axis 0 0 0 90"),
            "An axis of length 0 has no direction; expected x, y and z of one.");
  EXPECT_EQ(user(1), before);
  EXPECT_EQ(say("joint b rotation quat 2 0 0 2"), "The quaternion has length 2.828: normalised.");
  EXPECT_LT(max_difference(linear(user(1)), turned({0, 0, 90})), 1e-5f);
  EXPECT_EQ(say("joint b rotation quat 0.70711 0 0 0.70711"), "") << "rounded is good";
  EXPECT_EQ(say("joint b rotation axis 0 3 0 90"), "The axis has length 3: normalised.");
  document_.apply({RotateJoint{1, {RotationNumbers::Quaternion}}});  // not by words: does nothing
  EXPECT_LT(max_difference(linear(user(1)), turned({0, 90, 0})), 1e-5f);
}

TEST_F(RotateEdit, WordsThatAreWrongAreNamed) {
  EXPECT_EQ(say("joint b rotate euler XYX 1 2 3").find("\"XYX\" is not an order of axes"), 0u);
  EXPECT_EQ(say("joint b rotate quat 1 2 3"),
            "Nothing follows \"3\"; expected the four numbers of a quaternion, w, x, y and z.");
  EXPECT_EQ(say("joint b rotate 1 2 3 in space").find("\"space\" is not a word for axes"), 0u);
  EXPECT_EQ(say("joint b rotate axis 1 0 0 1e99").find("\"1e99\" is too large"), 0u);
}

TEST_F(RotateEdit, PlainAnglesMayNameAxes) {
  std::string error;
  const auto edit = parse_edit("joint b rotate 1 2 3 in world", *model_, error);
  ASSERT_TRUE(edit) << error;
  EXPECT_EQ(to_text(*edit, *model_), "joint b rotate euler XYZ 1 2 3 in world");
  const auto whole = parse_edit("joint b rotation 1 2 3", *model_, error);
  ASSERT_TRUE(whole) << error;
  EXPECT_EQ(to_text(*whole, *model_), "joint b rotation euler XYZ 1 2 3");
}

TEST(RotateEditWords, SayWhatWasMadeUnit) {
  RotationNumbers axis;
  axis.form = RotationNumbers::AxisAngle;
  for (const auto& [length, said] : {std::pair{0.5f, "The axis has length 0.5: normalised."},
                                     {2.0f, "The axis has length 2: normalised."},
                                     {1.0f, ""}}) {
    axis.n = vec4(0.0f, length, 0.0f, 0.0f);
    EXPECT_EQ(made_unit(axis), said);
  }
}

}  // namespace
}  // namespace bindpose::tests::rotate_edit_test
