// The large formula over the view: each symbol can be pointed at, unfolds, lights its thing and is
// copied.
#include "harness.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/segment_binding.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/widgets.h"
#include "ui/formula/formula_nodes.h"
#include "ui/formula/large/formula_large.h"
#include "ui/formula/large/large_lines.h"
#include "ui/formula/math_values.h"

namespace bindpose::ui::testing::test_formula_large {
namespace {

constexpr const char* kLesson = R"(---
title: Arms
model: rig.glb
---

## One

Words.

```step
select arm.L
joint arm.L rotate 10 20 30
pin mesh 7
```

## Two

More.
)";

class LargeFormulaWidget : public WidgetTest {
 protected:
  LargeFormulaWidget() {
    set_clipboard({[this] { return board_; }, [this](const std::string& s) { board_ = s; }});
    std::string text(kLesson);
    text.replace(text.find("pin mesh"), 8, "pin " + model_->meshes[0].name);
    open_lesson(text);
    state_.presenter = true;
  }
  void open(std::string_view word, Deformer method = Deformer::Linear) {
    lesson_->lesson.steps[0].formula = word;
    if (word == "weights" && !scene().reach) {
      SegmentRadii radii;
      radii.all = 0.6f;
      document_.apply({bind_edit(*model_, radii)});
      refresh();
    }
    ViewSettings view = scene().view;
    view.method = method;
    document_.apply({SetView{view}});
    leave();
  }
  void point_at(const std::string& name) {
    const vec2 p = rect(name).center();
    step({mouse_move(p.x, p.y)});
    step();
  }
  void leave() {
    step({mouse_move(2.0f, 2.0f)});
    step();
    step();
  }
  static std::string letter(Symbol s) { return "large:" + std::to_string(symbol_id(s)); }
  static std::string number(Symbol s, int index = 0) {
    return "large number:" + std::to_string(symbol_id(s, index));
  }
  bool shows(const std::string& name) const { return state_.rects.count(name) > 0; }
  FormulaValues values() const {
    return formula_values(scene(), posed_, joint("arm.L"), 0, scene().view.method);
  }
  std::vector<std::string> letters() const {
    std::vector<std::string> names;
    for (const auto& [name, r] : state_.rects) {
      if (name.starts_with("large:")) names.push_back(name);
    }
    return names;
  }

