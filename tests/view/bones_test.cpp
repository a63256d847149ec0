#include "view/bones.h"

#include <gtest/gtest.h>

#include "view/rigs.h"

namespace bindpose::bones_test {
namespace {

using rigs::move;
using rigs::Node;
using rigs::turn;

struct Posed {
  Scene scene;
  PosedScene posed;
  BoneSet set;

  explicit Posed(std::shared_ptr<Model> m) : scene(make_scene(std::move(m))) { update(); }
  void update() {
    evaluate(scene, posed);
    build_bones(scene, posed, set);
  }
  const Bone* find(int joint) const {
    for (const Bone& b : set.bones) {
      if (b.joint == joint) return &b;
    }
    return nullptr;
  }
};

void expect_sound(const BoneSet& set) {
  for (const Bone& b : set.bones) {
    EXPECT_GT(b.length, 0.0f);
    EXPECT_GT(b.radius, 0.0f);
    EXPECT_NEAR(glm::length(b.tail - b.head), b.length, 1e-5f * set.layout.height);
    EXPECT_NEAR(glm::length(b.side), 1.0f, 1e-5f);
    EXPECT_NEAR(glm::dot(b.side, (b.tail - b.head) / b.length), 0.0f, 1e-4f);
  }
}

TEST(Bones, ChainRunsFromJointToJoint) {
  Posed p(rigs::model(
      {{"a", -1, move(0, 1, 0)}, {"b", 0, move(0, 0.4f, 0)}, {"c", 1, move(0, 0.4f, 0)}}));
  ASSERT_EQ(p.set.bones.size(), 3u);
  EXPECT_LT(glm::length(p.find(0)->tail - vec3(0, 1.4f, 0)), 1e-6f);
  EXPECT_LT(glm::length(p.find(1)->head - vec3(0, 1.4f, 0)), 1e-6f);
  EXPECT_LT(glm::length(p.find(1)->tail - vec3(0, 1.8f, 0)), 1e-6f);
  // The leaf goes on straight, for a part of its parent's length.
  const Bone& leaf = *p.find(2);
  EXPECT_NEAR(leaf.tail.x, 0.0f, 1e-6f);
  EXPECT_GT(leaf.length, 0.05f);
  EXPECT_LT(leaf.length, 0.4f);
  EXPECT_GT(leaf.tail.y, leaf.head.y);
  EXPECT_TRUE(p.set.links.empty());
  expect_sound(p.set);
}

TEST(Bones, AChainAloneIsDrawnFromTheRootToTheSelectedJoint) {
  // root - spine - arm - hand, and a leg beside the spine.
  Posed p(rigs::model({{"root", -1, move(0, 1, 0)},
                       {"spine", 0, move(0, 0.4f, 0)},
                       {"arm", 1, move(0, 0.4f, 0)},
                       {"hand", 2, move(0, 0.4f, 0)},
                       {"leg", 0, move(0.2f, -0.4f, 0)}}));
  const auto drawn = [&p] {
    std::string joints;
    for (int j = 0; j < 5; ++j) joints += is_drawn(p.scene, j) ? '1' : '0';
    return joints;
  };
  p.scene.view.bones = Bones::Chain;
  EXPECT_EQ(drawn(), "11111") << "nothing selected: all";
  p.scene.selection.joint = 2;
  EXPECT_EQ(drawn(), "11100");
  EXPECT_TRUE(is_drawn(p.scene, 1, 2));
  EXPECT_FALSE(is_drawn(p.scene, 2, 3)) << "the bone from the last joint on";
  EXPECT_FALSE(is_drawn(p.scene, 0, 4));
  EXPECT_FALSE(is_drawn(p.scene, 2, -1)) << "a leaf's tip is nobody's frame";
  p.scene.view.bones = Bones::All;
  EXPECT_EQ(drawn(), "11111");
  EXPECT_TRUE(is_drawn(p.scene, 3, -1));
  EXPECT_EQ(p.find(1)->child, 2);
  EXPECT_EQ(p.find(3)->child, -1);
}

// Spine, chest, then a neck of three joints and an arm of six: the chest's bone goes up to the
// neck.
TEST(Bones, TheChainGoesStraightOnPastALargerBranch) {
  std::vector<Node> nodes = {{"spine", -1, move(0, 1, 0)}, {"chest", 0, move(0, 0.3f, 0)}};
  nodes.push_back({"shoulder", 1, move(0.2f, 0.1f, 0)});
  for (int k = 0; k < 5; ++k) nodes.push_back({"arm", 2 + k, move(0.2f, 0, 0)});
  nodes.push_back({"neck", 1, move(0, 0.3f, 0)});
  nodes.push_back({"head", 8, move(0, 0.1f, 0)});
  nodes.push_back({"jaw", 9, move(0, 0, 0.1f)});
  Posed p(rigs::model(nodes));
  EXPECT_LT(glm::length(p.find(1)->tail - vec3(0, 1.6f, 0)), 1e-6f);
}

// A twist joint in line with the arm is an ornament: the bone goes to the forearm with its hand.
TEST(Bones, ALoneJointInLineDoesNotTakeTheBone) {
  std::vector<Node> nodes = {{"shoulder", -1, move(0, 1, 0)}, {"upper_arm", 0, move(0.2f, 0, 0)}};
  nodes.push_back({"forearm", 1, move(0.2f, -0.25f, 0)});
  for (int k = 0; k < 4; ++k) nodes.push_back({"finger", 2 + k, move(0.05f, 0, 0)});
  nodes.push_back({"twist", 1, move(0.15f, 0, 0)});
  Posed p(rigs::model(nodes));
  EXPECT_LT(glm::length(p.find(1)->tail - vec3(0.4f, 0.75f, 0)), 1e-6f);
}

// However the joint itself is turned at rest.
TEST(Bones, ALeafGoesStraightOn) {
  Posed p(rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, move(0, 1, 0) * turn(30, {0, 0, 1})}}));
  const Bone& leaf = *p.find(1);
  EXPECT_LT(glm::length(leaf.tail - vec3(0, 1 + leaf.length, 0)), 1e-6f);
}

