#include "scene/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "test_model.h"
#include "thread_time.h"

namespace bindpose::tests::model_test {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(WeightFlags, SayWhoPulls) {
  auto model = random_model(6, 5, 1);
  model->meshes[0].file_binding.influences =
      pack_influences({{{1, 0.5f}, {3, 0.5f}}}, 5).influences;
  derive_weight_flags(*model);
  EXPECT_EQ(model->skeleton.file_flags.has_weight, (std::vector<std::uint8_t>{0, 1, 0, 1, 0}));
}

TEST(WeightFlags, RigidMeshesMakeNoJointOfTheirNode) {
  auto model = random_model(6, 5, 2);
  model->meshes[0].file_binding.influences =
      pack_influences({{{1, 0.5f}, {3, 0.5f}}}, 5).influences;
  Mesh& rigid = model->meshes[1];
  rigid.file_binding.skin.skinned = false;
  rigid.file_binding.skin.joint = {2};
  rigid.file_binding.influences = pack_influences({{{0, 1.0f}}}, 1).influences;
  derive_weight_flags(*model);
  EXPECT_EQ(model->skeleton.file_flags.has_weight, (std::vector<std::uint8_t>{0, 1, 0, 1, 0}));
}

TEST(Counts, AddUpOverMeshes) {
  auto model = random_model(7, 5, 3);
  model->skeleton.file_flags.is_joint[2] = 0;
  EXPECT_EQ(vertex_count(*model), 90u);
  EXPECT_EQ(triangle_count(*model), 30u);
  EXPECT_EQ(joint_count(model->skeleton.file_flags), 4u);
}

TEST(CheckModel, SoundModelsPass) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    EXPECT_EQ(check_model(*random_model(seed, 3 + static_cast<int>(seed) * 20)), "");
  }
  EXPECT_EQ(check_model(Model{}), "");
}

struct Damage {
  const char* what;  // must occur in the sentence
  std::function<void(Model&)> inflict;
};

PoseTable pose_of(const Model& m) {
  const std::size_t n = m.skeleton.parent.size();
  return {std::vector<mat4>(n, mat4(1.0f)), std::vector<std::uint8_t>(n, 1), {0}};
}

Image tiny_image() {
  return {"tex", 1, 1, {0, 0, 0, 255}};
}

// A curve with two keys on the last axis.
ComponentCurves& first_curves(Model& m) {
  ComponentCurves& curves = m.clips[0].tracks[0].factors[0].curves;
  curves.axis[2].key = {{0.0, 1.0f, Segment::Cubic, vec2(0.0f), vec2(0.1f, 0.2f)},
                        {1.0, 2.0f, Segment::Step, vec2(-0.1f, 0.3f), vec2(0.0f)}};
  return curves;
}

