// The report's way to the clinic, the title of chosen vertices, and the tab Clinic.
#include "scene/weight_problems.h"
#include "ui/clinic/clinic_panel.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_chosen_title {
namespace {

// Of 12 vertices: 0 has no weights, 3 the sum 0.5, 6 three influences; the file's weights of 9 were
// broken. spine has no weight.
std::shared_ptr<Model> flawed_rig() {
  auto model = make_rig();
  Mesh& mesh = model->meshes[0];
  std::vector<std::vector<WeightEntry>> rows;
  for (std::size_t v = 0; v < mesh.position.size(); ++v) {
    const int slot = static_cast<int>(v) / 3;
    rows.push_back({{slot == 1 ? 0 : slot, 1.0f}});
  }
  rows[0].clear();
  rows[3] = {{0, 0.5f}};
  rows[6] = {{0, 0.4f}, {2, 0.3f}, {3, 0.3f}};
  mesh.file_binding.influences =
      pack_influences(rows, mesh.file_binding.skin.joint.size()).influences;
  ReportEntry entry{Severity::Warning, "mesh body", "left out", -1, 0, {9}};
  entry.kind = ReportKind::BrokenWeights;
  model->report.push_back(entry);
  derive_weight_flags(*model);
  return model;
}

class ChosenWidget : public WidgetTest {
 protected:
  ChosenWidget() : WidgetTest(flawed_rig()) { redraw(); }
  void redraw() {
    refresh();
    step();
    step();
  }
};

TEST_F(ChosenWidget, TheReportSendsToTheClinic) {
  state_.right.tab = InspectorTab::Weights;
  state_.layout.right_folded = true;
  redraw();
  for (int k = 0; k < 2; ++k) {
    click("to clinic");
    redraw();
    EXPECT_EQ(state_.right.tab, InspectorTab::Clinic) << "a second click does not leave it";
    EXPECT_TRUE(state_.layout.right_open);
  }
}

// The list of the left pane ends in the middle of the view.
TEST_F(ChosenWidget, WhatDotsAreStandsClearOfTheListsOfPanes) {
  document_.apply({SelectVertices{{VertexGroup::Influences, 2}}});
  for (const Panes panes : {Panes::Two, Panes::Split, Panes::Four}) {
    ViewSettings view = scene().view;
    view.panes = panes;
    document_.apply({SetView{view}});
    redraw();
    const Rect title = state_.rects.at("vertex title");
    for (const char* list : {"pane 1", "pane 2"}) {
      const Rect r = state_.rects.at(list);
      const bool beside = title.hi.x <= r.lo.x || r.hi.x <= title.lo.x;
      EXPECT_TRUE(beside || title.lo.y >= r.hi.y || r.lo.y >= title.hi.y) << list;
    }
  }
}

TEST_F(ChosenWidget, TheViewSaysWhatItsDotsAre) {
  EXPECT_FALSE(state_.rects.contains("vertex title"));
  for (const VertexGroup& group :
       {VertexGroup{VertexGroup::Unweighted, 0}, VertexGroup{VertexGroup::Sum, 0},
        VertexGroup{VertexGroup::Broken, 0}, VertexGroup{VertexGroup::Influences, 2}}) {
    document_.apply({SelectVertices{group}});
    redraw();
    EXPECT_EQ(vertices_of(scene(), group)[0].size(), 1u);
    EXPECT_TRUE(state_.rects.contains("vertex title"));
    EXPECT_EQ(state_.of_model.vertex_title.text, title_of(scene(), group));
  }
  // Another count of the same group: of weights that are edited.
  document_.apply({SelectVertices{{VertexGroup::Unweighted, 0}}});
  redraw();
  const std::string before = state_.of_model.vertex_title.text;
  document_.apply({SetWeights{{0, 5}, {}}});
  redraw();
  EXPECT_NE(state_.of_model.vertex_title.text, before);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_chosen_title

// The tab Clinic: its lines, what a click shows, what it says while it waits.
namespace bindpose::ui::testing::test_clinic {
namespace {

class ClinicWidget : public WidgetTest {
 protected:
  ClinicWidget() {
    size_ = {1280.0f, 1000.0f};
    state_.right.tab = InspectorTab::Clinic;
    Finding vertices;
    vertices.rule = Rule::Leak;
    vertices.severity = Severity::Warning;
    vertices.mesh = 0;
    vertices.count = 2;
    vertices.vertices = {4, 7};
    vertices.joints = {joint("spine")};
    vertices.name = "body";
    vertices.text = "2 vertices are pulled by spine.";
    Finding joints;
    joints.rule = Rule::JointWithoutWeight;
    joints.count = 2;
    joints.joints = {joint("hips"), joint("hand.L")};
    joints.name = "hips";
    joints.text = "2 joints that no vertex follows: hips and hand.L.";
    Finding skin;
    skin.rule = Rule::TooManyJoints;
    skin.mesh = 0;
    skin.count = 1;
    skin.name = "body";
    skin.text = "The skin has 300 joints.";
    findings_ = {vertices, joints, skin};
    clinic_.findings = &findings_;
    redraw();
  }
  void redraw() {
    step();
    step();
  }
  bool shows(const std::string& name) const { return state_.rects.count(name) > 0; }

  std::vector<Finding> findings_;
};

TEST_F(ClinicWidget, AClickOnALineSelectsAndFramesItsVertices) {
  click("finding:WEIGHTS_LEAK 0");
  redraw();
  const VertexGroup& group = scene().selection.vertices;
  ASSERT_EQ(group.kind, VertexGroup::Chosen);
  EXPECT_EQ((*group.chosen)[0], (std::vector<std::uint32_t>{4, 7}));
  EXPECT_EQ(scene().selection.joint, joint("spine")) << "whose weights are meant";
  EXPECT_EQ(state_.of_model.clinic.open, "WEIGHTS_LEAK 0");
  click("finding:WEIGHTS_LEAK 0");
  redraw();
  EXPECT_EQ(state_.of_model.clinic.open, "") << "a second click folds it";
  EXPECT_EQ(scene().selection.vertices.kind, VertexGroup::Chosen) << "and what it shows stays";
}

TEST_F(ClinicWidget, AClickOnALineOfJointsSelectsThem) {
  click("finding:WEIGHTS_LEAK 0");
  click("finding:JOINT_WITHOUT_WEIGHT -1");
  redraw();
  EXPECT_EQ(scene().selection.joint, joint("hips"));
  EXPECT_EQ(scene().selection.also, std::vector<int>{joint("hand.L")});
  EXPECT_EQ(scene().selection.vertices.kind, VertexGroup::None);
  click("finding:SKIN_TOO_MANY_JOINTS 0");
  redraw();
  ASSERT_TRUE(scene().selection.vertices.chosen);
  EXPECT_EQ((*scene().selection.vertices.chosen)[0].size(), model_->meshes[0].position.size());
}

TEST_F(ClinicWidget, AMeshThatIsHiddenIsShown) {
  document_.apply({ShowMesh{0, false}});
  click("finding:WEIGHTS_LEAK 0");
  redraw();
  EXPECT_FALSE(is_hidden(scene(), 0));
}

// Vertices 4 and 7 are of triangles of their own: smoothing has no neighbours there, filling has
// none either, but a stored sum is normalised.
TEST_F(ClinicWidget, AMendIsAStepOfUndo) {
  auto model = std::make_shared<Model>(*model_);
  model->id = ModelId::fresh();
  model->meshes[0].file_binding.influences.raw_weight_sum[4] = 0.5f;
  document_ = Document(make_scene(model));
  findings_[0].rule = Rule::SumNotOne;
  refresh();
  redraw();
  EXPECT_FALSE(shows("mend:ACCESSOR_WEIGHTS_NON_NORMALIZED")) << "only where the line is unfolded";
  click("finding:ACCESSOR_WEIGHTS_NON_NORMALIZED 0");
  redraw();
  ASSERT_TRUE(shows("mend:ACCESSOR_WEIGHTS_NON_NORMALIZED"));
  click("mend:ACCESSOR_WEIGHTS_NON_NORMALIZED");
  redraw();
  const auto sum = [&] { return binding_of(scene(), 0).influences.raw_weight_sum[4]; };
  EXPECT_EQ(sum(), 1.0f);
  EXPECT_TRUE(document_.can_undo());
  document_.undo();
  EXPECT_EQ(sum(), 0.5f);
  clinic_.computing = true;
  redraw();
  EXPECT_FALSE(shows("mend:ACCESSOR_WEIGHTS_NON_NORMALIZED")) << "what is listed may be mended";
}

TEST_F(ClinicWidget, WhatNoEditMendsHasNoButton) {
  findings_[0].rule = Rule::DuplicateName;
  redraw();
  click("finding:JOINT_NAME_DUPLICATE 0");
  redraw();
  EXPECT_FALSE(shows("mend:JOINT_NAME_DUPLICATE"));
}

// One step, of all vertices, whatever is chosen; of use where something listed is of its rules.
TEST_F(ClinicWidget, MendAllMendsWhatNeedsNoJudgement) {
  auto model = std::make_shared<Model>(*model_);
  model->id = ModelId::fresh();
  model->meshes[0].file_binding.influences.raw_weight_sum[4] = 0.5f;
  document_ = Document(make_scene(model));
  document_.apply({SelectVertices{chosen_vertices({{1, 2}})}});
  const std::string undo = document_.undo_label();
  findings_[0].rule = Rule::SumNotOne;
  refresh();
  redraw();
  const auto sum = [&] { return binding_of(scene(), 0).influences.raw_weight_sum[4]; };
  const float before = sum();
  click("clinic mend all");
  redraw();
  EXPECT_EQ(sum(), 1.0f);
  EXPECT_EQ(document_.undo_label(), "Mend all weights");
  EXPECT_EQ(scene().selection.vertices.chosen->at(0), (std::vector<std::uint32_t>{1, 2}));
  document_.undo();
  EXPECT_EQ(sum(), before);
  EXPECT_EQ(document_.undo_label(), undo) << "one step";
  for (const Rule rule : {Rule::Island, Rule::Leak}) {
    for (Finding& f : findings_) f.rule = rule;
    redraw();
    click("clinic mend all");
    redraw();
    EXPECT_EQ(document_.undo_label(), "Mend all weights") << "stray pulls go as well";
    document_.undo();
  }
  for (Finding& f : findings_) f.rule = Rule::Jump;
  redraw();
  click("clinic mend all");
  redraw();
  EXPECT_EQ(sum(), before) << "a jump needs a judgement";
  clinic_.computing = true;
  for (Finding& f : findings_) f.rule = Rule::NoWeight;
  redraw();
  click("clinic mend all");
  redraw();
  EXPECT_EQ(sum(), before) << "what is listed may be mended already";
}

TEST_F(ClinicWidget, TheUnfoldedLineIsTaller) {
  const float folded = state_.rects.at("finding:WEIGHTS_LEAK 0").size().y;
  click("finding:WEIGHTS_LEAK 0");
  redraw();
  EXPECT_GT(state_.rects.at("finding:WEIGHTS_LEAK 0").size().y, folded + 20.0f)
      << "it says what is wrong, and why that matters";
}

TEST_F(ClinicWidget, AProfileIsChosen) {
  click("clinic profile");
  redraw();
  click("clinic profile:engine");
  redraw();
  EXPECT_EQ(kProfileNames[state_.clinic.profile], "engine");
  const CheckProfile profile = clinic_profile(state_.clinic, 3);
  EXPECT_EQ(profile.name, "engine");
  EXPECT_EQ(profile.influences, 3);
}

TEST_F(ClinicWidget, NothingIsDrawnOfWhatIsNotKnown) {
  clinic_ = {nullptr, true};
  redraw();
  EXPECT_FALSE(shows("finding:WEIGHTS_LEAK 0"));
  const std::vector<Finding> none;
  clinic_ = {&none, false};
  redraw();
  EXPECT_FALSE(shows("finding:WEIGHTS_LEAK 0"));
}

}  // namespace
}  // namespace bindpose::ui::testing::test_clinic
