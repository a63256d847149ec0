// What a pose costs with each deformer: positions and normals on the CPU, and by the GPU's shader
// into the buffers that every pass draws from, palettes included.
#include <benchmark/benchmark.h>

#include <map>
#include <memory>

#include "app/cli/commands.h"
#include "app/gl_context.h"
#include "app/paths.h"
#include "generated_model.h"
#include "io/import.h"
#include "render/gpu/screen_target.h"
#include "render/renderer.h"
#include "scene/deform/deformer_data.h"

namespace bindpose::bench {
namespace {

constexpr int kJoints = 67;

// A tube in the middle of its clip, loaded once for all deformers.
const Scene& posed_tube(std::size_t vertices) {
  static std::map<std::size_t, Scene> tubes;
  const auto known = tubes.find(vertices);
  if (known != tubes.end()) return known->second;
  Scene scene = make_scene(import_model(generated_model(vertices, kJoints)));
  scene.pose.base = BasePose::Clip;
  scene.pose.clip = 0;
  scene.pose.time = 0.4;
  return tubes.emplace(vertices, std::move(scene)).first->second;
}

void count_vertices(benchmark::State& state, const Scene& scene) {
  state.counters["per_vertex"] = benchmark::Counter(
      static_cast<double>(vertex_count(*scene.model)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void on_cpu(benchmark::State& state, Deformer method) {
  const Scene& scene = posed_tube(static_cast<std::size_t>(state.range(0)));
  const PosedScene posed = evaluate(scene);
  std::vector<vec3> position, normal;
  deformer_data(scene, 0, {method});  // what it needs once is measured by itself
  for (auto _ : state) {
    for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
      skin_mesh(scene, posed, static_cast<int>(m), method, position, &normal);
      benchmark::DoNotOptimize(position.data());
      benchmark::ClobberMemory();
    }
  }
  count_vertices(state, scene);
}

void on_gpu(benchmark::State& state, Deformer method) {
  Scene scene = posed_tube(static_cast<std::size_t>(state.range(0)));
  scene.view.method = method;
  const app::OffscreenContext context;
  const ScreenTarget target(16, 16);
  Renderer renderer(app::shader_folder());
  renderer.force_shader_skinning(true);
  renderer.set_model(scene.model);
  PosedScene posed = evaluate(scene);
  deformer_data(scene, 0, {method});
  for (auto _ : state) {
    evaluate(scene, posed);  // a new revision: the buffers count as old
    renderer.skin(scene, posed);
    target.finish();
  }
  count_vertices(state, scene);
}

// The centres of rotation, once a model.
void centers(benchmark::State& state) {
  const Scene& scene = posed_tube(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(std::make_shared<DeformerStore>()->make_centers(scene));
  count_vertices(state, scene);
}

// What delta mush needs of a model once: its surface as a graph, smoothed.
void surface(benchmark::State& state) {
  const Scene& scene = posed_tube(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(std::make_shared<DeformerStore>()->surface(scene, 0));
  count_vertices(state, scene);
}

bool add_benchmarks() {
  benchmark::RegisterBenchmark("deform/centers/100k", centers)
      ->Arg(100000)
      ->Unit(benchmark::kMillisecond);
  for (const int vertices : {100000, 1000000})
    benchmark::RegisterBenchmark(vertices == 100000 ? "deform/surface/100k" : "deform/surface/1M",
                                 surface)
        ->Arg(vertices)
        ->Unit(benchmark::kMillisecond);
  for (const DeformerInfo& d : kDeformers) {
    for (const int vertices : {100000, 1000000}) {
      const std::string size = vertices == 100000 ? "100k" : "1M";
      const auto add = [&](const char* path, void (*run)(benchmark::State&, Deformer)) {
        const std::string name =
            "deform/" + std::string(path) + "/" + std::string(d.key) + "/" + size;
        benchmark::RegisterBenchmark(name.c_str(), run, d.method)
            ->Arg(vertices)
            ->Unit(benchmark::kMillisecond);
      };
      add("cpu", on_cpu);
      if (runs_on_gpu(d.method)) add("gpu", on_gpu);
    }
  }
  return true;
}
[[maybe_unused]] const bool kAdded = add_benchmarks();

}  // namespace
}  // namespace bindpose::bench
