// What a lesson's text has beside words: tables, links, images, figures that are wrong; and a
// lesson by keys.
#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/harness.h"
#include "ui/text/code_lines.h"
#include "ui/text/rich_text.h"

namespace bindpose::ui::testing::test_lesson_text {
namespace {

constexpr const char* kHead = "---\ntitle: Arms\nmodel: rig.glb\n---\n";

class LessonTextWidget : public WidgetTest {
 protected:
  void show(const std::string& body) {
    open_lesson(kHead + body);
    for (int i = 0; i < 4; ++i) step();
  }

  // The text of the first step in a column of that width: its height, and where its links are.
  float lay_out(float width, std::vector<TextSpot>& spots) {
    begin_frame({}, size_, 1.0f, 0.01);
    UiInput input{document_, posed_, bones_, camera_};
    UiOutput out;
    Frame f{state_, input, out, theme(true), 1.0f, {}};
    const float height = draw_rich_text(f, nullptr, vec2(10, 20), width,
                                        {lesson_->lesson.steps[0].text, {}, pictures_}, &spots);
    ImGui::EndFrame();
    return height;
  }

  // Pictures of that texture on the screen.
  static std::vector<Rect> images(unsigned int texture) {
    std::vector<Rect> found;
    const ImDrawData* data = ImGui::GetDrawData();
    for (int n = 0; n < data->CmdListsCount; ++n) {
      const ImDrawList* list = data->CmdLists[n];
      for (const ImDrawCmd& cmd : list->CmdBuffer) {
        if (cmd.GetTexID() != compat::texture_id(texture)) continue;
        Rect r{vec2(1e9f), vec2(-1e9f)};
        for (unsigned int i = 0; i < cmd.ElemCount; ++i) {
          const ImDrawVert& v = list->VtxBuffer[static_cast<int>(
              list->IdxBuffer[static_cast<int>(cmd.IdxOffset + i)] + cmd.VtxOffset)];
          r.lo = glm::min(r.lo, from_im(v.pos));
          r.hi = glm::max(r.hi, from_im(v.pos));
        }
        found.push_back(r);
      }
    }
    return found;
  }

  void go_to(const std::string& name) {
    for (int i = 0; i < 90; ++i) {
      press_key(Key::Tab);
      for (int k = 0; k < 3; ++k) step();
      const Rect wanted = rect(name);
      for (const FocusStop& stop : state_.focus.stops) {
        if (stop.id == state_.focus.id && stop.rect.lo == wanted.lo) return;
      }
    }
    FAIL() << "Tab never comes to " << name;
  }

