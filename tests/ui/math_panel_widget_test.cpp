// The Math tab: pointing at symbols, what unfolds, what lights up, what is copied.
#include "harness.h"
#include "ui/formula/formula_nodes.h"

namespace bindpose::ui::testing::test_math_panel {
namespace {

class MathPanelWidget : public WidgetTest {
 protected:
  MathPanelWidget() {
    state_.layout.right_width = 420.0f;
    size_ = {1280.0f, 1400.0f};
    set_clipboard({[this] { return board_; }, [this](const std::string& s) { board_ = s; }});
    select("arm.L");
    click("tab:Math");
    step();
  }
  void point_at(const std::string& name) {
    const vec2 p = rect(name).center();
    step({mouse_move(p.x, p.y)});
    step();
  }
  void leave() {
    step({mouse_move(500.0f, 5.0f)});
    step();
  }
  static std::string symbol(const char* formula, Symbol s, int index = 0) {
    return std::string("symbol:") + formula + ":" + std::to_string(symbol_id(s, index));
  }
  static std::string block(Symbol s, int index = 0) {
    return "matrix:" + std::to_string(symbol_id(s, index));
  }
  bool shows(const std::string& name) const { return state_.rects.count(name) > 0; }
  const mat4& world(const char* name) const {
    return posed_.world[static_cast<std::size_t>(joint(name))];
  }

