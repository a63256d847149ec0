// What weights cost: a tube of so many vertices along a chain of bones.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "rig/automatic/heat.h"
#include "rig/automatic/inverse_distance.h"
#include "rig/automatic/voxel.h"

namespace bindpose::bench {
namespace {

struct Limb {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  std::vector<BoneSegment> bones;

  Limb(std::size_t vertices, int joints) {
    constexpr std::uint32_t kSides = 200;
    const auto rings = static_cast<std::uint32_t>(vertices / kSides);
    const float length = 20.0f;
    for (std::uint32_t r = 0; r < rings; ++r) {
      for (std::uint32_t k = 0; k < kSides; ++k) {
        const float a = 6.2831853f * float(k) / float(kSides);
        const float radius = 1.0f + 0.2f * std::sin(0.01f * float(r));
        position.emplace_back(radius * std::cos(a), radius * std::sin(a),
                              length * float(r) / float(rings - 1));
        if (r == 0) continue;
        const std::uint32_t a1 = r * kSides + k, b1 = r * kSides + (k + 1) % kSides;
        triangle.insert(triangle.end(), {a1 - kSides, b1 - kSides, b1, a1 - kSides, b1, a1});
      }
    }
    for (int j = 0; j < joints; ++j) {
      const float from = length * float(j) / float(joints),
                  to = length * float(j + 1) / float(joints);
      bones.push_back({j, {0, 0, from}, {0, 0, to}, 2.0f});
    }
  }
};

template <typename Compute>
void bind(benchmark::State& state, const Compute& compute) {
  const Limb limb(static_cast<std::size_t>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) {
    auto made = compute(BindInput{limb.position, limb.triangle, limb.bones});
    benchmark::DoNotOptimize(made);
  }
  state.counters["vertices/s"] = benchmark::Counter(
      double(limb.position.size()) * double(state.iterations()), benchmark::Counter::kIsRate);
}

void bind_segment(benchmark::State& state) {
  bind(state, [](const BindInput& in) { return segment_weights(in.position, in.segments); });
}
void bind_inverse(benchmark::State& state) {
  bind(state, [](const BindInput& in) { return inverse_distance_weights(in, {4.0f, 4}); });
}
void bind_heat(benchmark::State& state) {
  bind(state, [](const BindInput& in) { return heat_weights(in, {1.0f, 4}); });
}
void bind_voxel(benchmark::State& state) {
  bind(state, [](const BindInput& in) { return voxel_weights(in, {0.8f, 128, 4}); });
}
BENCHMARK(bind_segment)->Args({100000, 60})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(bind_inverse)->Args({100000, 60})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(bind_heat)->Args({100000, 60})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(bind_voxel)->Args({100000, 60})->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace bindpose::bench
