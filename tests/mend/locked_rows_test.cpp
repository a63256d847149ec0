// Locked weights of joints where weights are computed, loaded, taken or typed: exact small rows.
#include "scene/edit/mend/locked_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "scene/edit/edit.h"
#include "scene/edit/mend/mend.h"

namespace bindpose::locked_rows_test {
namespace {

constexpr int kRoot = 0, kArm = 1, kHand = 2;

// One mesh of five vertices; slots are joints.
Scene small_scene() {
  auto model = std::make_shared<Model>();
  const RawJoint joints[] = {{"root", -1}, {"arm", 0}, {"hand", 1}};
  model->skeleton = build_skeleton(joints).skeleton;
  Mesh mesh;
  mesh.name = "body";
  mesh.position.resize(5);
  mesh.normal.resize(5, vec3(0.0f, 0.0f, 1.0f));
  mesh.file_binding.influences = pack_influences({{{kRoot, 1.0f}},
                                                  {{kArm, 0.25f}, {kHand, 0.75f}},
                                                  {{kArm, 0.5f}, {kRoot, 0.5f}},
                                                  {{kHand, 1.0f}},
                                                  {}},
                                                 3)
                                     .influences;
  Skin& skin = mesh.file_binding.skin;
  skin.joint = {kRoot, kArm, kHand};
  skin.bind = skin.inverse_bind = std::vector<mat4>(3, mat4(1.0f));
  skin.skinned = true;
  model->meshes.push_back(std::move(mesh));
  model->bind_local.assign(3, mat4(1.0f));
  derive_weight_flags(*model);
  return make_scene(model);
}

// The same for all five, by other slots: hand and root.
SetInfluences wanted(float hand, float root) {
  std::vector<std::vector<WeightEntry>> rows(5, {{0, hand}, {1, root}});
  rows[4].clear();
  MeshWeights w{0, {kHand, kRoot}, pack_influences(rows, 2).influences};
  return {std::make_shared<const std::vector<MeshWeights>>(1, std::move(w))};
}

class LockedRows : public ::testing::Test {
 protected:
  Document document_{small_scene()};

