// Forward kinematics with palette (W and T) on chains and bushes, against the textbook's recursion,
// and the update of one subtree after an edit.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "math/transform.h"
#include "ratios.h"
#include "rig/kinematics.h"
#include "textbook.h"

namespace bindpose::bench {
namespace {

std::size_t idx(int i) {
  return static_cast<std::size_t>(i);
}

enum Shape { kChain, kBush };

// The same rig in both forms. Joints are bent a little, as in a pose, and the bind pose is another
// one.
struct Rig {
  Skeleton skeleton;
  std::vector<int> slot_joint;
  std::vector<mat4> local, world, inverse_bind, palette;
  std::vector<TextbookNode> nodes;

  Rig(Shape shape, int joints) {
    std::vector<RawJoint> raw(idx(joints));
    for (int j = 0; j < joints; ++j) {
      const int parent = shape == kChain ? j - 1 : (j - 1) / 8;
      raw[idx(j)] = {"joint" + std::to_string(j), j == 0 ? kNoParent : parent, mat4(1.0f), true};
    }
    skeleton = build_skeleton(raw).skeleton;
    nodes.resize(idx(joints));
    std::vector<mat4> bind_local, bind(idx(joints));
    for (int j = 0; j < joints; ++j) {
      const vec3 bend(static_cast<float>(j % 7) - 3.0f, static_cast<float>(j % 5) - 2.0f, 1.0f);
      local.push_back(to_matrix({{0.1f, 0.0f, 0.01f}, rotation_from_degrees(bend), vec3(1.0f)}));
      bind_local.push_back(to_matrix({{0.1f, 0.0f, 0.01f}, quat(1, 0, 0, 0), vec3(1.0f)}));
      slot_joint.push_back(j);
    }
    bind_from_locals(skeleton.parent, bind_local, bind);
    for (int j = 0; j < joints; ++j) {
      inverse_bind.push_back(inverse_affine(bind[idx(j)]));
      nodes[idx(j)].local = local[idx(j)];
      nodes[idx(j)].bind = bind[idx(j)];
      if (skeleton.parent[idx(j)] >= 0) nodes[idx(skeleton.parent[idx(j)])].children.push_back(j);
    }
    world.resize(idx(joints));
    palette.resize(idx(joints));
    ours();
    textbook();
    for (int j = 0; j < joints; ++j) {
      // Far out on a long chain the floats of both get coarse.
      const float reach = 1.0f + glm::length(vec3(bind[idx(j)][3]));
      if (max_difference(palette[idx(j)], nodes[idx(j)].skin) < 1e-3f * reach) continue;
      std::fprintf(stderr, "The two ways to pose joint %d disagree.\n", j);
      std::exit(1);
    }
  }

  void ours() {
    forward_kinematics(skeleton.parent, local, all_joints(skeleton), world);
    skin_matrices(slot_joint, world, inverse_bind, palette);
    benchmark::DoNotOptimize(palette.data());
    benchmark::ClobberMemory();
  }
  void textbook() {
    textbook_forward_kinematics(nodes, 0, mat4(1.0f));
    benchmark::DoNotOptimize(nodes.data());
    benchmark::ClobberMemory();
  }
  // Slots are joints here, so a subtree is a range of the palette, too.
  void subtree_only(int root) {
    const JointRange range = subtree(skeleton, root);
    const std::size_t first = idx(range.first);
    const std::size_t count = idx(range.last) - first;
    forward_kinematics(skeleton.parent, local, range, world);
    skin_matrices(std::span(slot_joint).subspan(first, count), world,
                  std::span(inverse_bind).subspan(first, count),
                  std::span(palette).subspan(first, count));
    benchmark::DoNotOptimize(palette.data());
    benchmark::ClobberMemory();
  }
};

// The first joint, two levels below the root where there is a bush: an arm rather than the hips.
constexpr int kEdited = 2;

void count_joints(benchmark::State& state, int joints) {
  state.counters["per_joint"] = benchmark::Counter(
      static_cast<double>(joints),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void fk_ours(benchmark::State& state, Shape shape) {
  Rig rig(shape, static_cast<int>(state.range(0)));
  for (auto _ : state) rig.ours();
  count_joints(state, rig.skeleton.size());
}

void fk_textbook(benchmark::State& state, Shape shape) {
  Rig rig(shape, static_cast<int>(state.range(0)));
  for (auto _ : state) rig.textbook();
  count_joints(state, rig.skeleton.size());
}

void fk_subtree(benchmark::State& state, Shape shape) {
  Rig rig(shape, static_cast<int>(state.range(0)));
  for (auto _ : state) rig.subtree_only(kEdited);
  const JointRange range = subtree(rig.skeleton, kEdited);
  count_joints(state, range.last - range.first);
}

BENCHMARK_CAPTURE(fk_ours, chain, kChain)->Arg(67)->Arg(1024)->Arg(10000);
BENCHMARK_CAPTURE(fk_textbook, chain, kChain)->Arg(67)->Arg(1024)->Arg(10000);
BENCHMARK_CAPTURE(fk_ours, bush, kBush)->Arg(67)->Arg(1024)->Arg(10000);
BENCHMARK_CAPTURE(fk_textbook, bush, kBush)->Arg(67)->Arg(1024)->Arg(10000);
BENCHMARK_CAPTURE(fk_subtree, bush, kBush)->Arg(67)->Arg(1024)->Arg(10000);

Contest against_textbook(Shape shape, int joints) {
  auto rig = std::make_shared<Rig>(shape, joints);
  return {[rig] { rig->ours(); }, [rig] { rig->textbook(); }, double(joints), "joint"};
}

bool add_fk_ratios() {
  for (const Shape shape : {kChain, kBush}) {
    for (const int joints : {67, 1024, 10000}) {
      const std::string name = std::string(shape == kChain ? "chain" : "bush") + " of " +
                               std::to_string(joints) + " joints";
      const bool is_target = shape == kBush && joints == 1024;
      add_ratio("W and T / textbook recursion, " + name,
                is_target ? std::optional(0.25) : std::nullopt,
                [=] { return against_textbook(shape, joints); });
    }
  }
  return add_ratio("subtree / all of a bush of 1024 joints", std::nullopt, [] {
    auto rig = std::make_shared<Rig>(kBush, 1024);
    return Contest{[rig] { rig->subtree_only(kEdited); }, [rig] { rig->ours(); }, 1.0, "edit"};
  });
}
[[maybe_unused]] const bool kFkRatios = add_fk_ratios();

}  // namespace
}  // namespace bindpose::bench
