#include "scene/vertex_formula.h"

#include <algorithm>
#include <cmath>

#include "math/geometry.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/deform/mesh_part.h"
#include "rig/dual_quaternion.h"
#include "scene/deform/shaped_mesh.h"

namespace bindpose {
namespace {

void add_linear(VertexFactors& out) {
  for (const VertexTerm& t : out.terms) out.result += t.weight * t.candidate;
}

quat quat_of(const vec4& v) {
  return {v.w, v.x, v.y, v.z};
}

mat4 stretch_of(const SplitJoint& joint) {
  return glm::transpose(
      mat4(joint.stretch[0], joint.stretch[1], joint.stretch[2], vec4(0, 0, 0, 1)));
}

// v -> r v r* + 2 d r*, the map of a unit dual quaternion.
mat4 matrix_of(const DualQuaternionValue& c) {
  const quat shift = 2.0f * (c.dual * glm::conjugate(c.real));
  mat4 m = glm::mat4_cast(c.real);
  m[3] = vec4(shift.x, shift.y, shift.z, 1.0f);
  return m;
}

// One pass over the terms, with weights that add up to 1: raw sums fall out when b is normalised.
void add_dual(const BoundMesh& bound, std::span<const mat4> palette, const mat4& node_matrix,
              float total, float mix, VertexFactors& out) {
  std::vector<SplitJoint> split;
  split_palette(bound.skin, palette, node_matrix, split);
  DualFactors d;
  mat4 stretch(0.0f);
  d.sum = {quat(0.0f, 0.0f, 0.0f, 0.0f), quat(0.0f, 0.0f, 0.0f, 0.0f)};
  for (const VertexTerm& t : out.terms) {
    const SplitJoint& joint = split[static_cast<std::size_t>(find_slot(bound.skin, t.joint))];
    const DualQuaternionValue q{quat_of(joint.real), quat_of(joint.dual)};
    const float sign = !d.q.empty() && glm::dot(q.real, d.q[0].real) < 0.0f ? -1.0f : 1.0f;
    const float w = t.weight / total;
    d.stretch.push_back(stretch_of(joint));
    d.q.push_back(q);
    d.sign.push_back(sign);
    stretch += w * d.stretch.back();
    d.sum.real = d.sum.real + (w * sign) * q.real;
    d.sum.dual = d.sum.dual + (w * sign) * q.dual;
  }
  d.length = glm::length(d.sum.real);
  d.unit = {d.sum.real / d.length, d.sum.dual / d.length};
  d.move = matrix_of(d.unit);
  d.stretched = vec3(stretch * vec4(out.probe.point, 1.0f));
  const std::vector<float>& part = bound.mesh.dq_blend_weight;
  d.part = mix * (part.empty() ? 1.0f : part[out.probe.at.vertex]);
  out.blend = (1.0f - d.part) * out.blend + d.part * (d.move * stretch);
  out.result = vec3(out.blend * vec4(out.probe.point, 1.0f));
  out.dual = std::move(d);
}

// The affine map that the deformer is for points with the vertex's weights, from where it takes
// four of them.
mat4 matrix_by(const Scene& scene, const PosedScene& posed, const VertexRef& at, const vec3& point,
               Deformer method) {
  const ShapedMesh whole(scene, posed, static_cast<std::size_t>(at.mesh), method,
                         ShapedMesh::IfAround);
  const float far = std::max(glm::length(point), 1e-3f);  // as large as the numbers: few are lost
  MeshPart four(method, whole.input, std::vector<std::uint32_t>(4, at.vertex));
  four.position.assign(4, point);
  for (std::size_t k = 1; k < 4; ++k) four.position[k][static_cast<int>(k) - 1] += far;
  SkinningInput in = four.input();
  in.use = WeightUse::Normalised;
  std::vector<vec3> moved(4);
  info_of(method).deform(in, moved, {});
  mat4 out(1.0f);
  for (int c = 0; c < 3; ++c)
    out[c] = vec4((moved[static_cast<std::size_t>(c) + 1] - moved[0]) / far, 0.0f);
  out[3] = vec4(moved[0] - mat3(out) * point, 1.0f);
  return out;
}

void add_normals(const Scene& scene, const PosedScene& posed, VertexFactors& out) {
  const vec3 n = out.probe.point_normal;
  const mat3 m(out.blend);
  out.normal_usual = unit_or(cofactor(m) * n, 0.0f, cofactor(m) * n);
  out.normal_plain = unit_or(m * n, 0.0f, m * n);
  out.normal_exact = posed_normal(scene, posed, out.probe.at, out.method);
  out.usual_degrees = static_cast<float>(degrees_between(out.normal_usual, out.normal_exact));
  out.plain_degrees = static_cast<float>(degrees_between(out.normal_plain, out.normal_exact));
}

}  // namespace

VertexFactors vertex_factors(const Scene& scene, const PosedScene& posed, const VertexRef& at) {
  return vertex_factors(scene, posed, at, scene.view.method);
}

VertexFactors vertex_factors(const Scene& scene, const PosedScene& posed, const VertexRef& at,
                             Deformer method) {
  VertexFactors out;
  out.probe = probe(scene, posed, at, method);
  out.method = deformer_of(scene, at.mesh, method);
  if (out.probe.rows.empty()) return out;
  const auto m = static_cast<std::size_t>(at.mesh);
  const BoundMesh bound = bound_mesh(scene, m);
  float total = 0.0f;
  for (const ProbeRow& row : out.probe.rows) total += row.weight;
  mat4 sum(0.0f);
  for (const ProbeRow& row : out.probe.rows) {
    const int slot = out.probe.follows_node ? -1 : find_slot(bound.skin, row.joint);
    const mat4& skin =
        slot < 0 ? posed.node_matrix[m] : posed.palette[m][static_cast<std::size_t>(slot)];
    VertexTerm term;
    term.joint = row.joint;
    term.weight = row.weight;
    term.skin = skin;
    term.candidate = row.candidate;
    out.terms.push_back(term);
    sum += (row.weight / total) * skin;
  }
  out.blend = out.method == Deformer::Rigid ? out.terms[0].skin : sum;
  const bool by_node = out.probe.follows_node && !looks_around(out.method);
  if (out.method == Deformer::Rigid || by_node) {
    out.result = out.terms[0].candidate;
  } else if (has_dual_steps(out.method)) {
    const bool mixed = info_of(out.method).needs == DeformerNeeds::Mix;
    add_dual(bound, posed.palette[m], posed.node_matrix[m], total, mixed ? scene.view.mix : 1.0f,
             out);
    if (info_of(out.method).turns_normals != out.method) out.result = out.probe.position;
  } else if (out.method == Deformer::Linear) {
    add_linear(out);
  } else {
    out.result = out.probe.position;
    out.blend = matrix_by(scene, posed, at, out.probe.point, out.method);
  }
  add_normals(scene, posed, out);
  return out;
}

}  // namespace bindpose
