#include "scene/vertex_formula.h"

#include <cmath>

#include "math/transform.h"

namespace bindpose {
namespace {

vec3 unit_or_same(const vec3& n) {
  const float length = glm::length(n);
  return length > 0.0f && std::isfinite(length) ? n / length : n;
}

void add_linear(VertexFactors& out) {
  for (const VertexTerm& t : out.terms) out.result += t.weight * t.candidate;
}

void add_normal(VertexFactors& out) {
  const vec3 n = out.probe.point_normal;
  const mat3 m(out.blend);
  out.normal_right = unit_or_same(cofactor(m) * n);
  out.normal_plain = unit_or_same(m * n);
  const float cosine = glm::clamp(glm::dot(out.normal_right, out.normal_plain), -1.0f, 1.0f);
  const float sine = glm::length(glm::cross(out.normal_right, out.normal_plain));
  out.normal_degrees = glm::degrees(std::atan2(sine, cosine));
}

}  // namespace

VertexFactors vertex_factors(const Scene& scene, const PosedScene& posed, const VertexRef& at) {
  VertexFactors out;
  out.probe = probe(scene, posed, at);
  out.method = scene.view.method;
  if (out.probe.rows.empty()) return out;
  const auto m = static_cast<std::size_t>(at.mesh);
  const Mesh& mesh = scene.model->meshes[m];
  float total = 0.0f;
  for (const ProbeRow& row : out.probe.rows) total += row.weight;
  mat4 sum(0.0f);
  for (const ProbeRow& row : out.probe.rows) {
    const int slot = out.probe.follows_node ? -1 : find_slot(mesh.skin, row.joint);
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
  if (out.method == Deformer::Rigid) {
    out.result = out.terms[0].candidate;
  } else {
    add_linear(out);
  }
  add_normal(out);
  return out;
}

}  // namespace bindpose
