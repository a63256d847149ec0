// Steps that ask: question, guess by mouse and by keys, answer, and back; courses, and lessons that
// take any model.
#include "app/viewer/lesson/lesson_files.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::predict_widget_test {
namespace {

using viewer_tests::kAssets;
using viewer_tests::ViewerWidget;
namespace fs = std::filesystem;

constexpr const char* kAsking = R"(---
title: Asking
model: capsule.glb
---

```step
base bind
pin capsule 1116
camera front target 0 1 0 height 2.6
```

## A place

Look.

```predict
ask Where will it be?
place vertex within 3
```

There.

```step
formula vertex
slider Bend, 0 to 120 degrees at 90: joint upper rotate 0 0 {}
```

## A number

```predict
ask How far?
number vertex to upper = 25.0 within 2
```

## A choice

```predict
ask Which?
option This
if joints = 3
option That
if joints = 2
then joint upper rotate 0 0 30
```

## The last

Text.
)";

class PredictWidget : public ViewerWidget {
 protected:
  PredictWidget() : folder(bindpose::tests::temp_folder() / "bindpose-predict-test") {
    fs::remove_all(folder);
    fs::create_directories(folder);
    viewer.ui_state().record_rects = true;
  }
  ~PredictWidget() override { fs::remove_all(folder); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }
  void open(const std::string& path) {
    viewer.open_lesson(path);
    settle_loading();
    settle();
    ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
  }
  void open_asking() { open(write("asking.md", kAsking)); }
  void press(ui::Key key) { settle({ui::key_event(key, true), ui::key_event(key, false)}); }
  bool has(const std::string& name) { return viewer.ui_state().rects.count(name) == 1; }
  void click(const vec2& at) {
    settle({ui::mouse_move(at.x, at.y)});
    step({ui::mouse_button(0, true)});
    settle({ui::mouse_button(0, false)});
  }
  const LessonAnswer& answer() { return viewer.lesson()->answers[viewer.lesson()->step]; }
  float bend() {
    const Scene& scene = viewer.document().scene();
    const int upper = find_joint(scene.model->skeleton, "upper");
    return scene.pose.user_local[std::size_t(upper)][0].y;  // the sine of the turn about z
  }
  // Where a place of the capsule is in the window: front, 2.6 metres high.
  vec2 pixel_of(const vec3& place) {
    const ui::Rect view = viewer.ui_state().rects.at("view");
    const vec3 p = project(viewer.camera(), {view.size().x, view.size().y}, place);
    return view.lo + vec2(p);
  }

  fs::path folder;
};

TEST_F(PredictWidget, TheAnswerIsKeptBackUntilItIsAskedFor) {
  open_asking();
  EXPECT_EQ(bend(), 0.0f);
  EXPECT_TRUE(has("answer mark"));
  EXPECT_TRUE(has("show answer"));
  EXPECT_FALSE(has("lesson formula"));
  EXPECT_FALSE(has("lesson slider:0"));
  press(ui::Key::PageDown);
  EXPECT_EQ(viewer.lesson()->step, 0u) << "the remote shows the answer first";
  EXPECT_NEAR(bend(), 1.0f, 1e-6f);
  EXPECT_TRUE(has("lesson formula"));
  EXPECT_TRUE(has("lesson slider:0"));
  EXPECT_FALSE(has("show answer"));
  press(ui::Key::Left);
  EXPECT_EQ(bend(), 0.0f) << "and takes it back";
  press(ui::Key::Right);
  press(ui::Key::Right);
  EXPECT_EQ(viewer.lesson()->step, 1u);
  press(ui::Key::Left);
  EXPECT_EQ(viewer.lesson()->step, 0u);
  EXPECT_NEAR(bend(), 1.0f, 1e-6f) << "going back comes to where one left";
}

