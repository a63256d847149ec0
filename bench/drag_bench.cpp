// One step of a drag, from the edit to the bones that are drawn, before anything is skinned: the
// edit itself, W_j and T_j below the joint, the bones. On bushes of joints with one skin that all
// of them move.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/edit/edit.h"
#include "scene/scene.h"
#include "view/bones.h"

namespace bindpose::bench {
namespace {

constexpr int kBranches = 8;  // of every joint that has children

std::shared_ptr<const Model> bush(int joints) {
  auto model = std::make_shared<Model>();
  model->name = "bush";
  std::vector<RawJoint> raw;
  for (int j = 0; j < joints; ++j) {
    const vec3 bend(static_cast<float>(j % 7) * 9.0f, static_cast<float>(j % 5) * 20.0f, 1.0f);
    raw.push_back({"joint" + std::to_string(j), j == 0 ? kNoParent : (j - 1) / kBranches,
                   to_matrix({{0.1f, 0.0f, 0.01f}, rotation_from_degrees(bend), vec3(1.0f)}),
                   true});
  }
  model->skeleton = build_skeleton(raw).skeleton;
  std::vector<mat4> bind(model->skeleton.parent.size());
  bind_from_locals(model->skeleton.parent, model->skeleton.rest_local, bind);
  Mesh mesh;
  mesh.name = "leaves";
  Skin& skin = mesh.file_binding.skin;
  Influences& rows = mesh.file_binding.influences;
  skin.skinned = true;
  rows.offset.push_back(0);
  for (int j = 0; j < joints; ++j) {
    const mat4& b = bind[static_cast<std::size_t>(j)];
    skin.joint.push_back(j);
    skin.bind.push_back(b);
    skin.inverse_bind.push_back(inverse_affine(b));
    mesh.position.push_back(vec3(b[3]));
    mesh.normal.push_back(vec3(0, 1, 0));
    rows.slot.push_back(static_cast<std::uint16_t>(j));
    rows.weight.push_back(1.0f);
    rows.raw_weight_sum.push_back(1.0f);
    rows.offset.push_back(static_cast<std::uint32_t>(j + 1));
  }
  model->meshes.push_back(std::move(mesh));
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

enum Part { kPose, kPoseAndBones };

// state.range(0): joints; range(1): how deep the joint is that is dragged. 0 is the root.
void drag_step(benchmark::State& state, Part part) {
  const auto model = bush(static_cast<int>(state.range(0)));
  Document document(make_scene(model));
  PosedScene posed = evaluate(document.scene());
  BoneSet bones;
  build_bones(document.scene(), posed, bones);
  int joint = 0;
  for (int depth = 0; depth < state.range(1); ++depth) ++joint;  // parents first: the first child
  float angle = 0.0f;
  for (auto _ : state) {
    angle += 0.5f;
    const mat4 turned = to_matrix({vec3(0.0f), rotation_from_degrees({0, 0, angle}), vec3(1.0f)});
    document.apply({SetUserLocal{joint, turned}, Phase::Preview});
    evaluate_subtree(document.scene(), joint, posed);
    if (part == kPoseAndBones) move_bones(document.scene(), posed, joint, bones);
    benchmark::DoNotOptimize(posed.world.data());
    benchmark::DoNotOptimize(bones.bones.data());
    benchmark::ClobberMemory();
  }
  const JointRange range = subtree(model->skeleton, joint);
  state.counters["subtree"] = range.last - range.first;
}

void sizes(benchmark::internal::Benchmark* b) {
  for (const int joints : {500, 10000}) {
    for (const int depth : {0, 1, 2, 3}) b->Args({joints, depth});
  }
  b->ArgNames({"joints", "depth"})->Unit(benchmark::kMicrosecond);
}
BENCHMARK_CAPTURE(drag_step, pose, kPose)->Apply(sizes);
BENCHMARK_CAPTURE(drag_step, pose_and_bones, kPoseAndBones)->Apply(sizes);

}  // namespace
}  // namespace bindpose::bench