TEST(Bones, LeafTurnsWithItsJoint) {
  Posed p(rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, move(0, 1, 0)}}));
  const float length = p.find(1)->length;
  p.scene.pose.user_local[1] = turn(90, {0, 0, 1});
  p.update();
  EXPECT_LT(glm::length(p.find(1)->tail - vec3(-length, 1, 0)), 1e-6f);
}

TEST(Bones, TwistTurnsTheSide) {
  Posed p(rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, move(0, 1, 0)}}));
  const vec3 side = p.find(0)->side;
  p.scene.pose.user_local[0] = turn(90, {0, 1, 0});
  p.update();
  EXPECT_NEAR(glm::dot(side, p.find(0)->side), 0.0f, 1e-5f);
}

TEST(Bones, LargestSubtreeContinuesTheChain) {
  Posed p(rigs::model({{"hip", -1, mat4(1.0f)},
                       {"leg", 0, move(0.2f, -0.5f, 0)},
                       {"spine", 0, move(0, 0.5f, 0)},
                       {"head", 2, move(0, 0.5f, 0)}}));
  EXPECT_LT(glm::length(p.find(0)->tail - vec3(0, 0.5f, 0)), 1e-6f);
  ASSERT_EQ(p.set.links.size(), 1u);
  EXPECT_EQ(p.set.links[0].parent, 0);
  EXPECT_EQ(p.set.links[0].child, 1);
  EXPECT_LT(glm::length(p.set.links[0].to - vec3(0.2f, -0.5f, 0)), 1e-6f);
}

TEST(Bones, AmongEqualChildrenTheOneStraightAhead) {
  Posed p(rigs::model({{"arm", -1, mat4(1.0f)},
                       {"hand", 0, move(1, 0, 0)},
                       {"thumb", 1, move(0.05f, 0.2f, 0)},
                       {"middle", 1, move(0.3f, 0, 0)},
                       {"ring", 1, move(0.3f, -0.1f, 0)}}));
  EXPECT_LT(glm::length(p.find(1)->tail - vec3(1.3f, 0, 0)), 1e-6f);
  // It stays so when the pose bends the hand backwards.
  p.scene.pose.user_local[1] = turn(170, {0, 0, 1});
  p.update();
  EXPECT_NEAR(p.find(1)->length, 0.3f, 1e-5f);
}

TEST(Bones, HelpersAndEndNodes) {
  Posed p(rigs::model({{"a", -1, mat4(1.0f)},
                       {"b", 0, move(0, 1, 0)},
                       {"b_end", 1, move(0, 0.3f, 0), false, false},
                       {"ik", 0, move(0.5f, 0, 0), false, false},
                       {"ik2", 3, move(0.5f, 0, 0), false, false}}));
  EXPECT_FALSE(p.find(1)->helper);
  EXPECT_LT(glm::length(p.find(1)->tail - vec3(0, 1.3f, 0)), 1e-6f);  // the tip that the file gives
  EXPECT_TRUE(p.find(2)->helper);
  EXPECT_LT(p.find(2)->length, 0.02f * p.set.layout.height);
  EXPECT_TRUE(p.find(3)->helper);
  EXPECT_NEAR(p.find(3)->length, 0.5f, 1e-6f);
  expect_sound(p.set);
}

