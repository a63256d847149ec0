// The bind doctor while a joint is dragged: of another pose it computes T_j alone.
#include <cmath>

#include "scene/edit/draft/draft_edit.h"
#include "ui/draft/bind_doctor_panel.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::bind_doctor_test {
namespace {

class BindDoctorWidget : public WidgetTest {
 protected:
  BindDoctorWidget() {
    state_.doctor.open = true;
    apply("select arm.L");
    step();
  }
  void apply(const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, document_.scene(), error);
    ASSERT_TRUE(edit) << error;
    document_.apply({*edit});
    refresh();
    step();
  }
  BoundJoint& arm() {
    const int joint = find_joint(document_.scene().model->skeleton, "arm.L");
    return *std::ranges::find(state_.doctor.joints, joint, &BoundJoint::joint);
  }
};

TEST_F(BindDoctorWidget, AnotherPoseIsSeenWithoutWhatStays) {
  ASSERT_EQ(state_.doctor.joints.size(), 4u);
  EXPECT_FALSE(arm().from_here.apart);
  arm().uneven = 7.0;  // what is examined anew gets another value
  apply("joint arm.L rotate 0 0 30");
  EXPECT_NEAR(arm().from_here.degrees, 30.0, 1e-3);
  EXPECT_EQ(arm().uneven, 7.0) << "axes, weights and the file's Pose are what they were";
  apply("weights body 0 spine 1");
  EXPECT_NEAR(arm().uneven, 1.0, 1e-6) << "which mesh a joint is shown of hangs on the weights";
  EXPECT_NEAR(arm().from_here.degrees, 30.0, 1e-3);
}

// What binding it here would change is told, however little; where it says "the same" that is no
// step.
TEST_F(BindDoctorWidget, TheSameIsWhatBindingHereLeaves) {
  for (const char* degrees : {"0.0001", "0.002", "0.05", "3"}) {
    apply(std::string("joint arm.L rotate 0 0 ") + degrees);
    const bool same = state_.doctor.now == "the same";
    EXPECT_EQ(same, arm().from_here.same) << degrees << ": " << state_.doctor.now;
    EXPECT_EQ(same, std::string(degrees) == "0.0001") << state_.doctor.now;
    EXPECT_EQ(arm().from_here.apart, std::string(degrees) == "3");
    const auto rebound = rebound_model(document_.scene(), {RebindJoints::Here});
    EXPECT_EQ(same, binds_stay(document_.scene(), *rebound)) << degrees;
  }
}

// A man's millimetre is the last digit of a place, in whatever unit the file is.
TEST(BindDoctor, DecimalsFollowTheUnit) {
  const mat4 turned = glm::rotate(mat4(1.0f), 0.7f, vec3(0.3f, 0.5f, 0.8f));
  const auto of = [&](float axes, double size) {
    return matrix_decimals(turned * glm::scale(mat4(1.0f), vec3(axes)), size);
  };
  EXPECT_EQ(of(1.0f, 1.9).axes, 3);
  EXPECT_EQ(of(1.0f, 1.9).place, 3);    // metres
  EXPECT_EQ(of(1.0f, 190.0).place, 1);  // centimetres
  EXPECT_EQ(of(1.0f, 1900.0).place, 0);
  EXPECT_EQ(of(1.0f, 0.019).place, 5);
  // Axes of a hundredth: places of the joint count in a unit that is a hundred times larger.
  EXPECT_EQ(of(0.01f, 190.0).axes, 5);
  EXPECT_EQ(of(0.01f, 190.0).place, 3);
  EXPECT_EQ(matrix_decimals(mat4(0.0f), 1.0).axes, 3);
  EXPECT_EQ(of(1.0f, INFINITY).place, 3);
}

}  // namespace
}  // namespace bindpose::ui::testing::bind_doctor_test
