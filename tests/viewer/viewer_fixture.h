// The viewer offscreen, with input as the window would give it. Suites of its widgets are named so;
// gestures are tested in tests/window, where the window system makes them.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/gl_context.h"
#include "app/viewer/viewer.h"
#include "io/import.h"
#include "render/gpu/screen_target.h"
#include "temp_folder.h"

namespace bindpose::app::viewer_tests {

namespace fs = std::filesystem;

inline const std::string kAssets = BINDPOSE_SOURCE_DIR "/assets/";
inline constexpr double kFrame = 1.0 / 60.0;

inline std::shared_ptr<const Model> ogre() {
  static const std::shared_ptr<const Model> model = import_model(kAssets + "ogre.glb");
  return model;
}

// One context for the process, as the window has it.
inline OffscreenContext& context() {
  static OffscreenContext one;
  return one;
}

class ViewerWidget : public ::testing::Test {
 protected:
  // `refines`: pictures that rest are drawn again at their edges, which is most of what they take.
  explicit ViewerWidget(bool refines = true)
      : target((context(), 960), 600), viewer(make_options(refines)) {
    input.size = vec2(960, 600);
    viewer.set_draws(false);  // most tests ask where things are
  }
  // For those that ask how things look, or what is drawn when.
  void draw() {
    draws_ = true;
    viewer.set_draws(true);
  }
  Image picture() {
    EXPECT_TRUE(draws_) << "nothing is drawn without draw()";
    return target.read_pixels();
  }

  ViewerOptions make_options(bool refines) {
    ViewerOptions options;
    options.refines = refines;
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = target.framebuffer();
    options.state_file = state_file;
    return options;
  }

  StepResult step(std::vector<ui::InputEvent> events = {}) {
    input.events = std::move(events);
    const StepResult result = viewer.step(input, kFrame);
    input.dropped_files.clear();
    return result;
  }

  // Steps until nothing changes any more; the number of steps.
  int settle(std::vector<ui::InputEvent> events = {}) {
    step(std::move(events));
    for (int i = 1; i < 200; ++i) {
      if (step().idle) return i;
    }
    ADD_FAILURE() << "the viewer never comes to rest";
    return 200;
  }

  void settle_loading() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    StepResult result = step();
    constexpr double kSoon = 0.25;  // a notice that goes in seconds is not waited for
    const auto rests = [&] {
      return result.idle && (result.wake_after < 0.0 || result.wake_after > kSoon);
    };
    while (!rests() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      result = step();
    }
  }

  // Where a joint is in the window, as the state file tells scripts.
  vec2 joint_pixel(const std::string& name) {
    std::ifstream in(state_file);
    for (std::string line; std::getline(in, line);) {
      float x = 0, y = 0;
      char found[128] = {};
      if (std::sscanf(line.c_str(), "joint %f %f %127[^\n]", &x, &y, found) == 3 && name == found) {
        return {x, y};
      }
    }
    ADD_FAILURE() << "no joint " << name << " in the state file";
    return {};
  }

  std::vector<std::pair<int, vec2>> ring_pixels() {
    std::vector<std::pair<int, vec2>> points;
    std::ifstream in(state_file);
    for (std::string line; std::getline(in, line);) {
      int axis = 0;
      float x = 0, y = 0;
      if (std::sscanf(line.c_str(), "ring %d %f %f", &axis, &x, &y) == 3)
        points.push_back({axis, {x, y}});
    }
    return points;
  }

  void click(const vec2& p) {
    settle({ui::mouse_move(p.x, p.y)});
    settle({ui::mouse_button(0, true)});
    settle({ui::mouse_button(0, false)});
  }

  const Scene& scene() const { return viewer.document().scene(); }
  int find(const std::string& name) const { return find_joint(scene().model->skeleton, name); }

  fs::path state_file = bindpose::tests::temp_folder() / "bindpose_viewer_test_state";
  ScreenTarget target;
  Viewer viewer;
  Input input;

 private:
  bool draws_ = false;
};

}  // namespace bindpose::app::viewer_tests
