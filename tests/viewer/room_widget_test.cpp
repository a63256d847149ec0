// What lies over the view leaves the model to be seen, in maps, in lessons and in presenter mode.
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "view/free_view.h"
#include "view/marks/needles.h"
#include "view/panes.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::room_test {
namespace {

bool overlap(const ui::Rect& a, const ui::Rect& b) {
  return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

class RoomWidget : public ViewerWidget {
 protected:
  RoomWidget() {
    viewer.ui_state().record_rects = true;
    viewer.set_draws(false);
  }

  void look(const vec2& size, bool presenter) {
    input.size = size;
    viewer.ui_state().presenter = presenter;
    rest();
  }
  // Until the camera has made room; the picture itself need not be finished.
  void rest() {
    for (int i = 0; i < 6; ++i) viewer.step(input, 1.0);
  }

  // Where on the screen the joint or the needle's tip is that a label names.
  std::optional<vec2> told_by(const std::string& label) {
    const PosedScene posed = evaluate(scene());
    std::optional<vec3> at;
    const auto needles = vertex_needles(scene(), posed, scene().view.method);
    for (const Needle kind : kNeedleKinds) {
      if (needles && label == std::string("needle:") + needle_name(kind)) at = needles->tip(kind);
    }
    const auto& names = scene().model->skeleton.name;
    for (std::size_t j = 0; j < names.size(); ++j) {
      if (label == "lit:" + names[j]) at = vec3(posed.world[j][3]);
    }
    if (!at || scene().view.panes != Panes::One) return std::nullopt;
    const ui::Rect view = viewer.ui_state().rects.at("view");
    const vec2 size = glm::floor(view.size());
    const Pane pane = layout_panes(scene().view, {size.x, size.y}).front();
    const vec3 display(scene().model->to_display * vec4(*at, 1.0f));
    return glm::floor(view.lo) + pane.corner +
           vec2(project(viewer.camera(), pane.viewport, display));
  }

  // How many vertices of the posed surface a card hides, in every pane.
  int hidden_by(const std::string& name) {
    const auto& rects = viewer.ui_state().rects;
    if (rects.count(name) == 0) return 0;
    const ui::Rect card = rects.at(name), view = rects.at("view");
    const vec2 corner = glm::floor(view.lo), size = glm::floor(view.size());
    const PosedScene posed = evaluate(scene());
    const std::vector<Pane> panes = layout_panes(scene().view, {size.x, size.y});
    int hidden = 0;
    std::vector<vec3> position;
    for (std::size_t m = 0; m < scene().model->meshes.size(); ++m) {
      skin_mesh(scene(), posed, static_cast<int>(m), position, nullptr);
      for (const vec3& p : position) {
        const vec3 display(scene().model->to_display * vec4(p, 1.0f));
        for (const Pane& pane : panes) {
          const vec2 at =
              corner + pane.corner + vec2(project(viewer.camera(), pane.viewport, display));
          hidden +=
              at.x > card.lo.x && at.x < card.hi.x && at.y > card.lo.y && at.y < card.hi.y ? 1 : 0;
        }
      }
    }
    return hidden;
  }
};

TEST_F(RoomWidget, NoMapsLegendCoversTheCharacter) {
  viewer.show(ogre());
  for (const Show show : {Show::Weights, Show::Joints, Show::Dominant, Show::Influences, Show::Sum,
                          Show::Limit, Show::Distance, Show::Normals, Show::Engine}) {
    ViewSettings view = scene().view;
    view.show = show;
    viewer.apply({SetView{view}});
    for (const vec2 size : {vec2(1024, 768), vec2(1280, 720), vec2(1920, 1080)}) {
      for (const bool presenter : {false, true}) {
        look(size, presenter);
        ASSERT_EQ(viewer.ui_state().rects.count("legend"), 1u);
        EXPECT_EQ(hidden_by("legend"), 0)
            << int(show) << " at " << size.x << " presenter " << presenter;
        EXPECT_EQ(hidden_by("toolbar"), 0)
            << int(show) << " at " << size.x << " presenter " << presenter;
      }
    }
  }
}

// Four panes on a small projector: the legends leave the character as large as it can be beside
// them.
TEST_F(RoomWidget, FourPanesKeepTheCharacterLarge) {
  viewer.show(ogre());
  ViewSettings view = scene().view;
  view.panes = Panes::Four;
  for (const Show show : {Show::Joints, Show::Weights, Show::Influences}) {
    view.show = show;
    viewer.apply({SetView{view}});
    look({1024, 768}, true);
    const ui::Rect whole = viewer.ui_state().rects.at("view");
    const std::vector<Pane> panes = layout_panes(scene().view, {whole.size().x, whole.size().y});
    const Box box =
        transformed(posed_bounds(scene(), evaluate(scene())), scene().model->to_display);
    const ViewPart seen = projected(viewer.camera(), panes[0].viewport, box);
    EXPECT_GE(seen.size().y, 0.4f * panes[0].viewport.height) << int(show);
    EXPECT_EQ(hidden_by("legend"), 0) << int(show);
  }
}

// A map that is switched on moves the picture, but with ease; after a turn of the camera as well,
// not after someone chose what to look at.
TEST_F(RoomWidget, TheCameraMakesRoomWithEase) {
  viewer.show(ogre());
  look({1024, 768}, true);
  const Camera before = viewer.camera();
  ViewSettings view = scene().view;
  view.show = Show::Weights;
  viewer.apply({SetView{view}});
  step();
  step();
  const float first = glm::length(viewer.camera().shift);
  settle();
  const float last = glm::length(viewer.camera().shift);
  EXPECT_GT(last, 0.02f);
  EXPECT_LT(first, 0.5f * last) << "the picture jumps";
  EXPECT_EQ(viewer.camera().target, before.target) << "a turn goes about the character's middle";

  view.show = Show::Shaded;
  viewer.apply({SetView{view}});
  settle();
  EXPECT_EQ(viewer.camera().shift, vec2(0.0f));
  EXPECT_NEAR(viewer.camera().distance, before.distance, 1e-4f);

  Camera near = viewer.camera();
  near.distance *= 0.3f;
  viewer.set_camera(near);
  view.show = Show::Joints;
  viewer.apply({SetView{view}});
  settle();
  EXPECT_EQ(viewer.camera().distance, near.distance);
  EXPECT_EQ(viewer.camera().shift, near.shift);
}

constexpr const char* kFormulaLesson = R"(---
title: Formulas
model: MODEL
---
## World
Text.
```step
joint upper_arm.L rotate 20 30 -40
select upper_arm.L
pin ogre_body 1200
formula world
```
## Skin
Text.
```step
joint upper_arm.L rotate 20 30 -40
select upper_arm.L
view show weights
formula skin
```
## Vertex
Text.
```step
joint upper_arm.L rotate 20 30 -40
pin ogre_body 1200
view show joints
formula vertex
```
## Normal
Text.
```step
pin ogre_body 1200
view show influences
formula normal
```
## Rigid
Text.
```step
joint upper_arm.L rotate 20 30 -40
select upper_arm.L
view show distance
formula rigid
```
)";

// The numbers are read from the last row, on a small projector as well, and map and model have
// their room.
TEST_F(RoomWidget, FormulasInPresenterModeAreLargeAndLeaveRoom) {
  const fs::path file = bindpose::testing::temp_folder() / "bindpose-room-test.md";
  std::string text = kFormulaLesson;
  text.replace(text.find("MODEL"), 5, kAssets + "ogre.glb");
  std::ofstream(file) << text;
  viewer.ui_state().presenter = true;
  viewer.open_lesson(file.string());
  settle_loading();
  ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
  for (const vec2 size : {vec2(1024, 768), vec2(1280, 720), vec2(1920, 1080)}) {
    for (std::size_t k = 0; k < viewer.lesson()->plan.steps.size(); ++k) {
      viewer.show_step(k, true);
      look(size, true);
      const std::string where =
          viewer.lesson()->plan.lesson.steps[k].title + " at " + std::to_string(size.x);
      const auto& rects = viewer.ui_state().rects;
      ASSERT_EQ(rects.count("formula numbers"), 1u) << where;
      EXPECT_GE(rects.at("formula numbers").size().y, 0.999f * size.y / 36.0f) << where;
      const ui::Rect card = rects.at("lesson formula"), view = rects.at("view");
      EXPECT_GE(card.lo.x, view.lo.x) << where;
      EXPECT_LE(card.hi.x, view.hi.x) << where;
      EXPECT_LE(card.size().y, 0.51f * view.size().y) << where;
      EXPECT_EQ(hidden_by("lesson formula"), 0) << where;
      EXPECT_EQ(hidden_by("legend"), 0) << where;
    }
  }
  fs::remove(file);
}

TEST_F(RoomWidget, NothingLiesOverTheModelInAnyLesson) {
  for (const LessonFile& lesson : shipped_lessons()) {
    viewer.open_lesson(lesson.path);
    settle_loading();
    ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
    constexpr struct {
      vec2 size;
      bool presenter;
    } kLooks[] = {
        {{1024, 768}, true}, {{1280, 720}, false}, {{1920, 1080}, true}, {{1024, 640}, false}};
    for (const auto& [size, presenter] : kLooks) {
      for (std::size_t k = 0; k < viewer.lesson()->plan.steps.size(); ++k) {
        viewer.show_step(k, false);
        viewer.reveal_answer(true);
        look(size, presenter);
        for (const char* card : {"legend", "lesson formula", "toolbar"}) {
          EXPECT_EQ(hidden_by(card), 0)
              << card << ", " << lesson.name << ", step " << k + 1 << " at " << size.x;
        }
        const auto& rects = viewer.ui_state().rects;
        if (rects.count("lesson formula") == 0 || rects.count("toolbar") == 0) continue;
        EXPECT_FALSE(overlap(rects.at("toolbar"), rects.at("lesson formula")))
            << lesson.name << ", step " << k + 1 << " at " << size.x;
      }
    }
  }
}

// What explains the picture, by the names it is marked with.
bool explains(const std::string& name) {
  for (const char* start : {"needle:", "distance:", "lit:"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

bool inside(const ui::Rect& a, const ui::Rect& b) {
  return a.lo.x >= b.lo.x && a.lo.y >= b.lo.y && a.hi.x <= b.hi.x && a.hi.y <= b.hi.y;
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
  for (const LessonFile& lesson : shipped_lessons()) {
    viewer.open_lesson(lesson.path);
    settle_loading();
    ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
    for (const ReportEntry& e : scene().model->report)
      EXPECT_TRUE(e.severity != Severity::Warning || lesson.name == "broken-rigs") << e.message;
    for (const vec2 size : {vec2(1024, 640), vec2(1280, 720), vec2(1920, 1080)}) {
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
}  // namespace bindpose::app::viewer_tests::room_test
