// Pictures of 1280 x 720 through the viewer's own loop, panels included, offscreen: what a frame
// costs while a clip plays, while the camera turns, and when nothing changes.
#include <benchmark/benchmark.h>

#include "app/gl_context.h"
#include "app/paths.h"
#include "app/viewer/viewer.h"
#include "generated_model.h"
#include "io/import.h"
#include "render/gpu/screen_target.h"

namespace bindpose::bench {
namespace {

constexpr int kWidth = 1280, kHeight = 720;
constexpr double kFrame = 1.0 / 60.0;

struct Stage {
  app::OffscreenContext context;
  ScreenTarget target{kWidth, kHeight};
  app::Viewer viewer{options()};
  app::Input input;

  explicit Stage(const std::filesystem::path& model) {
    viewer.show(import_model(model));
    input.size = vec2(kWidth, kHeight);
    for (int i = 0; i < 40; ++i) step();
  }
  app::ViewerOptions options() {
    app::ViewerOptions o;
    o.shaders = app::shader_folder();
    o.fonts = app::find_fonts();
    o.framebuffer = target.framebuffer();
    return o;
  }
  app::StepResult step() {
    const app::StepResult result = viewer.step(input, kFrame);
    target.finish();
    return result;
  }
};

enum Work { kOgre, kTube100k };

std::filesystem::path model_of(int which) {
  return which == kOgre ? app::asset_folder() / "ogre.glb" : generated_model(100000, 128);
}

void play(benchmark::State& state) {
  Stage stage(model_of(static_cast<int>(state.range(0))));
  stage.viewer.apply({SetBasePose{BasePose::Clip, 0}});
  stage.viewer.apply({SetPlayback{{true, true, 1.0}}});
  for (auto _ : state) stage.step();
}

void orbit_camera(benchmark::State& state) {
  Stage stage(model_of(static_cast<int>(state.range(0))));
  for (auto _ : state) {
    stage.viewer.set_camera(orbit(stage.viewer.camera(), {3.0f, 0.0f}));
    stage.step();
  }
}

// The viewer says that it is idle: the window would sleep and not call step() at all.
void rest(benchmark::State& state) {
  Stage stage(model_of(kOgre));
  bool idle = true;
  for (auto _ : state) idle = stage.step().idle && idle;
  state.SetLabel(idle ? "idle: the window sleeps" : "NOT IDLE");
}

// A weight that is dragged: the vertex moves, the rest of the mesh is not uploaded again.
void drag_weight(benchmark::State& state) {
  Stage stage(model_of(static_cast<int>(state.range(0))));
  float share = 0.0f;
  for (auto _ : state) {
    share = share > 0.9f ? 0.1f : share + 0.01f;
    stage.viewer.apply({SetWeights{{0, 5000}, {{1, share}, {2, 1.0f - share}}}, Phase::Preview});
    stage.step();
  }
}

BENCHMARK(drag_weight)
    ->Name("frame/drag_weight/100k_vertices")
    ->Arg(kTube100k)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(play)->Name("frame/play/ogre")->Arg(kOgre)->Unit(benchmark::kMillisecond);
BENCHMARK(play)->Name("frame/play/100k_vertices")->Arg(kTube100k)->Unit(benchmark::kMillisecond);
BENCHMARK(orbit_camera)->Name("frame/orbit/ogre")->Arg(kOgre)->Unit(benchmark::kMillisecond);
BENCHMARK(orbit_camera)
    ->Name("frame/orbit/100k_vertices")
    ->Arg(kTube100k)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(rest)->Name("frame/nothing_changes/ogre")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bindpose::bench