TEST_F(PredictWidget, AClickIsAGuessAsOftenAsOneLikes) {
  open_asking();
  // The vertex at (0.25, 1, 0) goes to the middle between itself and (0, 1.25, 0).
  click(pixel_of({-0.4f, 1.2f, 0.0f}));
  ASSERT_TRUE(answer().guess.place);
  EXPECT_TRUE(has("guess"));
  click(pixel_of({0.5f, 0.6f, 0.0f}));
  click(pixel_of({0.125f, 1.2f, 0.0f}));
  ASSERT_EQ(answer().earlier.size(), 2u) << "a class says more than one thing";
  EXPECT_TRUE(has("guess:1"));
  EXPECT_TRUE(has("guess:2"));
  click(pixel_of({0.5f, 0.6f, 0.0f}));
  ASSERT_EQ(answer().earlier.size(), 1u) << "a click on a mark takes it away";
  EXPECT_NEAR(distance_of(*answer().earlier[0].place, vec3(-0.4f, 1.2f, 0.0f)), 0.0, 0.006);
  EXPECT_FALSE(has("guess distance"));
  press(ui::Key::Enter);
  ASSERT_TRUE(answer().truth);
  EXPECT_NEAR(glm::distance(answer().truth->place, vec3(0.125f, 1.125f, 0.0f)), 0.0f, 1e-5f);
  EXPECT_NEAR(distance_of(*answer().guess.place, answer().truth->place), 0.075, 0.006);
  EXPECT_TRUE(has("guess distance"));
  EXPECT_TRUE(has("guess distance:1")) << "each has its own";
  EXPECT_TRUE(has("guess distance:2"));
  const Scene& scene = viewer.document().scene();
  EXPECT_EQ(scene.selection.pinned_vertex, (VertexRef{0, 1116}));
  click(pixel_of({0.5f, 1.5f, 0.0f}));
  EXPECT_NEAR(distance_of(*answer().guess.place, answer().truth->place), 0.075, 0.006)
      << "what is answered is answered";
}

TEST_F(PredictWidget, WhereTabWentTheArrowsMoveTheMark) {
  open_asking();
  for (int i = 0; i < 60; ++i) {
    press(ui::Key::Tab);
    const auto& focus = viewer.ui_state().focus;
    if (focus.plane) break;
  }
  ASSERT_TRUE(viewer.ui_state().focus.plane);
  press(ui::Key::Right);
  press(ui::Key::Up);
  ASSERT_TRUE(answer().guess.place);
  EXPECT_EQ(viewer.lesson()->step, 0u);
  EXPECT_FALSE(answer().revealed);
  const vec3 at = place_at_depth(*answer().guess.place, vec3(0.25f, 1.0f, 0.0f));
  EXPECT_GT(at.x, 0.26f);
  EXPECT_GT(at.y, 1.01f);
  EXPECT_NEAR(at.z, 0.0f, 1e-4f) << "in the plane that faces the camera";
}

TEST_F(PredictWidget, ANumberIsTypedAndAnOptionChosen) {
  open_asking();
  viewer.show_step(1, false);
  settle();
  click(viewer.ui_state().rects.at("answer number").center());
  for (const char c : {'2', '*', '1', '3'}) step({ui::char_event(static_cast<unsigned>(c))});
  press(ui::Key::Enter);
  EXPECT_TRUE(answer().revealed);
  EXPECT_DOUBLE_EQ(answer().guess.number.value_or(0.0), 26.0);
  EXPECT_NEAR(answer().truth->number, 25.0, 1e-4);
  // The keys of a remote, while the number stands in its field.
  for (const ui::Key key : {ui::Key::PageDown, ui::Key::Right}) {
    viewer.reveal_answer(false);
    settle();
    click(viewer.ui_state().rects.at("answer number").center());
    press(ui::Key::End);
    step({ui::char_event(static_cast<unsigned>('7'))});
    settle();
    EXPECT_FALSE(answer().revealed);
    press(key);
    EXPECT_TRUE(answer().revealed) << int(key);
    EXPECT_EQ(viewer.lesson()->step, 1u);
  }
  press(ui::Key::Escape);
  press(ui::Key::Right);
  ASSERT_EQ(viewer.lesson()->step, 2u);
  press(ui::Key::Down);
  EXPECT_EQ(answer().guess.option, 0);
  press(ui::Key::Down);
  press(ui::Key::Down);
  EXPECT_EQ(answer().guess.option, 1);
  click(viewer.ui_state().rects.at("answer option:1").center());
  EXPECT_EQ(answer().guess.option, 0);
  EXPECT_EQ(bend(), 0.0f);
  press(ui::Key::Enter);
  EXPECT_EQ(answer().truth->option, 1);
  EXPECT_NEAR(bend(), 0.5f, 1e-6f);
}