  void rest_at(const std::string& name) {
    const vec2 at = rect(name).center();
    step({mouse_move(at.x, at.y)});
    for (int i = 0; i < 60; ++i) frame({}, 1.0 / 60.0);
  }
};

constexpr const char* kTable =
    "## A\n| [a](https://a.b/1) | [bb](https://a.b/2) |\n|:--|--:|\n"
    "| [one two three](https://a.b/3) | [1](https://a.b/4) |\n"
    "| [four](https://a.b/5) | [12345](https://a.b/6) |\n";

TEST_F(LessonTextWidget, CellsOfATableStandInRowsAndColumns) {
  show(kTable);
  std::vector<TextSpot> s;
  const float height = lay_out(500.0f, s);
  // "one", "two" and "three" are words of one link.
  ASSERT_EQ(s.size(), 8u);
  const auto at = [&](const char* end) {
    return std::ranges::find_if(s, [&](const TextSpot& t) { return t.link.ends_with(end); })->rect;
  };
  EXPECT_FLOAT_EQ(at("1").lo.x, at("3").lo.x);
  EXPECT_FLOAT_EQ(at("3").lo.x, at("5").lo.x);
  EXPECT_NEAR(at("2").hi.x, at("6").hi.x, 1.0f) << "aligned at the right";
  EXPECT_NEAR(at("4").hi.x, at("6").hi.x, 1.0f);
  EXPECT_GT(at("4").lo.x, at("6").lo.x);
  EXPECT_FLOAT_EQ(at("3").lo.y, at("4").lo.y);
  EXPECT_GT(at("3").lo.y, at("1").hi.y - 1.0f);
  EXPECT_GT(at("5").lo.y, at("3").hi.y - 1.0f);
  for (const TextSpot& spot : s) EXPECT_LT(spot.rect.hi.y, 20.0f + height);
  EXPECT_LT(at("6").hi.x, 300.0f) << "no wider than its words";
}

TEST_F(LessonTextWidget, ANarrowTableBreaksItsLinesAndThenTakesSmallerType) {
  show(kTable);
  std::vector<TextSpot> wide, narrow, tiny;
  const float height = lay_out(500.0f, wide);
  EXPECT_GT(lay_out(130.0f, narrow), height);
  for (const TextSpot& spot : narrow) EXPECT_LE(spot.rect.hi.x, 141.0f);
  lay_out(80.0f, tiny);
  for (const TextSpot& spot : tiny) EXPECT_LE(spot.rect.hi.x, 91.0f);
  EXPECT_LT(tiny[0].rect.size().y, narrow[0].rect.size().y);
}

// Twelve words of the same length, in columns for four to eleven of them.
TEST_F(LessonTextWidget, NoParagraphEndsWithAWordAlone) {
  std::string text = "## A\n";
  for (int k = 10; k < 22; ++k) text += "[word](https://a.b/" + std::to_string(k) + ") ";
  show(text + "\n");
  std::vector<TextSpot> s;
  lay_out(2000.0f, s);
  ASSERT_EQ(s.size(), 12u);
  const float one = s[1].rect.lo.x - s[0].rect.lo.x;
  for (int in_line = 4; in_line < 12; ++in_line) {
    s.clear();
    lay_out((static_cast<float>(in_line) + 0.1f) * one, s);
    std::vector<int> lines;
    for (std::size_t k = 0; k < s.size(); ++k) {
      if (k == 0 || s[k].rect.lo.y > s[k - 1].rect.lo.y + 1.0f) lines.push_back(0);
      ++lines.back();
    }
    EXPECT_EQ(int(lines.size()), (12 + in_line - 1) / in_line) << "no line more, at " << in_line;
    EXPECT_GE(3 * lines.back(), in_line - 1) << in_line << " in a line";
    EXPECT_GE(lines[lines.size() - 2], lines.back()) << in_line << " in a line";
  }
}

TEST_F(LessonTextWidget, ListsInListsAndQuotesStandInFurther) {
  show(
      "## A\n- [a](https://a.b/1)\n  - [b](https://a.b/2)\n\n> "
      "[c](https://a.b/3)\n\n[d](https://a.b/4)\n");
  std::vector<TextSpot> s;
  lay_out(400.0f, s);
  ASSERT_EQ(s.size(), 4u);
  EXPECT_GT(s[0].rect.lo.x, s[3].rect.lo.x + 8.0f);
  EXPECT_GT(s[1].rect.lo.x, s[0].rect.lo.x + 8.0f);
  EXPECT_GT(s[2].rect.lo.x, s[3].rect.lo.x + 8.0f);
  EXPECT_FLOAT_EQ(s[3].rect.lo.x, 10.0f);
}

TEST_F(LessonTextWidget, CodeIsAsHighAsItsLines) {
  show("## A\n```\na\n```\n");
  std::vector<TextSpot> s;
  const float one = lay_out(400.0f, s);
  show("## A\n```\na\n\nb\nc\n```\n");
  const float four = lay_out(400.0f, s);
  EXPECT_GT(four, one + 30.0f);
}

TEST_F(LessonTextWidget, LongLinesOfCodeGoOnFartherIn) {
  EXPECT_EQ(wrap_code("a = 1;\n\nb = 2;", 20), "a = 1;\n\nb = 2;");
  EXPECT_EQ(wrap_code("  add(sum, v.weights.x, m);", 24), "  add(sum, v.weights.x,\n      m);");
  EXPECT_EQ(wrap_code("f(abcdefgh,klmnopqrst)", 16), "f(abcdefgh,\n    klmnopqrst)");
  EXPECT_EQ(wrap_code("abcdefghijklmnop\nq", 10), "abcdefghij\n    klmnop\nq");
  EXPECT_EQ(wrap_code("", 10), "");
}

TEST_F(LessonTextWidget, AnImageIsDrawnAsWideAsTheColumnAtMost) {
  pictures_ = {{77, vec2(2000, 1000), {}}};
  show("## A\nText\n\n![words](a.png)\n");
  const Rect panel = rect("lesson");
  ASSERT_EQ(images(77).size(), 1u);
  const Rect large = images(77)[0];
  EXPECT_NEAR(large.size().x, 2.0f * large.size().y, 2.0f);
  EXPECT_GT(large.lo.x, panel.lo.x);
  EXPECT_LT(large.hi.x, panel.hi.x);
  EXPECT_GT(large.size().x, 0.8f * panel.size().x);
  pictures_ = {{77, vec2(40, 30), {}}};
  for (int i = 0; i < 3; ++i) step();
  EXPECT_EQ(images(77).at(0).size(), vec2(40, 30)) << "not blown up";
  pictures_ = {{0, vec2(0), "The image a.png is not beside the lesson."}};
  for (int i = 0; i < 3; ++i) step();
  EXPECT_TRUE(images(77).empty());
  std::vector<TextSpot> s;
  EXPECT_GT(lay_out(300.0f, s), 40.0f) << "what is missing is said";
}

TEST_F(LessonTextWidget, ALinkOpensByAClickAloneAndTellsItsAddress) {
  show("## A\nSee [it](https://example.org/x).\n");
  rest_at("lesson link:0");
  EXPECT_EQ(state_.rects.count("tooltip"), 1u);
  EXPECT_EQ(opened_link_, "");
  click("lesson link:0");
  EXPECT_EQ(opened_link_, "https://example.org/x");
  opened_link_.clear();
  go_to("lesson link:0");
  press_key(Key::Enter);
  for (int k = 0; k < 3; ++k) step();
  EXPECT_EQ(opened_link_, "https://example.org/x") << "Tab and Enter open it, too";
}

// As the step begins, and not where somebody moved what it is about.
TEST_F(LessonTextWidget, AFigureThatTheFileHasWrongSaysSo) {
  show(
      "## A\n{angle arm.L = 31} {angle arm.L = 30} {angle arm.L < 5}\n```step\n"
      "slider Bend, 0 to 120 degrees at 30: joint arm.L rotate 0 0 {}\n```\n");
  const auto& figures = state_.of_model.lesson.figures.text;
  ASSERT_EQ(figures.size(), 3u);
  EXPECT_EQ(figures[0].wrong, "The lesson's file says 31 here, in line 6; it is 30\xC2\xB0.");
  EXPECT_EQ(figures[1].wrong, "");
  EXPECT_NE(figures[2].wrong.find("less than 5"), std::string::npos);
  EXPECT_EQ(state_.rects.count("lesson figure:0"), 1u);
  EXPECT_EQ(state_.rects.count("lesson figure:1"), 0u);
  rest_at("lesson figure:0");
  EXPECT_EQ(state_.rects.count("tooltip"), 1u);
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 15}}});
  refresh();
  for (int i = 0; i < 2; ++i) step();
  EXPECT_EQ(figures[0].text, "45\xC2\xB0");
  EXPECT_EQ(figures[0].wrong, "");
  EXPECT_EQ(state_.rects.count("lesson figure:0"), 0u);
  document_.undo();
  refresh();
  for (int i = 0; i < 2; ++i) step();
  EXPECT_NE(figures[0].wrong, "");
}

