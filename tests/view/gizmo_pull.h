// A drag in a test: what it holds on to, where to put the mouse, and every rig to try it on.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "view/gizmo_rigs.h"

namespace bindpose::rigs {

inline constexpr GizmoSpace kSpaces[] = {GizmoSpace::Local, GizmoSpace::Parent, GizmoSpace::World};
inline constexpr Handle kAxes[] = {Handle::X, Handle::Y, Handle::Z};

// A drag with the scene, the camera and its last answer at hand.
struct Puller {
  const Stage& s;
  GizmoDrag drag;
  mat4 user_local;
  bool snap = false;

  Puller(const Stage& from, Handle handle, const vec2& pixel)
      : s(from),
        drag(begin_drag(from.frame(), handle, from.scene, from.posed, from.camera, from.view,
                        pixel)),
        user_local(drag.grab_user_local) {}
  void to(const vec2& pixel) {
    user_local = update_drag(drag, s.scene, s.camera, s.view, pixel, snap);
  }
};

// A point on a ring at an angle (degrees) from where it crosses the next axis.
inline vec3 on_ring(const GizmoFrame& g, int axis, float degrees, float part = 1.0f) {
  const float a = glm::radians(degrees);
  return g.origin +
         part * g.radius *
             (std::cos(a) * g.axis[(axis + 1) % 3] + std::sin(a) * g.axis[(axis + 2) % 3]);
}

inline float cosine_to_eye(const Stage& s, const GizmoFrame& g, const vec3& axis) {
  return std::abs(glm::dot(axis, glm::normalize(eye(s.camera) - g.origin)));
}

inline void for_each_stage(GizmoMode mode, void (*check)(const Stage&)) {
  for (const Kind kind : kKinds) {
    for (const GizmoSpace space : kSpaces) {
      for (unsigned seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(kind) << " space "
                                          << static_cast<int>(space) << " seed " << seed);
        check(stage(kind, seed, mode, space));
      }
    }
  }
}

// A ring of the display space seen at an angle (degrees) from its edge.
inline Stage edge_stage(float degrees, bool orthographic) {
  Stage s = stage(Kind::Plain, 2, GizmoMode::Rotate, GizmoSpace::World);
  s.camera.target = joint_position(s.scene, s.posed, 1);
  s.camera.yaw = 0.0f;
  s.camera.pitch = glm::radians(degrees);
  s.camera.orthographic = orthographic;
  return s;
}

}  // namespace bindpose::rigs
