// A step's view without the lesson around it, as `bindpose render --camera --formula` draws it.
#include "app/viewer/lesson/lesson_files.h"
#include "view/lesson_camera.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::step_picture_test {
namespace {

using viewer_tests::kAssets;

// One viewer at a time: there is one interface in a process.
class StepPictureWidget : public ::testing::Test {
 protected:
  StepPictureWidget() : target((viewer_tests::context(), 960), 600) {}

  void begin(bool panels, const vec2& size) {
    viewer.reset();
    ViewerOptions options;
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = target.framebuffer();
    options.panels = panels;
    options.still = true;
    viewer = std::make_unique<Viewer>(options);
    viewer->set_draws(false);
    viewer->ui_state().record_rects = true;
    input.size = size;
  }
  void rest() {
    for (int i = 0; i < 200 && !viewer->step(input, viewer_tests::kFrame).idle; ++i) continue;
  }
  const ui::Rect* shown(const std::string& name) const {
    const auto& rects = viewer->ui_state().rects;
    const auto found = rects.find(name);
    return found == rects.end() ? nullptr : &found->second;
  }

  ScreenTarget target;
  std::unique_ptr<Viewer> viewer;
  Input input;
};

TEST_F(StepPictureWidget, LooksAsTheStepDoes) {
  begin(true, {1280, 720});
  const std::string path = kAssets + "lessons/04-one-vertex.md";
  std::string error;
  const auto plan = plan_lesson(read_lesson(path), import_model(kAssets + "capsule.glb"), error);
  ASSERT_TRUE(plan) << error;
  viewer->show_lesson(*plan, path);
  struct Seen {
    Camera camera;
    vec2 size;
  };
  std::vector<Seen> seen;
  for (std::size_t k = 0; k < plan->steps.size(); ++k) {
    viewer->show_step(k, false);
    if (plan->lesson.steps[k].predict) viewer->reveal_answer(true);
    rest();
    ASSERT_NE(shown("view"), nullptr);
    seen.push_back({viewer->camera(), glm::floor(shown("view")->size())});
  }
  std::size_t formulas = 0;
  for (std::size_t k = 0; k < plan->steps.size(); ++k) {
    SCOPED_TRACE(k + 1);
    const Scene& scene = plan->steps[k].start;
    const std::string& formula = plan->lesson.steps[k].formula;
    begin(false, seen[k].size);
    viewer->ui_state().formula = formula;
    viewer->show(scene.model);
    viewer->set_document(Document(scene));
    rest();
    viewer->look_as(whole_camera(plan->steps[k], seen[k].size));
    rest();
    EXPECT_EQ(shown("lesson formula") != nullptr, !formula.empty()) << formula;
    EXPECT_EQ(shown("lesson"), nullptr);
    formulas += formula.empty() ? 0 : 1;
    const Camera &bare = viewer->camera(), &own = seen[k].camera;
    EXPECT_NEAR(bare.yaw, own.yaw, 1e-4f);
    EXPECT_NEAR(bare.pitch, own.pitch, 1e-4f);
    // Beside a formula the window steps back; the command says how much is seen, and moves aside.
    const float part = formula.empty() ? 0.1f : 0.3f;
    EXPECT_NEAR(bare.distance, own.distance, part * own.distance);
    EXPECT_LT(glm::distance(bare.target, own.target), 0.05f * own.distance);
    EXPECT_EQ(bare.orthographic, own.orthographic);
  }
  EXPECT_GE(formulas, 1u);
}

}  // namespace
}  // namespace bindpose::app::step_picture_test
