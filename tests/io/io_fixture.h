// A small model and a folder of its own for tests that write files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "io/files/stream_text.h"
#include "math/transform.h"
#include "scene/scene.h"

namespace bindpose::tests {

class FolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("bindpose_" + std::to_string(::getpid()) + "_" + info->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::size_t file_count() const {
    using Iterator = std::filesystem::directory_iterator;
    return static_cast<std::size_t>(std::distance(Iterator(folder_), Iterator()));
  }
  std::filesystem::path folder_;
};

inline std::string read_all(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return remaining_text(stream);
}

inline void write_all(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

// What `call` throws, or "".
template <typename F>
std::string sentence_of(F&& call) {
  try {
    call();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return {};
}

inline Mesh fan(const std::string& name, int corners, float phase, bool with_uv) {
  Mesh mesh;
  mesh.name = name;
  std::vector<std::vector<WeightEntry>> rows;
  for (int v = 0; v < corners; ++v) {
    const float a = phase + static_cast<float>(v) / 3.0f;
    mesh.position.emplace_back(std::cos(a), std::sin(a) / 3.0f, a * 1e-5f);
    mesh.normal.push_back(glm::normalize(vec3(std::sin(a), 0.3f, 1.0f)));
    if (with_uv) mesh.uv.emplace_back(a / 7.0f, a / 11.0f);
    rows.push_back({{v % 2, 0.7f}, {(v + 1) % 2, 0.3f}});
  }
  for (std::uint32_t t = 2; t < static_cast<std::uint32_t>(corners); ++t) {
    mesh.triangle.insert(mesh.triangle.end(), {0, t - 1, t});
  }
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.skin.joint = {0, 1};
  mesh.file_binding.skin.bind.assign(2, mat4(1.0f));
  mesh.file_binding.skin.inverse_bind.assign(2, mat4(1.0f));
  return mesh;
}

// Two joints, two meshes (the second without uv), one textured material, two clips of one name.
inline std::shared_ptr<Model> small_model() {
  auto model = std::make_shared<Model>();
  model->name = "small.glb";
  model->format = "glTF 2 (binary)";
  Transform up;
  up.t = vec3(0.1f, 1.0f / 3.0f, 0.0f);
  const RawJoint raw[] = {{"root", -1, mat4(1.0f), true}, {"Ärm \"L\"", 0, to_matrix(up), true}};
  model->skeleton = build_skeleton(raw).skeleton;
  model->meshes = {fan("body part", 7, 0.3f, true), fan("hat", 5, 2.0f, false)};
  model->images.push_back({"skin.png", 2, 1, {255, 0, 0, 255, 0, 0, 255, 128}});
  Material material;
  material.name = "skin";
  material.base_color = vec4(0.1f, 0.2f, 0.3f, 1.0f);
  material.use(TextureSlot::BaseColor) = {
      0, 1, TextureWrap::Clamp, TextureWrap::Mirror, {0.25f, 0.5f}, {2.0f, 3.0f}, 0.5f};
  material.use(TextureSlot::Normal).image = 0;
  material.shading = Shading::SpecularGlossiness;
  material.alpha_mode = AlphaMode::Blend;
  material.specular = vec3(0.5f, 0.25f, 0.0f);
  material.two_sided = true;
  material.metallic = 0.75f;
  material.roughness = 0.25f;
  material.emissive = vec3(0.0f, 0.5f, 1.0f);
  material.more_images = 2;
  model->materials.push_back(material);
  model->skeleton.human_bone = {"hips", ""};
  model->missing_textures.push_back({"lost.png", 0, TextureSlot::Emissive});
  model->meshes[0].material = 0;
  model->clips = {{"walk", 1.0 / 3.0, {}}, {"wave", 2.0, {}}, {"wave", 3.0, {}}};
  model->report.push_back({Severity::Warning, "mesh hat", "has no texture coordinates.", -1, 1});
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

// Every kind of field in use.
inline std::shared_ptr<Model> rich_model() {
  auto model = small_model();
  model->path = "f\xff/\n small.glb";  // paths are bytes, not text
  model->meshes[1].color.assign(model->meshes[1].position.size(), vec4(0.5f));
  model->meshes[1].source_vertex.assign(model->meshes[1].position.size(), 3);
  model->meshes[1].file_binding.skin.wants_dual_quaternions = true;
  model->meshes[1].file_rank.assign(model->meshes[1].file_binding.influences.slot.size(), 2);
  model->meshes[1].dq_blend_weight.assign(model->meshes[1].position.size(), 0.25f);
  model->meshes[1].file_binding.skin.bind_residual = 0.25f;
  TrackFactor keys;
  keys.translation = {{0.0, 0.5}, {vec3(1.0f), vec3(-0.0f)}, Interpolation::Step};
  keys.rotation.time = {0.25};
  keys.rotation.value.assign(3, quat(1.0f, 0.0f, 0.0f, 0.0f));
  keys.rotation.interpolation = Interpolation::Cubic;
  TrackFactor constant;
  constant.constant = true;
  constant.matrix[3][0] = 2.0f;
  TrackFactor curves;
  curves.curves.target = CurveTarget::Rotation;
  curves.curves.order = EulerOrder::ZXY;
  curves.curves.axis[1].key = {{0.0, 1.0f, Segment::Cubic, vec2(0.0f), vec2(0.1f, 0.2f)},
                               {1.0, 2.0f, Segment::Step, vec2(-0.1f, 0.3f), vec2(0.0f)}};
  ComponentCurves scale;
  scale.target = CurveTarget::Scale;
  scale.fallback = vec3(2.0f, 3.0f, 4.0f);
  model->clips[0].tracks.push_back({1, {keys, constant, curves}, {scale}, {scale, scale}});
  model->morph_channels = {{"smile", 0, 0.25f}, {"frown", 1, -0.0f}};
  model->meshes[1].morph = {{1, {0, 2}, {vec3(1.0f), vec3(-0.0f)}, {vec3(0.5f), vec3(2.0f)}},
                            {0, {1}, {vec3(3.0f)}, {}, {vec2(0.0f), vec2(0.5f, 1.0f)}}};
  model->clips[0].morphs = {{1, {{0.0, 0.5}, {0.5f, -1.0f}, Interpolation::Step}},
                            {0, {}, curves.curves.axis[1]}};
  model->report.push_back({Severity::Warning, "mesh", "Two vertices.", -1, 1, {0, 2}});
  return model;
}

inline Scene posed_scene() {
  Scene scene = make_scene(small_model());
  Transform bend;
  bend.q = rotation_from_degrees(vec3(10.0f, 20.0f, 70.0f));
  bend.t = vec3(0.1f, 0.2f, 0.3f);
  scene.pose.user_local[1] = to_matrix(bend);
  return scene;
}

}  // namespace bindpose::tests
