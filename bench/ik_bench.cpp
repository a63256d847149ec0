// One solve of inverse kinematics: what a drag of a hand, a tail or a rope costs a frame before
// anything is skinned.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/transform.h"
#include "rig/ik/solve.h"

namespace bindpose::bench {
namespace {

// Bones of 0.1, bent a little, as a tail is; the target goes round in front of it, each time solved
// from the same pose, as in a drag.
void ik_drag(benchmark::State& state) {
  const int bones = static_cast<int>(state.range(0));
  std::vector<int> parent, chain;
  std::vector<mat4> base;
  for (int j = 0; j <= bones; ++j) {
    parent.push_back(j - 1);
    if (j < bones) chain.push_back(j);
    const vec3 bend(static_cast<float>(j % 7) - 3.0f, static_cast<float>(j % 5) - 2.0f, 4.0f);
    base.push_back(to_matrix({{0.0f, 0.1f, 0.0f}, rotation_from_degrees(bend), vec3(1.0f)}));
  }
  const std::vector<mat4> start(base.size(), mat4(1.0f));
  std::vector<mat4> user;
  const float length = 0.1f * static_cast<float>(bones);
  double residual = 0.0;
  int frame = 0;
  for (auto _ : state) {
    const float a = 0.05f * static_cast<float>(frame++);
    const vec3 target =
        vec3(0, 0.1f, 0) + length * vec3(0.4f * std::cos(a), 0.5f, 0.4f * std::sin(a));
    user = start;
    const IkResult result = solve_ik(parent, base, chain, bones, {target}, {}, user);
    residual = std::max(residual, result.residual / result.length);
    benchmark::DoNotOptimize(user.data());
  }
  state.counters["residual"] = residual;  // the largest, as a part of the length
}
BENCHMARK(ik_drag)->Arg(2)->Arg(3)->Arg(10)->Arg(50)->Arg(500);

}  // namespace
}  // namespace bindpose::bench
