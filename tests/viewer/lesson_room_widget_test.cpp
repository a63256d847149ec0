// What lies over the view in the shipped lessons leaves the model to be seen, and all of their text
// is.
#include <algorithm>
#include <string>
#include <vector>

#include "viewer/room_fixture.h"

namespace bindpose::app::viewer_tests::lesson_room_test {
namespace {

class AnswerRoomWidget : public RoomWidget {
 protected:
  void say_longest_wrong(std::size_t k);
  void whole_names(const std::string& where);
  int curve_names = 0, chord_names = 0;  // seen so far
};

// A curve is told by its whole name, and what is on a chord by one that does not lie over all of
// it.
void AnswerRoomWidget::whole_names(const std::string& where) {
  const ui::UiState& state = viewer.ui_state();
  const float width = state.rects.at("view").size().x;
  for (const auto& [name, rect] : state.rects) {
    if (name.starts_with("curve:")) {
      ++curve_names;
      EXPECT_EQ(name.find("..."), name.npos) << name << ", " << where;
    }
    if (name.starts_with("lit:on the chord")) {
      ++chord_names;
      EXPECT_LT(rect.size().x, 0.45f * width) << where;
    }
  }
}

// What is answered then has the most text: what was said, and what is right.
void AnswerRoomWidget::say_longest_wrong(std::size_t k) {
  const auto& asked = viewer.lesson()->plan.lesson.steps[k].predict;
  if (!asked || asked->kind == LessonPrediction::Place) return;
  if (asked->kind == LessonPrediction::Number) {
    for (const char c : {'1', '2', '.', '5'}) step({ui::char_event(static_cast<unsigned>(c))});
    for (int i = 0; i < 4; ++i) step();
    EXPECT_EQ(viewer.lesson()->answers[k].guess.number, 12.5);
    return;
  }
  viewer.reveal_answer(true);
  const int right = viewer.lesson()->answers[k].truth->option;
  viewer.reveal_answer(false);
  std::size_t longest = 0;
  int said = -1;
  for (int o = 0; o < static_cast<int>(asked->options.size()); ++o) {
    std::size_t letters = 1;
    for (const LessonSpan& span : asked->options[std::size_t(o)].text) letters += span.text.size();
    if (o == right || letters <= longest) continue;
    longest = letters;
    said = o;
  }
  const ui::Key key = ui::Key(int(ui::Key::Num1) + said);
  step({ui::key_event(key, true)});
  step({ui::key_event(key, false)});
  EXPECT_EQ(viewer.lesson()->answers[k].guess.option, said);
}

// Each shipped lesson, each step, in the sizes that lecture rooms have: the model is seen and the
// text has room, before an answer is shown and after.
TEST_F(AnswerRoomWidget, NothingLiesOverTheModelInAnyLessonAndItsTextHasRoom) {
  struct Look {
    vec2 size;
    bool presenter;
    bool
        model;  // whether the model is looked at: rooms of nearly the same size would show the same
  };
  // Type of another size is made where presenter mode begins or ends: one lesson begins where the
  // one before it ended.
  std::vector<Look> looks{{{1024, 768}, true, true},    {{1920, 1080}, true, true},
                          {{1920, 1080}, false, false}, {{1280, 720}, false, true},
                          {{1024, 768}, false, false},  {{1024, 640}, false, true}};
  for (const LessonFile& lesson : shipped_lessons()) {
    viewer.open_lesson(lesson.path);
    settle_loading();
    ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
    for (const auto& [size, presenter, model] : looks) {
      input.size = size;
      viewer.ui_state().presenter = presenter;
      for (std::size_t k = 0; k < viewer.lesson()->plan.steps.size(); ++k) {
        const std::string where = lesson.name + ", step " + std::to_string(k + 1) + " at " +
                                  std::to_string(int(size.x)) + " by " +
                                  std::to_string(int(size.y)) + (presenter ? ", presenter" : "");
        viewer.show_step(k, false);
        step();
        step();
        EXPECT_LE(viewer.ui_state().lesson.overflow, 1.0f) << where;
        say_longest_wrong(k);
        viewer.reveal_answer(true);
        if (model) {
          rest();
        } else {
          step();
          step();
        }
        EXPECT_LE(viewer.ui_state().lesson.overflow, 1.0f) << where << ", answered";
        const bool curves = viewer.lesson()->plan.steps[k].curves.has_value();
        EXPECT_EQ(viewer.ui_state().rects.count("curves"), curves ? 1u : 0u) << where;
        whole_names(where);
        if (!model) continue;
        for (const char* card : {"legend", "lesson formula", "toolbar"}) {
          EXPECT_EQ(hidden_by(card), 0) << card << ", " << where;
        }
        const auto& rects = viewer.ui_state().rects;
        if (rects.count("lesson formula") == 0 || rects.count("toolbar") == 0) continue;
        EXPECT_FALSE(overlap(rects.at("toolbar"), rects.at("lesson formula"))) << where;
      }
    }
    std::ranges::reverse(looks);
  }
  EXPECT_GT(curve_names, 0);
  EXPECT_GT(chord_names, 0);
}

// What explains the picture, by the names it is marked with.
bool explains(const std::string& name) {
  for (const char* start : {"needle:", "distance:", "lit:"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

// As a lecturer goes through them: nothing is said but the text, nothing of it is cut off, no label
// lies over another one, under a card or out of the view, or between another one and what that
// tells of; nor where the sliders end.
TEST_F(RoomWidget, EveryStepIsWholeInEveryRoomAndTheme) {
  const auto whole = [&](const std::string& where) {
    const ui::UiState& state = viewer.ui_state();
    EXPECT_EQ(state.message.text, "") << where;
    EXPECT_LE(state.lesson.overflow, 1.0f) << where;
    const ui::Rect window{vec2(0.0f), input.size}, view = state.rects.at("view");
    std::vector<std::pair<std::string, ui::Rect>> labels;
    for (const auto& [name, rect] : state.rects) {
      if (explains(name)) labels.push_back({name, rect});
    }
    for (const char* card :
         {"legend", "lesson formula", "needle key", "lesson", "lesson text", "axes"}) {
      const auto found = state.rects.find(card);
      if (found == state.rects.end()) continue;
      EXPECT_TRUE(inside(found->second, window)) << card << ", " << where;
      for (const auto& [name, rect] : labels)
        EXPECT_FALSE(overlap(rect, found->second)) << name << " and " << card << ", " << where;
    }
    for (std::size_t a = 0; a < labels.size(); ++a) {
      EXPECT_TRUE(inside(labels[a].second, view)) << labels[a].first << ", " << where;
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_FALSE(overlap(labels[a].second, labels[b].second))
            << labels[a].first << " and " << labels[b].first << ", " << where;
      const auto told = told_by(labels[a].first);
      if (!told) continue;
      const vec2 end = glm::clamp(*told, labels[a].second.lo, labels[a].second.hi);
      for (std::size_t b = 0; b < labels.size(); ++b) {
        for (float part = 0.0f; part < 1.0f && b != a; part += 0.04f) {
          const vec2 between = glm::mix(*told, end, part);
          EXPECT_FALSE(overlap({between, between}, labels[b].second))
              << labels[b].first << " hides whose " << labels[a].first << " is, " << where;
        }
      }
    }
  };
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) viewer.step(input, 1.0);
  };
  viewer.ui_state().presenter = true;
  // Their type is of another size: one lesson begins where the one before it ended.
  std::vector<vec2> sizes{vec2(1024, 640), vec2(1280, 720), vec2(1920, 1080)};
  for (const LessonFile& lesson : shipped_lessons()) {
    viewer.open_lesson(lesson.path);
    settle_loading();
    ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
    for (const ReportEntry& e : scene().model->report)
      EXPECT_TRUE(e.severity != Severity::Warning || lesson.name == "broken-rigs") << e.message;
    for (const vec2 size : sizes) {
      input.size = size;
      for (std::size_t k = 0; k < viewer.lesson()->plan.steps.size(); ++k) {
        const std::string where =
            lesson.name + ", step " + std::to_string(k + 1) + " at " + std::to_string(int(size.x));
        viewer.show_step(k, false);
        viewer.reveal_answer(false);
        for (bool more = true; more; more = viewer.reveal_answer(true)) {
          frames(4);
          whole(where);
        }
        ViewSettings other = scene().view;
        other.dark = !other.dark;
        viewer.apply({SetView{other}});
        frames(2);
        whole(where + ", the other theme");
        const LessonPlan& plan = viewer.lesson()->plan;
        const auto& sliders = plan.lesson.steps[k].sliders;
        for (std::size_t i = 0; i < sliders.size(); ++i) {
          for (const double end : {sliders[i].low, sliders[i].high}) {
            std::vector<double> at = slider_starts(plan.lesson.steps[k]);
            at[i] = end;
            viewer.apply({slider_edit(plan, k, i, at, scene())});
            frames(2);
            whole(where + ", " + sliders[i].label + " at " + std::to_string(end));
          }
        }
      }
    }
    std::ranges::reverse(sizes);
  }
}

// Where needles lie on each other their tags are one, which is wide; and a map's legend is high.
TEST_F(RoomWidget, NeedleTagsKeepOffTheSurfaceAndTheLegend) {
  for (const LessonFile& lesson : shipped_lessons()) {
    if (lesson.name == "normals") viewer.open_lesson(lesson.path);
  }
  settle_loading();
  ASSERT_NE(viewer.lesson(), nullptr);
  const LessonPlan& plan = viewer.lesson()->plan;
  int tags = 0;
  for (const std::size_t k : {1u, 2u, 3u, 4u}) {
    viewer.show_step(k, false);
    const LessonSlider& slider = plan.lesson.steps[k].sliders[0];
    const bool turn = slider.low == 0.0;
    viewer.apply({slider_edit(plan, k, 0, {turn ? slider.low : slider.high}, scene())});
    look({1024, 640}, true);
    EXPECT_EQ(viewer.ui_state().rects.count("needle:at bind"), 1u) << "step " << k + 1;
    EXPECT_EQ(hidden_by("needle:at bind"), 0) << "step " << k + 1;
  }
  for (std::size_t k = 1; k < plan.steps.size(); ++k) {
    viewer.show_step(k, false);
    ViewSettings map = scene().view;
    map.show = Show::Dominant;
    map.needles = Needles::Vertex;
    viewer.apply({SetView{map}});
    look({1024, 640}, true);
    // The legend is at the lower left: the vertex comes to lie beside and above it.
    const Camera before = viewer.camera();
    for (int place = 0; place < 16; ++place) {
      const float aside = 0.6f + 0.2f * static_cast<float>(place % 4);
      const float up = 0.5f + 0.15f * static_cast<float>(place / 4);
      Camera camera = before;
      camera.target += vec3(aside * std::cos(camera.yaw), up, -aside * std::sin(camera.yaw));
      viewer.set_camera(camera);
      rest();
      ASSERT_EQ(viewer.ui_state().rects.count("legend"), 1u);
      for (const auto& [name, rect] : viewer.ui_state().rects) {
        if (!name.starts_with("needle:")) continue;
        ++tags;
        EXPECT_FALSE(overlap(rect, viewer.ui_state().rects.at("legend"))) << name << ", " << k + 1;
      }
    }
  }
  EXPECT_GT(tags, 40);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::lesson_room_test
