// A random three-joint rig in the shapes that real files come in, and the numbers to check a drag
// with.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "view/bones.h"
#include "view/gizmo/gizmo.h"
#include "view/rigs.h"

namespace bindpose::rigs {

enum class Kind { Plain, Mirrored, ScaledParent, ZUp, Centimetres, Sheared };
inline constexpr Kind kKinds[] = {Kind::Plain, Kind::Mirrored,    Kind::ScaledParent,
                                  Kind::ZUp,   Kind::Centimetres, Kind::Sheared};

struct Random {
  std::mt19937 engine;
  float operator()(float lo, float hi) {
    return std::uniform_real_distribution<float>(lo, hi)(engine);
  }
  vec3 unit() {
    vec3 v;
    do {
      v = {(*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1)};
    } while (glm::length(v) < 0.2f || glm::length(v) > 1.0f);
    return glm::normalize(v);
  }
  mat4 rigid(float reach) {
    const vec3 t = reach * unit();
    return move(t.x, t.y, t.z) * turn((*this)(-180, 180), unit());
  }
};

// Three joints; joint 1 is selected and has a user transform already.
struct Stage {
  Scene scene;
  PosedScene posed;
  Camera camera;
  Viewport view{1280, 720};
  int joint = 1;

  mat4 display() const { return scene.model->to_display; }
  mat4 shown() const { return display() * posed.world[static_cast<std::size_t>(joint)]; }
  vec2 pixel(const vec3& point) const { return vec2(project(camera, view, point)); }
  GizmoFrame frame() const { return gizmo_frame(scene, posed, camera, view).value(); }
  // D W' for a user transform of the joint.
  mat4 shown_with(const mat4& user_local) const {
    Scene s = scene;
    s.pose.user_local[static_cast<std::size_t>(joint)] = user_local;
    return display() * evaluate(s).world[static_cast<std::size_t>(joint)];
  }
};

inline Stage stage(Kind kind, unsigned seed, GizmoMode mode, GizmoSpace space) {
  Random random{std::mt19937(seed)};
  const float unit = kind == Kind::Centimetres ? 100.0f : 1.0f;
  mat4 a = random.rigid(0.5f * unit), b = random.rigid(0.4f * unit),
       user = random.rigid(0.1f * unit);
  if (kind == Kind::Mirrored) a = a * stretch(-1, 1, 1);
  if (kind == Kind::ScaledParent) a = a * stretch(1.5f, 0.7f, 2.0f);
  if (kind == Kind::Sheared) {
    a = a * stretch(1.5f, 0.7f, 1.0f);
    b = b * stretch(1.0f, 2.0f, 1.3f);
  }
  auto m = model({{"a", -1, a}, {"b", 0, b}, {"c", 1, move(0.3f * unit, 0, 0)}});
  if (kind == Kind::ZUp) m->to_display = turn(-90, {1, 0, 0});
  if (kind == Kind::Centimetres) m->to_display = stretch(0.01f, 0.01f, 0.01f);
  Stage s;
  s.scene = make_scene(std::move(m));
  s.scene.pose.user_local[1] = user;
  s.scene.selection.joint = 1;
  s.scene.view.gizmo_mode = mode;
  s.scene.view.gizmo_space = space;
  evaluate(s.scene, s.posed);
  s.camera.target = joint_position(s.scene, s.posed, 1) + 0.2f * random.unit();
  s.camera.distance = random(1.0f, 5.0f);
  s.camera.yaw = random(-3.1f, 3.1f);
  s.camera.pitch = random(-1.3f, 1.3f);
  s.camera.orthographic = seed % 2 == 1;
  return s;
}

// Turn, move and stretch about a point in display space.
inline mat4 about(const vec3& point, const mat4& m) {
  return move(point.x, point.y, point.z) * m * move(-point.x, -point.y, -point.z);
}

// Largest entry of a - b over the largest entry of b.
inline float relative_difference(const mat4& a, const mat4& b) {
  float size = 1e-3f;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) size = std::max(size, std::abs(b[c][r]));
  }
  return max_difference(a, b) / size;
}

}  // namespace bindpose::rigs
