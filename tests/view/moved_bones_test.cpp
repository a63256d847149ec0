#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

#include "scene/edit/edit.h"
#include "scene/test_model.h"
#include "view/bones.h"

namespace bindpose::moved_bones_test {
namespace {

using tests::random_affine;

bool same(const Bone& a, const Bone& b) {
  return a.joint == b.joint && a.head == b.head && a.tail == b.tail && a.length == b.length &&
         a.radius == b.radius && a.side == b.side && a.child == b.child;
}
// Bits: a link to nowhere is one of NaN.
bool same(const BoneLink& a, const BoneLink& b) {
  return std::memcmp(&a, &b, sizeof(BoneLink)) == 0;
}

void expect_same(const BoneSet& a, const BoneSet& b, int joint) {
  ASSERT_EQ(a.bones.size(), b.bones.size()) << joint;
  ASSERT_EQ(a.links.size(), b.links.size()) << joint;
  for (std::size_t k = 0; k < a.bones.size(); ++k) {
    EXPECT_TRUE(same(a.bones[k], b.bones[k])) << "joint " << joint << ", bone " << k;
  }
  for (std::size_t k = 0; k < a.links.size(); ++k) {
    EXPECT_TRUE(same(a.links[k], b.links[k])) << "joint " << joint << ", link " << k;
  }
}

// Bit for bit what all of them anew would be, whichever joint is turned.
TEST(MovedBones, AreThoseOfTheWholePose) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const auto model = tests::random_model(seed, 60);
    Document document(make_scene(model));
    PosedScene posed = evaluate(document.scene());
    BoneSet moved, whole;
    build_bones(document.scene(), posed, moved);
    std::mt19937 rng(seed);
    for (int j = 0; j < model->skeleton.size(); ++j) {
      document.apply({SetUserLocal{j, random_affine(rng)}});
      evaluate_subtree(document.scene(), j, posed);
      move_bones(document.scene(), posed, j, moved);
      build_bones(document.scene(), posed, whole);
      expect_same(moved, whole, j);
    }
  }
}

// A bone that is nowhere is left out of the list: the next ones stand elsewhere in it.
TEST(MovedBones, WhatIsNowhereComesBack) {
  const auto model = tests::random_model(5, 20);
  Scene scene = make_scene(model);
  PosedScene posed = evaluate(scene);
  BoneSet moved, whole;
  build_bones(scene, posed, moved);
  const mat4 before = posed.world[7];
  for (const float x : {std::numeric_limits<float>::infinity(), before[3].x}) {
    posed.world[7][3].x = x;
    move_bones(scene, posed, 7, moved);
    build_bones(scene, posed, whole);
    expect_same(moved, whole, 7);
  }
  EXPECT_EQ(moved.bones.size(), moved.layout.plan.size());
}

}  // namespace
}  // namespace bindpose::moved_bones_test
