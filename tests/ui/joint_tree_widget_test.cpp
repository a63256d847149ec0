#include "ui/base/tree_rows.h"

#include <algorithm>

#include "math/numbers.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_joint_tree {
namespace {

class JointTreeWidget : public WidgetTest {};

std::vector<std::string> names(const Skeleton& s, const std::vector<TreeRow>& rows) {
  std::vector<std::string> out;
  for (const TreeRow& row : rows) out.push_back(s.name[static_cast<std::size_t>(row.joint)]);
  return out;
}

TEST(TreeRows, FilterShowsMatchesWithAncestorsWhateverIsFolded) {
  const auto model = make_rig();
  const Skeleton& s = model->skeleton;
  std::vector<std::uint8_t> folded(static_cast<std::size_t>(s.size()), 1);
  const auto rows = tree_rows(s, s.file_flags, folded, "HAND", false);
  EXPECT_EQ(names(s, rows), (std::vector<std::string>{"root", "hips", "spine", "arm.L", "hand.L"}));
  EXPECT_FALSE(rows[0].match);
  EXPECT_TRUE(rows[4].match);
  EXPECT_TRUE(tree_rows(s, s.file_flags, folded, "nothing like it", false).empty());
}

TEST(TreeRows, FoldingHidesTheSubtree) {
  const auto model = make_rig();
  const Skeleton& s = model->skeleton;
  std::vector<std::uint8_t> folded(static_cast<std::size_t>(s.size()), 0);
  folded[static_cast<std::size_t>(find_joint(s, "spine"))] = 1;
  EXPECT_EQ(names(s, tree_rows(s, s.file_flags, folded, "", false)),
            (std::vector<std::string>{"root", "hips", "spine", "Camera"}));
}

TEST(TreeRows, OnlyWeightedLeavesPlainNodesOut) {
  const auto model = make_rig();
  const Skeleton& s = model->skeleton;
  const std::vector<std::uint8_t> folded(static_cast<std::size_t>(s.size()), 0);
  const auto rows = names(s, tree_rows(s, s.file_flags, folded, "", true));
  EXPECT_EQ(std::ranges::count(rows, "Camera"), 0);
  EXPECT_EQ(rows.size(), 5u);
}

TEST_F(JointTreeWidget, EyeAndPadlockOfARow) {
  select("hips");
  step();
  click("joint eye:arm.L");
  EXPECT_TRUE(is_joint_hidden(scene(), joint("arm.L")) &&
              is_joint_hidden(scene(), joint("hand.L")));
  EXPECT_FALSE(is_joint_hidden(scene(), joint("spine")));
  EXPECT_EQ(scene().selection.joint, joint("hips")) << "the row was not clicked";
  click("joint eye:hand.L");
  EXPECT_FALSE(is_joint_hidden(scene(), joint("hand.L")));
  click("joint eye:arm.L");
  EXPECT_TRUE(scene().marks.hidden.empty());
  click("joint lock:spine");
  EXPECT_TRUE(is_locked(scene(), joint("spine")));
  EXPECT_FALSE(is_locked(scene(), joint("arm.L"))) << "this joint alone";
  click("joint lock:spine");
  EXPECT_TRUE(scene().marks.locked.empty());
  EXPECT_EQ(count_undo_steps(), 5);
}

TEST_F(JointTreeWidget, CtrlAndTheEyeShowNothingElse) {
  step({key_event(Key::LeftCtrl, true)});
  click("joint eye:arm.L");
  step({key_event(Key::LeftCtrl, false)});
  EXPECT_EQ(std::ranges::count(scene().marks.hidden, 1), 4);
  EXPECT_FALSE(is_joint_hidden(scene(), joint("arm.L")) ||
               is_joint_hidden(scene(), joint("hand.L")));
}

class SearchWidget : public WidgetTest {
 protected:
  SearchWidget() {
    click("search");
    type("arm");
    step();
  }
};

TEST_F(SearchWidget, TheCrossEmptiesIt) {
  click("button:clear search");
  step();
  EXPECT_STREQ(state_.of_model.tree.search, "");
  EXPECT_EQ(state_.rects.count("button:clear search"), 0u);
  EXPECT_FALSE(last_.wants_keyboard);
  EXPECT_EQ(state_.rects.count("joint:Camera"), 1u) << "all rows are back";
}

TEST_F(SearchWidget, EscapeEmptiesItAndKeepsTheSelection) {
  select("hips");
  press_key(Key::Escape);
  step();
  EXPECT_STREQ(state_.of_model.tree.search, "");
  EXPECT_EQ(scene().selection.joint, joint("hips"));
  click("search");
  type("x");
  EXPECT_STREQ(state_.of_model.tree.search, "x") << "nothing of the old text comes back";
}

TEST_F(SearchWidget, EscapeEmptiesWhatStoodThereBefore) {
  press_key(Key::Enter);
  click("search");
  type("hand");
  press_key(Key::Escape);
  step();
  EXPECT_STREQ(state_.of_model.tree.search, "");
}

TEST_F(SearchWidget, StaysEmptyAfterAllIsDeleted) {
  press_key(Key::A, {Key::LeftCtrl});
  press_key(Key::Backspace);
  step();
  EXPECT_STREQ(state_.of_model.tree.search, "");
  click_at(rect("view").center());
  step();
  EXPECT_STREQ(state_.of_model.tree.search, "");
}

TEST_F(SearchWidget, AClickElsewhereEndsIt) {
  ASSERT_TRUE(last_.wants_keyboard);
  click_at(rect("view").center());
  step();
  EXPECT_FALSE(last_.wants_keyboard);
  EXPECT_STREQ(state_.of_model.tree.search, "arm") << "what is found stays";
  press_key(Key::B, {Key::LeftShift});
  EXPECT_FALSE(scene().view.skeleton);
}

class MeshRowsWidget : public WidgetTest {};

TEST_F(MeshRowsWidget, ASkinnedMeshShowsItsStatisticsAndSelectsNothing) {
  select("hips");
  click("mesh:body");
  step();
  EXPECT_EQ(scene().selection.joint, joint("hips"));
  EXPECT_EQ(state_.right.tab, InspectorTab::Weights);
  EXPECT_EQ(state_.rects.count("statistics:body"), 1u);
}

TEST_F(MeshRowsWidget, AMeshThatFollowsItsNodeSelectsIt) {
  Mesh lamp;
  lamp.name = "lamp";
  lamp.node = joint("Camera");
  model_->meshes.push_back(lamp);
  step();
  click("mesh:lamp");
  EXPECT_EQ(scene().selection.joint, joint("Camera"));
}

TEST_F(MeshRowsWidget, TheNodeOfASkinnedMeshSaysThatItDoesNotCarryIt) {
  model_->meshes[0].node = joint("Camera");
  select("Camera");
  step();
  EXPECT_EQ(state_.rects.count("carried mesh"), 1u);
  model_->meshes[0].node = joint("root");  // its joints hang below
  select("root");
  step();
  EXPECT_EQ(state_.rects.count("carried mesh"), 0u);
}

TEST_F(JointTreeWidget, ClickSelects) {
  click("joint:arm.L");
  EXPECT_EQ(scene().selection.joint, joint("arm.L"));
}

TEST_F(JointTreeWidget, ClickOnTheArrowFoldsAndSelectsNothing) {
  const Rect row = rect("joint:spine");
  click_at({row.lo.x + 13.0f + 2.0f * 14.0f, row.center().y});
  EXPECT_EQ(scene().selection.joint, -1);
  step();
  EXPECT_EQ(state_.rects.count("joint:arm.L"), 0u);
}

TEST_F(JointTreeWidget, HoveringARowHoversTheJointUntilTheMouseLeaves) {
  const vec2 p = rect("joint:hips").center();
  step({mouse_move(p.x, p.y)});
  EXPECT_EQ(scene().selection.hovered_joint, joint("hips"));
  step({mouse_move(640, 700)});
  EXPECT_EQ(scene().selection.hovered_joint, -1);
}

TEST_F(JointTreeWidget, ArrowsWalkTheRows) {
  click("joint:hips");
  press_key(Key::Down);
  EXPECT_EQ(scene().selection.joint, joint("spine"));
  press_key(Key::Up);
  press_key(Key::Up);
  EXPECT_EQ(scene().selection.joint, joint("root"));
  press_key(Key::Right);
  EXPECT_EQ(scene().selection.joint, joint("hips"));
  press_key(Key::Left);  // folds
  step();
  EXPECT_EQ(state_.rects.count("joint:spine"), 0u);
  press_key(Key::Left);  // to the parent
  EXPECT_EQ(scene().selection.joint, joint("root"));
  EXPECT_EQ(scene().pose.time, 0.0) << "the arrows must not step the clip too";
}

TEST_F(JointTreeWidget, EnterInTheSearchSelectsTheFirstMatch) {
  click("search");
  type("hand");
  press_key(Key::Enter);
  EXPECT_EQ(scene().selection.joint, joint("hand.L"));
}

TEST_F(JointTreeWidget, SelectingUnfoldsAndShowsTheRow) {
  click("joint:hips");
  press_key(Key::Left);
  step();
  ASSERT_EQ(state_.rects.count("joint:hand.L"), 0u);
  select("hand.L");
  step();
  EXPECT_EQ(state_.rects.count("joint:hand.L"), 1u);
}

TEST_F(JointTreeWidget, ReportEntrySelectsItsJoint) {
  click("report:0");
  EXPECT_EQ(scene().selection.joint, joint("hand.L"));
}

// What it names as a whole is shown as a whole, and each entry takes the place of the last.
TEST_F(JointTreeWidget, ReportEntryOnAMeshShowsTheMesh) {
  model_->report.push_back({Severity::Info, "mesh body", "Something was assumed.", -1, 0});
  model_->report.push_back({Severity::Info, "file", "Something was lost."});
  document_.apply({ShowMesh{0, false}});
  step();
  click("report:1");
  EXPECT_EQ(scene().selection.vertices, (VertexGroup{VertexGroup::Report, 1}));
  EXPECT_FALSE(is_hidden(scene(), 0)) << "what is hidden can not be shown";
  EXPECT_EQ(scene().selection.joint, -1) << "a skinned mesh does not follow its node";
  click("report:2");
  EXPECT_EQ(scene().selection.vertices, (VertexGroup{VertexGroup::Report, 1}));
  click("report:0");
  EXPECT_EQ(scene().selection.vertices, VertexGroup{});
  EXPECT_EQ(scene().selection.joint, joint("hand.L"));
  model_->meshes[0].file_binding.skin.skinned = false;
  model_->meshes[0].node = joint("arm.L");
  click("report:1");
  EXPECT_EQ(scene().selection.joint, joint("arm.L"));
}

// A chain long enough that rows must be skipped, not drawn.
std::shared_ptr<Model> make_chain(int n) {
  std::vector<RawJoint> raw;
  for (int j = 0; j < n; ++j) {
    raw.push_back({"joint" + std::to_string(j), j % 7 == 0 ? kNoParent : j - 1,
                   glm::translate(mat4(1.0f), vec3(0, 0.01f, 0)), true});
  }
  auto model = std::make_shared<Model>();
  model->skeleton = build_skeleton(raw).skeleton;
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

// As a VRM says them, of joints whose names say nothing.
std::shared_ptr<Model> make_humanoid() {
  auto model = make_rig();
  Skeleton& s = model->skeleton;
  s.human_bone.assign(s.name.size(), "");
  s.human_bone[idx(find_joint(s, "arm.L"))] = "leftUpperArm";
  return model;
}

class HumanTreeWidget : public WidgetTest {
 protected:
  HumanTreeWidget() : WidgetTest(make_humanoid()) {}
};

TEST_F(HumanTreeWidget, ShowsTheHumanBoneBesideTheName) {
  ASSERT_TRUE(state_.rects.contains("human bone:leftUpperArm"));
  const Rect row = rect("joint:arm.L"), bone = rect("human bone:leftUpperArm");
  EXPECT_FLOAT_EQ(row.lo.y, bone.lo.y);
  std::size_t shown = 0;
  for (const auto& [name, r] : state_.rects) shown += name.starts_with("human bone:");
  EXPECT_EQ(shown, 1u);
}

TEST(TreeRows, AreFoundByTheirHumanBone) {
  const auto model = make_humanoid();
  const Skeleton& s = model->skeleton;
  const std::vector<std::uint8_t> folded(s.name.size(), 0);
  const auto rows = tree_rows(s, s.file_flags, folded, "upperarm", false);
  EXPECT_EQ(names(s, rows), (std::vector<std::string>{"root", "hips", "spine", "arm.L"}));
}

class LargeTreeWidget : public WidgetTest {
 protected:
  LargeTreeWidget() : WidgetTest(make_chain(2000)) {}
};

TEST_F(LargeTreeWidget, DrawsOnlyWhatShowsAndScrollsToTheSelection) {
  std::size_t rows = 0;
  for (const auto& [name, r] : state_.rects) rows += name.starts_with("joint:");
  EXPECT_LT(rows, 60u);
  EXPECT_GT(rows, 5u);
  select("joint1500");
  step();
  step();
  const Rect tree = rect("tree"), row = rect("joint:joint1500");
  EXPECT_GT(row.lo.y, tree.lo.y);
  EXPECT_LT(row.hi.y, tree.hi.y);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_joint_tree
