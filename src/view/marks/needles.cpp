#include "view/marks/needles.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "math/bounds.h"
#include "math/srgb.h"
#include "scene/vertex_formula.h"

namespace bindpose {
namespace {

constexpr float kVertexLength = 0.15f;  // of the model's diagonal at bind
constexpr float kDiscPart = 0.62f;      // of the needle's length
constexpr float kFirstLevel = 130.0f;   // vertices, if the surface were flat

float bind_diagonal(const Model& model) {
  Box box;
  for (const Mesh& mesh : model.meshes) add_points(box, mesh.position);
  return box.empty() ? 0.0f : box.diagonal();
}

// The part of `v` that lies in the plane, unit; any direction in it where nothing does.
vec3 direction_in_plane(const vec3& v, const vec3& normal) {
  const vec3 flat = v - glm::dot(v, normal) * normal;
  const float size = glm::length(flat);
  if (size > 1e-4f) return flat / size;
  const vec3 other = std::abs(normal.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0);
  return glm::normalize(glm::cross(normal, other));
}

double surface_area(const Scene& scene) {
  double area = 0.0;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const Mesh& mesh = scene.model->meshes[m];
    for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {
      const vec3 a = mesh.position[mesh.triangle[t]], b = mesh.position[mesh.triangle[t + 1]],
                 c = mesh.position[mesh.triangle[t + 2]];
      area += 0.5 * double(glm::length(glm::cross(b - a, c - a)));
    }
  }
  return area;
}

struct Place {
  std::uint32_t mesh, vertex;
};

// In an order that has nothing to do with where they are, and is the same every time.
std::vector<Place> shuffled_vertices(const Scene& scene) {
  std::vector<Place> all;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const Mesh& mesh = scene.model->meshes[m];
    if (mesh.normal.size() != mesh.position.size()) continue;
    for (std::size_t v = 0; v < mesh.position.size(); ++v) {
      all.push_back({static_cast<std::uint32_t>(m), static_cast<std::uint32_t>(v)});
    }
  }
  std::uint32_t state = 12345u;
  for (std::size_t k = all.size(); k > 1; --k) {
    state = state * 1664525u + 1013904223u;
    std::swap(all[k - 1], all[(std::uint64_t(state) * k) >> 32]);
  }
  return all;
}

// Points with normals, and whether one of the same side is near.
class Crowd {
 public:
  explicit Crowd(float spacing) : spacing_(spacing) {}

  void add(const vec3& p, const vec3& n) { cells_[key(cell(p))].push_back({p, n}); }
  bool is_near(const vec3& p, const vec3& n) const {
    const glm::ivec3 middle = cell(p);
    for (int k = 0; k < 27; ++k) {
      const glm::ivec3 off(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
      const auto found = cells_.find(key(middle + off));
      if (found == cells_.end()) continue;
      for (const Member& m : found->second) {
        if (glm::distance(m.at, p) < spacing_ && glm::dot(m.normal, n) > 0.0f) return true;
      }
    }
    return false;
  }

 private:
  struct Member {
    vec3 at, normal;
  };
  glm::ivec3 cell(const vec3& p) const { return glm::ivec3(glm::floor(p / spacing_)); }
  static std::uint64_t key(const glm::ivec3& c) {
    const auto part = [](int x) { return std::uint64_t(std::uint32_t(x) & 0x1fffffu); };
    return part(c.x) | part(c.y) << 21 | part(c.z) << 42;
  }
  float spacing_;
  std::unordered_map<std::uint64_t, std::vector<Member>> cells_;
};

}  // namespace

vec3 needle_color(Needle kind) {
  constexpr std::array<std::array<int, 3>, 4> kColors{
      {{0xf4, 0xf6, 0xf8}, {0xff, 0x6b, 0x4a}, {0x5a, 0xb4, 0xff}, {0xff, 0xd2, 0x3c}}};
  const auto& c = kColors[static_cast<std::size_t>(kind)];
  return vec3(c[0], c[1], c[2]) / 255.0f;
}