  std::string board_;
};

TEST_F(LargeFormulaWidget, AParentsLetterUnfoldsItsMatrixAndLightsItsFrame) {
  open("world");
  EXPECT_TRUE(state_.highlight.empty());
  ASSERT_TRUE(shows(number(Symbol::BaseLocal)));
  const Rect formula = rect(letter(Symbol::World)), axes = rect("axes");
  point_at(letter(Symbol::ParentWorld));
  ASSERT_EQ(state_.highlight.frames.size(), 1u);
  EXPECT_EQ(state_.highlight.frames[0].frame,
            posed_.world[static_cast<std::size_t>(joint("spine"))]);
  EXPECT_TRUE(shows(number(Symbol::ParentWorld))) << "unfolded";
  EXPECT_FALSE(shows(number(Symbol::BaseLocal))) << "in place of the numbers";
  EXPECT_EQ(rect(letter(Symbol::World)).lo, formula.lo) << "the formula stays where it is";
  EXPECT_EQ(rect("axes").lo, axes.lo);
  EXPECT_FALSE(last_.draws_on()) << "the mouse rests";
  leave();
  EXPECT_TRUE(shows(number(Symbol::BaseLocal)));
  EXPECT_TRUE(state_.highlight.empty());
  EXPECT_FALSE(last_.draws_on()) << "nothing changes: nothing is drawn";
}

TEST_F(LargeFormulaWidget, AClickKeepsItUntilTheNextStep) {
  open("skin");
  click(letter(Symbol::InverseBind));
  leave();
  EXPECT_TRUE(shows(number(Symbol::InverseBind)));
  ASSERT_EQ(state_.highlight.frames.size(), 1u);
  const mat4& bind = state_.highlight.frames[0].frame;
  EXPECT_LT(glm::length(vec3(bind[3]) - vec3(0.2f, 1.5f, 0.0f)), 1e-6f);
  click(number(Symbol::InverseBind));
  EXPECT_EQ(board_, rows_text(values().skin->inverse_bind)) << "a click on numbers copies them";
  click(letter(Symbol::InverseBind));
  leave();
  EXPECT_TRUE(state_.highlight.empty());
  click(letter(Symbol::InverseBind));
  press_key(Key::Right);
  lesson_->lesson.steps[1].formula = "skin";
  leave();
  EXPECT_EQ(lesson_step_, 1u);
  EXPECT_TRUE(state_.highlight.empty()) << "another step starts without";
}

TEST_F(LargeFormulaWidget, ACandidateLightsUp) {
  open("vertex");
  point_at(number(Symbol::Term, 0));
  const VertexTerm term = values().vertex->terms[0];
  ASSERT_EQ(state_.highlight.points.size(), 2u);
  EXPECT_EQ(state_.highlight.points.back().at, term.candidate);
  EXPECT_TRUE(shows(number(Symbol::Term, 0))) << "numbers stay under the mouse";
  press_key(Key::C, {Key::LeftCtrl});
  EXPECT_EQ(board_, list_text({&term.candidate.x, 3}));
}

TEST_F(LargeFormulaWidget, ItIsNoPartOfTheViewThatADragTurns) {
  open("world");
  const vec2 p = rect("lesson formula").center();
  step({mouse_move(p.x, rect("view").lo.y + 40.0f)});
  step();
  EXPECT_TRUE(last_.view_hovered);
  step({mouse_move(p.x, p.y)});
  step();
  EXPECT_FALSE(last_.view_hovered);
}

TEST_F(LargeFormulaWidget, TheChainHasAFactorAndAFrameForEachJointSoFar) {
  document_.apply({ResetAll{}});
  refresh();
  open("chain");
  const auto factor = [](int k) {
    return "large:" + std::to_string(symbol_id(Symbol::StepFactor, k));
  };
  for (int k = 0; k < 4; ++k) EXPECT_TRUE(shows(factor(k))) << "root, hips, spine, arm.L: " << k;
  EXPECT_FALSE(shows(factor(4))) << "not of joints below";
  ASSERT_EQ(state_.highlight.frames.size(), 4u);
  for (int k = 0; k < 4; ++k) {
    const Highlight::Axes& axes = state_.highlight.frames[static_cast<std::size_t>(k)];
    EXPECT_EQ(axes.frame, values().chain[static_cast<std::size_t>(k)].world);
    EXPECT_EQ(axes.faint, k < 3) << "only the newest is strong";
  }
  ASSERT_EQ(state_.highlight.arrows.size(), 1u);
  EXPECT_EQ(state_.highlight.arrows[0].to,
            vec3(posed_.world[static_cast<std::size_t>(joint("arm.L"))][3]));
  EXPECT_FALSE(shows(number(Symbol::UserLocal))) << "nothing turned: no factor";
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 30}}});
  refresh();
  leave();
  EXPECT_TRUE(shows(number(Symbol::UserLocal)));
  EXPECT_EQ(state_.highlight.frames.size(), 5u) << "and where it was before the turn";
  // The root has no parent.
  document_.apply({SetSelection{joint("root")}});
  leave();
  EXPECT_TRUE(shows(factor(0)));
  EXPECT_FALSE(shows(factor(1)));
  EXPECT_FALSE(shows(number(Symbol::ParentWorld)));
}

TEST_F(LargeFormulaWidget, TheIdentityIsSaidWhereTIsIt) {
  document_.apply({ResetAll{}});
  refresh();
  open("skin");
  EXPECT_TRUE(large::is_identity(values().skin->skin));
  EXPECT_FALSE(large::is_identity(glm::translate(mat4(1.0f), vec3(1e-3f, 0, 0))));
  EXPECT_TRUE(large::is_identity(glm::translate(mat4(1.0f), vec3(1e-4f, 0, 0))));
  const Rect card = rect("lesson formula");
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 1}}});
  refresh();
  leave();
  EXPECT_FALSE(large::is_identity(values().skin->skin));
  EXPECT_NEAR(rect("lesson formula").size().x, card.size().x, 0.04f * card.size().x)
      << "= or not: as wide";
}

TEST_F(LargeFormulaWidget, WeightsFromDistanceHaveTheNumbersOfEachBone) {
  open("weights");
  const std::vector<BoneDistance> all = values().distances;
  ASSERT_GE(all.size(), 2u);
  EXPECT_TRUE(shows(letter(Symbol::RawWeight)));
  EXPECT_TRUE(shows(number(Symbol::Weight)));
  point_at(letter(Symbol::BoneDistance));
  EXPECT_EQ(state_.highlight.arrows.size(), all.size());
  // Centimetres: the rig's unit is the metre.
  const auto told = text_of(*model_, values(), symbol_id(Symbol::BoneDistance));
  ASSERT_TRUE(told);
  EXPECT_TRUE(told->numbers.starts_with(cell_text(100.0f * all[0].distance, 2))) << told->numbers;
}

TEST_F(LargeFormulaWidget, TOfAVertexLightsEveryCandidateAndNoNameIsBelowTheCard) {
  open("vertex");
  const int body = 0;
  document_.apply({SetWeights{
      {body, 7}, {{joint("arm.L"), 0.5f}, {joint("spine"), 0.3f}, {joint("hips"), 0.2f}}}});
  document_.apply({TransformJoint{joint("spine"), TransformJoint::Rotate, {0, 0, 50}}});
  refresh();
  for (const float height : {1.3f, 1.8f, 2.2f}) {  // the candidates go down the view
    camera_.target.y = height;
    leave();
    point_at(letter(Symbol::VertexSkin));
    const FormulaValues now = values();
    for (const VertexTerm& term : now.vertex->terms) {
      EXPECT_TRUE(std::ranges::any_of(state_.highlight.points, [&](const auto& p) {
        return p.at == term.candidate;
      })) << term.joint;
    }
    for (const auto& [name, r] : state_.rects) {
      if (name.starts_with("lit:")) {
        EXPECT_FALSE(overlaps(r, rect("lesson formula"))) << name << " at " << height;
      }
    }
  }
}