TEST_F(LessonTextWidget, TheFigureOfASliderFollowsItInTheSameFrame) {
  show(
      "## A\n{slider Bend}\n```step\n"
      "slider Bend, 0 to 120 degrees at 30: joint arm.L rotate 0 0 {}\n```\n");
  EXPECT_EQ(state_.of_model.lesson.figures.text.at(0).text, "30\xC2\xB0");
  const Rect track = rect("lesson slider:0");
  click_at({track.hi.x - 1.0f, track.center().y});
  step();
  EXPECT_EQ(state_.of_model.lesson.figures.text.at(0).text, "120\xC2\xB0");
}

class LessonKeysWidget : public LessonTextWidget {
 protected:
  LessonKeysWidget() {
    lessons_ = {{"First", "", "/l/1.md"}, {"Second", "", "/l/2.md"}, {"Third", "", "/l/3.md"}};
    lesson_path_ = "/l/2.md";
    show(
        "## A\nText.\n```step\nselect arm.L\npin 0 4\n"
        "slider Bend, 0 to 120 degrees at 30: joint arm.L rotate 0 0 {}\n```\n## B\nMore.\n");
  }

  double bend() const { return state_.of_model.lesson.sliders.at(0); }
};

TEST_F(LessonKeysWidget, ArrowsMoveTheSliderThatHasTheFocus) {
  go_to("lesson slider:0");
  const int before = count_undo_steps();
  press_key(Key::Right);
  for (int i = 0; i < 3; ++i) step();
  EXPECT_NEAR(bend(), 32.0, 1e-3);
  EXPECT_EQ(lesson_step_, 0u) << "the arrow went a step on as well";
  EXPECT_EQ(count_undo_steps(), before + 1);
  press_key(Key::Left);
  press_key(Key::Left);
  for (int i = 0; i < 3; ++i) step();
  EXPECT_NEAR(bend(), 28.0, 1e-3);
  press_key(Key::End);
  for (int i = 0; i < 3; ++i) step();
  EXPECT_NEAR(bend(), 120.0, 1e-3);
  press_key(Key::Home);
  for (int i = 0; i < 3; ++i) step();
  EXPECT_NEAR(bend(), 0.0, 1e-3);
  EXPECT_EQ(scene().pose.base, BasePose::Rest) << "Home jumped to the start of the clip";
  press_key(Key::Escape);
  press_key(Key::Right);
  EXPECT_EQ(lesson_step_, 1u);
}

