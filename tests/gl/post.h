// A post on two joints and pictures of it: what the picture tests look at.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "gl/gl_fixture.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "view/bones.h"

namespace bindpose::test {

inline constexpr int kWidth = 320;
inline constexpr int kHeight = 240;

// A closed cylinder of radius 0.4 from y = 0 to 2 with smooth sides. Joint 0 at y = 0 holds the
// part below y = 0.6, joint 1 at y = 1 the part above 1.4, both hold half of what is between.
inline Mesh post_mesh() {
  constexpr std::uint32_t kAround = 48, kUp = 40;
  Mesh mesh;
  mesh.name = "post";
  std::vector<std::vector<WeightEntry>> rows;
  const auto add = [&](float y, float angle, float radius, const vec3& normal) {
    mesh.position.emplace_back(radius * std::cos(angle), y, radius * std::sin(angle));
    mesh.normal.push_back(normal);
    mesh.uv.emplace_back(angle, y);
    if (y < 0.6f)
      rows.push_back({{0, 1.0f}});
    else if (y > 1.4f)
      rows.push_back({{1, 1.0f}});
    else
      rows.push_back({{0, 0.5f}, {1, 0.5f}});
  };
  for (std::uint32_t u = 0; u <= kUp; ++u)
    for (std::uint32_t a = 0; a < kAround; ++a) {
      const float angle = 6.2831853f * static_cast<float>(a) / kAround;
      add(2.0f * static_cast<float>(u) / kUp, angle, 0.4f,
          vec3(std::cos(angle), 0.0f, std::sin(angle)));
    }
  for (std::uint32_t u = 0; u < kUp; ++u)
    for (std::uint32_t a = 0; a < kAround; ++a) {
      const std::uint32_t p = u * kAround + a, q = u * kAround + (a + 1) % kAround;
      for (std::uint32_t i : {p, p + kAround, q, q, p + kAround, q + kAround})
        mesh.triangle.push_back(i);
    }
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  return mesh;
}

inline std::shared_ptr<Model> post_model() {
  auto model = std::make_shared<Model>();
  model->name = "post";
  const std::vector<RawJoint> raw{
      {"lower", kNoParent, mat4(1.0f), true},
      {"upper", 0, to_matrix(Transform{vec3(0.0f, 1.0f, 0.0f), {}, vec3(1.0f)}), true}};
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh mesh = post_mesh();
  std::vector<mat4> bind(2);
  bind_from_locals(model->skeleton.parent, model->skeleton.rest_local, bind);
  mesh.file_binding.skin.joint = {0, 1};
  mesh.file_binding.skin.bind = bind;
  mesh.file_binding.skin.inverse_bind = {inverse_affine(bind[0]), inverse_affine(bind[1])};
  mesh.file_binding.skin.skinned = true;
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

// One pixel as sRGB in [0, 1]; (x, y) from the top left.
inline vec3 pixel(const Image& image, float x, float y) {
  const auto column = static_cast<std::size_t>(std::clamp(x, 0.0f, kWidth - 1.0f));
  const auto row = static_cast<std::size_t>(std::clamp(y, 0.0f, kHeight - 1.0f));
  const std::uint8_t* p =
      image.pixels.data() + 4 * (row * static_cast<std::size_t>(image.width) + column);
  return vec3(p[0], p[1], p[2]) / 255.0f;
}

inline float chroma(const vec3& srgb) {
  const vec3 lab = to_oklab(srgb);
  return std::hypot(lab.y, lab.z);
}

// Largest difference of a channel over all pixels, in steps of 1/255.
inline int largest_difference(const Image& a, const Image& b) {
  int largest = a.pixels.size() == b.pixels.size() ? 0 : 255;
  for (std::size_t i = 0; i < a.pixels.size() && largest < 255; ++i)
    largest = std::max(largest, std::abs(int(a.pixels[i]) - int(b.pixels[i])));
  return largest;
}

class PictureTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    open(post_model());
    scene.view.grid = false;
    scene.view.skeleton = false;
    camera.target = vec3(0.0f, 1.0f, 0.0f);
    camera.distance = 6.0f;
    camera.yaw = 0.0f;
    camera.pitch = 0.15f;
  }
  void TearDown() override {
    renderer().set_model(nullptr);
    GlTest::TearDown();
  }
  void open(std::shared_ptr<const Model> model) {
    scene = make_scene(model, scene.view);
    renderer().set_model(std::move(model));
  }
  void draw(int refine = 0) {
    const PosedScene posed = evaluate(scene);
    BoneSet bones;
    build_bones(scene, posed, bones);
    renderer().draw({.scene = scene,
                     .posed = posed,
                     .bones = bones,
                     .camera = camera,
                     .width = width,
                     .height = height,
                     .refine = refine,
                     .map = shown_map,
                     .more = more});
  }
  Image picture(int steps = 1) {
    for (int k = 0; k < steps; ++k) draw(k);
    return renderer().read_pixels();
  }
  // The pixel of a picture where a point of display space lies.
  vec3 at(const Image& image, const vec3& point) const {
    const vec3 p = project(camera, {static_cast<float>(width), static_cast<float>(height)}, point);
    return pixel(image, p.x, p.y);
  }

  Scene scene;
  Camera camera;
  int width = kWidth;
  int height = kHeight;
  bool more = false;                      // all steps of a picture follow each other at once
  const SurfaceMap* shown_map = nullptr;  // on the surface; null: none
};

}  // namespace bindpose::test
