// Both sides of a draft at once: named, hung and mirrored, and the axes of joints between them.
#include <gtest/gtest.h>

#include "draft_fixture.h"
#include "math/transform.h"

namespace bindpose::tests {
namespace {

using Names = std::vector<std::string>;

class BothSides : public Draft {
 protected:
  vec3 bone(const std::string& name) const {
    return draft_axes(draft(), *doc.scene().model)[idx(find_joint(draft(), name))][1];
  }
};

TEST_F(BothSides, ARenameNamesBoth) {
  edit("draft joint hips at 0 2 0 both");
  edit("draft joint joint at 0.4 1 0 under hips both");
  edit("draft rename joint.R LeftUpLeg both");
  EXPECT_EQ(names(), (Names{"hips", "RightUpLeg", "LeftUpLeg"})) << "by the side that it names";
  edit("draft rename RightUpLeg leg both");
  EXPECT_EQ(names(), (Names{"hips", "leg.L", "leg.R"})) << "a name without one gets it by place";
  edit("draft rename leg.R l_leg both");
  EXPECT_EQ(names(), (Names{"hips", "r_leg", "l_leg"}));
  edit("draft rename hips pelvis both");
  EXPECT_EQ(names()[0], "pelvis") << "in the middle there is one";
  edit("draft joint Left at 0 3 0");
  EXPECT_NE(refused("draft rename r_leg Right both").find("a joint \"Left\" already"),
            std::string::npos);
  EXPECT_EQ(names(), (Names{"pelvis", "r_leg", "l_leg", "Left"}));
}

TEST_F(BothSides, AJointHangsOnTheOtherSideOfItsParentToo) {
  edit("draft joint hips at 0 2 0 both");
  edit("draft joint arm at 0.6 3 0 under hips both");
  edit("draft joint hand at 1.2 3 0 under hips both");
  edit("draft parent hand.R arm.R both");
  EXPECT_EQ(parent("hand.R"), "arm.R");
  EXPECT_EQ(parent("hand.L"), "arm.L");
  edit("draft parent hand.L hips both");
  EXPECT_EQ(parent("hand.R"), "hips");
  edit("draft parent arm.L none both");
  EXPECT_EQ(parent("arm.R"), "");
  // On each other's side: a circle.
  edit("draft parent hand.L arm.L both");
  EXPECT_NE(refused("draft parent arm.L hand.R both").find("cannot be its parent"),
            std::string::npos);
  EXPECT_EQ(parent("arm.L"), "");
  // What has no other side stands for both.
  edit("draft joint spare at 0.3 4 0");
  edit("draft parent arm.L spare both");
  EXPECT_EQ(parent("arm.L"), "spare");
  EXPECT_EQ(parent("arm.R"), "spare");
}

TEST_F(BothSides, TheOtherSideIsFoundByPlaceWhereNamesDoNotSay) {
  edit("draft joint hips at 0 2 0 both");
  edit("draft joint leg at 0.4 1 0 under hips both");
  edit("draft joint foot at 0.4 0 0.2 under leg.L both");
  edit("draft rename leg.L thigh");  // of one side alone
  edit("draft mirror to right");
  EXPECT_EQ(names(), (Names{"hips", "thigh.L", "thigh.R", "foot.L", "foot.R"}));
  expect_at(joint("thigh.R").position, vec3(-0.4f, 1, 0), 1e-5f);
  EXPECT_EQ(parent("foot.R"), "thigh.R");
  // Names that say nothing of sides stay.
  for (const char* text : {"draft rename thigh.L a", "draft rename thigh.R b",
                           "draft rename foot.L c", "draft rename foot.R d"})
    edit(text);
  edit("draft axes a 0 1 0 0 0 1 1 0 0");
  edit("draft mirror to right");
  EXPECT_EQ(names(), (Names{"hips", "a", "b", "c", "d"}));
  EXPECT_TRUE(joint("b").axes);
  edit("draft move d to -0.5 0 0 both");
  expect_at(joint("c").position, vec3(0.5f, 0, 0), 1e-5f);
  edit("draft rename c toe both");
  EXPECT_EQ(names(), (Names{"hips", "a", "b", "toe.L", "toe.R"}));
  edit("draft delete b both");
  EXPECT_EQ(names(), (Names{"hips", "toe.L", "toe.R"}));
}

// Two that are near each other on one side are not both taken for the one on the other.
TEST_F(BothSides, OneJointIsTheOtherSideOfOne) {
  edit("draft joint finger at 1 2 0");
  edit("draft joint thumb at 1.01 2 0");
  edit("draft joint far at -1 2 0");
  edit("draft mirror to right");
  EXPECT_EQ(names(), (Names{"finger", "thumb.L", "far", "thumb.R"}));
}

// The plane goes through the middles of pairs from the third one on, and of a figure that does not
// stand at 0 those are rounded: that is no change.
TEST_F(BothSides, MirroredTwiceIsMirroredOnce) {
  for (const float centre : {0.0f, 7.3f, -0.137f}) {
    doc = Document(make_scene(tube_model(4.0f, centre)));
    const auto add = [&](const std::string& name, float aside, const std::string& rest) {
      edit("draft joint " + name + " at " + std::to_string(centre + aside) + rest);
    };
    add("hips", 0.0013f, " 2 0");
    add("arm", 0.437f, " 1.71 0.1 under hips");
    add("hand", 0.913f, " 1.37 0.31 under arm");
    add("leg", 0.231f, " 1.13 0.07 under hips axes 0.6 0.8 0 -0.8 0.6 0 0 0 1");
    add("foot", 0.257f, " 0.077 0.19 under leg");
    EXPECT_NE(edit("draft mirror to right").extent, Change::None);
    const SkeletonDraft before = draft();
    ASSERT_EQ(before.joint.size(), 9u);
    const std::size_t steps = doc.done();
    EXPECT_EQ(edit("draft mirror to right").extent, Change::None) << centre;
    EXPECT_EQ(edit("draft mirror to left").extent, Change::None) << "and back again";
    EXPECT_EQ(draft(), before);
    EXPECT_EQ(doc.done(), steps);
    edit("draft move hand.R to " + std::to_string(centre - 0.9f) + " 1.4 0.3");
    EXPECT_NE(edit("draft mirror to right").extent, Change::None);
  }
}

TEST_F(BothSides, AReparentedLimbIsNotDoubled) {
  edit("draft joint hips at 0 2 0 both");
  edit("draft joint joint at 0.4 1 0 under hips both");
  edit("draft joint joint2 at 0.4 0 0 under hips both");
  edit("draft rename joint2.L foot");
  edit("draft parent foot joint.L");
  edit("draft mirror to right");
  EXPECT_EQ(names(), (Names{"hips", "joint.L", "joint.R", "foot.L", "foot.R"}));
  EXPECT_EQ(parent("foot.R"), "joint.R");
}

// The rig of docs/skeletons.md, in two minutes.
TEST_F(BothSides, BetweenTwoArmsTheBoneGoesToTheNeck) {
  edit("draft joint hips at 0 1 0");
  edit("draft joint chest at 0 1.4 0 under hips");
  edit("draft joint neck at 0 1.6 0.02 under chest");
  edit("draft joint head at 0 1.7 0 under neck");
  edit("draft joint shoulder at 0.2 1.45 0 under chest both");
  edit("draft joint elbow at 0.5 1.4 0 under shoulder.L both");
  edit("draft joint hand at 0.8 1.35 0 under elbow.L both");
  expect_at(bone("chest"), glm::normalize(vec3(0, 0.2f, 0.02f)), 1e-5f);
  expect_at(bone("hips"), vec3(0, 1, 0), 1e-5f);
  edit("draft delete head");
  edit("draft delete neck");
  expect_at(bone("chest"), vec3(0, 1, 0), 1e-5f);  // the middle of both
  edit("draft move chest to 0 1.45 0 alone");
  expect_at(bone("chest"), vec3(0, 1, 0), 1e-5f);  // straight to both sides: as its parent
  edit("draft rename shoulder.L a");
  edit("draft rename shoulder.R b");
  edit("draft move chest to 0 1.4 0.1 alone");
  expect_at(bone("chest"), glm::normalize(vec3(0, 0.05f, -0.1f)), 1e-5f);  // a pair by place
}

TEST_F(BothSides, AxesThatWereNotSetFollowAfterBuildingToo) {
  edit("draft joint hips at 0 1 0");
  edit("draft joint leg at 0 3 0 under hips");
  edit("draft joint tail at 0.2 1 0 under hips axes 0 1 0 0 0 1 1 0 0");
  edit("skeleton build");
  edit("draft from model");
  EXPECT_FALSE(joint("hips").axes);
  EXPECT_TRUE(joint("tail").axes) << "they were set";
  edit("draft move leg to 2 1 0");
  expect_at(bone("hips"), vec3(1, 0, 0), 1e-5f);
  edit("draft none");
  edit("joint hips rotate 0 0 90");
  edit("rebind here hips");
  edit("draft from model");
  EXPECT_TRUE(joint("hips").axes) << "they were bound anew";
}

}  // namespace
}  // namespace bindpose::tests
