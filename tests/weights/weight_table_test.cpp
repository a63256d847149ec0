// The weight table: which vertices it lists, in which order, and what its cells say.
#include "scene/table/weight_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "math/transform.h"

namespace bindpose {
namespace {

using By = TableQuery::By;
using Rows = TableQuery::Rows;

constexpr int kRoot = 0, kArm = 1, kHand = 2;

Mesh mesh_of(const std::vector<std::vector<WeightEntry>>& rows, bool skinned) {
  Mesh mesh;
  mesh.position.resize(rows.size());
  mesh.normal.resize(rows.size(), vec3(0.0f, 0.0f, 1.0f));
  mesh.file_binding.influences = pack_influences(rows, 3).influences;
  Skin& skin = mesh.file_binding.skin;
  skin.joint = {kHand, kRoot, kArm};  // slots are no joints
  skin.bind = skin.inverse_bind = std::vector<mat4>(3, mat4(1.0f));
  skin.skinned = skinned;
  return mesh;
}

// Slots: 0 the hand, 1 the root, 2 the arm. Row 2 has no weights, row 3 a sum of 2.
Scene two_meshes() {
  auto model = std::make_shared<Model>();
  const RawJoint joints[] = {{"root", -1}, {"arm", 0}, {"hand", 1}};
  model->skeleton = build_skeleton(joints).skeleton;
  model->meshes.push_back(
      mesh_of({{{1, 1.0f}}, {{2, 0.25f}, {0, 0.75f}}, {}, {{2, 1.5f}, {1, 0.5f}}}, true));
  model->meshes.push_back(mesh_of({{{0, 1.0f}}}, false));
  model->meshes.push_back(mesh_of({{{2, 0.25f}, {1, 0.25f}, {0, 0.5f}}}, true));
  model->bind_local.assign(3, mat4(1.0f));
  return make_scene(model);
}

std::vector<VertexRef> listed(const Scene& scene, const TableQuery& query) {
  return table_rows(scene, query).row;
}

using Refs = std::vector<VertexRef>;

TEST(WeightTable, ListsTheVerticesOfSkins) {
  const TableRows all = table_rows(two_meshes(), {});
  EXPECT_EQ(all.row, (Refs{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {2, 0}}));
  EXPECT_EQ(all.joint, (std::vector<int>{kRoot, kArm, kHand}));
}

TEST(WeightTable, SortsByJointInfluencesSumAndLargest) {
  const Scene scene = two_meshes();
  TableQuery q;
  q.by = By::Joint;
  q.by_joint = kArm;
  q.descending = true;
  // 0, 1/4, 0, 3/4, 1/4: what is equal stays in order.
  EXPECT_EQ(listed(scene, q), (Refs{{0, 3}, {0, 1}, {2, 0}, {0, 0}, {0, 2}}));
  q.descending = false;
  EXPECT_EQ(listed(scene, q), (Refs{{0, 0}, {0, 2}, {0, 1}, {2, 0}, {0, 3}}));
  q = {.by = By::Influences, .descending = true};
  EXPECT_EQ(listed(scene, q), (Refs{{2, 0}, {0, 1}, {0, 3}, {0, 0}, {0, 2}}));
  q = {.by = By::Sum, .descending = true};
  EXPECT_EQ(listed(scene, q).front(), (VertexRef{0, 3}));
  EXPECT_EQ(listed(scene, q).back(), (VertexRef{0, 2}));
  q = {.by = By::Largest};
  EXPECT_EQ(listed(scene, q), (Refs{{0, 2}, {2, 0}, {0, 1}, {0, 3}, {0, 0}}));
  q = {.by = By::Vertex, .descending = true};
  EXPECT_EQ(listed(scene, q), (Refs{{2, 0}, {0, 3}, {0, 2}, {0, 1}, {0, 0}}));
}

TEST(WeightTable, FiltersByJointChoiceAndWhatIsHidden) {
  Scene scene = two_meshes();
  const TableRows of_hand = table_rows(scene, {.rows = Rows::OfJoint, .of_joint = kHand});
  EXPECT_EQ(of_hand.row, (Refs{{0, 1}, {2, 0}}));
  const TableRows of_none = table_rows(scene, {.rows = Rows::OfJoint, .of_joint = -1});
  EXPECT_TRUE(of_none.row.empty());
  EXPECT_TRUE(of_none.joint.empty());
  scene.selection.vertices = chosen_vertices({{0, 3}, {0}, {}});
  const TableRows chosen = table_rows(scene, {.rows = Rows::Chosen});
  EXPECT_EQ(chosen.row, (Refs{{0, 0}, {0, 3}}));
  EXPECT_EQ(chosen.joint, (std::vector<int>{kRoot, kArm})) << "the hand pulls on none of them";
  scene.mesh_hidden = {1, 0, 0};
  EXPECT_EQ(listed(scene, {}), (Refs{{2, 0}}));
}

TEST(WeightTable, CellsAreTheScenes) {
  const Scene scene = two_meshes();
  const std::vector<JointWeight> row = table_row(scene, {0, 3});
  ASSERT_EQ(row.size(), 2u);
  EXPECT_EQ(row[0].joint, kArm);
  EXPECT_FLOAT_EQ(row[0].weight, 0.75f);
  EXPECT_EQ(row[1].joint, kRoot);
  EXPECT_FLOAT_EQ(row[1].weight, 0.25f);
  EXPECT_FLOAT_EQ(stored_sum(scene, {0, 3}), 2.0f);
  EXPECT_EQ(stored_sum(scene, {0, 2}), 0.0f);
  EXPECT_TRUE(table_row(scene, {0, 2}).empty());
}

TEST(WeightTable, StopsWhereItIsAskedTo) {
  EXPECT_TRUE(table_rows(two_meshes(), {}, [] { return true; }).row.empty());
}

}  // namespace
}  // namespace bindpose
