// A tube along y that two joints pull on, the weight of the upper one rising along it, and what a
// twist makes of it in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>
#include <vector>

#include "rig/kinematics.h"
#include "view/rigs.h"

namespace bindpose::rigs {

inline constexpr double kTubeRadius = 0.25;

// 0 below y = 0.5, 1 above 1.5, without steps in its curvature.
inline double tube_weight(double y) {
  const double t = std::clamp(y - 0.5, 0.0, 1.0);
  return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
}
inline double tube_slope(double y) {
  const double t = std::clamp(y - 0.5, 0.0, 1.0);
  return 30.0 * t * t * (1.0 - t) * (1.0 - t);
}

// Joint 0 at the origin, joint 1 at y = 1; `rings` rings from y = 0 to 2.
inline std::shared_ptr<Model> tube_model(int rings = 201, int columns = 96) {
  auto out = model({{"lower", -1, move(0, 0, 0)}, {"upper", 0, move(0, 1, 0)}});
  Mesh mesh;
  mesh.name = "tube";
  std::vector<std::vector<WeightEntry>> rows;
  for (int r = 0; r < rings; ++r) {
    const double y = 2.0 * r / (rings - 1), w = tube_weight(y);
    for (int c = 0; c < columns; ++c) {
      const double a = 2.0 * std::numbers::pi * c / columns;
      mesh.position.emplace_back(kTubeRadius * std::cos(a), y, kTubeRadius * std::sin(a));
      mesh.normal.emplace_back(std::cos(a), 0.0, std::sin(a));
      rows.push_back({{0, float(1.0 - w)}, {1, float(w)}});
    }
  }
  for (int r = 0; r + 1 < rings; ++r) {
    for (int c = 0; c < columns; ++c) {
      const auto at = [&](int up, int on) {
        return static_cast<std::uint32_t>((r + up) * columns + (c + on) % columns);
      };
      for (const std::uint32_t i : {at(0, 0), at(1, 0), at(0, 1), at(0, 1), at(1, 0), at(1, 1)})
        mesh.triangle.push_back(i);
    }
  }
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.skin.joint = {0, 1};
  mesh.file_binding.skin.bind = {move(0, 0, 0), move(0, 1, 0)};
  for (const mat4& b : mesh.file_binding.skin.bind)
    mesh.file_binding.skin.inverse_bind.push_back(inverse_affine(b));
  out->meshes.push_back(std::move(mesh));
  return out;
}

// Twisted by `degrees` about y under linear blend skinning, x + i z of a point is
// c(y) r e^(i a), c = (1 - w) + w e^(-i twist); the surface's normal there, from the two tangents.
inline glm::dvec3 twisted_normal(const vec3& bind, double degrees) {
  using C = std::complex<double>;
  const C turn = std::polar(1.0, -degrees * std::numbers::pi / 180.0);
  const C p(bind.x, bind.z), c = 1.0 + tube_weight(bind.y) * (turn - 1.0);
  const C around = C(0, 1) * c * p, up = tube_slope(bind.y) * (turn - 1.0) * p;
  const glm::dvec3 a(around.real(), 0.0, around.imag()), b(up.real(), 1.0, up.imag());
  return glm::normalize(glm::cross(b, a));
}
// What the inverse transpose of the blended matrix says of it: straight away from the axis.
inline glm::dvec3 twisted_usual_normal(const vec3& bind, double degrees) {
  using C = std::complex<double>;
  const C turn = std::polar(1.0, -degrees * std::numbers::pi / 180.0);
  const C x = (1.0 + tube_weight(bind.y) * (turn - 1.0)) * C(bind.x, bind.z);
  return glm::normalize(glm::dvec3(x.real(), 0.0, x.imag()));
}

}  // namespace bindpose::rigs
