#include "view/pick.h"

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

void pick_mesh(const Mesh& mesh, int number, const std::vector<vec3>& position, const Ray& ray,
               Nearest& best) {
  Box box;
  for (const vec3& p : position) box.add(p);
  // A flat mesh has a flat box, which a ray at a slant could miss by rounding.
  if (!box.empty()) {
    const vec3 margin(1e-5f * (box.diagonal() + glm::length(box.center())));
    box.lo -= margin;
    box.hi += margin;
  }
  const std::optional<float> entry = intersect_box(ray, box);
  if (!entry || *entry >= best.t) return;
  const std::size_t triangles = mesh.triangle.size() / 3;
  for (std::size_t k = 0; k < triangles; ++k) {
    const std::uint32_t* corner = &mesh.triangle[3 * k];
    if (hit_nearer(ray, position[corner[0]], position[corner[1]], position[corner[2]], best)) {
      best.mesh = number;
      best.triangle = static_cast<std::uint32_t>(k);
    }
  }
}

// The joint that pulls most at the hit. A slot's weight there is the sum over the three corners, so
// that the answer does not jump to a corner that the hit is far from.
int strongest_joint(const Mesh& mesh, const std::uint32_t* corner, const vec3& bary) {
  const Influences& in = mesh.influences;
  std::vector<float> sum(mesh.skin.joint.size(), 0.0f);
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
      best = mesh.skin.joint[s];
    }
  }
  return best >= 0 ? best : mesh.node;
}

int largest(const vec3& v) {
  return v.x >= v.y ? (v.x >= v.z ? 0 : 2) : (v.y >= v.z ? 1 : 2);
}

}  // namespace

std::optional<SurfaceHit> pick_surface(const Scene& scene, const PosedScene& posed,
                                       const Camera& camera, const Viewport& viewport,
                                       const vec2& pixel) {
  if (!scene.model || !scene.view.surface) return std::nullopt;
  // The ray goes to the file's space: moving one ray is cheaper than moving every vertex.
  const Ray shown = pixel_ray(camera, viewport, pixel);
  const mat4 to_file = inverse_affine(scene.model->to_display);
  const vec3 direction = mat3(to_file) * shown.direction;
  const float length = glm::length(direction);
  if (!(length > 0.0f) || !std::isfinite(length)) return std::nullopt;
  const Ray ray{vec3(to_file * vec4(shown.origin, 1.0f)), direction / length};

  Nearest best;
  std::vector<vec3> position;
  const std::vector<Mesh>& meshes = scene.model->meshes;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    skin_mesh(scene, posed, static_cast<int>(m), position, nullptr);
    pick_mesh(meshes[m], static_cast<int>(m), position, ray, best);
  }
  if (best.mesh < 0) return std::nullopt;
  const Mesh& mesh = meshes[static_cast<std::size_t>(best.mesh)];
  const std::uint32_t* corner = &mesh.triangle[3 * static_cast<std::size_t>(best.triangle)];
  return SurfaceHit{best.mesh,
                    best.triangle,
                    best.bary,
                    corner[largest(best.bary)],
                    vec3(scene.model->to_display * vec4(ray.origin + best.t * ray.direction, 1.0f)),
                    strongest_joint(mesh, corner, best.bary)};
}

}  // namespace bindpose