TEST_F(LessonKeysWidget, AnArrowThatIsHeldIsOneStepOfUndo) {
  go_to("lesson slider:0");
  const int before = count_undo_steps();
  frame({key_event(Key::Right, true)});
  for (int i = 0; i < 60; ++i) frame({}, 1.0 / 30.0);
  frame({key_event(Key::Right, false)});
  for (int i = 0; i < 3; ++i) step();
  EXPECT_GT(bend(), 40.0);
  EXPECT_EQ(count_undo_steps(), before + 1);
}

TEST_F(LessonKeysWidget, EscapeGoesBackToWhatTheStepIsAbout) {
  const Selection own = scene().selection;
  ASSERT_FALSE(own.pinned_vertex.empty());
  for (int i = 0; i < 4; ++i) press_key(Key::Escape);
  EXPECT_EQ(scene().selection.pinned_vertex, own.pinned_vertex);
  EXPECT_EQ(scene().selection.joint, own.joint);
  document_.apply({SetPinnedVertex{{0, 7}}});
  document_.apply({SetSelection{joint("hips")}});
  document_.apply({SelectVertices{{VertexGroup::Sum, 0}}});
  for (int i = 0; i < 4; ++i) press_key(Key::Escape);
  EXPECT_EQ(scene().selection.pinned_vertex, own.pinned_vertex);
  EXPECT_EQ(scene().selection.joint, own.joint);
  EXPECT_EQ(scene().selection.vertices.kind, VertexGroup::None);
  EXPECT_TRUE(lesson_);
  lesson_.reset();
  for (int i = 0; i < 3; ++i) press_key(Key::Escape);
  EXPECT_TRUE(scene().selection.pinned_vertex.empty()) << "without a lesson it unpins";
  EXPECT_EQ(scene().selection.joint, -1);
}

TEST_F(LessonKeysWidget, KeysAndArrowsOfThePanelGoToTheLessonsBeside) {
  press_key(Key::PageDown, {Key::LeftCtrl});
  EXPECT_EQ(opened_lesson_, "/l/3.md");
  press_key(Key::PageUp, {Key::LeftCtrl});
  EXPECT_EQ(opened_lesson_, "/l/1.md");
  opened_lesson_.clear();
  click("next step");
  EXPECT_EQ(lesson_step_, 1u);
  EXPECT_EQ(opened_lesson_, "");
  click("next step");
  EXPECT_EQ(opened_lesson_, "/l/3.md");
  click("step back");
  EXPECT_EQ(lesson_step_, 0u);
  click("step back");
  EXPECT_EQ(opened_lesson_, "/l/1.md");
  lesson_path_ = "/l/3.md";
  lesson_step_ = 1;
  opened_lesson_.clear();
  step();
  click("next step");
  press_key(Key::PageDown, {Key::LeftCtrl});
  EXPECT_EQ(opened_lesson_, "") << "after the last one comes none";
  EXPECT_EQ(state_.note.text, "This is the last lesson.");
  lesson_path_ = "/l/1.md";
  press_key(Key::PageUp, {Key::LeftCtrl});
  EXPECT_EQ(state_.note.text, "This is the first lesson.");
  lesson_path_ = "/my/own.md";
  press_key(Key::PageDown, {Key::LeftCtrl});
  EXPECT_NE(state_.note.text.find("not in the menu"), std::string::npos) << state_.note.text;
  EXPECT_EQ(opened_lesson_, "");
}

TEST_F(LessonKeysWidget, RemotesBeginEndAndBlacken) {
  press_key(Key::F5, {Key::LeftShift});
  EXPECT_TRUE(state_.presenter);
  press_key(Key::B, {Key::LeftShift});
  EXPECT_TRUE(state_.black);
  press_key(Key::PageDown);
  EXPECT_FALSE(state_.black);
  EXPECT_EQ(lesson_step_, 0u);
  press_key(Key::F5, {Key::LeftShift});
  EXPECT_FALSE(state_.presenter);
  press_key(Key::W, {Key::LeftCtrl});
  EXPECT_FALSE(lesson_) << "Ctrl+W closes it";
}

TEST_F(LessonKeysWidget, ALetterThatTabCameToIsPointedAt) {
  lesson_->lesson.steps[0].formula = "skin";
  for (int i = 0; i < 4; ++i) step();
  ASSERT_EQ(state_.math.large_pointed, -1);
  std::string letter;
  for (const auto& [name, r] : state_.rects) {
    if (letter.empty() && name.starts_with("large:")) letter = name;
  }
  ASSERT_NE(letter, "");
  go_to(letter);
  for (int i = 0; i < 3; ++i) step();
  EXPECT_GE(state_.math.large_pointed, 0);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_lesson_text
