#include "view/pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/transform.h"

namespace bindpose {
namespace {

struct Nearest {
  float t = std::numeric_limits<float>::infinity();
  int mesh = -1;
  std::uint32_t triangle = 0;
  vec3 bary{0.0f};
};

// Rounding must not open a crack between two triangles that share an edge.
constexpr float kEdge = 1e-6f;

// Moeller and Trumbore's test, inlined for the loop over all triangles; true when nearer than
// best.t.
bool hit_nearer(const Ray& ray, const vec3& a, const vec3& b, const vec3& c, Nearest& best) {
  const vec3 ab = b - a, ac = c - a;
  const vec3 p = glm::cross(ray.direction, ac);
  const float det = glm::dot(ab, p);
  if (det == 0.0f) return false;
  const float inverse = 1.0f / det;
  const vec3 s = ray.origin - a;
  const float u = glm::dot(s, p) * inverse;
  if (!(u >= -kEdge && u <= 1.0f + kEdge)) return false;
  const vec3 q = glm::cross(s, ab);
  const float v = glm::dot(ray.direction, q) * inverse;
  if (!(v >= -kEdge && u + v <= 1.0f + kEdge)) return false;
  const float t = glm::dot(ac, q) * inverse;
  if (!(t > 0.0f && t < best.t)) return false;
  best.t = t;
  best.bary = {1.0f - u - v, u, v};
  return true;
}

// Slabs, with 1/direction: infinite where the ray runs along one.
bool may_hit(const Ray& ray, const vec3& inverse, const Box& box, float before) {
  const vec3 a = (box.lo - ray.origin) * inverse, b = (box.hi - ray.origin) * inverse;
  const vec3 in = glm::min(a, b), out = glm::max(a, b);
  const float first = std::max(std::max(in.x, in.y), std::max(in.z, 0.0f));
  return first <= std::min(std::min(out.x, out.y), std::min(out.z, before));
}

void pick_mesh(const Mesh& mesh, int number, const SurfaceCache::PosedMesh& posed, const Ray& ray,
               Nearest& best) {
  // A component that is 0 would make 0 * infinity where the origin lies in a side of a box.
  constexpr float kLeast = 1e-30f;
  vec3 inverse;
  for (int k = 0; k < 3; ++k) {
    const float d = ray.direction[k];
    inverse[k] = 1.0f / (std::abs(d) < kLeast ? std::copysign(kLeast, d) : d);
  }
  const std::vector<vec3>& position = posed.position;
  for (std::size_t r = 0; r < posed.box.size(); ++r) {
    if (!may_hit(ray, inverse, posed.box[r], best.t)) continue;
    const std::size_t last = std::min((r + 1) * kTrianglesInRun, posed.runs.order.size());
    for (std::size_t k = r * kTrianglesInRun; k < last; ++k) {
      const std::uint32_t triangle = posed.runs.order[k];
      const std::uint32_t* corner = &mesh.triangle[3 * std::size_t{triangle}];
      if (hit_nearer(ray, position[corner[0]], position[corner[1]], position[corner[2]], best)) {
        best.mesh = number;
        best.triangle = triangle;
      }
    }
  }
}

// The joint that pulls most at the hit. A slot's weight there is the sum over the three corners, so
// that the answer does not jump to a corner that the hit is far from.
int strongest_joint(const BoundMesh& bound, const std::uint32_t* corner, const vec3& bary) {
  const Influences& in = bound.influences;
  std::vector<float> sum(bound.skin.joint.size(), 0.0f);
  for (int k = 0; k < 3; ++k) {
    const std::size_t vertex = corner[k];
    if (vertex >= in.vertex_count()) continue;
    for (std::uint32_t e = in.offset[vertex]; e < in.offset[vertex + 1]; ++e) {
      if (in.slot[e] < sum.size()) sum[in.slot[e]] += bary[k] * in.weight[e];
    }
  }
  int best = -1;
  float most = 0.0f;
  for (std::size_t s = 0; s < sum.size(); ++s) {
    if (sum[s] > most) {
      most = sum[s];
      best = bound.skin.joint[s];
    }
  }
  return best >= 0 ? best : bound.mesh.node;
}

std::uint32_t nearest_corner(const std::uint32_t* corner, const std::vector<vec3>& position,
                             const vec3& point) {
  const auto distance = [&](std::uint32_t v) { return glm::distance(position[v], point); };
  return *std::min_element(corner, corner + 3, [&](std::uint32_t a, std::uint32_t b) {
    return distance(a) < distance(b);
  });
}

// The ray goes to the file's space: moving one ray is cheaper than moving every vertex.
std::optional<Ray> file_ray(const Scene& scene, const Camera& camera, const Viewport& viewport,
                            const vec2& pixel) {
  if (!scene.model || !scene.view.surface) return std::nullopt;
  const Ray shown = pixel_ray(camera, viewport, pixel);
  const mat4 to_file = inverse_affine(scene.model->to_display);
  const vec3 direction = mat3(to_file) * shown.direction;
  const float length = glm::length(direction);
  if (!(length > 0.0f) || !std::isfinite(length)) return std::nullopt;
  return Ray{vec3(to_file * vec4(shown.origin, 1.0f)), direction / length};
}

// position: of the mesh that was hit.
SurfaceHit hit_of(const Scene& scene, const Ray& ray, const Nearest& best,
                  const std::vector<vec3>& position) {
  const auto m = static_cast<std::size_t>(best.mesh);
  const std::uint32_t* corner = &scene.model->meshes[m].triangle[3 * std::size_t{best.triangle}];
  const vec3 point = ray.origin + best.t * ray.direction;
  return {best.mesh,
          best.triangle,
          best.bary,
          nearest_corner(corner, position, point),
          vec3(scene.model->to_display * vec4(point, 1.0f)),
          strongest_joint(bound_mesh(scene, m), corner, best.bary)};
}

}  // namespace

std::optional<SurfaceHit> pick_surface(SurfaceCache& cache, const Scene& scene,
                                       const PosedScene& posed, Deformer method,
                                       const Camera& camera, const Viewport& viewport,
                                       const vec2& pixel) {
  const std::optional<Ray> ray = file_ray(scene, camera, viewport, pixel);
  if (!ray) return std::nullopt;
  update(cache, scene, posed, method);
  Nearest best;
  const std::vector<Mesh>& meshes = scene.model->meshes;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    pick_mesh(meshes[m], static_cast<int>(m), cache.meshes[m], *ray, best);
  }
  if (best.mesh < 0) return std::nullopt;
  return hit_of(scene, *ray, best, cache.meshes[static_cast<std::size_t>(best.mesh)].position);
}

