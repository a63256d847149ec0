// What a lecturer sees while the audience looks: nothing in the way, numbers that agree with the
// picture, and the step's own view again.
#include "ui/base/draw_helpers.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::lecture_widget_test {
namespace {

using viewer_tests::kAssets;
using viewer_tests::ViewerWidget;

class LectureWidget : public ViewerWidget {
 protected:
  LectureWidget() { viewer.ui_state().record_rects = true; }

  void open(const std::string& name, std::size_t step_number) {
    viewer.open_lesson(kAssets + "lessons/" + name, step_number);
    settle_loading();
    settle();
    ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
  }
  void press(ui::Key key) { settle({ui::key_event(key, true), ui::key_event(key, false)}); }
  bool has(const std::string& name) { return viewer.ui_state().rects.count(name) == 1; }
  ui::Rect rect(const std::string& name) { return viewer.ui_state().rects.at(name); }
  vec2 pixel_of(const vec3& place) {
    const ui::Rect view = rect("view");
    return view.lo + vec2(project(viewer.camera(), {view.size().x, view.size().y}, place));
  }
  // So many seconds in which nobody does anything.
  void wait(double seconds) {
    for (double t = 0.0; t < seconds; t += viewer_tests::kFrame) step();
  }
};

TEST_F(LectureWidget, HomeIsTheStepsOwnView) {
  open("04-one-vertex.md", 6);  // whose capsule stands elsewhere than the posed surface
  const Camera own = viewer.camera();
  Camera away = own;
  away.yaw += 1.0f;
  away.distance *= 0.4f;
  viewer.set_camera(away);
  settle();
  press(ui::Key::Home);
  settle();
  EXPECT_NEAR(viewer.camera().yaw, own.yaw, 1e-4f);
  EXPECT_NEAR(viewer.camera().distance, own.distance, 1e-3f * own.distance);
  EXPECT_NEAR(glm::distance(viewer.camera().target, own.target), 0.0f, 1e-3f);
}

TEST_F(LectureWidget, ASliderThatPlaysIsToldAsThePoseBesideItIs) {
  open("04-one-vertex.md", 4);
  viewer.ui_state().of_model.lesson.toggles = 0;
  step();
  int moved = 0;
  double before = -1.0;
  for (int frame = 0; frame < 40; ++frame) {
    step();
    const ui::LessonStepState& s = viewer.ui_state().of_model.lesson;
    ASSERT_EQ(s.sliders.size(), 1u);
    moved += s.sliders[0] != before ? 1 : 0;
    before = s.sliders[0];
    ASSERT_FALSE(s.figures.sliders.empty());
    EXPECT_EQ(s.figures.sliders[0], s.sliders[0]) << "in frame " << frame;
    // 25 cm cos of half the angle, of the vertex as it is drawn.
    const double angle = s.sliders[0] * 3.14159265358979 / 360.0;
    EXPECT_EQ(s.figures.text[0].text, figure_text(25.0 * std::cos(angle), 1, "cm"));
  }
  EXPECT_GT(moved, 10);
}

TEST_F(LectureWidget, AJointsNameKeepsClearOfTheRing) {
  open("04-one-vertex.md", 2);
  ASSERT_TRUE(has("name:upper"));
  const ui::Rect name = rect("name:upper");
  for (const vec3& mark :
       {vec3(0.125f, 1.125f, 0.0f), vec3(0.25f, 1.0f, 0.0f), vec3(0.0f, 1.25f, 0.0f)}) {
    const vec2 at = pixel_of(mark);
    EXPECT_GT(glm::distance(at, glm::clamp(at, name.lo, name.hi)), 10.0f);
  }
}

TEST_F(LectureWidget, ATooltipGoesWhileOnePresents) {
  open("04-one-vertex.md", 2);
  viewer.ui_state().presenter = true;
  settle();
  const vec2 at = rect("next step").center();
  const auto rest_at = [&](const vec2& p) {
    step({ui::mouse_move(p.x, p.y)});
    wait(0.6);
  };
  rest_at(at);
  ASSERT_TRUE(has("tooltip"));
  wait(5.0);
  EXPECT_FALSE(has("tooltip")) << "of a mouse that rests";
  rest_at(at - vec2(200.0f, 0.0f));
  rest_at(at);
  ASSERT_TRUE(has("tooltip"));
  step({ui::key_event(ui::Key::PageDown, true), ui::key_event(ui::Key::PageDown, false)});
  wait(1.0);
  EXPECT_EQ(viewer.lesson()->step, 3u);
  EXPECT_FALSE(has("tooltip")) << "the remote went on, and the mouse rests yet";
  rest_at(at + vec2(1.0f, 0.0f));
  EXPECT_TRUE(has("tooltip")) << "a hand took it";
}

TEST_F(LectureWidget, KeysAreToldWhereNoCardStands) {
  open("04-one-vertex.md", 6);
  viewer.ui_state().presenter = true;
  settle();
  step({ui::key_event(ui::Key::Home, true), ui::key_event(ui::Key::Home, false)});
  step();
  ASSERT_TRUE(has("pressed keys"));
  const ui::Rect keys = rect("pressed keys"), view = rect("view");
  EXPECT_LT(keys.lo.y, view.lo.y + 0.1f * view.size().y);
  EXPECT_GT(keys.hi.x, view.lo.x + 0.9f * view.size().x);
  EXPECT_FALSE(ui::overlaps(keys, rect("walker")));
}

}  // namespace
}  // namespace bindpose::app::lecture_widget_test
