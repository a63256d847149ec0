// The walk of a vertex through the spaces, against products that are written out here.
#include "scene/explain/space_walk.h"

#include <gtest/gtest.h>

#include "explain/walk_rig.h"
#include "scene/probe.h"

namespace bindpose::space_walk_test {
namespace {

using walk_rig::kLowerLocal;
using walk_rig::kUpperLocal;
using walk_rig::kVertex;
using walk_rig::move;
using walk_rig::posed_arm;
using walk_rig::turn;

void expect_point(const vec3& a, const mat4& m, const char* what) {
  const vec3 b(m * vec4(kVertex, 1.0f));
  EXPECT_LT(glm::distance(a, b), 2e-6f) << what;
}

TEST(SpaceWalk, OfOneInfluenceGoesByEachFactorOfItsChain) {
  const Scene scene = posed_arm(WalkOf::Joint);
  const SpaceWalk walk = space_walk(scene, evaluate(scene));
  ASSERT_EQ(walk.legs.size(), 1u);
  EXPECT_EQ(walk.legs[0].joint, 2) << "the largest weight";
  ASSERT_EQ(walk.stages.size(), 7u);  // bind, bone, lower, upper, root, weighted, summed
  const mat4 root = move(0, 0.5f, 0);
  const mat4 bone = glm::inverse(root * kUpperLocal * kLowerLocal);
  const mat4 in_upper = kLowerLocal * turn(-70, {0, 0, 1}) * bone;
  const mat4 in_root = kUpperLocal * turn(30, {0, 1, 0}) * in_upper;
  const mat4 world = root * in_root;
  const auto point = [&](float at) { return walk_at(walk, at).legs[0].point; };
  expect_point(point(0), mat4(1.0f), "bind space");
  expect_point(point(1), bone, "the bone's own frame");
  // (-0.25, 1.75, 0.5) is (0.25, 0.25, 0.5) from upper, whose x is the world's y.
  EXPECT_LT(glm::distance(point(1), vec3(-0.25f, 0.25f, 0.25f)), 1e-6f);
  expect_point(point(2), in_upper, "upper's frame");
  expect_point(point(3), in_root, "root's frame");
  expect_point(point(4), world, "the world");
  EXPECT_LT(glm::distance(point(5), 0.75f * point(4)), 1e-6f);
  const vec3 posed = probe(scene, evaluate(scene), {0, 0}, Deformer::Linear).position;
  EXPECT_LT(glm::distance(point(6), posed), 1e-6f);
  EXPECT_LT(glm::distance(point(100), posed), 1e-6f) << "no further than the end";
  EXPECT_NEAR(walk.other_weight, 0.25f, 1e-6f);
  EXPECT_EQ(walk.other_joint, 1);
}

TEST(SpaceWalk, TheSelectedJointWalksWhereItPulls) {
  Scene scene = posed_arm(WalkOf::Joint);
  scene.selection.joint = 1;
  EXPECT_EQ(space_walk(scene, evaluate(scene)).legs.at(0).joint, 1);
  scene.selection.joint = 3;
  EXPECT_EQ(space_walk(scene, evaluate(scene)).legs.at(0).joint, 2);
  const Scene several = posed_arm(WalkOf::Joint, 3);
  EXPECT_NEAR(space_walk(several, evaluate(several)).other_weight, 0.5f, 1e-6f);
  EXPECT_EQ(space_walk(several, evaluate(several)).other_joint, -1) << "no one of two";
}

TEST(SpaceWalk, ShorterChainsWaitAndThenGoOnTogether) {
  const Scene scene = posed_arm(WalkOf::All, 3);
  const PosedScene posed = evaluate(scene);
  const SpaceWalk walk = space_walk(scene, posed);
  ASSERT_EQ(walk.legs.size(), 3u);
  ASSERT_EQ(walk.stages.size(), 7u);
  EXPECT_EQ(walk.legs[0].factor_joint, (std::vector<int>{-1, -1, 2, 1, 0, -1, -1}));
  EXPECT_EQ(walk.legs[1].factor_joint, (std::vector<int>{-1, -1, -1, 1, 0, -1, -1}));
  EXPECT_EQ(walk.legs[2].factor_joint, (std::vector<int>{-1, -1, -1, 3, 0, -1, -1}));
  EXPECT_EQ(walk.legs[1].factor[2], mat4(1.0f)) << "waits";
  EXPECT_EQ(walk.legs[0].factor[4], walk.legs[1].factor[4]) << "their common ancestor";
  const Model& model = *scene.model;
  EXPECT_EQ(walk_space(walk, model, 1, 2), "frame of upper");
  EXPECT_EQ(walk_space(walk, model, 0, 2), "frame of upper");
  EXPECT_EQ(walk_space(walk, model, 2, 3), "frame of root");
  EXPECT_EQ(walk_space(walk, model, 2, 4), "world");
  EXPECT_EQ(walk_words(walk, model, 2), "By L Ul of lower into the frame of upper");
  EXPECT_EQ(walk_words(walk, model, 3),
            "By L Ul of upper and tail into the frames of their parents");
  // In the world each stands where its joint alone would put it; sums end at the vertex.
  const Probe probed = probe(scene, posed, {0, 3}, Deformer::Linear);
  const WalkMoment world = walk_at(walk, 4), end = walk_at(walk, 6), half = walk_at(walk, 5.5f);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_LT(glm::distance(world.legs[k].point, probed.rows[k].candidate), 1e-6f);
  EXPECT_LT(glm::distance(end.legs[2].point, probed.position), 1e-6f);
  for (std::size_t k = 1; k < 3; ++k)
    EXPECT_LT(glm::distance(end.legs[k].tail, end.legs[k - 1].point), 1e-6f) << "end to end";
  EXPECT_LT(glm::distance(half.legs[1].tail, 0.5f * end.legs[1].tail), 1e-6f);
}

TEST(SpaceWalk, WhatCannotWalkSaysWhy) {
  Scene scene = posed_arm(WalkOf::All, 2);
  EXPECT_TRUE(space_walk(scene, evaluate(scene)).empty());
  EXPECT_NE(std::string(space_walk(scene, evaluate(scene)).why_not).find("no weights"),
            std::string::npos);
  scene.selection.pinned_vertex = {};
  EXPECT_NE(std::string(space_walk(scene, evaluate(scene)).why_not).find("Pin a vertex"),
            std::string::npos);
}

// What is rigid keeps its shape on the way: nearly half a turn does not pass near a point, as the
// mean of both matrices would.
TEST(MotionPart, GoesAlongItsScrew) {
  const vec3 at(1, 2, 3);
  const mat4 whole = move(1, 2, 3) * turn(170, {0, 1, 0}) * move(-1, -2, -3) * move(0, 0.5f, 0);
  const mat4 half = motion_part(whole, 0.5f);
  const vec3 p(half * vec4(at + vec3(2, 0, 0), 1.0f));
  const float half_turn = glm::radians(85.0f);
  const vec3 expected = at + vec3(2 * std::cos(half_turn), 0.25f, -2 * std::sin(half_turn));
  EXPECT_LT(glm::distance(p, expected), 1e-5f);
  EXPECT_LT(max_difference(half * half, whole), 1e-5f) << "two halves are the whole";
  EXPECT_LT(max_difference(motion_part(whole, 1e-7f), mat4(1.0f)), 1e-5f);
  EXPECT_EQ(motion_part(whole, 0.0f), mat4(1.0f));
  EXPECT_EQ(motion_part(whole, 1.0f), whole);
}

TEST(MotionPart, StretchesInProportionAndMirrorsStraight) {
  const mat4 stretched = turn(90, {0, 0, 1}) * rigs::stretch(3, 1, 1);
  const mat4 expected = turn(45, {0, 0, 1}) * rigs::stretch(2, 1, 1);
  EXPECT_LT(max_difference(motion_part(stretched, 0.5f), expected), 1e-6f);
  const mat4 mirrored = move(4, 0, 0) * rigs::stretch(-1, 1, 1);
  EXPECT_LT(max_difference(motion_part(mirrored, 0.25f), move(1, 0, 0) * rigs::stretch(0.5f, 1, 1)),
            1e-6f);
}

}  // namespace
}  // namespace bindpose::space_walk_test
