#include "scene/lesson/quantity/quantity_vertex.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "math/numbers.h"
#include "scene/lesson/quantity/quantity.h"
#include "scene/probe.h"
#include "scene/segment_binding.h"

namespace bindpose::quantities {
namespace {

constexpr double kCentimetres = 100.0;

std::optional<Probe> pinned(const Scene& scene, const PosedScene& posed) {
  const VertexRef& at = scene.selection.pinned_vertex;
  if (at.empty()) return {};
  return probe(scene, posed, at);
}

template <typename Coordinate>
double of_vertex(const Scene& scene, const PosedScene& posed, Coordinate&& coordinate) {
  const auto p = pinned(scene, posed);
  return p ? double(coordinate(*p)) * metres_a_unit(scene) : kNothing;
}

double candidate(const Scene& scene, const PosedScene& posed, int joint, int axis) {
  const auto p = pinned(scene, posed);
  if (!p) return kNothing;
  for (const ProbeRow& row : p->rows) {
    if (row.joint == joint) return double(row.candidate[axis]) * metres_a_unit(scene);
  }
  return kNothing;
}

// Between the pinned vertex's normal by these and that of the posed surface itself.
double degrees_off(const Scene& scene, const PosedScene& posed, NormalUse normals) {
  const VertexRef& at = scene.selection.pinned_vertex;
  if (at.empty()) return kNothing;
  Scene shaded = scene;
  shaded.view.normals = normals;
  std::vector<vec3> position, normal;
  skin_mesh(shaded, posed, at.mesh, position, &normal);
  const glm::dvec3 a(normal[at.vertex]), b(posed_normal(scene, posed, at, scene.view.method));
  // The sine tells small angles apart, the cosine those near a right angle.
  return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)) * kDegreesPerRadian;
}

}  // namespace

double metres_a_unit(const Scene& scene) {
  return bindpose::metres_a_unit(*scene.model);
}

double weight(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto p = pinned(scene, posed);
  if (!p) return kNothing;
  for (const ProbeRow& row : p->rows) {
    if (row.joint == joint[0] && !p->follows_node) return double(row.weight);
  }
  return 0.0;
}

double weight_sum(const Scene& scene, const PosedScene& posed, const Joints&) {
  const auto p = pinned(scene, posed);
  if (!p) return kNothing;
  double sum = 0.0;
  for (const ProbeRow& row : p->rows) sum += double(row.weight);
  return sum;
}

double influences(const Scene& scene, const PosedScene& posed, const Joints&) {
  const auto p = pinned(scene, posed);
  return !p ? kNothing : p->follows_node ? 0.0 : static_cast<double>(p->rows.size());
}

double vertex_x(const Scene& scene, const PosedScene& posed, const Joints&) {
  return of_vertex(scene, posed, [](const Probe& p) { return p.position.x; });
}
double vertex_y(const Scene& scene, const PosedScene& posed, const Joints&) {
  return of_vertex(scene, posed, [](const Probe& p) { return p.position.y; });
}
double vertex_z(const Scene& scene, const PosedScene& posed, const Joints&) {
  return of_vertex(scene, posed, [](const Probe& p) { return p.position.z; });
}

double candidate_x(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  return candidate(scene, posed, joint[0], 0);
}
double candidate_y(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  return candidate(scene, posed, joint[0], 1);
}
double candidate_z(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  return candidate(scene, posed, joint[0], 2);
}

double vertex_to_joint(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const vec3 head(posed.world[static_cast<std::size_t>(joint[0])][3]);
  return kCentimetres * of_vertex(scene, posed, [&head](const Probe& p) {
           return glm::distance(p.position, head);
         });
}

double normal_error(const Scene& scene, const PosedScene& posed, const Joints&) {
  return degrees_off(scene, posed, scene.view.normals);
}

double usual_normal_error(const Scene& scene, const PosedScene& posed, const Joints&) {
  return degrees_off(scene, posed, NormalUse::InverseTranspose);
}

double posed_bone_distance(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  if (!t) return kNothing;
  for (BoneSegment segment : bind_segments(*scene.model)) {
    if (segment.joint != joint[0]) continue;
    segment.head = vec3(*t * vec4(segment.head, 1.0f));
    segment.tail = vec3(*t * vec4(segment.tail, 1.0f));
    return kCentimetres * of_vertex(scene, posed, [&segment](const Probe& p) {
             return segment_distance(p.position, segment);
           });
  }
  return kNothing;
}

double vertex_moved(const Scene& scene, const PosedScene& posed, const Joints&) {
  Scene bound = scene;
  bound.pose.base = BasePose::Bind;
  std::ranges::fill(bound.pose.user_local, mat4(1.0f));
  std::ranges::fill(bound.pose.user_morph, std::nullopt);
  const auto before = pinned(bound, evaluate(bound));
  if (!before) return kNothing;
  return kCentimetres * of_vertex(scene, posed, [&before](const Probe& p) {
           return glm::distance(p.position, before->position);
         });
}

double bone_distance(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  for (const BoneSegment& segment : bind_segments(*scene.model)) {
    if (segment.joint != joint[0]) continue;
    return kCentimetres * of_vertex(scene, posed, [&segment](const Probe& p) {
             return segment_distance(p.point, segment);
           });
  }
  return kNothing;
}

}  // namespace bindpose::quantities