TEST(Bones, NodesAboveTheFirstJointAndMeshNodesHaveNone) {
  auto m = rigs::model({{"scene", -1, mat4(1.0f), false, false},
                        {"body", 0, mat4(1.0f), false, false},
                        {"armature", 0, mat4(1.0f), false, false},
                        {"hip", 2, move(0, 1, 0)},
                        {"sword", 3, move(0, 0.5f, 0), false, false},
                        {"knee", 3, move(0, -0.5f, 0)}});
  Mesh body, sword;
  body.node = 1;
  sword.node = 4;
  m->meshes = {body, sword};
  Posed p(m);
  ASSERT_EQ(p.set.bones.size(), 2u);
  EXPECT_NE(p.find(3), nullptr);
  EXPECT_NE(p.find(5), nullptr);
  EXPECT_LT(glm::length(p.find(3)->tail - vec3(0, 0.5f, 0)), 1e-6f);
  EXPECT_TRUE(p.set.links.empty());
}

TEST(Bones, WithoutJointsAllNodesAreShown) {
  Posed p(rigs::model(
      {{"base", -1, mat4(1.0f), false, false}, {"arm", 0, move(0, 1, 0), false, false}}));
  ASSERT_EQ(p.set.bones.size(), 2u);
  EXPECT_FALSE(p.find(0)->helper);
}

TEST(Bones, ChildOnTopOfItsParent) {
  Posed p(rigs::model({{"a", -1, move(0, 1, 0)},
                       {"twist", 0, mat4(1.0f)},
                       {"b", 0, move(0, 0.5f, 0)},
                       {"same", 2, mat4(1.0f)}}));
  EXPECT_NEAR(p.find(0)->length, 0.5f, 1e-6f);
  expect_sound(p.set);
  // Scaled to nothing by the user: still sound.
  p.scene.pose.user_local[0] = rigs::stretch(0, 0, 0);
  p.update();
  expect_sound(p.set);
}

TEST(Bones, SizesFollowLengthWithinBounds) {
  Posed p(rigs::model({{"root", -1, mat4(1.0f)},
                       {"hip", 0, move(0, 1, 0)},
                       {"spine", 1, move(0, 0.1f, 0)},
                       {"head", 2, move(0, 0.7f, 0)}}));
  EXPECT_NEAR(p.set.layout.height, 1.8f, 1e-5f);
  EXPECT_NEAR(p.find(1)->radius, 0.009f, 1e-5f);
  EXPECT_LT(p.find(0)->radius, 0.05f);
}

TEST(Bones, DisplaySpaceIsUprightMetres) {
  auto m = rigs::model({{"a", -1, move(0, 0, 100)}, {"b", 0, move(0, 0, 40)}});
  m->to_display = rigs::stretch(0.01f, 0.01f, 0.01f) * turn(-90, {1, 0, 0});  // z up, centimetres
  Posed p(m);
  EXPECT_LT(glm::length(p.find(0)->head - vec3(0, 1, 0)), 1e-6f);
  EXPECT_LT(glm::length(p.find(0)->tail - vec3(0, 1.4f, 0)), 1e-6f);
  EXPECT_LT(glm::length(joint_position(p.scene, p.posed, 1) - vec3(0, 1.4f, 0)), 1e-6f);
  EXPECT_NEAR(p.set.layout.height, 0.4f, 1e-5f);
  expect_sound(p.set);
}

// Too large for a float once it is in display space, along one axis only.
TEST(Bones, WhatIsNowhereHasNone) {
  for (int axis = 0; axis < 3; ++axis) {
    vec3 far(0.0f);
    far[axis] = 1e38f;
    auto m = rigs::model({{"a", -1, mat4(1.0f)},
                          {"b", 0, move(0, 1, 0)},
                          {"lost", 1, move(far.x, far.y, far.z)},
                          {"c", 0, move(1, 0, 0)}});
    m->to_display = rigs::stretch(10, 10, 10);
    Posed p(m);
    EXPECT_NE(p.find(0), nullptr) << axis;
    EXPECT_EQ(p.find(1), nullptr) << axis << ": its tail is nowhere";
    EXPECT_EQ(p.find(2), nullptr) << axis;
    EXPECT_NE(p.find(3), nullptr) << axis;
  }
}