const char* needle_formula(Needle kind) {
  constexpr std::array kFormulas{"n", "M n", "M^{-T} n", ""};
  return kFormulas[static_cast<std::size_t>(kind)];
}

const char* needle_name(Needle kind) {
  constexpr std::array kNames{"at bind", "plain", "usual", "exact"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<VertexNeedles> vertex_needles(const Scene& scene, const PosedScene& posed,
                                            Deformer method) {
  const VertexRef& at = scene.selection.probed();
  if (scene.view.needles == Needles::Off || !scene.model || !has_vertex(*scene.model, at))
    return {};
  if (is_hidden(scene, static_cast<std::size_t>(at.mesh))) return {};
  const VertexFactors f = vertex_factors(scene, posed, at, method);
  if (f.probe.rows.empty()) return {};
  VertexNeedles out;
  out.at = f.probe.position;
  out.direction = {f.probe.point_normal, f.normal_plain, f.normal_usual, f.normal_exact};
  out.length = kVertexLength * bind_diagonal(*scene.model);
  out.disc_radius = kDiscPart * out.length;
  out.lean = direction_in_plane(f.normal_usual, f.normal_exact);
  return out;
}

ThinnedVertices thin_vertices(const Scene& scene) {
  ThinnedVertices out;
  const auto& meshes = scene.model->meshes;
  const std::vector<Place> all = shuffled_vertices(scene);
  std::vector<std::uint8_t> taken(all.size(), 0);
  float spacing = static_cast<float>(std::sqrt(surface_area(scene) / double(kFirstLevel)));
  for (ThinnedVertices::Level& level : out.level) {
    level.spacing = spacing;
    level.vertex.resize(meshes.size());
    if (!(spacing > 0.0f)) continue;
    Crowd crowd(spacing);
    const auto take = [&](std::size_t k) {
      const Mesh& mesh = meshes[all[k].mesh];
      crowd.add(mesh.position[all[k].vertex], mesh.normal[all[k].vertex]);
      level.vertex[all[k].mesh].push_back(all[k].vertex);
      taken[k] = 1;
    };
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (taken[k] != 0) take(k);
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Mesh& mesh = meshes[all[k].mesh];
      const std::uint32_t v = all[k].vertex;
      if (taken[k] == 0 && !crowd.is_near(mesh.position[v], mesh.normal[v])) take(k);
    }
    spacing *= 0.5f;
  }
  return out;
}

const NeedleField::Field& NeedleField::get(const Scene& scene, const PosedScene& posed,
                                           Deformer method, float spacing_wanted) {
  if (!(model_ == model_id(scene)) || hidden_ != scene.mesh_hidden) {
    *this = {};
    model_ = model_id(scene);
    hidden_ = scene.mesh_hidden;
    if (scene.model) thinned_ = thin_vertices(scene);
  }
  int level = ThinnedVertices::kLevels - 1;
  while (level > 0 && thinned_.level[static_cast<std::size_t>(level - 1)].spacing <= spacing_wanted)
    --level;
  Kept& kept = kept_[static_cast<std::size_t>(method)];
  if (!scene.model) return kept.field;
  const bool same = kept.level == level && kept.pose == posed.revision &&
                    kept.weights == scene.weights.revision && kept.use == scene.view.weights;
  if (same) return kept.field;
  const auto& chosen = thinned_.level[static_cast<std::size_t>(level)];
  kept = {posed.revision, scene.weights.revision, scene.view.weights, level, {chosen.spacing, {}}};
  for (std::size_t m = 0; m < chosen.vertex.size(); ++m) {
    if (chosen.vertex[m].empty()) continue;
    const PosedVertices p =
        posed_vertices(scene, posed, static_cast<int>(m), method, chosen.vertex[m]);
    for (std::size_t k = 0; k < p.position.size(); ++k) {
      kept.field.pairs.push_back({p.position[k], p.usual[k], p.exact[k]});
    }
  }
  return kept.field;
}

}  // namespace bindpose
