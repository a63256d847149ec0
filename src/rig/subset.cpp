#include "rig/subset.h"

namespace bindpose {
namespace {

// Arrays that the mesh lacks stay empty.
template <typename T>
std::vector<T> pick(const std::vector<T>& from, std::span<const std::uint32_t> vertices) {
  std::vector<T> out;
  if (from.empty()) return out;
  out.reserve(vertices.size());
  for (const std::uint32_t v : vertices) out.push_back(from[v]);
  return out;
}

// Both lists ascend: one walk along them.
MorphTarget pick(const MorphTarget& from, std::span<const std::uint32_t> vertices) {
  MorphTarget out;
  out.channel = from.channel;
  out.share = from.share;
  std::size_t k = 0;
  for (std::size_t i = 0; i < vertices.size() && k < from.vertex.size(); ++i) {
    while (k < from.vertex.size() && from.vertex[k] < vertices[i]) ++k;
    if (k == from.vertex.size() || from.vertex[k] != vertices[i]) continue;
    out.vertex.push_back(static_cast<std::uint32_t>(i));
    out.position.push_back(from.position[k]);
    if (!from.normal.empty()) out.normal.push_back(from.normal[k]);
  }
  return out;
}

}  // namespace

Influences subset(const Influences& influences, std::span<const std::uint32_t> vertices) {
  Influences out;
  out.offset.reserve(vertices.size() + 1);
  for (const std::uint32_t v : vertices) {
    const auto first = static_cast<std::ptrdiff_t>(influences.offset[v]);
    const auto last = static_cast<std::ptrdiff_t>(influences.offset[v + 1]);
    out.slot.insert(out.slot.end(), influences.slot.begin() + first,
                    influences.slot.begin() + last);
    out.weight.insert(out.weight.end(), influences.weight.begin() + first,
                      influences.weight.begin() + last);
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
  }
  out.raw_weight_sum = pick(influences.raw_weight_sum, vertices);
  return out;
}

Mesh subset(const Mesh& mesh, std::span<const std::uint32_t> vertices,
            std::vector<std::uint32_t> triangle) {
  Mesh out;
  out.name = mesh.name;
  out.node = mesh.node;
  out.material = mesh.material;
  out.flat = mesh.flat;
  out.position = pick(mesh.position, vertices);
  out.normal = pick(mesh.normal, vertices);
  out.uv = pick(mesh.uv, vertices);
  out.uv_second = pick(mesh.uv_second, vertices);
  out.color = pick(mesh.color, vertices);
  out.triangle = std::move(triangle);
  out.source_vertex = pick(mesh.source_vertex, vertices);
  out.dq_blend_weight = pick(mesh.dq_blend_weight, vertices);
  for (const MorphTarget& target : mesh.morph) out.morph.push_back(pick(target, vertices));
  return out;
}

MeshBinding subset(const BoundMesh& bound, std::span<const std::uint32_t> vertices) {
  return {subset(bound.influences, vertices), bound.skin};
}

}  // namespace bindpose
