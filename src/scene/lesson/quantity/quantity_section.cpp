#include "scene/lesson/quantity/quantity_section.h"

#include <algorithm>
#include <optional>

#include "rig/surface/section_ring.h"
#include "scene/segment_binding.h"

namespace bindpose::quantities {
namespace {

constexpr int kRings = 19;  // of a bone's length
constexpr double kCentimetresAUnit = 100.0;

struct MeshRing {
  int mesh = -1;  // -1: none goes around the bone
  SectionRing ring;
  double area = 0.0;       // at bind, the file's units
  glm::dvec3 middle{0.0};  // likewise, bind space of the mesh
};

std::optional<BoneSegment> bone_of(const Model& model, int joint) {
  const std::vector<BoneSegment> all = bind_segments(model);
  const auto own = std::ranges::find(all, joint, &BoneSegment::joint);
  if (own == all.end() || own->head == own->tail) return std::nullopt;
  return *own;
}

MeshRing find_ring(const Model& model, const BoneSegment& bone, float at) {
  MeshRing best;
  for (const int m : meshes_to_bind(model)) {
    const Mesh& mesh = model.meshes[static_cast<std::size_t>(m)];
    // Where the mesh's points are: its bind space.
    const mat4 back = glm::inverse(to_bind_world(model, m));
    const vec3 head(back * vec4(bone.head, 1.0f)), tail(back * vec4(bone.tail, 1.0f));
    const vec3 normal = glm::normalize(tail - head);
    auto ring = ring_around(mesh.position, mesh.triangle, glm::mix(head, tail, at), normal);
    if (!ring) continue;
    const double area = ring_area(*ring, mesh.position);
    if (area <= best.area) continue;
    const glm::dvec3 middle = ring_middle(*ring, mesh.position);
    best = {m, std::move(*ring), area, middle};
  }
  return best;
}

// A figure asks at every frame of a drag, and a loaded model never changes.
const std::vector<MeshRing>& rings_of(const Model& model, int joint, const std::vector<float>& at) {
  struct Known {
    ModelId model;
    int joint = -1;
    std::vector<float> at;
    std::vector<MeshRing> rings;
  };
  constexpr std::size_t kKept = 8;
  thread_local std::vector<Known> known;
  for (const Known& k : known) {
    if (k.model == model.id && k.joint == joint && k.at == at) return k.rings;
  }
  if (known.size() >= kKept) known.erase(known.begin());
  known.push_back({model.id, joint, at, {}});
  if (const auto bone = bone_of(model, joint)) {
    for (const float t : at) known.back().rings.push_back(find_ring(model, *bone, t));
  }
  return known.back().rings;
}

bool has_all_rings(const std::vector<MeshRing>& rings) {
  return !rings.empty() &&
         std::ranges::all_of(rings, [](const MeshRing& r) { return r.mesh >= 0; });
}

// As each ring's mesh is posed.
template <typename Use>
void for_each_posed(const Scene& scene, const PosedScene& posed, const std::vector<MeshRing>& rings,
                    const Use& use) {
  std::vector<vec3> position;
  int mesh = -1;
  for (const MeshRing& r : rings) {
    if (r.mesh != mesh) skin_mesh(scene, posed, mesh = r.mesh, position, nullptr);
    use(r.ring, position);
  }
}

std::vector<float> along_bone() {
  std::vector<float> at;
  for (int k = 1; k <= kRings; ++k) at.push_back(static_cast<float>(k) / (kRings + 1));
  return at;
}

// Posed, and at bind; the file's units.
std::optional<std::pair<double, double>> ring_areas(const Scene& scene, const PosedScene& posed,
                                                    int joint) {
  const auto& rings = rings_of(*scene.model, joint, {scene.view.section_at});
  if (!has_all_rings(rings)) return std::nullopt;
  double area = 0.0;
  for_each_posed(scene, posed, rings, [&](const SectionRing& ring, const std::vector<vec3>& p) {
    area = ring_area(ring, p);
  });
  return std::pair(area, rings[0].area);
}

double way_through(const std::vector<glm::dvec3>& middle) {
  double length = 0.0;
  for (std::size_t k = 1; k < middle.size(); ++k) length += glm::distance(middle[k - 1], middle[k]);
  return length;
}

std::optional<std::pair<double, double>> ring_lengths(const Scene& scene, const PosedScene& posed,
                                                      int joint) {
  const auto& rings = rings_of(*scene.model, joint, along_bone());
  if (!has_all_rings(rings)) return std::nullopt;
  std::vector<glm::dvec3> now, bound;
  for_each_posed(scene, posed, rings, [&](const SectionRing& ring, const std::vector<vec3>& p) {
    now.push_back(ring_middle(ring, p));
  });
  for (const MeshRing& r : rings) bound.push_back(r.middle);
  return std::pair(way_through(now), way_through(bound));
}

}  // namespace

double section(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const double unit = kCentimetresAUnit * metres_a_unit(scene);
  const auto both = ring_areas(scene, posed, joint[0]);
  return both ? both->first * unit * unit : kNothing;
}

double section_ratio(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto both = ring_areas(scene, posed, joint[0]);
  return both && both->second > 0.0 ? both->first / both->second : kNothing;
}

double bone_length(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto both = ring_lengths(scene, posed, joint[0]);
  return both ? both->first * kCentimetresAUnit * metres_a_unit(scene) : kNothing;
}

double bone_length_ratio(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto both = ring_lengths(scene, posed, joint[0]);
  return both && both->second > 0.0 ? both->first / both->second : kNothing;
}

}  // namespace bindpose::quantities