const Damage kDamage[] = {
    {"name", [](Model& m) { m.skeleton.name.pop_back(); }},
    {"rest_local", [](Model& m) { m.skeleton.rest_local.pop_back(); }},
    {"subtree_end", [](Model& m) { m.skeleton.subtree_end.pop_back(); }},
    {"is_joint", [](Model& m) { m.skeleton.file_flags.is_joint.pop_back(); }},
    {"has_weight", [](Model& m) { m.skeleton.file_flags.has_weight.pop_back(); }},
    {"bind_local", [](Model& m) { m.bind_local.pop_back(); }},
    {"has_bind", [](Model& m) { m.has_bind.pop_back(); }},
    {"parent", [](Model& m) { m.skeleton.parent[3] = 7; }},
    {"parent", [](Model& m) { m.skeleton.parent[3] = 3; }},
    {"parent", [](Model& m) { m.skeleton.parent[9] = -2; }},
    {"subtree", [](Model& m) { m.skeleton.subtree_end[0] = 0; }},
    {"subtree", [](Model& m) { m.skeleton.subtree_end[9] = 99; }},
    {"are named", [](Model& m) { m.skeleton.name[4] = m.skeleton.name[1]; }},
    {"no name", [](Model& m) { m.skeleton.name[4].clear(); }},
    {"rest matrix", [](Model& m) { m.skeleton.rest_local[5][2][1] = kNaN; }},
    {"bind matrix", [](Model& m) { m.bind_local[5][2][1] = kNaN; }},
    {"hangs on", [](Model& m) { m.meshes[0].node = 10; }},
    {"material 0", [](Model& m) { m.meshes[0].material = 0; }},
    {"normals", [](Model& m) { m.meshes[0].normal.pop_back(); }},
    {"texture coordinates", [](Model& m) { m.meshes[0].uv.resize(3); }},
    {"colours", [](Model& m) { m.meshes[0].color.resize(3); }},
    {"source vertices", [](Model& m) { m.meshes[0].source_vertex.resize(3); }},
    {"position", [](Model& m) { m.meshes[1].position[3].z = kNaN; }},
    {"position",
     [](Model& m) { m.meshes[1].position[29].x = -std::numeric_limits<float>::infinity(); }},
    {"normal", [](Model& m) { m.meshes[1].normal[3].z = kNaN; }},
    {"coordinate", [](Model& m) { m.meshes[1].uv.assign(30, vec2(kNaN)); }},
    {"colour", [](Model& m) { m.meshes[1].color.assign(30, vec4(kNaN)); }},
    {"corners", [](Model& m) { m.meshes[0].triangle.pop_back(); }},
    {"vertex 30", [](Model& m) { m.meshes[0].triangle[4] = 30; }},
    {"65536", [](Model& m) { m.meshes[0].file_binding.skin.joint.resize(65537); }},
    {"bind matrices", [](Model& m) { m.meshes[0].file_binding.skin.bind.pop_back(); }},
    {"inverse bind", [](Model& m) { m.meshes[0].file_binding.skin.inverse_bind.pop_back(); }},
    {"not finite", [](Model& m) { m.meshes[0].file_binding.skin.bind[1][0][0] = kNaN; }},
    {"not finite", [](Model& m) { m.meshes[0].file_binding.skin.inverse_bind[1][0][0] = kNaN; }},
    {"not finite", [](Model& m) { m.meshes[0].file_binding.skin.mesh_to_bind[0][0] = kNaN; }},
    {"joint 10", [](Model& m) { m.meshes[0].file_binding.skin.joint[1] = 10; }},
    {"joint -1", [](Model& m) { m.meshes[0].file_binding.skin.joint[1] = -1; }},
    {"twice",
     [](Model& m) {
       m.meshes[0].file_binding.skin.joint[1] = m.meshes[0].file_binding.skin.joint[2];
     }},
    {"offsets", [](Model& m) { m.meshes[0].file_binding.influences.offset.pop_back(); }},
    {"offsets", [](Model& m) { m.meshes[0].file_binding.influences.offset[5] = 1u << 30; }},
    {"offsets", [](Model& m) { m.meshes[0].file_binding.influences.offset[0] = 1; }},
    {"sums", [](Model& m) { m.meshes[0].file_binding.influences.raw_weight_sum.pop_back(); }},
    {"sum", [](Model& m) { m.meshes[0].file_binding.influences.raw_weight_sum[2] = kNaN; }},
    {"weights", [](Model& m) { m.meshes[0].file_binding.influences.weight.pop_back(); }},
    {"slot", [](Model& m) { m.meshes[0].file_binding.influences.slot[2] = 10; }},
    {"positive", [](Model& m) { m.meshes[0].file_binding.influences.weight[0] = 0.0f; }},
    {"positive", [](Model& m) { m.meshes[0].file_binding.influences.weight[0] = kNaN; }},
    {"add up", [](Model& m) { m.meshes[0].file_binding.influences.weight[0] = 0.9f; }},
    {"add up", [](Model& m) { m.meshes[0].file_binding.influences.weight[0] = 1.1f; }},
    {"sorted",
     [](Model& m) {
       m.meshes[0].file_binding.influences =
           pack_influences(std::vector<std::vector<WeightEntry>>(30, {{0, 0.7f}, {1, 0.3f}}), 10)
               .influences;
       std::swap(m.meshes[0].file_binding.influences.weight[0],
                 m.meshes[0].file_binding.influences.weight[1]);
     }},
    {"slot twice",
     [](Model& m) {
       m.meshes[0].file_binding.influences =
           pack_influences(std::vector<std::vector<WeightEntry>>(30, {{0, 0.7f}, {1, 0.3f}}), 10)
               .influences;
       m.meshes[0].file_binding.influences.slot[1] = 0;
     }},
    {"image 0", [](Model& m) { m.materials.emplace_back().use(TextureSlot::BaseColor).image = 0; }},
    {"colour", [](Model& m) { m.materials.emplace_back().base_color = vec4(kNaN); }},
    {"pixels",
     [](Model& m) {
       m.images.push_back(tiny_image());
       m.images.write()[0].pixels.pop_back();
     }},
    {"pixels",
     [](Model& m) {
       m.images.push_back(tiny_image());
       m.images.write()[0].width = 0;
     }},
    {"A Pose's joints",
     [](Model& m) {
       m.pose_tables.push_back(pose_of(m));
       m.pose_tables[0].has.pop_back();
     }},
    {"Pose of joint",
     [](Model& m) {
       m.pose_tables.push_back(pose_of(m));
       m.pose_tables[0].world[1][3].x = kNaN;
     }},
    {"which does not exist or has another",
     [](Model& m) {
       m.pose_tables.push_back(pose_of(m));
       m.pose_tables[0].mesh = {static_cast<int>(m.meshes.size())};
     }},
    {"which does not exist or has another",
     [](Model& m) {
       m.pose_tables = {pose_of(m), pose_of(m)};
     }},
    {"duration", [](Model& m) { m.clips[0].duration = kNaN; }},
    {"duration", [](Model& m) { m.clips[0].duration = -1.0; }},
    {"moves joint 10", [](Model& m) { m.clips[0].tracks[0].joint = 10; }},
    {"keys", [](Model& m) { m.clips[0].tracks[0].factors[0].translation.value.pop_back(); }},
    {"keys",
     [](Model& m) {
       m.clips[0].tracks[0].factors[0].translation.interpolation = Interpolation::Cubic;
     }},
    {"go back", [](Model& m) { m.clips[0].tracks[0].factors[0].translation.time[0] = 9.0; }},
    {"time", [](Model& m) { m.clips[0].tracks[0].factors[0].translation.time[0] = kNaN; }},
    {"value", [](Model& m) { m.clips[0].tracks[0].factors[0].translation.value[0].x = kNaN; }},
    {"unit length",
     [](Model& m) {
       m.clips[0].tracks[0].factors[0].rotation.time = {0.0};
       m.clips[0].tracks[0].factors[0].rotation.value = {quat(0.0f, 0.0f, 0.0f, 0.0f)};
     }},
    {"unit length",
     [](Model& m) {
       m.clips[0].tracks[0].factors[0].rotation.time = {0.0};
       m.clips[0].tracks[0].factors[0].rotation.value = {quat(1.1f, 0.0f, 0.0f, 0.0f)};
     }},
    {"constant", [](Model& m) { m.clips[0].tracks[0].factors[0].fallback.q.w = kNaN; }},
    {"constant", [](Model& m) { m.clips[0].tracks[0].factors[0].matrix[3][0] = kNaN; }},
    {"display", [](Model& m) { m.to_display[0][0] = kNaN; }},
    {"report",
     [](Model& m) {
       m.report.push_back({Severity::Info, "x", "y", 10, -1});
     }},
    {"report",
     [](Model& m) {
       m.report.push_back({Severity::Info, "x", "y", -1, 2});
     }},
    {"report",
     [](Model& m) {
       m.report.push_back({Severity::Info, "x", "y", -2, -1});
     }},
    {"report",
     [](Model& m) {
       m.report.push_back({Severity::Info, "x", "y", -1, -2});
     }},
    {"vertex 30 of 30",
     [](Model& m) {
       m.report.push_back({Severity::Info, "x", "y", -1, 1, {0, 29, 30}});
     }},
    {"vertex 0 of 0",
     [](Model& m) {
       m.report.push_back({Severity::Info, "x", "y", -1, -1, {0}});
     }},
    {"31 of 30 vertices",
     [](Model& m) {
       m.report.push_back({Severity::Info, "x", "y", -1, 1});
       m.report[0].vertex.assign(31, 0);
     }},
    {"subtree", [](Model& m) { m.skeleton.subtree_end[9] = 9; }},
    {"hangs on", [](Model& m) { m.meshes[0].node = -1; }},
    {"material -2", [](Model& m) { m.meshes[0].material = -2; }},
    {"not finite", [](Model& m) { m.meshes[0].file_binding.skin.bind_residual = kNaN; }},
    {"31 were expected", [](Model& m) { m.meshes[0].file_binding.influences.offset.pop_back(); }},
    {"offsets",
     [](Model& m) {
       Influences& in =
           m.meshes[0].file_binding.influences;  // sorted, but the first influence is nobody's
       std::fill(in.offset.begin(), std::upper_bound(in.offset.begin(), in.offset.end(), 0u), 1u);
     }},
    {"offsets",
     [](Model& m) {
       m.meshes[0].file_binding.influences.slot.push_back(0);
       m.meshes[0].file_binding.influences.weight.push_back(1.0f);
     }},
    {"positive and finite",
     [](Model& m) {
       m.meshes[0].file_binding.influences.weight[0] = std::numeric_limits<float>::infinity();
     }},
    {"image -2",
     [](Model& m) { m.materials.emplace_back().use(TextureSlot::BaseColor).image = -2; }},
    {"no pixels",
     [](Model& m) {
       m.images.push_back({"tex", 0, 1, {}});
     }},
    {"no pixels",
     [](Model& m) {
       m.images.push_back({"tex", 1, 0, {}});
     }},
    {"pixels",  // both negative: their product is not
     [](Model& m) {
       m.images.push_back({"tex", -1, -1, {0, 0, 0, 255}});
     }},
    {"moves joint -1", [](Model& m) { m.clips[0].tracks[0].joint = -1; }},
    {"has a constant", [](Model& m) { m.clips[0].tracks[0].factors[0].fallback.t.y = kNaN; }},
    {"has a constant", [](Model& m) { m.clips[0].tracks[0].factors[0].fallback.s.z = kNaN; }},
    {"scale's keys", [](Model& m) { m.clips[0].tracks[0].factors[0].scale.time = {0.0}; }},
    {"curves has a constant", [](Model& m) { first_curves(m).fallback.x = kNaN; }},
    {"curves has a time that is not", [](Model& m) { first_curves(m).axis[2].key[1].time = kNaN; }},
    {"curves has times that go back", [](Model& m) { first_curves(m).axis[2].key[1].time = -1.0; }},
    {"curves has a value", [](Model& m) { first_curves(m).axis[2].key[0].value = kNaN; }},
    {"curves has a value", [](Model& m) { first_curves(m).axis[2].key[0].arriving.x = kNaN; }},
    {"curves has a value", [](Model& m) { first_curves(m).axis[2].key[0].leaving.y = kNaN; }},
    {"scales",
     [](Model& m) { m.clips[0].tracks[0].left_out.emplace_back().fallback = vec3(kNaN); }},
    {"scales",
     [](Model& m) { m.clips[0].tracks[0].taken_over.emplace_back().fallback = vec3(kNaN); }},
};

