#include "io/export/rig/rig.h"
#include "io/export/rig/skin_slots.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "io/gltf_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "math/numbers.h"
#include "rig/skinning.h"
#include "scene/segment_binding.h"
#include "scene/test_model.h"

namespace bindpose::tests::export_rig_test {
namespace {

std::shared_ptr<const Model> load(const std::filesystem::path& file) {
  return import_model(file, {});
}

// Meshes may come back in another order.
int same_mesh(const Model& a, std::size_t m, const Model& b) {
  for (std::size_t k = 0; k < b.meshes.size(); ++k) {
    if (b.meshes[k].name == a.meshes[m].name) return static_cast<int>(k);
  }
  ADD_FAILURE() << "no mesh " << a.meshes[m].name;
  return 0;
}

// The largest distance of a vertex in the file and in what was written of it, over some poses;
// relative to the rest pose's diagonal. Points are compared in display space: the written file is
// in metres.
float worst_difference(Scene before, Scene after) {
  const Model *a = before.model.get(), *b = after.model.get();
  const float size = transformed(posed_bounds(before, evaluate(before)), a->to_display).diagonal();
  float worst = 0.0f;
  // Joints of one name turn alike.
  for (std::size_t j = 0; j < a->skeleton.parent.size(); ++j) {
    const int k = find_joint(b->skeleton, a->skeleton.name[j]);
    if (k < 0 || a->to_display != b->to_display) continue;
    const float d = 3.0f * static_cast<float>(j % 7);
    const mat4 turn = glm::mat4_cast(rotation_from_degrees(vec3(d, -d, 2.0f * d)));
    before.pose.user_local[j] = after.pose.user_local[static_cast<std::size_t>(k)] = turn;
  }
  const auto compare = [&] {
    const PosedScene pa = evaluate(before), pb = evaluate(after);
    for (std::size_t m = 0; m < a->meshes.size(); ++m) {
      std::vector<vec3> va, vb;
      skin_mesh(before, pa, static_cast<int>(m), va, nullptr);
      skin_mesh(after, pb, same_mesh(*a, m, *b), vb, nullptr);
      ASSERT_EQ(va.size(), vb.size());
      const bool alike = a->to_display == b->to_display;
      for (std::size_t i = 0; i < va.size(); ++i) {
        if (alike && va[i] == vb[i]) continue;
        const vec4 at = a->to_display * vec4(va[i], 1.0f) - b->to_display * vec4(vb[i], 1.0f);
        worst = std::max(worst, glm::length(vec3(at)) / size);
      }
    }
  };
  compare();
  for (std::size_t c = 0; c < a->clips.size() && c < b->clips.size(); ++c) {
    EXPECT_EQ(a->clips[c].name, b->clips[c].name);
    EXPECT_NEAR(a->clips[c].duration, b->clips[c].duration, 1e-3);
    for (Scene* s : {&before, &after}) {
      s->pose.base = BasePose::Clip;
      s->pose.clip = static_cast<int>(c);
    }
    for (const double part : {0.0, 0.31, 0.77}) {
      before.pose.time = after.pose.time = part * a->clips[c].duration;
      compare();
    }
  }
  return worst;
}

class ExportRig : public FolderTest {
 protected:
  void expect_same(const std::filesystem::path& file, float tolerance) {
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no ../shared/models here";
    const auto model = load(file);
    export_rig(borrowed_scene(*model), folder_ / "rig.glb");
    const auto again = load(folder_ / "rig.glb");
    ASSERT_EQ(model->meshes.size(), again->meshes.size());
    EXPECT_EQ(model->clips.size(), again->clips.size());
    EXPECT_LT(worst_difference(make_scene(model), make_scene(again)), tolerance);
  }
};

TEST_F(ExportRig, TheOgreComesBackAsItWas) {
  expect_same(BINDPOSE_SOURCE_DIR "/assets/ogre.glb", 1e-5f);
}
// Its clips are curves for each axis: followed by cubic keys.
TEST_F(ExportRig, AnFbxComesBackUprightInMetres) {
  expect_same(BINDPOSE_SOURCE_DIR "/assets/ogre.fbx", 1e-5f);
}
TEST_F(ExportRig, AttachmentsStayOnTheirBones) {
  expect_same(BINDPOSE_SHARED_DIR "/models/knight/Knight.glb", 1e-5f);
}
TEST_F(ExportRig, ManyWeightSets) {
  const std::filesystem::path folder = BINDPOSE_SHARED_DIR "/models/multi_weight_sets";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no ../shared/models here";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto ending = entry.path().extension();
    if (ending == ".glb" || ending == ".gltf") expect_same(entry.path(), 1e-5f);
  }
}

Scene bound_scene(const std::shared_ptr<const Model>& model, const SegmentRadii& radii) {
  Document document(make_scene(model));
  document.apply({bind_edit(*model, radii)});
  return document.scene();
}

TEST_F(ExportRig, VerticesWithoutWeightsFollowTheirNode) {
  const auto model = load(BINDPOSE_SOURCE_DIR "/assets/arm.glb");
  const Scene bound = bound_scene(model, {0.05f, {}});
  const Influences& in = binding_of(bound, 0).influences;
  std::size_t empty = 0;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) empty += in.offset[i] == in.offset[i + 1];
  ASSERT_GT(empty, 0u);
  ASSERT_LT(empty, in.vertex_count());
  export_rig(bound, folder_ / "arm.glb");
  EXPECT_LT(worst_difference(bound, make_scene(load(folder_ / "arm.glb"))), 1e-5f);
}