std::optional<SurfaceHit> pick_surface_plainly(const Scene& scene, const PosedScene& posed,
                                               Deformer method, const Camera& camera,
                                               const Viewport& viewport, const vec2& pixel) {
  const std::optional<Ray> ray = file_ray(scene, camera, viewport, pixel);
  if (!ray) return std::nullopt;
  Nearest best;
  std::vector<vec3> position, hit_position;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    skin_mesh(scene, posed, static_cast<int>(m), method, position, nullptr);
    const std::vector<std::uint32_t>& corner = scene.model->meshes[m].triangle;
    const float before = best.t;
    for (std::size_t k = 0; k + 2 < corner.size(); k += 3) {
      if (!hit_nearer(*ray, position[corner[k]], position[corner[k + 1]], position[corner[k + 2]],
                      best)) {
        continue;
      }
      best.mesh = static_cast<int>(m);
      best.triangle = static_cast<std::uint32_t>(k / 3);
    }
    if (best.t < before) hit_position.swap(position);
  }
  if (best.mesh < 0) return std::nullopt;
  return hit_of(scene, *ray, best, hit_position);
}

std::optional<SurfaceHit> pick_surface(const Scene& scene, const PosedScene& posed,
                                       const Camera& camera, const Viewport& viewport,
                                       const vec2& pixel) {
  SurfaceCache cache;
  return pick_surface(cache, scene, posed, scene.view.method, camera, viewport, pixel);
}

}  // namespace bindpose
