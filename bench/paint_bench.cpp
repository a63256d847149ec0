// A step of the brush: one dab, from where the mouse is to weights that are written.
#include <benchmark/benchmark.h>

#include <cmath>

#include "generated_model.h"
#include "io/import.h"
#include "scene/edit/edit.h"

namespace bindpose::bench {
namespace {

std::shared_ptr<const Model> painted_model(std::size_t vertices) {
  return import_model(generated_model(vertices, 60).string());
}

Paint brush_of(const Scene& scene, PaintMode mode, float radius) {
  const Box box = posed_bounds(scene, evaluate(scene));
  Paint paint;
  paint.mode = mode;
  paint.joint = paint.of_joint() ? scene.model->skeleton.size() / 2 : -1;
  paint.strength = 0.5;
  paint.limit = 4;
  paint.radius = radius * glm::length(box.hi - box.lo);
  return paint;
}

// Places along the tube, on vertices, a quarter of a radius apart or so.
std::vector<Painting::Hit> way_along(const Scene& scene, const Paint& paint) {
  std::vector<vec3> position;
  skin_mesh(scene, evaluate(scene), 0, position, nullptr);
  const auto& triangle = scene.model->meshes[0].triangle;
  std::vector<Painting::Hit> out;
  for (std::size_t t = triangle.size() / 3 / 4; t < triangle.size() / 3 && out.size() < 200; ++t) {
    const vec3& at = position[triangle[3 * t]];
    if (!out.empty() && glm::length(at - out.back().point.at) < 0.25f * paint.radius) continue;
    out.push_back({{at}, 0, static_cast<std::uint32_t>(t)});
  }
  return out;
}

// Args: vertices, mode, radius in thousandths of the model's diagonal.
void paint_dab(benchmark::State& state) {
  const auto model = painted_model(static_cast<std::size_t>(state.range(0)));
  Document document{make_scene(model)};
  const Paint paint = brush_of(document.scene(), static_cast<PaintMode>(state.range(1)),
                               static_cast<float>(state.range(2)) * 1e-3f);
  const std::vector<Painting::Hit> way = way_along(document.scene(), paint);
  std::shared_ptr<PaintCanvas> canvas;
  std::unique_ptr<Painting> painting;
  std::size_t k = 0, rows = 0, dabs = 0;
  const auto begin = [&] {
    if (painting)
      document.apply({PaintWeights{painting->paint(), painting->result()}, Phase::Cancel});
    painting =
        std::make_unique<Painting>(document.scene(), evaluate(document.scene()), paint, canvas);
    painting->add({way[0]});
    document.apply({PaintWeights{painting->paint(), painting->result()}, Phase::Preview});
    k = 1;
  };
  begin();
  for (auto _ : state) {
    if (k == way.size()) {
      state.PauseTiming();
      begin();
      state.ResumeTiming();
    }
    painting->add({way[k++]});
    document.apply({PaintWeights{painting->paint(), painting->result()}, Phase::Preview});
    rows += painting->result()->fresh.size();
    ++dabs;
  }
  state.counters["rows"] = double(rows) / double(dabs);
}
BENCHMARK(paint_dab)
    ->ArgsProduct({{100000}, {0, 2, 3}, {10, 30, 60}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// What a stroke costs before its first dab; the canvas is that of the stroke before.
void paint_begin(benchmark::State& state) {
  const auto model = painted_model(static_cast<std::size_t>(state.range(0)));
  const Scene scene = make_scene(model);
  const PosedScene posed = evaluate(scene);
  const Paint paint = brush_of(scene, PaintMode::Add, 0.02f);
  const bool fresh = state.range(1) != 0;
  std::shared_ptr<PaintCanvas> canvas;
  for (auto _ : state) {
    if (fresh) canvas.reset();
    Painting painting(scene, posed, paint, canvas);
    benchmark::DoNotOptimize(painting);
  }
}
BENCHMARK(paint_begin)
    ->Args({100000, 0})
    ->Args({100000, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace bindpose::bench
