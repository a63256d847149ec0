#include "scene/edit/mend/mirror_partners.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "math/numbers.h"
#include "rig/proximity/nearest_surface.h"

namespace bindpose {
namespace {

constexpr double kPartnerSame = 1e-3;     // of the rig's size: at one place, as the clinic has it
constexpr double kPartnerFar = 0.02;      // likewise: as far as a surface may be
constexpr float kPartnerFacing = 0.866f;  // cos 30 degrees
constexpr float kPartnerAlike = 0.05f;  // cosines that differ by less are the same but for rounding
constexpr std::size_t kTwinSamples = 4000;

using Shares = std::vector<std::pair<int, float>>;  // joint, weight

float shares_apart(const Shares& a, Shares b) {
  float apart = 0.0f;
  for (const auto& [joint, weight] : a) {
    const auto at = std::ranges::find(b, joint, &Shares::value_type::first);
    apart += std::abs(weight - (at == b.end() ? 0.0f : at->second));
    if (at != b.end()) at->second = 0.0f;
  }
  for (const auto& [joint, weight] : b) apart += weight;
  return 0.5f * apart;
}

// Vertices of one mesh and their other sides.
class PartnerSearch {
 public:
  PartnerSearch(const Scene& scene, int mesh, const JointPairs& pairs)
      : scene_(scene), mesh_(mesh), pairs_(pairs), own_(scene.model->meshes[idx(mesh)]) {}

  vec3 image(std::uint32_t v) const {
    return vec3(pairs_.plane.reflected(glm::dvec3(own_.position[v])));
  }
  vec3 facing(std::uint32_t v) const {
    if (v >= own_.normal.size()) return vec3(0.0f);
    return vec3(pairs_.plane.reflection() * glm::dvec3(own_.normal[v]));
  }
  // What is unknown agrees.
  static float agreement(const vec3& a, const vec3& b) {
    const float length = glm::length(a) * glm::length(b);
    return length > 0.0f ? glm::dot(a, b) / length : 1.0f;
  }
  float agreement(const vec3& facing, int mesh, std::uint32_t v) const {
    const Mesh& other = scene_.model->meshes[idx(mesh)];
    return v < other.normal.size() ? agreement(facing, other.normal[v]) : 1.0f;
  }

  // Which of two vertices that are as near is the better one: by their normals, then by weights.
  bool is_better(std::uint32_t v, int mesh_a, std::uint32_t a, int mesh_b, std::uint32_t b) const {
    const vec3 there = facing(v);
    const float x = agreement(there, mesh_a, a), y = agreement(there, mesh_b, b);
    if (std::abs(x - y) > kPartnerAlike) return x > y;
    const Shares now = shares(mesh_, v, false);
    return shares_apart(now, shares(mesh_a, a, true)) < shares_apart(now, shares(mesh_b, b, true));
  }

 private:
  Shares shares(int mesh, std::uint32_t v, bool opposite) const {
    const MeshBinding& binding = binding_of(scene_, idx(mesh));
    const Influences& in = binding.influences;
    Shares out;
    for (std::size_t k = in.offset[v]; k < in.offset[v + 1]; ++k) {
      const int joint = binding.skin.joint[in.slot[k]], p = pairs_.partner[idx(joint)];
      out.emplace_back(opposite && p != kNoPartner ? p : joint, in.weight[k]);
    }
    return out;
  }

  const Scene& scene_;
  int mesh_;
  const JointPairs& pairs_;
  const Mesh& own_;
};

// Vertices of all meshes with a skin that may be somebody's mirror image.
struct SourcePoints {
  std::vector<vec3> position;
  std::vector<std::uint32_t> vertex, corner;
  std::vector<int> mesh;

