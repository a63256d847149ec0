// Pointing at the surface: what finding the vertex under the mouse costs while the pose rests, and
// after each change of the pose.
#include <benchmark/benchmark.h>

#include "generated_model.h"
#include "io/import.h"
#include "scene/edit/edit.h"
#include "view/pick.h"

namespace bindpose::bench {
namespace {

constexpr Viewport kView{1280.0f, 720.0f};

struct Pointing {
  Document document;
  PosedScene posed;
  Camera camera;
  SurfaceCache cache;
  int step = 0, hits = 0;

  explicit Pointing(int vertices)
      : document(
            make_scene(import_model(generated_model(static_cast<std::size_t>(vertices), 128)))) {
    posed = evaluate(document.scene());
    const Box box =
        transformed(posed_bounds(document.scene(), posed), document.scene().model->to_display);
    camera = first_view(kView, box);
  }
  // About the middle of the view, never twice the same pixel.
  void point() {
    step = (step + 1) % 997;
    const vec2 pixel(440.0f + static_cast<float>(step * 7 % 400),
                     260.0f + static_cast<float>(step * 13 % 200));
    hits += pick_surface(cache, document.scene(), posed, document.scene().view.method, camera,
                         kView, pixel)
                .has_value();
  }
  void turn_a_joint() {
    document.apply({TransformJoint{3, TransformJoint::Rotate, {0.0f, 0.0f, 1.0f}}});
    evaluate(document.scene(), posed);
  }
};

void hover(benchmark::State& state) {
  Pointing p(static_cast<int>(state.range(0)));
  p.point();
  for (auto _ : state) p.point();
  state.counters["on_the_surface"] =
      static_cast<double>(p.hits) / static_cast<double>(state.iterations() + 1);
}

void hover_after_a_pose(benchmark::State& state) {
  Pointing p(static_cast<int>(state.range(0)));
  p.point();
  for (auto _ : state) {
    p.turn_a_joint();
    p.point();
  }
}

void hover_at_first(benchmark::State& state) {
  Pointing p(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    p.cache = {};
    p.point();
  }
}

// A click before the cache is made: every triangle is tried.
void click_at_first(benchmark::State& state) {
  Pointing p(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const Scene& scene = p.document.scene();
    benchmark::DoNotOptimize(pick_surface_plainly(scene, p.posed, scene.view.method, p.camera,
                                                  kView, vec2(640.0f, 360.0f)));
  }
}

BENCHMARK(hover)
    ->Name("hover/pose_rests")
    ->Arg(100000)
    ->Arg(1000000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(hover_after_a_pose)
    ->Name("hover/pose_changed")
    ->Arg(100000)
    ->Arg(1000000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(hover_at_first)
    ->Name("hover/model_is_new")
    ->Arg(100000)
    ->Arg(1000000)
    ->Unit(benchmark::kMillisecond);

BENCHMARK(click_at_first)
    ->Name("hover/click_in_a_new_model")
    ->Arg(100000)
    ->Arg(1000000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bindpose::bench
