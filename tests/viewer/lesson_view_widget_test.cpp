// The viewer with a lesson: steps, the move between them, its file on disk.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/viewer.h"
#include "math/transform.h"
#include "view/colors.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::lesson_view_test {
namespace {

namespace fs = std::filesystem;
constexpr double kFrame = 1.0 / 60.0;

constexpr const char* kText = R"(---
title: Two steps
model: capsule.glb
---
## Straight
Text.
```step
base bind
camera front
```
## Bent
Text.
```step
base bind
joint upper rotate 0 0 90
camera yaw 60 pitch 20
```
)";

class LessonViewWidget : public ::testing::Test {
 protected:
  LessonViewWidget()
      : folder(bindpose::tests::temp_folder() / "bindpose-lesson-test"),
        target((viewer_tests::context(), 960), 600) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    file = (folder / "mine.md").string();
    write(kText);
    input.size = vec2(960, 600);
    viewer = viewer_of(target);
  }
  ~LessonViewWidget() override { fs::remove_all(folder); }

  static std::unique_ptr<Viewer> viewer_of(const ScreenTarget& into, bool refines = true) {
    ViewerOptions options;
    options.refines = refines;
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = into.framebuffer();
    return std::make_unique<Viewer>(options);
  }
  void write(const std::string& text) { std::ofstream(file) << text; }
  StepResult step() { return viewer->step(input, kFrame); }
  // What is made beside the window is asked for often; a notice goes in seconds.
  void settle() {
    constexpr double kSoon = 0.25;
    for (int i = 0; i < 400; ++i) {
      const StepResult result = step();
      if (result.idle && (result.wake_after < 0.0 || result.wake_after > kSoon)) return;
      if (result.wake_after >= 0.0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    FAIL() << "never rests";
  }
  // Of the view alone: the status bar has the time that a frame took.
  static std::vector<std::uint8_t> view_pixels(const ScreenTarget& from) {
    const Image image = from.read_pixels();
    std::vector<std::uint8_t> out;
    for (std::size_t y = 40; y + 100 < std::size_t(image.height); ++y) {
      const auto* row = image.pixels.data() + 4 * std::size_t(image.width) * y;
      out.insert(out.end(), row + 4 * 300, row + 4 * std::size_t(image.width));
    }
    return out;
  }
  const mat4& upper() const {
    const Scene& scene = viewer->document().scene();
    return scene.pose.user_local[std::size_t(find_joint(scene.model->skeleton, "upper"))];
  }

  fs::path folder;
  std::string file;
  ScreenTarget target;
  std::unique_ptr<Viewer> viewer;
  Input input;
};

TEST_F(LessonViewWidget, StepsEaseAndEndExactly) {
  viewer->open_lesson(file);
  settle();
  ASSERT_NE(viewer->lesson(), nullptr);
  const Camera first = viewer->camera();
  EXPECT_NEAR(first.yaw, 0.0f, 1e-5f);
  viewer->show_step(1, true);
  for (int i = 0; i < 8; ++i) step();
  const float part = max_difference(upper(), mat4(1.0f));
  EXPECT_GT(part, 0.05f) << "in between after 130 ms";
  EXPECT_LT(part, 0.95f);
  EXPECT_FALSE(step().idle);
  settle();
  const Scene& target_scene = viewer->lesson()->plan.steps[1].start;
  EXPECT_EQ(viewer->document().scene().pose.user_local, target_scene.pose.user_local);
  EXPECT_NEAR(glm::degrees(viewer->camera().yaw), 60.0f, 1e-3f);
  EXPECT_FALSE(viewer->document().can_undo()) << "a move between steps is no undo step";
  // Back, and the same camera as before.
  viewer->show_step(0, true);
  settle();
  EXPECT_EQ(viewer->camera().distance, first.distance);
  EXPECT_EQ(viewer->camera().target, first.target);
}

TEST_F(LessonViewWidget, AnEditWhileThePoseMovesStartsFromTheStep) {
  viewer->open_lesson(file);
  settle();
  viewer->show_step(1, true);
  for (int i = 0; i < 5; ++i) step();
  input.events = {ui::key_event(ui::Key::Delete, true), ui::key_event(ui::Key::Delete, false)};
  viewer->ui_state().of_model.gizmo.hidden = false;
  step();
  input.events.clear();
  settle();
  EXPECT_EQ(viewer->document().scene().pose.user_local,
            viewer->lesson()->plan.steps[1].start.pose.user_local);
}

TEST_F(LessonViewWidget, ASavedFileIsReadAgainAtTheSameStep) {
  viewer->open_lesson(file);
  settle();
  viewer->show_step(1, false);
  settle();
  std::string text = kText;
  text.replace(text.find("0 0 90"), 6, "0 0 45");
  write(text + "\n## Third\nMore.\n");
  viewer->ui_state().message.show("Recorded as step 3.", false, false);
  for (int i = 0; i < 3; ++i) viewer->poll_file();
  settle();
  EXPECT_EQ(viewer->ui_state().message.text, "Recorded as step 3.") << "what wrote it says so";
  ASSERT_NE(viewer->lesson(), nullptr);
  EXPECT_EQ(viewer->lesson()->plan.steps.size(), 3u);
  EXPECT_EQ(viewer->lesson()->step, 1u);
  EXPECT_NEAR(glm::degrees(std::acos(upper()[0][0])), 45.0f, 1e-2f);
}

TEST_F(LessonViewWidget, ABrokenFileIsSaidAndNothingChanges) {
  viewer->open_lesson(file);
  settle();
  viewer->show_step(1, false);
  settle();
  const auto before = viewer->document().scene().pose.user_local;
  write(std::string(kText) + "## X\n```step\nselect nobody\n```\n");
  for (int i = 0; i < 3; ++i) viewer->poll_file();
  settle();
  EXPECT_NE(viewer->ui_state().message.text.find("Line 20: \"select nobody\""), std::string::npos)
      << viewer->ui_state().message.text;
  EXPECT_TRUE(viewer->ui_state().message.is_error);
  ASSERT_NE(viewer->lesson(), nullptr);
  EXPECT_EQ(viewer->lesson()->plan.steps.size(), 2u);
  EXPECT_EQ(viewer->document().scene().pose.user_local, before);
}

TEST_F(LessonViewWidget, RecordedStepsMakeALesson) {
  viewer->open_lesson(file);
  settle();
  viewer->show_step(1, false);
  settle();
  const std::string mine = (folder / "recorded.md").string();
  for (int i = 1; i <= 2; ++i) {
    EXPECT_EQ(append_step(mine, viewer->document().scene().model->path,
                          edits_of(viewer->document().scene()), LessonCamera{}),
              i);
  }
  const Lesson lesson = read_lesson(mine);
  EXPECT_EQ(lesson.model, "capsule.glb");
  ASSERT_EQ(lesson.steps.size(), 2u);
  std::string error;
  const auto plan = plan_lesson(lesson, viewer->document().scene().model, error);
  ASSERT_TRUE(plan) << error;
  EXPECT_EQ(plan->steps[1].start.pose.user_local, viewer->document().scene().pose.user_local);
  EXPECT_THROW(append_step(mine, (folder / "other.glb").string(), {}, LessonCamera{}),
               std::runtime_error);
  EXPECT_EQ(read_lesson(mine).steps.size(), 2u);
}

// Weights, panes and maps of one step must not be left over in another: what is drawn is the same
// whichever step was shown before.
TEST_F(LessonViewWidget, EveryStepLooksTheSameFromAnyOther) {
  viewer.reset();
  const ScreenTarget small(720, 450);
  input.size = vec2(720, 450);
  viewer = viewer_of(small);
  for (const LessonFile& lesson : shipped_lessons()) {
    viewer->open_lesson(lesson.path);
    settle();
    ASSERT_NE(viewer->lesson(), nullptr) << viewer->ui_state().message.text;
    const std::size_t count = viewer->lesson()->plan.steps.size();
    std::vector<std::vector<std::uint8_t>> first(count);
    for (const std::size_t stride : {std::size_t{1}, count - 1, std::size_t{2}, std::size_t{3}}) {
      for (std::size_t i = 0, k = 0; i < count; ++i, k = (k + stride) % count) {
        viewer->show_step(k, false);
        // Two frames in which the picture finds its place, and one that is looked at.
        for (int frame = 0; frame < 3; ++frame) {
          viewer->set_draws(frame == 2);
          step();
        }
        const std::vector<std::uint8_t> now = view_pixels(small);
        if (first[k].empty()) first[k] = now;
        std::size_t other = 0;
        if (now == first[k]) continue;  // nearly always, and soon known
        for (std::size_t p = 0; p < now.size(); ++p)
          other += std::abs(now[p] - first[k][p]) > 24 ? 1 : 0;
        EXPECT_LT(other, now.size() / 2000)
            << lesson.name << ", step " << k + 1 << ", stride " << stride;
      }
    }
  }
  viewer.reset();  // before what it draws into
}

// All that a step decides, and all that could be left over from another one.
struct StepState {
  std::vector<std::string>
      edits;  // pose, clip and time, view, selection, vertices, hidden meshes, radii
  std::vector<mat4> world;
  std::vector<std::vector<mat4>> palette;
  std::vector<float> morph, weight, raw_weight_sum;
  std::vector<std::uint16_t> slot;
  std::vector<double> sliders;
  std::vector<float> camera;
  bool can_undo = false, playing = false, gizmo_hidden = false;
  std::size_t focused_pane = 0;
};

StepState state_of(Viewer& viewer) {
  StepState out;
  Scene scene = viewer.document().scene();
  const PosedScene posed = evaluate(scene);
  out.world = posed.world;
  out.palette = posed.palette;
  out.morph = posed.morph;
  for (const BoundMesh& bound : bound_meshes(scene)) {
    const Influences& in = bound.influences;
    out.weight.insert(out.weight.end(), in.weight.begin(), in.weight.end());
    out.raw_weight_sum.insert(out.raw_weight_sum.end(), in.raw_weight_sum.begin(),
                              in.raw_weight_sum.end());
    out.slot.insert(out.slot.end(), in.slot.begin(), in.slot.end());
  }
  scene.edited = {};  // weights are compared row by row
  out.edits = edits_of(scene);
  out.sliders = viewer.ui_state().of_model.lesson.sliders;
  const Camera& c = viewer.camera();
  out.camera = {
      c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch, c.orthographic ? 1.0f : 0.0f};
  out.can_undo = viewer.document().can_undo();
  out.playing = scene.playback.playing;
  out.gizmo_hidden = viewer.ui_state().of_model.gizmo.hidden;
  out.focused_pane = viewer.ui_state().panes.focused;
  return out;
}

void expect_same(const StepState& a, const StepState& b, const std::string& where) {
  EXPECT_EQ(a.edits, b.edits) << where;
  EXPECT_EQ(a.world, b.world) << where;
  EXPECT_EQ(a.palette, b.palette) << where;
  EXPECT_EQ(a.morph, b.morph) << where;
  EXPECT_EQ(a.weight, b.weight) << where;
  EXPECT_EQ(a.raw_weight_sum, b.raw_weight_sum) << where;
  EXPECT_EQ(a.slot, b.slot) << where;
  EXPECT_EQ(a.sliders, b.sliders) << where;
  for (std::size_t i = 0; i < a.camera.size(); ++i)
    EXPECT_NEAR(a.camera[i], b.camera[i], 1e-5f) << where << ' ' << i;
  EXPECT_EQ(a.can_undo, b.can_undo) << where;
  EXPECT_EQ(a.playing, b.playing) << where;
  EXPECT_EQ(a.gizmo_hidden, b.gizmo_hidden) << where;
  EXPECT_EQ(a.focused_pane, b.focused_pane) << where;
}

// What an audience does to a step before the lecturer goes on.
void meddle(Viewer& viewer) {
  const Scene& scene = viewer.document().scene();
  const int last = scene.model->skeleton.size() - 1;
  viewer.apply({TransformJoint{last, TransformJoint::Translate, vec3(0.1f, 0.2f, 0.3f)}});
  viewer.apply({SetWeights{{0, 3}, {{binding_of(scene, 0).skin.joint[0], 0.7f}}}});
  viewer.apply({SetPinnedVertex{{0, 5}}});
  viewer.apply({SelectVertices{{VertexGroup::Influences, 1}}});
  viewer.apply({SetSelection{last, {0}}});
  viewer.apply({ShowMesh{0, false}});
  ViewSettings view = scene.view;
  view.wireframe = !view.wireframe;
  view.show = view.show == Show::Sum ? Show::Joints : Show::Sum;
  view.method = Deformer::Rigid;
  view.panes = Panes::Four;
  view.weights_subtree = !view.weights_subtree;
  view.limit = 7;
  viewer.apply({SetView{view}});
  viewer.set_camera(orbit(viewer.camera(), {30.0f, 40.0f}));
  viewer.ui_state().panes.focused = 2;
}

// From every step of a shipped lesson, eased, after someone meddled: as when it is opened there.
TEST_F(LessonViewWidget, EveryStepIsReachedTheSameWayFromAnyOther) {
  viewer->set_draws(false);
  input.size = vec2(640, 400);
  const auto rest = [this] {
    for (int i = 0; i < 4; ++i) viewer->step(input, 5.0);
  };
  for (const LessonFile& lesson : shipped_lessons()) {
    std::vector<StepState> direct;
    viewer->open_lesson(lesson.path);
    settle();
    ASSERT_NE(viewer->lesson(), nullptr) << viewer->ui_state().message.text;
    const std::size_t count = viewer->lesson()->plan.steps.size();
    for (std::size_t k = 0; k < count; ++k) {
      viewer->open_lesson(lesson.path, k);
      settle();  // weights of a lesson are computed beside the window
      rest();
      direct.push_back(state_of(*viewer));
    }
    std::size_t from = count - 1;  // the step that was opened last
    const auto go = [&](std::size_t to) {
      meddle(*viewer);
      viewer->step(input, kFrame);
      viewer->show_step(to, true);
      rest();
      const std::string where =
          lesson.name + ": " + std::to_string(from + 1) + " to " + std::to_string(to + 1);
      expect_same(state_of(*viewer), direct[to], where);
      from = to;
    };
    // One walk that goes each of the ways once, and on to the next step.
    for (std::size_t a = 0; a < count && !HasFailure(); ++a) {
      if (from != a) go(a);
      go(a);
      for (std::size_t b = a + 1; b < count && !HasFailure(); ++b) {
        go(b);
        go(a);
      }
    }
    if (HasFailure()) return;
  }
}

// The part of the view that has a map's colours.
float colored_part(const Image& image, const ui::Rect& view) {
  std::size_t colored = 0;
  std::array<std::uint8_t, 3> last{};  // neighbours are alike
  bool last_is_colored = false;
  for (int y = int(view.lo.y); y < int(view.hi.y); ++y) {
    for (int x = int(view.lo.x); x < int(view.hi.x); ++x) {
      const auto* c =
          image.pixels.data() + 4 * (std::size_t(y) * std::size_t(image.width) + std::size_t(x));
      if (last[0] != c[0] || last[1] != c[1] || last[2] != c[2]) {
        last = {c[0], c[1], c[2]};
        const vec3 lab = to_oklab(vec3(c[0], c[1], c[2]) / 255.0f);
        last_is_colored = std::hypot(lab.y, lab.z) > 0.06f;
      }
      colored += last_is_colored ? 1 : 0;
    }
  }
  return float(colored) / (view.size().x * view.size().y);
}

// The step that explains a map has to show it: what it colours is a tenth at least of the view, in
// presenter mode too, where the formula is large. What else has colours there is counted without
// the surface.
TEST_F(LessonViewWidget, TheMapOfWeightsFromDistanceIsSeen) {
  for (const vec2 size : {vec2(1024, 640), vec2(1280, 720), vec2(1920, 1080)}) {
    for (const bool presenter : {false, true}) {
      const ScreenTarget own{int(size.x), int(size.y)};
      viewer.reset();
      viewer = viewer_of(own, false);
      input.size = size;
      viewer->ui_state().presenter = presenter;
      viewer->ui_state().record_rects = true;
      viewer->open_lesson(find_lesson("6"), 1);
      settle();
      ASSERT_NE(viewer->lesson(), nullptr);
      const ui::Rect seen = viewer->ui_state().rects.at("view");
      const float with_map = colored_part(own.read_pixels(), seen);
      ViewSettings bare = viewer->document().scene().view;
      bare.surface = false;
      viewer->apply({SetView{bare}});
      settle();
      EXPECT_GT(with_map - colored_part(own.read_pixels(), seen), 0.1f)
          << size.x << " by " << size.y << (presenter ? ", presenter" : "");
      viewer.reset();
    }
  }
}

}  // namespace
}  // namespace bindpose::app::lesson_view_test