  SourcePoints(const Scene& scene, const Box& where, const JointPairs& pairs, bool to_left) {
    const double on_plane = kMirrorOnPlane * pairs.size;
    for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
      if (!binding_of(scene, m).skin.skinned) continue;
      const std::vector<vec3>& at = scene.model->meshes[m].position;
      for (std::uint32_t v = 0; v < at.size(); ++v) {
        const double height = pairs.plane.height(glm::dvec3(at[v]));
        const bool across = to_left ? height < -on_plane : height > on_plane;
        if (!across || !(glm::all(glm::greaterThanEqual(at[v], where.lo)) &&
                         glm::all(glm::lessThanEqual(at[v], where.hi))))
          continue;
        const auto k = static_cast<std::uint32_t>(position.size());
        position.push_back(at[v]);
        corner.insert(corner.end(), {k, k, k});
        vertex.push_back(v);
        mesh.push_back(static_cast<int>(m));
      }
    }
  }
};

// The vertex of one mesh that is at the mirror image of another, and how far off.
struct ExactPartner {
  int mesh;
  std::uint32_t vertex;
  float distance;
};

// Of each mesh that has such vertices the best one.
void exact_partners(const PartnerSearch& search, const NearestSurface& tree,
                    const SourcePoints& points, std::uint32_t v, double size,
                    std::vector<ExactPartner>& out) {
  out.clear();
  const vec3 image = search.image(v), facing = search.facing(v);
  const float touching = static_cast<float>(kMirrorOnPlane * size);
  tree.each_within(image, static_cast<float>(kPartnerSame * size), [&](const NearPoint& near) {
    const ExactPartner found{points.mesh[near.triangle], points.vertex[near.triangle],
                             near.distance};
    if (search.agreement(facing, found.mesh, found.vertex) < 0.0f) return true;  // a far side
    const auto at = std::ranges::find(out, found.mesh, &ExactPartner::mesh);
    if (at == out.end()) {
      out.push_back(found);
    } else if (found.distance < at->distance - touching ||
               (found.distance <= at->distance + touching &&
                search.is_better(v, found.mesh, found.vertex, at->mesh, at->vertex))) {
      *at = found;
    }
    return true;
  });
}

// The nearest place of a mesh's surface that faces the same way, or nothing.
class FacingSurface {
 public:
  FacingSurface(const Mesh& mesh, double size)
      : mesh_(mesh), size_(size), nearest_(mesh.position, mesh.triangle) {}

  MirrorPlace of(const vec3& image, const vec3& facing) const {
    const auto first = nearest_.nearest(image, static_cast<float>(kPartnerFar * size_));
    if (!first) return {};
    NearPoint best = *first;
    float agreement = agreement_at(best, facing);
    nearest_.each_within(image, first->distance + static_cast<float>(kMirrorOnPlane * size_),
                         [&](const NearPoint& near) {
                           const float other = agreement_at(near, facing);
                           if (other > agreement + kPartnerAlike) best = near, agreement = other;
                           return true;
                         });
    if (!(agreement >= kPartnerFacing)) return {};
    MirrorPlace place;
    place.found = true;
    place.bary = best.bary;
    place.distance = best.distance;
    for (std::size_t c = 0; c < 3; ++c) place.vertex[c] = mesh_.triangle[3 * best.triangle + c];
    return place;
  }

 private:
  float agreement_at(const NearPoint& at, const vec3& facing) const {
    vec3 there(0.0f);
    for (int c = 0; c < 3; ++c) {
      const std::uint32_t v = mesh_.triangle[3 * at.triangle + idx(c)];
      if (v < mesh_.normal.size()) there += at.bary[c] * mesh_.normal[v];
    }
    return PartnerSearch::agreement(there, facing);
  }

