// `check` on surfaces of any size: graph, regions, jumps, symmetry and all.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>

#include "generated_model.h"
#include "io/import.h"
#include "scene/check/check.h"

namespace bindpose::bench {
namespace {

void check_rig(benchmark::State& state) {
  const auto vertices = static_cast<std::size_t>(state.range(0));
  const Scene scene = make_scene(import_model(generated_model(vertices, 60), {}));
  const CheckProfile profile = *find_profile("rig");
  std::size_t findings = 0;
  for (auto _ : state) {
    findings = check(scene, profile).size();
    benchmark::DoNotOptimize(findings);
  }
  state.counters["findings"] = static_cast<double>(findings);
  state.counters["vertices"] = benchmark::Counter(static_cast<double>(vertices),
                                                  benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(check_rig)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);

// Weights like noise: every joint has hills without number, of which none may cost a walk over the
// whole surface.
void check_noise(benchmark::State& state) {
  const auto vertices = static_cast<std::size_t>(state.range(0));
  auto model = std::make_shared<Model>(*import_model(generated_model(vertices, 60), {}));
  std::mt19937 rng(7);
  std::uniform_int_distribution<int> slot(0, 59);
  std::uniform_real_distribution<float> weight(0.0f, 1.0f);
  for (Mesh& mesh : model->meshes) {
    std::vector<std::vector<WeightEntry>> rows(mesh.position.size());
    for (auto& row : rows) {
      for (int k = 0; k < 4; ++k) row.push_back({slot(rng), weight(rng)});
    }
    mesh.file_binding.influences =
        pack_influences(rows, mesh.file_binding.skin.joint.size()).influences;
  }
  const Scene scene = make_scene(model);
  const CheckProfile profile = *find_profile("rig");
  for (auto _ : state) benchmark::DoNotOptimize(check(scene, profile).size());
}
BENCHMARK(check_noise)->Arg(30000)->Arg(300000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bindpose::bench