// The same model as if its file were not there: written from what the model holds.
std::shared_ptr<Model> without_file(const Model& model) {
  auto out = std::make_shared<Model>(model);
  out->path.clear();
  return out;
}

// The mesh was bound in another place than it lies in the file: all its points and matrices are
// moved, and what has no weights goes by the node from where the file has it.
TEST_F(ExportRig, VerticesWithoutWeightsUnderAMovedBind) {
  const auto model = load(BINDPOSE_SOURCE_DIR "/assets/arm.glb");
  const auto moved = without_file(with_edited_weights(bound_scene(model, {0.05f, {}})));
  Transform shift;
  shift.t = vec3(0.3f, -2.0f, 1.0f);
  shift.q = rotation_from_degrees(vec3(20.0f, 50.0f, -70.0f));
  const mat4 m = to_matrix(shift);
  for (Mesh& mesh : moved->meshes) {
    for (vec3& p : mesh.position) p = vec3(m * vec4(p, 1.0f));
    for (vec3& n : mesh.normal) n = mat3(m) * n;
    mesh.file_binding.skin.mesh_to_bind = m * mesh.file_binding.skin.mesh_to_bind;
    for (mat4& bind : mesh.file_binding.skin.bind) bind = m * bind;
    for (mat4& inverse : mesh.file_binding.skin.inverse_bind) inverse = inverse * inverse_affine(m);
  }
  for (const bool by_file : {false, true}) {
    moved->path = by_file ? model->path : "";
    export_rig(borrowed_scene(*moved), folder_ / "moved.glb");
    EXPECT_LT(worst_difference(make_scene(moved), make_scene(load(folder_ / "moved.glb"))), 1e-5f)
        << by_file;
  }
}