  std::string board_;
};

TEST_F(MathPanelWidget, RestsOnTheJointsOwnMatrixAndItIsCopied) {
  EXPECT_TRUE(shows(block(Symbol::World)));
  EXPECT_TRUE(shows(block(Symbol::Skin)));
  EXPECT_TRUE(state_.highlight.empty());
  click(block(Symbol::World));
  EXPECT_EQ(board_,
            "[[1.0, 0.0, 0.0, 0.2],\n [0.0, 1.0, 0.0, 1.5],\n [0.0, 0.0, 1.0, 0.0],\n"
            " [0.0, 0.0, 0.0, 1.0]]\n");
  EXPECT_FALSE(state_.note.text.empty());
}

TEST_F(MathPanelWidget, PointingUnfoldsTheMatrixAndLightsItsFrame) {
  EXPECT_FALSE(shows(block(Symbol::ParentWorld)));
  point_at(symbol("world", Symbol::ParentWorld));
  EXPECT_TRUE(shows(block(Symbol::ParentWorld)));
  ASSERT_EQ(state_.highlight.frames.size(), 1u);
  EXPECT_EQ(state_.highlight.frames[0].frame, world("spine"));
  EXPECT_EQ(state_.highlight.frames[0].name, "spine");
  leave();
  EXPECT_FALSE(shows(block(Symbol::ParentWorld)));
  EXPECT_TRUE(state_.highlight.empty());
  EXPECT_FALSE(last_.draws_on()) << "nothing changes: nothing is drawn";
}

TEST_F(MathPanelWidget, AClickKeepsItUnfoldedAndLit) {
  click(symbol("world", Symbol::BaseLocal));
  leave();
  EXPECT_TRUE(shows(block(Symbol::BaseLocal)));
  EXPECT_FALSE(state_.highlight.empty());
  click(symbol("world", Symbol::BaseLocal));
  leave();
  EXPECT_FALSE(shows(block(Symbol::BaseLocal)));
}

TEST_F(MathPanelWidget, CtrlCCopiesWhatIsUnderTheMouse) {
  click(symbol("world", Symbol::BaseLocal));
  point_at(block(Symbol::BaseLocal));
  press_key(Key::C, {Key::LeftCtrl});
  EXPECT_EQ(board_.rfind("[[1.0, 0.0, 0.0, 0.2],\n [0.0, 1.0, 0.0, 0.2],", 0), 0u) << board_;
}

TEST_F(MathPanelWidget, TheBindFrameLightsWhereTheJointWasBound) {
  document_.apply({TransformJoint{joint("spine"), TransformJoint::Translate, vec3(0, 0, 1)}});
  refresh();
  step();
  point_at(symbol("skin", Symbol::InverseBind));
  ASSERT_EQ(state_.highlight.frames.size(), 1u);
  const mat4& frame = state_.highlight.frames[0].frame;
  EXPECT_LT(glm::length(vec3(frame[3]) - vec3(0.2f, 1.5f, 0.0f)), 1e-6f);
  point_at(symbol("skin", Symbol::Skin));
  ASSERT_EQ(state_.highlight.arrows.size(), 1u);
  EXPECT_LT(glm::length(state_.highlight.arrows[0].to - vec3(0.2f, 1.5f, 1.0f)), 1e-6f);
}

TEST_F(MathPanelWidget, PointingAtTShowsItsScrew) {
  document_.apply({TransformJoint{joint("spine"), TransformJoint::Rotate, vec3(0, 40, 0)}});
  refresh();
  step();
  EXPECT_FALSE(state_.highlight.screw);
  point_at(symbol("skin", Symbol::Skin));
  ASSERT_TRUE(state_.highlight.screw);
  const ScrewMark& mark = state_.highlight.screw->mark;
  EXPECT_EQ(mark.kind, ScrewMark::Turn);
  EXPECT_NE(mark.label.find("40"), std::string::npos) << mark.label;
  // The axis is the world's y through where spine was bound.
  const vec3 along = glm::normalize(mark.line_to - mark.line_from);
  EXPECT_NEAR(std::abs(along.y), 1.0f, 1e-5f);
  const vec3 spine = vec3(world("spine")[3]);
  EXPECT_NEAR(mark.line_from.x, spine.x, 1e-5f);
  EXPECT_NEAR(mark.line_from.z, spine.z, 1e-5f);
  leave();
  EXPECT_FALSE(state_.highlight.screw);
}

TEST_F(MathPanelWidget, TheChainUnfoldsFactorByFactor) {
  click("section:From the root, factor by factor");
  step();
  for (const char* name : {"step:1", "step:2", "step:3", "step:4"})
    EXPECT_TRUE(shows(name)) << name;
  EXPECT_FALSE(shows("step:5"));
  point_at("step:3");
  ASSERT_EQ(state_.highlight.frames.size(), 1u);
  EXPECT_EQ(state_.highlight.frames[0].frame, world("spine"));
  EXPECT_EQ(state_.highlight.path.size(), 3u);
  EXPECT_TRUE(shows(block(Symbol::Step, 2)));
  const Rect fourth = rect("step:4");
  point_at("step:4");
  EXPECT_EQ(rect("step:4").lo, fourth.lo) << "rows stay where they are under the mouse";
  click("step:3");
  leave();
  EXPECT_TRUE(shows(block(Symbol::Step, 2))) << "the running product";
  EXPECT_TRUE(shows(block(Symbol::StepFactor, 2))) << "and its own factor";
}

TEST_F(MathPanelWidget, ThePinnedVertexHasItsTermsAndTheCandidateLightsUp) {
  EXPECT_FALSE(shows("term:0"));
  document_.apply({SetPinnedVertex{{0, 7}}});
  step();
  ASSERT_TRUE(shows("term:0"));
  EXPECT_FALSE(shows("term:1")) << "one joint pulls on it";
  point_at("term:0");
  ASSERT_EQ(state_.highlight.points.size(), 2u);
  const vec3 p = model_->meshes[0].position[7];
  EXPECT_LT(glm::length(state_.highlight.points.back().at - p), 1e-6f);
}

TEST_F(MathPanelWidget, TheFormulaIsTheChosenDeformers) {
  const auto has = [&](Symbol symbol) {
    return state_.rects.count("value:" + std::to_string(symbol_id(symbol))) > 0;
  };
  const auto choose = [&](Deformer method) {
    ViewSettings v = scene().view;
    v.method = method;
    document_.apply({SetView{v}});
    state_.rects.clear();
    step();
    step();
  };
  document_.apply({SetPinnedVertex{{0, 2}}});
  choose(Deformer::Linear);
  EXPECT_FALSE(has(Symbol::DualUnit));
  choose(Deformer::DualQuaternion);
  for (const Symbol symbol :
       {Symbol::Stretched, Symbol::DualSum, Symbol::DualUnit, Symbol::DualMove}) {
    EXPECT_TRUE(has(symbol));
  }
  choose(Deformer::Rigid);
  EXPECT_FALSE(has(Symbol::DualUnit));
}

// No letter is dead: it lights something, and its numbers stand in the tab.
TEST_F(MathPanelWidget, EverySymbolLightsAndHasItsNumbers) {
  size_ = {1280.0f, 3000.0f};
  document_.apply(
      {SetUserLocal{joint("arm.L"),
                    to_matrix(Transform{vec3(0), rotation_from_degrees({10, 20, 30}), vec3(1)})}});
  document_.apply({SetPinnedVertex{{0, 7}}});
  refresh();
  state_.math.normal_open = state_.math.rigid_open = state_.math.chain_open = true;
  for (const Deformer method : {Deformer::Rigid, Deformer::Linear, Deformer::DualQuaternion}) {
    ViewSettings view = scene().view;
    view.method = method;
    document_.apply({SetView{view}});
    leave();
    std::vector<std::string> names;
    for (const auto& [name, r] : state_.rects) {
      if (name.starts_with("symbol:")) names.push_back(name);
    }
    EXPECT_GE(names.size(), 20u);
    for (const std::string& name : names) {
      SCOPED_TRACE(std::string(info_of(method).key) + " " + name);
      point_at(name);
      EXPECT_FALSE(state_.highlight.empty());
      const std::string id = name.substr(name.rfind(':') + 1);
      EXPECT_TRUE(shows("matrix:" + id) || shows("value:" + id));
      leave();
      EXPECT_TRUE(state_.highlight.empty());
    }
  }
}

// Without a vertex the T_j of its formula is the selected joint's.
TEST_F(MathPanelWidget, TheVertexFormulaHasItsJointBeforeThereIsAVertex) {
  size_ = {1280.0f, 3000.0f};
  document_.apply({SetPinnedVertex{}});
  leave();
  const std::string id = std::to_string(symbol_id(Symbol::VertexSkin));
  ASSERT_EQ(state_.rects.count("symbol:vertex:" + id), 1u);
  point_at("symbol:vertex:" + id);
  EXPECT_FALSE(state_.highlight.empty());
  EXPECT_TRUE(shows("matrix:" + id));
}

TEST_F(MathPanelWidget, NormalsToShadeWithAreChosen) {
  size_ = {1280.0f, 1500.0f};
  state_.math.normal_open = true;
  step();
  for (const auto& [id, normals] :
       {std::pair("plain", NormalUse::BlendedMatrix), std::pair("exact", NormalUse::Exact),
        std::pair("usual", NormalUse::InverseTranspose)}) {
    for (int press = 0; press < 2; ++press) {
      click(std::string("toggle:") + id + " normals");
      EXPECT_EQ(scene().view.normals, normals) << "one is always chosen";
    }
  }
}

TEST_F(MathPanelWidget, NothingOverflowsTheNarrowestPanel) {
  document_.apply({SetUserLocal{
      joint("root"), to_matrix(Transform{vec3(123456.7f, -98765.4f, 5e7f),
                                         rotation_from_degrees({10, 20, 30}), vec3(0.001f)})}});
  document_.apply({SetPinnedVertex{{0, 7}}});
  refresh();
  state_.math.normal_open = state_.math.rigid_open = state_.math.chain_open = true;
  for (const float width : {200.0f, 320.0f, 640.0f}) {
    state_.layout.right_width = width;
    step();
    step();
    for (const auto& [name, r] : state_.rects) {
      if (name.rfind("symbol:", 0) != 0 && name.rfind("matrix:", 0) != 0) continue;
      EXPECT_GE(r.lo.x, size_.x - width) << name;
      EXPECT_LE(r.hi.x, size_.x) << name;
    }
  }
}

TEST_F(MathPanelWidget, AJointThatNoSkinNamesHasNoT) {
  select("Camera");
  step();
  EXPECT_TRUE(shows(block(Symbol::World)));
  EXPECT_FALSE(shows(block(Symbol::Skin)));
}

TEST_F(MathPanelWidget, TheFourthPaneHasADeformerOrADistance) {
  ViewSettings view = scene().view;
  view.panes = Panes::Four;
  document_.apply({SetView{view}});
  step();
  EXPECT_EQ(state_.rects.count("legend beside"), 1u);
  click("pane 4");
  click("deformer:rigid");
  EXPECT_FALSE(scene().view.pane4_distance);
  EXPECT_EQ(scene().view.pane4, Deformer::Rigid);
  EXPECT_EQ(state_.rects.count("legend beside"), 0u);
  click("pane 4");
  click("deformer:distance");
  EXPECT_TRUE(scene().view.pane4_distance);
  EXPECT_EQ(state_.rects.count("legend beside"), 1u);
}

// Panes differ by their deformer: the tab tells of the one that was clicked last.
TEST_F(MathPanelWidget, FollowsThePaneThatWasClickedLast) {
  const std::string dual = "value:" + std::to_string(symbol_id(Symbol::DualSum, 1));
  ViewSettings view = scene().view;
  view.panes = Panes::Two;  // linear blend, dual quaternions
  view.probe = true;
  document_.apply({SetView{view}});
  document_.apply({SetPinnedVertex{{0, 9}}});
  step();
  step();
  EXPECT_FALSE(shows(dual));
  const Rect all = rect("view");
  const vec2 right(0.5f * (all.center().x + all.hi.x), all.center().y);
  step({mouse_move(right.x, right.y)});
  step();
  EXPECT_FALSE(shows(dual)) << "the way to the panel leads through the right pane";
  click_at(right);
  step();
  EXPECT_TRUE(shows(dual));
  click_at({0.5f * (all.lo.x + all.center().x), all.center().y});
  step();
  EXPECT_FALSE(shows(dual));
  click("pane 2");
  press_key(Key::Escape);
  step();
  EXPECT_TRUE(shows(dual)) << "its name counts as well";
  view.panes = Panes::One;
  document_.apply({SetView{view}});
  step();
  EXPECT_FALSE(shows(dual));
}

}  // namespace
}  // namespace bindpose::ui::testing::test_math_panel