TEST(CheckModel, NamesEachKindOfDamage) {
  for (std::size_t k = 0; k < std::size(kDamage); ++k) {
    Model model = *random_model(8, 10);
    ASSERT_EQ(check_model(model), "");
    kDamage[k].inflict(model);
    const std::string sentence = check_model(model);
    EXPECT_NE(sentence.find(kDamage[k].what), std::string::npos)
        << "damage " << k << " (" << kDamage[k].what << "): " << sentence;
  }
}

// A hostile import process may send many of what is small: no check may cost the product of two
// counts, nor put together a long name for each of many parts.
TEST(CheckModel, CostsWhatTheModelIsLarge) {
  constexpr int kMany = 100000;
  Model model;
  std::vector<RawJoint> raw;
  for (int j = 0; j < kMany; ++j) raw.push_back({"j" + std::to_string(j), -1, mat4(1.0f), true});
  model.skeleton = build_skeleton(raw).skeleton;
  model.bind_local.assign(kMany, mat4(1.0f));
  model.has_bind.assign(kMany, 0);
  Mesh empty;
  empty.file_binding.influences.offset = {0};
  empty.name = std::string(std::size_t{1} << 20, 'm');
  empty.morph.assign(kMany, MorphTarget());
  model.morph_channels = {{std::string(std::size_t{1} << 20, 'c'), 0, 0.0f}};
  model.meshes.assign(1, empty);
  empty.name = "m";
  empty.morph.clear();
  model.meshes.resize(kMany, empty);
  Clip clip;
  clip.name = std::string(std::size_t{1} << 20, 'k');
  clip.tracks.assign(kMany, JointTrack());
  for (JointTrack& t : clip.tracks) t.joint = 0;
  clip.morphs.assign(kMany, MorphTrack());
  model.clips = {clip};
  const double start = thread_seconds();
  EXPECT_EQ(check_model(model), "");
  // A tenth of a second, or under the sanitizers a second; each of the products takes over ten.
  EXPECT_LT(thread_seconds() - start, 5.0);
}

}  // namespace
}  // namespace bindpose::tests::model_test
