#include "scene/numbers/rig_numbers.h"

#include "math/numbers.h"
#include "rig/morph.h"

namespace bindpose {

namespace {

std::vector<dmat4> in_double(const std::vector<mat4>& m) {
  return {m.begin(), m.end()};
}

RigSurface surface_of(const Scene& scene, const PosedScene& posed) {
  RigSurface out;
  std::uint32_t first_slot = 0;
  out.weight_begin.assign(1, 0);
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const auto [mesh, weights, skin] = bound_mesh(scene, m);
    std::vector<vec3> point = mesh.position;
    if (is_morphed(mesh, posed.morph)) morph_points(mesh, posed.morph, point, {});
    for (std::size_t i = 0; i < point.size(); ++i) {
      out.vertex.emplace_back(point[i]);
      out.vertex_mesh.push_back(static_cast<std::uint32_t>(m));
      out.raw_sum.push_back(weights.raw_weight_sum[i]);
      for (std::uint32_t k = weights.offset[i]; k < weights.offset[i + 1]; ++k) {
        out.weight_slot.push_back(first_slot + weights.slot[k]);
        out.weight.push_back(weights.weight[k]);
      }
      out.weight_begin.push_back(static_cast<std::uint32_t>(out.weight.size()));
    }
    first_slot += static_cast<std::uint32_t>(skin.joint.size());
  }
  return out;
}

}  // namespace

RigInputs rig_inputs(const Scene& scene, const PosedScene& posed, bool surface) {
  const Model& model = *scene.model;
  RigInputs in;
  in.parent = model.skeleton.parent;
  in.base_local = in_double(posed.base_local);
  in.user_local = in_double(scene.pose.user_local);
  in.rest_local = in_double(model.skeleton.rest_local);
  in.bind_local = in_double(model.bind_local);
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Skin& skin = binding_of(scene, m).skin;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      in.slot.push_back({static_cast<int>(m), static_cast<int>(s), skin.joint[s]});
      in.bind.emplace_back(skin.bind[s]);
      in.mesh_to_bind.emplace_back(skin.mesh_to_bind);
    }
    in.follows.emplace_back(posed.node_matrix[m]);
  }
  if (surface) in.surface = std::make_shared<const RigSurface>(surface_of(scene, posed));
  return in;
}

dvec3 linear_blend_point(const RigInputs& in, const std::vector<dmat4>& skin, std::size_t vertex) {
  const dvec4 v(in.surface->vertex[vertex], 1.0);
  const std::uint32_t begin = in.surface->weight_begin[vertex],
                      end = in.surface->weight_begin[vertex + 1];
  if (begin == end) return dvec3(in.follows[in.surface->vertex_mesh[vertex]] * v);
  dvec4 sum(0.0);
  for (std::uint32_t k = begin; k < end; ++k) {
    sum += in.surface->weight[k] * (skin[in.surface->weight_slot[k]] * v);
  }
  return dvec3(sum);
}

RigNumbers rig_numbers(const RigInputs& in, const RigProgram& program, RigLists lists) {
  RigNumbers out;
  out.base_local = in.base_local;
  out.user_local = in.user_local;
  out.world.reserve(in.parent.size());
  const dmat4 identity(1.0);
  for (std::size_t j = 0; j < in.parent.size(); ++j) {
    const int p = in.parent[j];
    const dmat4& above = p < 0 ? identity : out.world[idx(p)];
    const dmat4 beside = p < 0 ? identity : in.base_local[idx(p)] * in.user_local[idx(p)];
    out.world.push_back(program.world
                            ? program.world(above, beside, in.base_local[j], in.user_local[j])
                            : above * in.base_local[j] * in.user_local[j]);
  }
  if (lists == RigLists::Joints) return out;
  out.bind = in.bind;
  for (std::vector<dmat4>* list : {&out.inverse_bind, &out.file_inverse_bind, &out.skin})
    list->reserve(in.slot.size());
  for (std::size_t s = 0; s < in.slot.size(); ++s) {
    const dmat4& world = out.world[idx(in.slot[s].joint)];
    out.inverse_bind.push_back(program.inverse ? program.inverse(in.bind[s])
                                               : glm::inverse(in.bind[s]));
    out.file_inverse_bind.push_back(out.inverse_bind[s] * in.mesh_to_bind[s]);
    out.skin.push_back(program.skin ? program.skin(world, out.inverse_bind[s])
                                    : world * out.inverse_bind[s]);
  }
  if (lists == RigLists::Slots) return out;
  out.posed.reserve(in.surface->vertex.size());
  const auto& pose = program.pose ? program.pose : linear_blend_point;
  for (std::size_t i = 0; i < in.surface->vertex.size(); ++i)
    out.posed.push_back(pose(in, out.skin, i));
  return out;
}

std::vector<dvec3> posed_points(const Scene& scene, const PosedScene& posed, Deformer method) {
  std::vector<dvec3> out;
  std::vector<vec3> points;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    skin_mesh(scene, posed, static_cast<int>(m), method, points, nullptr);
    out.insert(out.end(), points.begin(), points.end());
  }
  return out;
}

}  // namespace bindpose