// A joint turns once round: the stored quaternions must not change their sign on the way, for
// programs blend them component by component. And times ascend, whatever the keys' do.
TEST_F(ExportRig, ClipsKeepTheirSignAndTheirOrder) {
  const auto model = without_file(*load(BINDPOSE_SOURCE_DIR "/assets/arm.glb"));
  Clip clip{"round", 2.0, {}, {}};
  TrackFactor turn, fixed;
  for (int k = 0; k <= 8; ++k) {
    turn.rotation.time.push_back(0.25 * k);
    const float half = kPi * static_cast<float>(k) / 8.0f;
    const float sign = k % 2 == 0 ? 1.0f : -1.0f;
    turn.rotation.value.push_back(sign * quat(std::cos(half), 0.0f, std::sin(half), 0.0f));
  }
  fixed.constant = true;
  clip.tracks.push_back({0, {turn, fixed}});  // two factors: followed
  TrackFactor jump;
  jump.translation.time = {0.0, 1.0, 1.0, 1.0 + 1e-12, 2.0};
  for (int k = 0; k < 5; ++k) jump.translation.value.emplace_back(static_cast<float>(k));
  clip.tracks.push_back({1, {jump}});
  model->clips = {clip};
  ASSERT_EQ(check_model(*model), "");
  export_rig(borrowed_scene(*model), folder_ / "round.glb");
  const GlbParts glb = take_apart(folder_ / "round.glb");
  const Json& animation = glb.json["animations"][0];
  std::size_t turns = 0;
  for (const Json& channel : animation["channels"]) {
    const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    const auto time = glb.accessor<float>(sampler["input"]);
    EXPECT_TRUE(std::adjacent_find(time.begin(), time.end(), std::greater_equal<float>()) ==
                time.end());
    const auto value = glb.accessor<float>(sampler["output"]);
    if (channel["target"]["path"] == "translation" && time.size() == 3) {
      EXPECT_EQ(value[3], 3.0f) << "of keys at one time the last counts";
    }
    if (channel["target"]["path"] != "rotation" || time.size() < 100) continue;
    ++turns;
    EXPECT_EQ(sampler["interpolation"], "CUBICSPLINE");  // tangent, value, tangent
    for (std::size_t k = 16; k < value.size(); k += 12) {
      float dot = 0.0f;
      for (std::size_t c = 0; c < 4; ++c) dot += value[k + c] * value[k - 12 + c];
      EXPECT_GT(dot, 0.0f) << "key " << k / 12;
    }
  }
  EXPECT_EQ(turns, 1u);
}

// Centimetres, bound in another pose than the one it rests in, its mesh on a node of its own: the
// bind pose stands beside the others, as large as they are.
TEST_F(ExportRig, TheBindPoseComesBackUprightInMetres) {
  const std::filesystem::path file =
      BINDPOSE_SHARED_DIR "/models/maya_kenney_character/maya_kenney_character.fbx";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no ../shared/models here";
  const auto model = load(file);
  export_rig(borrowed_scene(*model), folder_ / "rig.glb");
  const auto again = load(folder_ / "rig.glb");
  Scene before = borrowed_scene(*model), after = borrowed_scene(*again);
  before.pose.base = after.pose.base = BasePose::Bind;
  const PosedScene a = evaluate(before), b = evaluate(after);
  const mat4 &to_a = model->to_display, &to_b = again->to_display;
  for (const int joint : model->meshes[0].file_binding.skin.joint) {
    const auto j = static_cast<std::size_t>(joint);
    const int k = find_joint(again->skeleton, model->skeleton.name[j]);
    ASSERT_GE(k, 0);
    const vec4 off = to_a * a.world[j][3] - to_b * b.world[static_cast<std::size_t>(k)][3];
    EXPECT_LT(glm::length(vec3(off)), 1e-5f) << model->skeleton.name[j];
  }
  EXPECT_LT(worst_difference(before, after), 1e-5f);
}

TEST_F(ExportRig, MeshesWithTheSameMatricesShareASkin) {
  const auto model = small_model();
  export_rig(borrowed_scene(*model), folder_ / "small.glb");
  EXPECT_EQ(take_apart(folder_ / "small.glb").json["skins"].size(), 1u);
  model->meshes[1].file_binding.skin.bind[1][3][0] = 2.0f;
  model->meshes[1].file_binding.skin.inverse_bind[1][3][0] = -2.0f;
  export_rig(borrowed_scene(*model), folder_ / "small.glb");
  const Json two = take_apart(folder_ / "small.glb").json;
  EXPECT_EQ(two["skins"].size(), 2u);
}

