#include "rig/deform/mesh_part.h"

#include "rig/deform/delta_mush.h"
#include "rig/subset.h"

namespace bindpose {
namespace {

template <typename T>
std::vector<T> picked(std::span<const T> from, std::span<const std::uint32_t> vertices) {
  std::vector<T> out;
  if (from.empty()) return out;
  out.reserve(vertices.size());
  for (const std::uint32_t v : vertices) out.push_back(from[v]);
  return out;
}

}  // namespace

MeshPart::MeshPart(Deformer method, const SkinningInput& whole,
                   std::span<const std::uint32_t> vertices)
    : position(picked(whole.position, vertices)),
      normal(picked(whole.normal, vertices)),
      whole_(whole),
      weights_(subset(whole.weights, vertices)),
      dq_blend_weight_(picked(whole.dq_blend_weight, vertices)),
      center_(picked(whole.data.center, vertices)) {
  if (!looks_around(method)) return;
  if (!whole.data.move.empty()) {
    move_ = picked(whole.data.move, vertices);
  } else if (whole.data.surface) {
    move_ = mush_moves(whole, vertices);
  }
}

SkinningInput MeshPart::input() const {
  SkinningInput out{weights_,       whole_.skin,    dq_blend_weight_,   position,
                    normal,         whole_.palette, whole_.node_matrix, whole_.use,
                    whole_.normals, whole_.data};
  out.data.center = center_;
  out.data.move = move_;
  out.data.surface = nullptr;
  return out;
}

}  // namespace bindpose