  const Mesh& mesh_;
  double size_;
  NearestSurface nearest_;
};

// Vertices of the mesh on the side of `to_left`, not all of a large one.
std::vector<std::uint32_t> samples_of_side(const Mesh& mesh, const JointPairs& pairs,
                                           bool to_left) {
  std::vector<std::uint32_t> side;
  for (std::uint32_t v = 0; v < mesh.position.size(); ++v) {
    const double height = pairs.plane.height(glm::dvec3(mesh.position[v]));
    const double on_plane = kMirrorOnPlane * pairs.size;
    if (to_left ? height > on_plane : height < -on_plane) side.push_back(v);
  }
  const std::size_t step = side.size() / kTwinSamples + 1;
  std::vector<std::uint32_t> out;
  for (std::size_t k = 0; k < side.size(); k += step) out.push_back(side[k]);
  return out;
}

// The mesh that has most, at least half, of what was asked; of two with as much `own`. Or -1.
int most_of(const std::vector<std::size_t>& count, std::size_t asked, int own) {
  int best = own;
  for (std::size_t m = 0; m < count.size(); ++m) {
    if (count[m] > count[idx(best)]) best = static_cast<int>(m);
  }
  return count[idx(best)] > 0 && 2 * count[idx(best)] >= asked ? best : -1;
}

// Where hardly any vertex is at the image of another: the mesh whose surface is there. It itself
// where it lies on both sides, for it was cut otherwise there and is the same thing.
int twin_by_surface(const Scene& scene, int own, const PartnerSearch& search,
                    std::span<const std::uint32_t> samples, const JointPairs& pairs) {
  std::vector<std::size_t> count(scene.model->meshes.size(), 0);
  Box images;
  for (const std::uint32_t v : samples) images.add(search.image(v));
  const vec3 room(static_cast<float>(kPartnerFar * pairs.size));
  const auto ask = [&](std::size_t m) {
    const Mesh& mesh = scene.model->meshes[m];
    Box box;
    for (const vec3& p : mesh.position) box.add(p);
    if (!glm::all(glm::lessThanEqual(box.lo, images.hi + room)) ||
        !glm::all(glm::greaterThanEqual(box.hi, images.lo - room)))
      return;
    const FacingSurface surface(mesh, pairs.size);
    for (const std::uint32_t v : samples)
      count[m] += surface.of(search.image(v), search.facing(v)).found;
  };
  ask(idx(own));
  if (2 * count[idx(own)] >= samples.size()) return own;
  for (std::size_t m = 0; m < count.size(); ++m) {
    if (static_cast<int>(m) != own && binding_of(scene, m).skin.skinned) ask(m);
  }
  return most_of(count, samples.size(), own);
}

}  // namespace

std::vector<MirrorPartner> partners_by_place(const Scene& scene, int mesh,
                                             std::span<const std::uint32_t> vertices,
                                             const JointPairs& pairs,
                                             const MendProgress& progress) {
  std::vector<MirrorPartner> out(vertices.size());
  if (vertices.empty()) return out;
  const Mesh& own = scene.model->meshes[idx(mesh)];
  const PartnerSearch search(scene, mesh, pairs);
  const bool to_left = pairs.plane.height(glm::dvec3(own.position[vertices[0]])) > 0.0;
  const std::vector<std::uint32_t> samples = samples_of_side(own, pairs, to_left);
  Box where;
  for (const std::uint32_t v : samples) where.add(search.image(v));
  for (const std::uint32_t v : vertices) where.add(search.image(v));
  const vec3 room(static_cast<float>(kPartnerSame * pairs.size));
  where.lo -= room;
  where.hi += room;
  const SourcePoints points(scene, where, pairs, to_left);
  const NearestSurface tree(points.position, points.corner);

  std::vector<ExactPartner> exact;
  std::vector<std::size_t> count(scene.model->meshes.size(), 0);
  for (const std::uint32_t v : samples) {
    exact_partners(search, tree, points, v, pairs.size, exact);
    for (const ExactPartner& e : exact) ++count[idx(e.mesh)];
  }
  int twin = most_of(count, samples.size(), mesh);
  if (twin < 0) twin = twin_by_surface(scene, mesh, search, samples, pairs);

  std::optional<FacingSurface> surface;
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    tell_part(progress, k, vertices.size());
    const std::uint32_t v = vertices[k];
    exact_partners(search, tree, points, v, pairs.size, exact);
    const ExactPartner* best = nullptr;
    for (const ExactPartner& e : exact) {
      const bool better =
          best == nullptr || e.mesh == twin || (best->mesh != twin && e.distance < best->distance);
      if (better) best = &e;
      if (e.mesh == twin) break;
    }
    if (best != nullptr) {
      const std::uint32_t w = best->vertex;
      out[k] = {best->mesh, {{w, w, w}, vec3(1.0f, 0.0f, 0.0f), true, best->distance}};
      continue;
    }
    const double height = pairs.plane.height(glm::dvec3(own.position[v]));
    out[k].itself = std::abs(height) <= kPartnerSame * pairs.size;
    if (out[k].itself || twin < 0) continue;
    if (!surface) surface.emplace(scene.model->meshes[idx(twin)], pairs.size);
    const MirrorPlace place = surface->of(search.image(v), search.facing(v));
    if (place.found) out[k] = {twin, place};
  }
  return out;
}

