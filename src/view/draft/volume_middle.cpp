#include "view/draft/volume_middle.h"

#include <algorithm>
#include <cmath>

#include "math/transform.h"

namespace bindpose {
namespace {

struct Crossing {
  float t;
  bool back;  // through the back of a triangle
};

void add_crossings(const Mesh& mesh, std::span<const vec3> position, const Ray& ray,
                   std::vector<Crossing>& out) {
  for (std::size_t i = 0; i + 2 < mesh.triangle.size(); i += 3) {
    const vec3& a = position[mesh.triangle[i]];
    const vec3& b = position[mesh.triangle[i + 1]];
    const vec3& c = position[mesh.triangle[i + 2]];
    const auto hit = intersect_triangle(ray, a, b, c);
    if (!hit) continue;
    out.push_back({hit->t, glm::dot(glm::cross(b - a, c - a), ray.direction) > 0.0f});
  }
}

}  // namespace

std::optional<VolumePoint> volume_middle(const Model& model, std::span<const BindSurface> surface,
                                         std::span<const std::uint8_t> hidden, const Ray& ray) {
  std::vector<Crossing> crossings;
  for (std::size_t m = 0; m < surface.size() && m < model.meshes.size(); ++m) {
    if (m < hidden.size() && hidden[m] != 0) continue;
    add_crossings(model.meshes[m], surface[m].position, ray, crossings);
  }
  if (crossings.empty()) return std::nullopt;
  std::ranges::sort(crossings, {}, &Crossing::t);
  // Through an edge both of its triangles are met: one crossing.
  const float same = 1e-6f * std::max(crossings.back().t, crossings.back().t - crossings.front().t);
  const auto twice = [same](const Crossing& a, const Crossing& b) {
    return a.back == b.back && b.t - a.t <= same;
  };
  crossings.erase(std::unique(crossings.begin(), crossings.end(), twice), crossings.end());
  const auto at = [&ray](float t) { return ray.origin + t * ray.direction; };
  std::vector<float> sheets;  // where there is a front and a back in one place
  std::size_t k = 0;
  while (k < crossings.size()) {
    const Crossing first = crossings[k];
    int depth = 0;
    std::size_t end = k;
    do {
      depth += crossings[end].back == first.back ? 1 : -1;
    } while (depth != 0 && ++end < crossings.size());
    if (depth != 0) break;
    const float out = crossings[end].t;
    if (out - first.t > same) return VolumePoint{at(0.5f * (first.t + out)), true};
    if (sheets.empty() || first.t - sheets.back() > same) sheets.push_back(first.t);
    k = end + 1;
  }
  // A body all of whose faces are there twice.
  if (k == crossings.size() && sheets.size() >= 2)
    return VolumePoint{at(0.5f * (sheets[0] + sheets[1])), true};
  return VolumePoint{at(crossings.front().t), false};
}

std::optional<VolumePoint> volume_middle(const Model& model, std::span<const BindSurface> surface,
                                         std::span<const std::uint8_t> hidden, const Camera& camera,
                                         const Viewport& viewport, const vec2& pixel) {
  const Ray shown = pixel_ray(camera, viewport, pixel);
  const mat4 to_file = inverse_affine(model.to_display);
  const vec3 direction = mat3(to_file) * shown.direction;
  const float length = glm::length(direction);
  if (!(length > 0.0f) || !std::isfinite(length)) return std::nullopt;
  return volume_middle(model, surface, hidden,
                       Ray{vec3(to_file * vec4(shown.origin, 1.0f)), direction / length});
}

}  // namespace bindpose
