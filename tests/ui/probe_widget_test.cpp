#include "scene/probe.h"
#include "ui/base/draw_helpers.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_probe {
namespace {

// Vertex 0: hips 0.5, spine 0.3, arm.L 0.2.
std::shared_ptr<Model> three_joint_vertex() {
  auto model = make_rig();
  Mesh& mesh = model->meshes[0];
  std::vector<std::vector<WeightEntry>> rows;
  for (std::size_t v = 0; v < mesh.position.size(); ++v) {
    rows.push_back({{static_cast<int>(v) / 3, 1.0f}});
  }
  rows[0] = {{0, 0.5f}, {1, 0.3f}, {2, 0.2f}};
  mesh.file_binding.influences =
      pack_influences(rows, mesh.file_binding.skin.joint.size()).influences;
  return model;
}

class ProbePanelWidget : public WidgetTest {
 protected:
  ProbePanelWidget() : WidgetTest(three_joint_vertex()) {
    state_.right.tab = InspectorTab::Weights;
    document_.apply({SetPinnedVertex{{0, 0}}});
    refresh();
    step();
    step();
  }
  float weight(const char* name) const {
    for (const ProbeRow& r : probe(scene(), posed_, {0, 0}).rows) {
      if (r.joint == joint(name)) return r.weight;
    }
    return 0.0f;
  }
  vec2 place(const char* name, float share) {
    const Rect r = rect(std::string("weight:") + name);
    return {r.lo.x + 2.0f + share * (r.size().x - 4.0f), r.center().y};
  }
  void drag(const char* name, float from, float to) {
    const vec2 a = place(name, from), b = place(name, to);
    step({mouse_move(a.x, a.y)});
    step({mouse_button(0, true)});
    step({mouse_move(0.5f * (a.x + b.x), a.y)});
    step({mouse_move(b.x, b.y)});
  }
  void release() {
    step({mouse_button(0, false)});
    step();
  }
};

TEST_F(ProbePanelWidget, a_drag_moves_the_others_in_proportion_and_is_one_undo_step) {
  drag("hips", 0.5f, 0.8f);
  EXPECT_TRUE(document_.in_gesture());
  EXPECT_NEAR(weight("hips"), 0.8f, 0.03f);
  EXPECT_NEAR(weight("spine") / weight("arm.L"), 0.3f / 0.2f, 1e-4f);
  release();
  EXPECT_NEAR(weight("hips") + weight("spine") + weight("arm.L"), 1.0f, 1e-6f);
  EXPECT_EQ(count_undo_steps(), 1);
  document_.undo();
  refresh();
  EXPECT_FLOAT_EQ(weight("hips"), 0.5f);
  EXPECT_FLOAT_EQ(weight("spine"), 0.3f);
}

TEST_F(ProbePanelWidget, places_are_told_in_the_unit_that_is_chosen) {
  const UiInput input{document_, posed_, bones_, camera_, 1.0, "test", recent_, entries_};
  UiOutput out;
  const Theme colors = theme(true);
  const Frame f{state_, input, out, colors, 1.0f, {}};
  const vec3 at(1.0f, -0.5f, 0.02f);
  EXPECT_EQ(point_text(f, at), "1.000  -0.500  0.020");
  EXPECT_EQ(point_title(f, "T_j v_i"), "T_j v_i");
  state_.settings.units = 2;  // centimetres
  EXPECT_EQ(point_text(f, at), "100.00  -50.00  2.00");
  EXPECT_EQ(point_title(f, "T_j v_i"), "T_j v_i, cm");
}

TEST_F(ProbePanelWidget, no_tooltip_lies_over_the_numbers_after_a_drag) {
  const auto tooltip_after_a_while = [this] {
    for (int i = 0; i < 60; ++i) step();
    return state_.rects.count("tooltip") > 0;
  };
  const vec2 at = place("hips", 0.4f);
  step({mouse_move(at.x, at.y)});
  EXPECT_TRUE(tooltip_after_a_while());
  drag("hips", 0.5f, 0.8f);
  release();
  EXPECT_FALSE(tooltip_after_a_while());
  EXPECT_FALSE(last_.draws_on());
  step({mouse_move(500.0f, 400.0f)});
  step({mouse_move(at.x, at.y)});
  EXPECT_TRUE(tooltip_after_a_while());
}

TEST_F(ProbePanelWidget, rows_keep_their_places_until_another_vertex_is_pinned) {
  const auto top = [this](const char* name) { return rect(std::string("weight:") + name).lo.y; };
  ASSERT_LT(top("hips"), top("arm.L"));
  drag("arm.L", 0.2f, 0.9f);
  release();
  EXPECT_GT(weight("arm.L"), weight("hips"));
  EXPECT_LT(top("hips"), top("spine"));
  EXPECT_LT(top("spine"), top("arm.L"));
  document_.apply({SetPinnedVertex{}});
  refresh();
  step();
  document_.apply({SetPinnedVertex{{0, 0}}});
  refresh();
  step();
  EXPECT_LT(top("arm.L"), top("hips")) << "the largest first again";
}

TEST_F(ProbePanelWidget, the_vertex_moves_while_the_weight_is_dragged) {
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Translate, {0, 1, 0}}});
  refresh();
  const float before = probe(scene(), posed_, {0, 0}).position.y;
  drag("arm.L", 0.2f, 0.7f);
  EXPECT_NEAR(weight("arm.L"), 0.7f, 0.05f)
      << "as near as a grab's width, which ImGui's versions treat differently";
  EXPECT_NEAR(probe(scene(), posed_, {0, 0}).position.y - before, weight("arm.L") - 0.2f, 1e-5f);
  release();
}

