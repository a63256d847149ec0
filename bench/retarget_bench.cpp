// One frame of a clip on another rig: what a preview while pairs are changed costs, and, times the
// frames, what taking a clip costs.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "math/transform.h"
#include "rig/retarget/retarget.h"

namespace bindpose::bench {
namespace {

// Limbs of eight joints on one root; the target has the same joints with other axes and lengths.
Skeleton rig_of_limbs(int joints, bool target) {
  std::vector<RawJoint> raw;
  for (int j = 0; j < joints; ++j) {
    const int parent = j == 0 ? kNoParent : j % 8 == 1 ? 0 : j - 1;
    const vec3 degrees(static_cast<float>(j % 7) * 10.0f, static_cast<float>(j % 5) * 20.0f, 0.0f);
    const vec3 at(0.02f * static_cast<float>(j % 8), target ? 0.11f : 0.1f, 0.0f);
    const quat turn = target ? rotation_from_degrees(degrees) : quat(1, 0, 0, 0);
    raw.push_back({"joint" + std::to_string(j), parent, to_matrix({at, turn, vec3(1.0f)}), true});
  }
  return build_skeleton(raw).skeleton;
}

void retarget_frame(benchmark::State& state) {
  const int joints = static_cast<int>(state.range(0));
  const Skeleton from = rig_of_limbs(joints, false), to = rig_of_limbs(joints, true);
  Clip clip{"walk", 4.0, {}, {}};
  for (int j = 0; j < joints; ++j) {
    JointTrack track;
    track.joint = j;
    track.factors.resize(1);
    track.factors[0].fallback = decompose(from.rest_local[static_cast<std::size_t>(j)]);
    for (int k = 0; k <= 120; ++k) {
      const float a = 30.0f * std::sin(0.2f * static_cast<float>(k + j));
      track.factors[0].rotation.time.push_back(k / 30.0);
      track.factors[0].rotation.value.push_back(rotation_from_degrees({a, 0.5f * a, -a}));
    }
    clip.tracks.push_back(std::move(track));
  }
  const RigPose source{from, from.rest_local}, target{to, to.rest_local};
  const JointMap map = propose_pairs(source, target);
  Retargeter retargeter(clip, source, target, map);
  std::vector<mat4> local(to.parent.size());
  int frame = 0;
  for (auto _ : state) {
    retargeter.frame(std::fmod(0.0137 * frame++, clip.duration), local);
    benchmark::DoNotOptimize(local.data());
  }
  state.counters["pairs"] = static_cast<double>(map.pair.size());
}
BENCHMARK(retarget_frame)->Arg(65)->Arg(500);

}  // namespace
}  // namespace bindpose::bench