void OppositeOfAll::find() {
  surface_.emplace(scene_);
  std::vector<std::uint32_t> triangle;
  for (std::size_t m = 0; m < scene_.model->meshes.size(); ++m) {
    if (surface_->first(m) == surface_->first(m + 1)) continue;
    for (const std::uint32_t v : scene_.model->meshes[m].triangle)
      triangle.push_back(surface_->first(m) + v);
  }
  opposite_ = opposite_by_topology(surface_->graph(), surface_->position(), triangle, pairs_.plane,
                                   kMirrorOnPlane * pairs_.size, kPartnerSame * pairs_.size);
}

std::vector<std::pair<int, std::uint32_t>> OppositeOfAll::of(int mesh, std::uint32_t vertex) {
  if (!surface_) find();
  const std::uint32_t p = opposite_[surface_->graph().point[surface_->first(idx(mesh)) + vertex]];
  std::vector<std::pair<int, std::uint32_t>> out;
  if (p == kNoPoint) return out;
  std::size_t m = 0;
  for (const std::uint32_t v : surface_->graph().vertices_of(p)) {  // ascending
    while (v >= surface_->first(m + 1)) ++m;
    out.emplace_back(static_cast<int>(m), v - surface_->first(m));
  }
  return out;
}

std::vector<MirrorPartner> partners_by_topology(const Scene& scene, int mesh,
                                                std::span<const std::uint32_t> vertices,
                                                const JointPairs& pairs, OppositeOfAll& all) {
  const Mesh& on = scene.model->meshes[idx(mesh)];
  const PartnerSearch search(scene, mesh, pairs);
  const VertexGraph graph = vertex_graph(on.position, on.triangle);
  const auto opposite =
      opposite_by_topology(graph, on.position, on.triangle, pairs.plane,
                           kMirrorOnPlane * pairs.size, kPartnerSame * pairs.size);
  std::vector<MirrorPartner> out(vertices.size());
  std::vector<std::pair<int, std::uint32_t>> found;
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const std::uint32_t p = opposite[graph.point[vertices[k]]];
    found.clear();
    if (p == kNoPoint) {
      found = all.of(mesh, vertices[k]);
    } else {
      for (const std::uint32_t v : graph.vertices_of(p)) found.emplace_back(mesh, v);
    }
    if (found.empty()) continue;
    auto best = found.front();
    for (const auto& [m, v] : found) {
      if (search.is_better(vertices[k], m, v, best.first, best.second)) best = {m, v};
    }
    const std::uint32_t v = best.second;
    out[k] = {best.first, {{v, v, v}, vec3(1.0f, 0.0f, 0.0f), true, 0.0f}};
  }
  return out;
}

}  // namespace bindpose