TEST_F(ProbePanelWidget, a_drag_to_zero_removes_and_the_selected_joint_can_be_added) {
  drag("arm.L", 0.2f, -0.2f);
  release();
  EXPECT_EQ(probe(scene(), posed_, {0, 0}).rows.size(), 2u);
  EXPECT_NEAR(weight("hips"), 0.625f, 1e-5f);
  select("hand.L");
  step();
  drag("hand.L", 0.0f, 0.4f);
  release();
  EXPECT_EQ(probe(scene(), posed_, {0, 0}).rows.size(), 3u);
  EXPECT_NEAR(weight("hand.L"), 0.4f, 0.03f);
  EXPECT_EQ(count_undo_steps(), 2);
}

TEST_F(ProbePanelWidget, escape_in_a_drag_puts_back_and_then_unpins_and_then_deselects) {
  select("spine");
  drag("hips", 0.5f, 0.9f);
  press_key(Key::Escape);
  release();
  EXPECT_FLOAT_EQ(weight("hips"), 0.5f);
  EXPECT_EQ(count_undo_steps(), 0);
  EXPECT_EQ(scene().selection.pinned_vertex, (VertexRef{0, 0}));
  press_key(Key::Escape);
  EXPECT_TRUE(scene().selection.pinned_vertex.empty());
  EXPECT_EQ(scene().selection.joint, joint("spine"));
  press_key(Key::Escape);
  EXPECT_EQ(scene().selection.joint, -1);
}

TEST_F(ProbePanelWidget, a_joint_in_the_table_selects_it_and_the_cross_unpins) {
  click("probe joint:arm.L");
  EXPECT_EQ(scene().selection.joint, joint("arm.L"));
  click("unpin");
  EXPECT_TRUE(scene().selection.pinned_vertex.empty());
}

TEST_F(ProbePanelWidget, p_takes_the_probe_and_a_tool_puts_it_away) {
  press_key(Key::P);
  EXPECT_TRUE(scene().view.probe);
  press_key(Key::E);
  EXPECT_FALSE(scene().view.probe);
  EXPECT_EQ(scene().view.gizmo_mode, GizmoMode::Rotate);
}

TEST_F(ProbePanelWidget, the_vertex_under_the_mouse_has_a_table_beside_it) {
  document_.apply({SetPinnedVertex{}});
  step();
  EXPECT_EQ(state_.rects.count("probe table"), 0u);
  const Rect view = rect("view");
  const float left = view.lo.x + 20.0f;
  step({mouse_move(left, 300.0f)});
  document_.apply({SetHoverVertex{{0, 0}}});
  step();
  const Rect table = rect("probe table");
  EXPECT_GT(table.lo.x, left);
  EXPECT_LE(table.hi.x, view.hi.x);
  step({mouse_move(view.hi.x - 5.0f, view.hi.y - 5.0f)});
  EXPECT_LE(rect("probe table").hi.x, view.hi.x);
  EXPECT_LE(rect("probe table").hi.y, view.hi.y);
}

// A pane may be narrower than the table: it stands over its neighbours, clear of tools and legend.
TEST_F(ProbePanelWidget, TheTableIsWholeInEveryPane) {
  ViewSettings view = scene().view;
  view.panes = Panes::Four;
  view.probe = true;
  view.show = Show::Weights;
  document_.apply({SetView{view}});
  document_.apply({SetPinnedVertex{}});
  document_.apply({SetHoverVertex{{0, 0}}});
  step();
  const Rect all = rect("view");
  for (const vec2 part : {vec2(0.25f, 0.25f), vec2(0.6f, 0.25f), vec2(0.98f, 0.3f),
                          vec2(0.3f, 0.9f), vec2(0.9f, 0.95f)}) {
    const vec2 mouse = all.lo + part * all.size();
    step({mouse_move(mouse.x, mouse.y)});
    document_.apply({SetHoverVertex{{0, 0}}});
    step();
    const Rect table = rect("probe table");
    EXPECT_GE(table.lo.x, all.lo.x) << part.x;
    EXPECT_LE(table.hi.x, all.hi.x) << part.x;
    EXPECT_LE(table.hi.y, all.hi.y) << part.x;
    for (const char* name : {"legend", "legend beside"}) {
      const Rect legend = rect(name);
      const bool apart =
          table.lo.x >= legend.hi.x || table.hi.x <= legend.lo.x || table.hi.y <= legend.lo.y;
      EXPECT_TRUE(apart) << name << ' ' << part.x << ' ' << part.y;
    }
    EXPECT_LT(rect("legend").hi.x, rect("legend beside").lo.x);
  }
}

}  // namespace
}  // namespace bindpose::ui::testing::test_probe