TEST(Bones, LayoutFollowsTheModel) {
  Posed p(rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, move(0, 1, 0)}}));
  p.scene = make_scene(rigs::model({{"x", -1, mat4(1.0f)}}));
  p.update();
  EXPECT_EQ(p.set.bones.size(), 1u);
  p.scene = make_scene(nullptr);
  build_bones(p.scene, p.posed, p.set);
  EXPECT_TRUE(p.set.bones.empty());
}

TEST(ModelHeight, FromBoundsOfMeshAndJoints) {
  auto m = rigs::model({{"a", -1, mat4(1.0f)}, {"prop", 0, move(0, 2, 0), false, false}});
  Mesh skinned;
  skinned.file_binding.skin.skinned = true;
  skinned.position = {{0, 0, 0}, {0.3f, 1.8f, 0}};
  Mesh prop;
  prop.node = 1;
  prop.position = {{0, 0, 0}, {0, 1, 0}};
  // Both follow their nodes: the skinned one the root, the prop the node at its height.
  for (Mesh* mesh : {&skinned, &prop}) {
    mesh->normal.assign(2, vec3(0, 0, 1));
    mesh->file_binding.influences = pack_influences({{}, {}}, 0).influences;
  }
  m->meshes = {skinned};
  EXPECT_NEAR(model_height(*m), 1.8f, 1e-6f);
  m->meshes = {skinned, prop};
  EXPECT_NEAR(model_height(*m), 3.0f, 1e-6f);
  EXPECT_GT(model_height(Model{}), 0.0f);
}

struct PickBone : ::testing::Test {
  Viewport view{1000, 800};
  Camera camera;
  void SetUp() override {
    camera.yaw = camera.pitch = 0.0f;
    camera.target = {0, 1, 0};
    camera.distance = 4.0f;
  }
  int at(const BoneSet& set, const vec3& point, const vec2& beside = vec2(0.0f)) const {
    return pick_bone(set, camera, view, vec2(project(camera, view, point)) + beside);
  }
};

TEST_F(PickBone, SpheresThenOctahedra) {
  Posed p(rigs::model({{"a", -1, move(0, 0.5f, 0)}, {"b", 0, move(0, 1, 0)}}));
  EXPECT_EQ(at(p.set, {0, 0.5f, 0}), 0);
  EXPECT_EQ(at(p.set, {0, 1.5f, 0}), 1);
  EXPECT_EQ(at(p.set, {0, 1.5f, 0}, {7.5f, 0}), 1);  // within the catch of 8 pixels
  EXPECT_EQ(at(p.set, {0, 1.5f, 0}, {60, 0}), -1);
  EXPECT_EQ(at(p.set, {0, 1.0f, 0}), 0);
  // The waist is wide: inside the outline far from the axis, and outside of it.
  const Bone& bone = *p.find(0);
  const vec3 waist = glm::mix(bone.head, bone.tail, kBoneWaist);
  EXPECT_EQ(at(p.set, waist + vec3(0.9f * bone.radius, 0, 0)), 0);
  EXPECT_EQ(at(p.set, waist + vec3(1.5f * bone.radius, 0, 0)), -1);
  camera.orthographic = true;
  EXPECT_EQ(at(p.set, waist + vec3(0.9f * bone.radius, 0, 0)), 0);
  EXPECT_EQ(at(p.set, waist + vec3(1.5f * bone.radius, 0, 0)), -1);
}

TEST_F(PickBone, NearestToTheEyeWins) {
  Posed p(rigs::model({{"root", -1, move(0, 0.2f, 0), true, false},
                       {"back", 0, move(0, 0.3f, -1)},
                       {"back2", 1, move(0, 1, 0)},
                       {"front", 0, move(0, 0.3f, 1)},
                       {"front2", 3, move(0, 1, 0)}}));
  EXPECT_EQ(at(p.set, {0, 1.0f, 1}), 3);
  EXPECT_EQ(at(p.set, {0, 1.0f, 0.9f}), 3);
  camera.yaw = 3.14159265f;
  EXPECT_EQ(at(p.set, {0, 1.0f, -1}), 1);
}

