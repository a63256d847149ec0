// Weight problems in the report panel: counts, clicks, and weights that are edited.
#include "scene/weight_problems.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_weight_problems {
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

class ProblemsWidget : public WidgetTest {
 protected:
  ProblemsWidget() : WidgetTest(flawed_rig()) {
    size_ = {1280.0f, 1600.0f};
    ViewSettings v = scene().view;
    v.limit = 2;
    document_.apply({SetView{v}});
    redraw();
  }
  void redraw() {
    refresh();
    step();
    step();
  }
  bool shows(const char* name) const {
    return state_.rects.count(std::string("problem:") + name) > 0;
  }
  const VertexGroup& group() const { return scene().selection.vertices; }
  std::size_t count(VertexGroup g) const { return vertices_of(scene(), g)[0].size(); }
};

TEST_F(ProblemsWidget, EachOfTheFiveHasItsRowAndAClickShowsItsVertices) {
  const std::pair<const char*, VertexGroup> rows[] = {{"unweighted", {VertexGroup::Unweighted, 0}},
                                                      {"sum", {VertexGroup::Sum, 0}},
                                                      {"broken", {VertexGroup::Broken, 0}},
                                                      {"influences", {VertexGroup::Influences, 2}}};
  for (const auto& [name, wanted] : rows) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(shows(name));
    click(std::string("problem:") + name);
    redraw();
    EXPECT_EQ(group(), wanted);
    EXPECT_EQ(count(wanted), 1u);
    EXPECT_TRUE(state_.rects.count("vertex title") > 0) << "the view says what the dots are";
  }
  EXPECT_EQ(vertices_of(scene(), group())[0], std::vector<std::uint32_t>{6});
  ASSERT_TRUE(shows("joints"));
  click("problem:joints");
  EXPECT_EQ(scene().selection.joint, joint("spine"));
}

TEST_F(ProblemsWidget, CountsFollowWeightsThatAreEditedAndUndo) {
  EXPECT_EQ(state_.of_model.problems.problems.unweighted, 1u);
  document_.apply({SetWeights{{0, 0}, {{joint("spine"), 1.0f}}}, Phase::Preview});
  redraw();
  EXPECT_FALSE(shows("unweighted")) << "while the slider is still held";
  EXPECT_FALSE(shows("joints"));
  document_.apply({SetWeights{{0, 0}, {{joint("spine"), 1.0f}}}, Phase::Commit});
  document_.apply({SetWeights{{0, 3}, {{joint("hips"), 0.25f}, {joint("spine"), 0.75f}}}});
  redraw();
  EXPECT_FALSE(shows("sum"));
  EXPECT_TRUE(shows("broken")) << "of the file, whatever the weights are now";
  document_.undo();
  document_.undo();
  redraw();
  EXPECT_TRUE(shows("unweighted"));
  EXPECT_TRUE(shows("sum"));
  EXPECT_TRUE(shows("joints"));
}

}  // namespace
}  // namespace bindpose::ui::testing::test_weight_problems