  float weight(std::uint32_t v, int joint) const {
    const auto& [in, skin] = binding_of(document_.scene(), 0);
    for (std::size_t k = in.offset[v]; k < in.offset[v + 1]; ++k) {
      if (skin.joint[in.slot[k]] == joint) return in.weight[k];
    }
    return 0.0f;
  }
  void expect_row(std::uint32_t v, float root, float arm, float hand) const {
    EXPECT_NEAR(weight(v, kRoot), root, 1e-6f) << v;
    EXPECT_NEAR(weight(v, kArm), arm, 1e-6f) << v;
    EXPECT_NEAR(weight(v, kHand), hand, 1e-6f) << v;
  }
  void lock(int joint) { document_.apply({LockJoints{{joint}, true, true}}); }
};

TEST_F(LockedRows, OthersShareTheRestAsIsWanted) {
  lock(kArm);
  document_.apply({wanted(0.75f, 0.25f)});
  expect_row(0, 0.25f, 0.0f, 0.75f);
  expect_row(1, 0.1875f, 0.25f, 0.5625f);  // 3/4 of 1/4, 3/4 of 3/4
  expect_row(2, 0.125f, 0.5f, 0.375f);
  expect_row(3, 0.25f, 0.0f, 0.75f);
  expect_row(4, 0.0f, 0.0f, 0.0f);
  EXPECT_EQ(weight(1, kArm), 0.25f) << "to the last bit";
  document_.undo();
  expect_row(1, 0.0f, 0.25f, 0.75f);
}

TEST_F(LockedRows, ALockedJointGetsNoMore) {
  lock(kHand);
  document_.apply({wanted(0.75f, 0.25f)});
  expect_row(0, 1.0f, 0.0f, 0.0f);
  expect_row(1, 0.25f, 0.0f, 0.75f);
  expect_row(3, 0.0f, 0.0f, 1.0f);
}

TEST_F(LockedRows, WhereNothingElseIsWantedTheVertexStays) {
  lock(kHand);
  const Edit edit = wanted(1.0f, 0.0f);
  EXPECT_EQ(lock_note(document_.scene(), edit),
            "1 vertex keeps what the joints with locked weights have. 3 vertices stay as they are: "
            "what they are to follow is locked.");
  document_.apply({edit});
  expect_row(0, 1.0f, 0.0f, 0.0f);
  expect_row(1, 0.0f, 0.25f, 0.75f);
  expect_row(2, 0.5f, 0.5f, 0.0f);
  expect_row(3, 0.0f, 0.0f, 1.0f);
}

TEST_F(LockedRows, WeightsOfAnotherFileAndTypedOnesHeedThem) {
  lock(kArm);
  TransferWeights taken{"other.glb"};
  taken.made = wanted(0.75f, 0.25f).weights;
  EXPECT_NE(lock_note(document_.scene(), taken), "");
  document_.apply({taken});
  expect_row(2, 0.125f, 0.5f, 0.375f);
  document_.undo();
  document_.apply({SetWeights{{0, 1}, {{kArm, 3.0f}, {kRoot, 1.0f}}}});
  expect_row(1, 0.75f, 0.25f, 0.0f);
}

// Sums of floats are off from 1 in the last digit: no weight is divided by that.
TEST_F(LockedRows, WhatIsLockedStaysToTheLastBit) {
  auto model = std::make_shared<Model>(*document_.scene().model);
  std::vector<std::vector<WeightEntry>> rows;
  for (int k = 0; k < 5; ++k) {
    const float a = 0.1f + 0.037f * static_cast<float>(k),
                b = 0.61f - 0.05f * static_cast<float>(k);
    rows.push_back({{kRoot, a}, {kArm, b}, {kHand, 1.0f - a - b}});
  }
  Influences& in = model->meshes[0].file_binding.influences;
  in = pack_influences(rows, 3).influences;
  in.raw_weight_sum[2] = 0.5f;
  // As float rounding leaves it after a file of other shares.
  for (const std::size_t v : {1u, 2u, 3u}) {
    for (std::size_t k = in.offset[v]; k < in.offset[v + 1]; ++k)
      in.weight[k] = std::nextafter(in.weight[k], 0.0f);
  }
  for (const std::vector<int>& locked :
       {std::vector<int>{kArm}, {kArm, kHand}, {kRoot, kArm, kHand}}) {
    for (const auto& [hand, root] : {std::pair(0.75f, 0.25f), std::pair(1.0f, 0.0f)}) {
      document_ = Document(make_scene(model));
      document_.apply({LockJoints{locked, true, true}});
      const Influences before = in;
      document_.apply({wanted(hand, root)});
      for (std::uint32_t v = 0; v < 4; ++v) {
        for (const int j : locked) {
          float was = 0.0f;
          for (std::size_t k = before.offset[v]; k < before.offset[v + 1]; ++k)
            if (before.slot[k] == j) was = before.weight[k];
          EXPECT_EQ(weight(v, j), was)
              << "vertex " << v << ", joint " << j << ", " << locked.size();
        }
      }
      if (locked.size() < 3) continue;
      EXPECT_EQ(binding_of(document_.scene(), 0).influences.raw_weight_sum[2], 0.5f)
          << "a vertex that stays as it is";
    }
  }
}

TEST_F(LockedRows, WithoutLocksAllIsAsWanted) {
  const Edit edit = wanted(0.75f, 0.25f);
  EXPECT_EQ(lock_note(document_.scene(), edit), "");
  document_.apply({edit});
  expect_row(1, 0.25f, 0.0f, 0.75f);
}

// A skin gets the joint that a mend gives it only while it mends: it is locked all the same.
TEST(LockedRowsOfMends, ThatASkinLacksAreLockedThereToo) {
  Scene scene = small_scene();
  auto model = std::make_shared<Model>(*scene.model);
  Mesh second = model->meshes[0];
  second.name = "shirt";
  second.file_binding.influences =
      pack_influences({{{kRoot, 1.0f}}, {{kArm, 1.0f}}, {{kRoot, 1.0f}}, {{kArm, 1.0f}}, {}}, 2)
          .influences;
  Skin& skin = second.file_binding.skin;
  skin.joint = {kRoot, kArm};
  skin.bind = skin.inverse_bind = std::vector<mat4>(2, mat4(1.0f));
  model->meshes.push_back(second);
  derive_weight_flags(*model);
  scene = make_scene(model);
  Mend paste{.kind = Mend::SetRow, .row = {{kHand, 1.0f}}};
  paste.all = true;
  EXPECT_GT(mended(scene, paste).changed, 0u);
  scene.marks.weights_locked = {0, 0, 1};
  const MendResult made = mended(scene, paste);
  EXPECT_EQ(made.changed, 0u) << made.account;
  paste.row = {{kHand, 0.5f}, {kRoot, 0.5f}};
  for (const MeshWeights& mesh : mended(scene, paste).weights) {
    if (mesh.mesh != 1) continue;
    for (const std::uint16_t slot : mesh.influences.slot) EXPECT_NE(mesh.joint[slot], kHand);
  }
}

}  // namespace
}  // namespace bindpose::locked_rows_test
