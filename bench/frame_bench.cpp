// Pictures of 1280 x 720 through the viewer's own loop, panels included, offscreen: what a frame
// costs while a clip plays, while the camera turns, and when nothing changes; and how long a file
// takes from its opening to its first picture.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <thread>

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
  bool plain = false;  // all of the model, skinned by the shaders, whatever it takes
  app::Viewer viewer;
  app::Input input;

  explicit Stage(bool all_by_shaders = false) : plain(all_by_shaders), viewer(options()) {
    input.size = vec2(kWidth, kHeight);
    viewer.renderer().force_shader_skinning(plain);
  }
  explicit Stage(const std::filesystem::path& model, bool all_by_shaders = false)
      : Stage(all_by_shaders) {
    viewer.show(import_model(model));
    for (int i = 0; i < 40; ++i) step();
  }
  // As the window does it: what moves may be drawn coarse, once its copy is there.
  void wait_for_the_copy() {
    for (int i = 0; i < 1000 && viewer.makes_copy(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  app::ViewerOptions options() {
    app::ViewerOptions o;
    o.shaders = app::shader_folder();
    o.fonts = app::find_fonts();
    o.framebuffer = target.framebuffer();
    o.detail.enabled = !plain;
    o.import.worker = BINDPOSE_BINARY;
    return o;
  }
  app::StepResult step() {
    const app::StepResult result = viewer.step(input, kFrame);
    target.finish();
    return result;
  }
};

enum Work { kOgre, kTube100k, kTube1M, kTube5M };

std::filesystem::path model_of(std::int64_t which) {
  constexpr std::size_t kVertices[] = {0, 100000, 1000000, 5000000};
  if (which == kOgre) return app::asset_folder() / "ogre.glb";
  return generated_model(kVertices[which], 128);
}

// Beside the time a picture takes: what of them showed the coarse copy, and the processor time of
// all threads together, which other programs disturb less.
void count_pictures(benchmark::State& state, std::int64_t coarse, std::clock_t start) {
  state.counters["cpu_ms"] =
      benchmark::Counter(1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC,
                         benchmark::Counter::kAvgIterations);
  state.counters["coarse"] = static_cast<double>(coarse) /
                             static_cast<double>(std::max<std::int64_t>(state.iterations(), 1));
}

void play(benchmark::State& state) {
  Stage stage(model_of(state.range(0)), state.range(1) != 0);
  stage.viewer.apply({SetBasePose{BasePose::Clip, 0}});
  stage.viewer.apply({SetPlayback{{true, AtEnd::Loop, 1.0}}});
  stage.wait_for_the_copy();
  std::int64_t coarse = 0;
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    stage.step();
    coarse += stage.viewer.shows_coarse() ? 1 : 0;
  }
  count_pictures(state, coarse, start);
}

void orbit_camera(benchmark::State& state) {
  Stage stage(model_of(state.range(0)), state.range(1) != 0);
  stage.wait_for_the_copy();
  std::int64_t coarse = 0;
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    stage.viewer.set_camera(orbit(stage.viewer.camera(), {3.0f, 0.0f}));
    stage.step();
    coarse += stage.viewer.shows_coarse() ? 1 : 0;
  }
  count_pictures(state, coarse, start);
}

// From Viewer::open() to the end of the first picture that shows the model. The import is a process
// of its own, which the viewer asks for news as often as the window would. Beside it the longest
// frame up to then, which takes the model over or draws it, and the longest of
// those that follow until the window rests, which refine the picture.
void open_file(benchmark::State& state) {
  const std::filesystem::path file = model_of(state.range(0));
  double longest = 0.0, refining = 0.0;
  for (auto _ : state) {
    state.PauseTiming();
    auto stage = std::make_unique<Stage>();
    for (int i = 0; i < 10; ++i) stage->step();
    const auto timed_step = [&](double& most) {
      const auto start = std::chrono::steady_clock::now();
      const app::StepResult result = stage->step();
      most = std::max(
          most, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                    .count());
      return result;
    };
    state.ResumeTiming();
    stage->viewer.open(file.string());
    while (!stage->viewer.document().scene().model || !stage->viewer.picture_is_current()) {
      const app::StepResult result = timed_step(longest);
      if (result.idle && result.wake_after > 0.0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(result.wake_after));
      }
    }
    state.PauseTiming();
    while (!timed_step(refining).idle) {
    }
    stage.reset();
    state.ResumeTiming();
  }
  state.counters["longest_ms"] = longest;
  state.counters["refining_ms"] = refining;
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
  Stage stage(model_of(state.range(0)));
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
// "plain": what it would take without the coarse copy and the kernels, in the same run.
bool add_frames() {
  constexpr struct {
    const char* name;
    Work work;
    bool plain;
  } kCases[] = {{"ogre", kOgre, false},
                {"100k_vertices", kTube100k, false},
                {"100k_vertices_plain", kTube100k, true},
                {"1M_vertices", kTube1M, false},
                {"1M_vertices_plain", kTube1M, true},
                {"5M_vertices", kTube5M, false},
                {"5M_vertices_plain", kTube5M, true}};
  for (const auto& c : kCases) {
    const auto add = [&](const char* what, void (*run)(benchmark::State&)) {
      benchmark::RegisterBenchmark((std::string("frame/") + what + '/' + c.name).c_str(), run)
          ->Args({c.work, c.plain ? 1 : 0})
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    add("play", play);
    add("orbit", orbit_camera);
  }
  return true;
}
[[maybe_unused]] const bool kFramesAdded = add_frames();

BENCHMARK(open_file)
    ->Name("open/1M_vertices")
    ->Arg(kTube1M)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2)
    ->UseRealTime();
BENCHMARK(open_file)
    ->Name("open/5M_vertices")
    ->Arg(kTube5M)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK(rest)->Name("frame/nothing_changes/ogre")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bindpose::bench
