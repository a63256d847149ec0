#include "render/morph_upload.h"

#include <algorithm>

#include "rig/morph.h"

namespace bindpose {

void MorphUpload::reset(std::size_t meshes) {
  held_.assign(meshes, {});
}

void MorphUpload::update(const Mesh& mesh, std::size_t m, std::span<const float> weight,
                         MeshBuffers& buffers) {
  if (mesh.morph.empty()) return;
  wanted_.clear();
  if (is_morphed(mesh, weight)) {
    for (const MorphTarget& target : mesh.morph) {
      const auto c = static_cast<std::size_t>(target.channel);
      wanted_.push_back(c < weight.size() ? weight[c] : 0.0f);
    }
  }
  if (held_[m] == wanted_) return;
  position_.resize(mesh.position.size());
  normal_.resize(mesh.normal.size());
  morph_points(mesh, weight, position_, normal_);
  set_bind_points(buffers, position_, normal_);
  held_[m] = wanted_;
}

}  // namespace bindpose
