// As many influences a vertex as there are joints: written as GLB, and read again to 1e-6.
#include <algorithm>
#include <map>

#include "io/export/rig/rig.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::many_influences_test {
namespace {

constexpr int kBones = 300;

// A row of joints, and vertices of which each follows 60, number 3 all 300 of them, every weight
// another one.
std::shared_ptr<Model> crowded_model() {
  auto model = std::make_shared<Model>();
  model->name = "crowded.glb";
  model->format = "test";
  std::vector<RawJoint> raw;
  for (int j = 0; j < kBones; ++j)
    raw.push_back({"bone" + std::to_string(j), j - 1, mat4(1.0f), true});
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh mesh = fan("body", 7, 0.3f, false);
  std::vector<std::vector<WeightEntry>> rows;
  for (int v = 0; v < 7; ++v) {
    auto& row = rows.emplace_back();
    const int count = v == 3 ? kBones : 60;
    for (int k = 0; k < count; ++k)
      row.push_back({(7 * v + k) % kBones, 1.0f + 0.01f * static_cast<float>((k * 37 + v) % 61)});
  }
  mesh.file_binding.influences = pack_influences(rows, kBones).influences;
  Skin& skin = mesh.file_binding.skin;
  skin.joint.clear();
  for (int j = 0; j < kBones; ++j) skin.joint.push_back(j);
  skin.bind.assign(kBones, mat4(1.0f));
  skin.inverse_bind.assign(kBones, mat4(1.0f));
  model->meshes.push_back(std::move(mesh));
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

std::map<std::string, float> row_by_name(const Scene& scene, std::size_t v) {
  const BoundMesh mesh = bound_mesh(scene, 0);
  std::map<std::string, float> out;
  const Influences& in = mesh.influences;
  for (std::size_t k = in.offset[v]; k < in.offset[v + 1]; ++k)
    out[scene.model->skeleton.name[static_cast<std::size_t>(mesh.skin.joint[in.slot[k]])]] =
        in.weight[k];
  return out;
}

// Vertices by their places.
void expect_same_rows(const Scene& a, const Scene& b) {
  const auto& at = a.model->meshes[0].position;
  const auto& there = b.model->meshes[0].position;
  ASSERT_EQ(at.size(), there.size());
  for (std::size_t v = 0; v < at.size(); ++v) {
    const auto same =
        std::ranges::min_element(there, {}, [&](const vec3& p) { return glm::length(p - at[v]); });
    ASSERT_LT(glm::length(*same - at[v]), 1e-6f);
    const auto before = row_by_name(a, v);
    const auto after = row_by_name(b, static_cast<std::size_t>(same - there.begin()));
    ASSERT_EQ(before.size(), after.size()) << "vertex " << v;
    for (const auto& [name, weight] : before) {
      ASSERT_TRUE(after.contains(name)) << name;
      EXPECT_NEAR(after.at(name), weight, 1e-6f) << "vertex " << v << ", " << name;
    }
  }
}

class ManyInfluences : public FolderTest {};

TEST_F(ManyInfluences, AreReadAgain) {
  const Scene scene = make_scene(crowded_model());
  ASSERT_EQ(row_by_name(scene, 0).size(), 60u);
  ASSERT_EQ(row_by_name(scene, 3).size(), 300u);
  export_rig(scene, folder_ / "a.glb");
  const Scene again = make_scene(import_model(folder_ / "a.glb"));
  ASSERT_NO_FATAL_FAILURE(expect_same_rows(scene, again));

  // And of the file's own document with other weights in it.
  Document document(again);
  std::string error;
  const auto edit = parse_edit("weights 0 2 bone5 1 bone6 2", *again.model, error);
  ASSERT_TRUE(edit) << error;
  document.apply({*edit});
  export_rig(document.scene(), folder_ / "b.glb");
  ASSERT_NO_FATAL_FAILURE(
      expect_same_rows(document.scene(), make_scene(import_model(folder_ / "b.glb"))));
  export_rig(document.scene(), folder_ / "c.glb", nullptr, GlbPacking::Lossless);
  ASSERT_NO_FATAL_FAILURE(
      expect_same_rows(document.scene(), make_scene(import_model(folder_ / "c.glb"))));
}

// As programs write them that sort names as text: JOINTS_1, JOINTS_10, JOINTS_2.
TEST_F(ManyInfluences, InTheOrderOfTheirNamesAsText) {
  const Scene scene = make_scene(crowded_model());
  export_rig(scene, folder_ / "a.glb");
  std::string bytes = read_all(folder_ / "a.glb");
  // The same letters, two names in each other's place with their numbers.
  const auto swap = [&](const std::string& one, const std::string& other) {
    const auto a = bytes.find("\"" + one + "\":"), b = bytes.find("\"" + other + "\":");
    ASSERT_NE(a, bytes.npos);
    ASSERT_NE(b, bytes.npos);
    const auto member = [&](std::size_t at) {
      return bytes.substr(at, bytes.find_first_of(",}", at) - at);
    };
    const std::string first = member(std::min(a, b)), second = member(std::max(a, b));
    bytes.replace(std::max(a, b), second.size(), first);
    bytes.replace(std::min(a, b), first.size(), second);
  };
  swap("JOINTS_2", "JOINTS_10");
  swap("WEIGHTS_2", "WEIGHTS_10");
  write_all(folder_ / "b.glb", bytes);
  expect_same_rows(scene, make_scene(import_model(folder_ / "b.glb")));
}

}  // namespace
}  // namespace bindpose::tests::many_influences_test
