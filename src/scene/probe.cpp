#include "scene/probe.h"

#include "rig/deform/mesh_part.h"
#include "rig/morph.h"
#include "scene/deform/shaped_mesh.h"

namespace bindpose {
namespace {

std::vector<ProbeRow> rows_of(const MeshBinding& binding, std::span<const mat4> palette,
                              const Probe& probe, WeightUse use) {
  const auto& [in, skin] = binding;
  const float scale = use == WeightUse::Raw ? probe.raw_weight_sum : 1.0f;
  std::vector<ProbeRow> rows;
  for (std::size_t k = in.offset[probe.at.vertex]; k < in.offset[probe.at.vertex + 1]; ++k) {
    const std::size_t s = in.slot[k];
    rows.push_back(
        {skin.joint[s], scale * in.weight[k], vec3(palette[s] * vec4(probe.point, 1.0f))});
  }
  return rows;
}

// The vertex by the code that moves whole meshes: a mesh of one vertex.
void blend(const Scene& scene, const PosedScene& posed, Deformer method, Probe& probe) {
  const auto m = static_cast<std::size_t>(probe.at.mesh);
  const ShapedMesh whole(scene, posed, m, method, ShapedMesh::IfAround);
  MeshPart one(method, whole.input, std::span(&probe.at.vertex, 1));
  one.position = {probe.point};
  one.normal = {probe.point_normal};
  info_of(method).deform(one.input(), {&probe.position, 1}, {&probe.normal, 1});
}

}  // namespace

Probe probe(const Scene& scene, const PosedScene& posed, const VertexRef& at, Deformer method) {
  Probe out;
  if (!scene.model || !has_vertex(*scene.model, at)) return out;
  const auto m = static_cast<std::size_t>(at.mesh);
  const BoundMesh bound = bound_mesh(scene, m);
  const Mesh& mesh = bound.mesh;
  const MorphedPoint point = morph_point(mesh, posed.morph, at.vertex);
  out.at = at;
  out.point = point.position;
  out.point_normal = point.normal;
  out.raw_weight_sum = bound.influences.raw_weight_sum[at.vertex];
  out.rows = rows_of(binding_of(scene, m), posed.palette[m], out, scene.view.weights);
  out.follows_node = out.rows.empty();
  if (out.follows_node) {
    out.rows.push_back({mesh.node, 1.0f, vec3(posed.node_matrix[m] * vec4(out.point, 1.0f))});
  }
  blend(scene, posed, method, out);
  if (scene.view.normals == NormalUse::Exact) out.normal = posed_normal(scene, posed, at, method);
  return out;
}

Probe probe(const Scene& scene, const PosedScene& posed, const VertexRef& at) {
  return probe(scene, posed, at, scene.view.method);
}

}  // namespace bindpose