TEST_F(PredictWidget, SeveralNumbersAreAsManyGuesses) {
  open_asking();
  viewer.show_step(1, false);
  settle();
  click(viewer.ui_state().rects.at("answer number").center());
  for (const char c : std::string("12,5; 30;24")) step({ui::char_event(static_cast<unsigned>(c))});
  press(ui::Key::Enter);
  EXPECT_TRUE(answer().revealed);
  ASSERT_EQ(answer().earlier.size(), 2u);
  EXPECT_DOUBLE_EQ(answer().earlier[0].number.value_or(0.0), 12.5);
  EXPECT_DOUBLE_EQ(answer().earlier[1].number.value_or(0.0), 30.0);
  EXPECT_DOUBLE_EQ(answer().guess.number.value_or(0.0), 24.0);
}

TEST_F(PredictWidget, ACourseGoesFromLessonToLesson) {
  write("a.md", kAsking);
  write("b.md", "---\ntitle: The second\nmodel: any\n---\n## B\nText.\n");
  open(write("course.md", "---\ncourse: Both\n---\n- a.md\n- b.md\n"));
  EXPECT_EQ(viewer.lesson()->plan.lesson.title, "Asking");
  viewer.show_step(3, false);
  settle();
  ASSERT_TRUE(has("next lesson"));
  click(viewer.ui_state().rects.at("next lesson").center());
  settle_loading();
  EXPECT_EQ(viewer.lesson()->plan.lesson.title, "The second");
  EXPECT_FALSE(has("next lesson")) << "it is the last one";
  press(ui::Key::Left);
  settle_loading();
  EXPECT_EQ(viewer.lesson()->plan.lesson.title, "Asking");
  EXPECT_EQ(viewer.lesson()->step, 3u);
}

TEST_F(PredictWidget, CoursesStayInTheirFolder) {
  const auto refused = [&](const std::string& entry) {
    try {
      read_course(write("course.md", "---\ncourse: x\n---\n- " + entry + "\n"));
    } catch (const std::exception& e) {
      return std::string(e.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(refused("one-vertex"), "taken");
  EXPECT_EQ(refused("one-vertx").find("course.md: Line 4: no lesson one-vertx comes"), 0u);
  EXPECT_EQ(refused("gone.md"),
            "course.md: Line 4: there is no lesson gone.md in the folder of the course.");
  EXPECT_EQ(refused("course.md"),
            "course.md: Line 4: course.md is a course itself; expected a lesson.");
  fs::create_directories(folder / "inner");
  fs::create_symlink(write("a.md", kAsking), folder / "inner" / "out.md");
  EXPECT_EQ(refused("inner/out.md"), "taken") << "a link within the folder";
  fs::create_symlink(BINDPOSE_SOURCE_DIR "/README.md", folder / "out.md");
  EXPECT_NE(refused("out.md").find("there is no lesson out.md in the folder"), std::string::npos);
}

TEST_F(PredictWidget, ALessonThatTakesAnyModelGoesOnWithTheOneThatIsDropped) {
  open(write("any.md", "---\ntitle: Any\n---\n## A\nText.\n## B\n{joints > 1} joints.\n"));
  viewer.show_step(1, false);
  settle();
  input.dropped_files = {kAssets + "capsule.glb"};
  step();
  settle_loading();
  ASSERT_NE(viewer.lesson(), nullptr);
  EXPECT_EQ(viewer.lesson()->step, 1u);
  EXPECT_EQ(viewer.document().scene().model->name, "capsule.glb");
  // What it asks of the model may be missing in another one.
  open(write("any.md", "---\ntitle: Any\n---\n## A\n```step\nselect upper\n```\n"));
  EXPECT_EQ(viewer.document().scene().model->name, "capsule.glb");
  input.dropped_files = {kAssets + "ogre.glb"};
  step();
  settle_loading();
  EXPECT_EQ(viewer.document().scene().model->name, "capsule.glb");
  EXPECT_NE(viewer.ui_state().message.text.find("any.md: Line 6:"), std::string::npos)
      << viewer.ui_state().message.text;
  EXPECT_NE(viewer.ui_state().message.text.find("ogre.glb lacks that"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::app::predict_widget_test