// As it came: in other programs, too, its triangles are lit by their own normals.
TEST_F(ExportRig, WhatIsFlatComesBackFlat) {
  const auto model = without_file(*small_model());
  model->meshes[0].flat = true;
  export_rig(borrowed_scene(*model), folder_ / "small.glb");
  const Json meshes = take_apart(folder_ / "small.glb").json["meshes"];
  ASSERT_EQ(meshes.size(), 2u);
  EXPECT_FALSE(meshes[0]["primitives"][0]["attributes"].contains("NORMAL"));
  EXPECT_TRUE(meshes[1]["primitives"][0]["attributes"].contains("NORMAL"));
  const auto again = load(folder_ / "small.glb");
  ASSERT_EQ(again->meshes.size(), 2u);
  EXPECT_NE(again->meshes[0].flat, again->meshes[1].flat);
  const Mesh& body = again->meshes[again->meshes[0].flat ? 0 : 1];
  EXPECT_EQ(body.position.size(), model->meshes[0].position.size());
}

TEST_F(ExportRig, WhatAMaterialHoldsIsWritten) {
  const auto notes = export_rig(borrowed_scene(*small_model()), folder_ / "small.glb");
  const Json material = take_apart(folder_ / "small.glb").json["materials"][0];
  EXPECT_EQ(material["pbrMetallicRoughness"]["metallicFactor"], 0.75);
  EXPECT_EQ(material["pbrMetallicRoughness"]["roughnessFactor"], 0.25);
  EXPECT_EQ(material["emissiveFactor"], Json({0.0, 0.5, 1.0}));
  const auto fbx = without_file(*small_model());
  fbx->format = "FBX 7400";
  const auto said = export_rig(borrowed_scene(*fbx), folder_ / "small.glb");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("1 material has textures of kinds that are not shown"), std::string::npos);
  fbx->materials[0].more_images = 0;
  EXPECT_TRUE(export_rig(borrowed_scene(*fbx), folder_ / "small.glb").empty());
}

TEST_F(ExportRig, WeightsComeBackAsTheFormulaHasThem) {
  const auto model = load(BINDPOSE_SOURCE_DIR "/assets/ogre.glb");
  EXPECT_EQ(bind_by_segments(*model, {}).unweighted, 0u);
  const Scene bound = bound_scene(model, {});
  EXPECT_EQ(check_model(tests::with_edited_weights(bound)), "");
  export_rig(bound, folder_ / "ogre.glb");
  const auto again = load(folder_ / "ogre.glb");
  ASSERT_EQ(again->meshes.size(), model->meshes.size());
  for (std::size_t m = 0; m < model->meshes.size(); ++m) {
    const MeshBinding &a = binding_of(bound, m), &b = again->meshes[m].file_binding;
    ASSERT_EQ(a.influences.vertex_count(), b.influences.vertex_count());
    for (int j = 0; j < model->skeleton.size(); ++j) {
      const std::string& name = model->skeleton.name[static_cast<std::size_t>(j)];
      const std::vector<float> wa = joint_weights(a, j);
      const std::vector<float> wb = joint_weights(b, find_joint(again->skeleton, name));
      float worst = 0.0f;
      for (std::size_t i = 0; i < wa.size(); ++i) worst = std::max(worst, std::abs(wa[i] - wb[i]));
      EXPECT_LT(worst, 1e-6f) << name;
    }
  }
}

TEST_F(ExportRig, OtherEndingsAreRefused) {
  const Model model;
  EXPECT_NE(sentence_of([&] { export_rig(borrowed_scene(model), folder_ / "a.fbx"); }).find(".glb"),
            std::string::npos);
}

TEST(InfluenceSets, AreAsManyAsTheLargestRowNeeds) {
  for (const std::size_t largest : {0u, 1u, 2u}) {
    WeightRows rows;
    for (std::size_t row = 0; row < 3; ++row) {
      const std::uint16_t entries = row == largest ? 5 : 1;
      for (std::uint16_t k = 0; k < entries; ++k) rows.entry.push_back({k, 1.0f / entries});
      rows.end_row();
    }
    const auto sets = influence_sets(rows);
    ASSERT_EQ(sets.size(), 2u) << largest;
    EXPECT_EQ(sets[1].joint.at(4 * largest), 4);
    EXPECT_EQ(sets[1].weight.at(4 * largest), 0.2f);
  }
}

}  // namespace
}  // namespace bindpose::tests::export_rig_test