// A light of the view is no use below a card.
TEST_F(LargeFormulaWidget, LabelsOfDistancesAreClearOfTheFormula) {
  open("weights");
  ViewSettings view = scene().view;
  view.distances = true;
  document_.apply({SetView{view}});
  for (const float height : {2.0f, 1.6f, 1.3f, 1.0f}) {  // the arm goes down the view
    camera_.target.y = height;
    leave();
    std::size_t seen = 0;
    for (const auto& [name, r] : state_.rects) {
      if (!name.starts_with("distance:")) continue;
      ++seen;
      EXPECT_FALSE(overlaps(r, rect("lesson formula"))) << name << " at " << height;
    }
    EXPECT_GE(seen, 2u);
  }
}

// Whatever the formula and the deformer: no letter is dead, and nothing leaves the view, as the
// mouse goes from letter to letter. What is copied does not depend on the size.
TEST_F(LargeFormulaWidget, EverySymbolUnfoldsLightsAndIsCopied) {
  for (const vec2 size : {vec2(1024, 768), vec2(1920, 1080)}) {
    size_ = size;
    state_.scale = presenter_scale(size.y, 1.0f);
    load_fonts("", "", state_.scale);
    build_fonts();
    for (const Deformer method : {Deformer::Rigid, Deformer::Linear, Deformer::DualQuaternion}) {
      for (const std::string_view word : kFormulaWords) {
        open(word, method);
        const auto names = letters();
        EXPECT_GE(names.size(), 2u) << word;
        for (const std::string& name : names) {
          SCOPED_TRACE(std::string(word) + " " + std::string(info_of(method).key) + " " + name);
          point_at(name);
          EXPECT_FALSE(state_.highlight.empty());
          const int symbol = std::stoi(name.substr(6));
          const std::string block = "large number:" + std::to_string(symbol);
          ASSERT_TRUE(shows(block));
          const Rect r = rect(block), card = rect("large formula"), view = rect("view");
          EXPECT_GE(r.lo.x, card.lo.x);
          EXPECT_LE(r.hi.x, card.hi.x);
          EXPECT_LE(r.hi.y, card.hi.y);
          EXPECT_GE(card.lo.x, view.lo.x);
          EXPECT_LE(card.hi.x, view.hi.x);
          EXPECT_LE(card.hi.y, view.hi.y);
          if (size.x > 1024.0f) continue;
          board_.clear();
          press_key(Key::C, {Key::LeftCtrl});
          const auto m = matrix_of(values(), symbol);
          const auto told = text_of(*model_, values(), symbol);
          ASSERT_TRUE(m || told);
          EXPECT_EQ(board_, m ? rows_text(*m) : told->copied);
        }
      }
    }
  }
}

// The columns of a node and of all in it: how many numbers stand in each.
void add_columns(const Node& node, std::vector<std::size_t>& found) {
  if (node.kind == Node::Kind::Matrix && node.columns == 1) found.push_back(node.children.size());
  for (const Node& child : node.children) add_columns(child, found);
}

TEST_F(LargeFormulaWidget, AMatrixOfFourColumnsMultipliesThePointWithItsOne) {
  leave();
  const auto columns_at = [this](float stage) {
    ViewSettings view = scene().view;
    view.walker = WalkOf::Joint;
    view.walker_at = stage;
    document_.apply({SetView{view}});
    refresh();
    UiInput input{document_, posed_, bones_, camera_};
    UiOutput out;
    Frame f{state_, input, out, theme(true), 1.0f, {{}, vec2(800.0f, 600.0f)}};
    const FormulaValues v = values();
    large::Builder b{f, v, FormulaInks{}, [](std::string_view text, Face, float size) {
                       return TextExtent{0.5f * size * float(text.size()), size, 0.0f};
                     }};
    large::add_walk(b);
    std::vector<std::size_t> found;
    for (const large::Line& line : b.lines) add_columns(line.node, found);
    return found;
  };
  EXPECT_EQ(columns_at(1.0f), (std::vector<std::size_t>{4, 4})) << "B_j^-1 v_i";
  EXPECT_EQ(columns_at(2.0f), (std::vector<std::size_t>{4, 4})) << "L Ul";
  EXPECT_EQ(columns_at(0.0f), std::vector<std::size_t>{3}) << "v_i by itself";
}

}  // namespace
}  // namespace bindpose::ui::testing::test_formula_large