TEST_F(PickBone, BetweenTwoSpheresTheNearerInPixels) {
  const float pixel = pixel_size(camera, view, {0, 1, 0});
  Posed p(rigs::model({{"a", -1, move(0, 1, 0)}, {"b", 0, move(14 * pixel, 0, 0.01f)}}));
  EXPECT_EQ(at(p.set, {0, 1, 0}, {5.0f, 0}), 0);
  EXPECT_EQ(at(p.set, {0, 1, 0}, {10.0f, 0}), 1);
}

TEST_F(PickBone, SpheresShrinkAmongShortBones) {
  const float pixel = pixel_size(camera, view, {0, 1, 0});
  Posed p(rigs::model({{"a", -1, move(0, 1, 0)},
                       {"b", 0, move(10 * pixel, 0, 0)},
                       {"c", 1, move(300 * pixel, 0, 0)}}));
  const auto radius = [&](int joint, float ui_scale = 1.0f) {
    return joint_radius_pixels(*p.find(joint), {}, camera, view, ui_scale);
  };
  EXPECT_NEAR(radius(0), 2.2f, 0.05f);
  EXPECT_NEAR(radius(1), kJointRadiusPixels, 1e-4f);
  EXPECT_NEAR(radius(0, 2.0f), kJointSmallestPixels, 1e-4f);
  // A little above: caught by the large sphere, not by the small one.
  EXPECT_EQ(at(p.set, {10 * pixel, 1, 0}, {0, -6.5f}), 1);
  EXPECT_EQ(at(p.set, {0, 1, 0}, {-1.0f, -6.5f}), -1);
}

TEST_F(PickBone, ASelectedSphereIsCaughtAsLargeAsItIsDrawn) {
  const float pixel = pixel_size(camera, view, {0, 1, 0});
  Posed p(rigs::model({{"a", -1, move(0, 1, 0)}, {"b", 0, move(10 * pixel, 0, 0)}}));
  const auto above = [&](const Selection& selection) {
    const vec2 head(project(camera, view, {0, 1, 0}));
    return pick_bone(p.set, camera, view, head + vec2(-1.0f, -6.5f), 1.0f, selection);
  };
  EXPECT_EQ(above({}), -1);
  EXPECT_EQ(above({.joint = 0}), 0);
  EXPECT_EQ(above({.hovered_joint = 0}), 0);
  EXPECT_EQ(above({.joint = 1}), -1);
}

TEST_F(PickBone, HelperWithinFourPixelsOfItsLine) {
  Posed p(rigs::model({{"a", -1, move(0, 0.5f, 0)},
                       {"ik", 0, move(0.3f, 0, 0), false, false},
                       {"ik2", 1, move(0, 1, 0), false, false},
                       {"b", 0, move(0, 1, 0)}}));
  EXPECT_EQ(at(p.set, {0.3f, 1.0f, 0}, {3.5f, 0}), 1);
  EXPECT_EQ(at(p.set, {0.3f, 1.0f, 0}, {5.0f, 0}), -1);
  const auto on_a_dense_display = [&](float beside) {
    const vec2 line(project(camera, view, {0.3f, 1.0f, 0}));
    return pick_bone(p.set, camera, view, line + vec2(beside, 0), 2.0f);
  };
  EXPECT_EQ(on_a_dense_display(7.0f), 1);
  EXPECT_EQ(on_a_dense_display(10.0f), -1);
}

// Two lines that cross in depth only: each is in front at one end.
TEST_F(PickBone, OfTwoLinesTheOneInFrontAtThePixel) {
  camera.orthographic = true;
  Posed p(rigs::model({{"a", -1, move(0, 0.5f, 0)},
                       {"ik", 0, move(0.3f, 0, 1), false, false},
                       {"ik2", 1, move(0, 1, -2), false, false},
                       {"pole", 0, move(0.3f, 0, -1), false, false},
                       {"pole2", 3, move(0, 1, 2), false, false},
                       {"b", 0, move(0, 1, 0)}}));
  EXPECT_EQ(at(p.set, {0.3f, 0.75f, 0}), 1);
  EXPECT_EQ(at(p.set, {0.3f, 1.25f, 0}), 3);
}

TEST_F(PickBone, NothingBehindTheEye) {
  Posed p(rigs::model({{"a", -1, move(0, 1, 9)}, {"b", 0, move(0, 0, 1)}}));
  for (float x = 0; x <= 1000; x += 50) {
    for (float y = 0; y <= 800; y += 50) EXPECT_EQ(pick_bone(p.set, camera, view, {x, y}), -1);
  }
}

}  // namespace
}  // namespace bindpose::bones_test
