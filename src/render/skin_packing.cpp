#include "render/skin_packing.h"

#include <algorithm>

#include "rig/dual_quaternion.h"

namespace bindpose {

PackedAttributes pack_attributes(const Mesh& mesh) {
  const Influences& from = mesh.influences;
  const std::size_t vertices = mesh.position.size();
  const auto node_slot = static_cast<std::uint32_t>(mesh.skin.joint.size());
  PackedAttributes out;
  out.slots.assign(kInlineInfluences * vertices, 0);
  out.weights.assign(kInlineInfluences * vertices, 0.0f);
  out.more.assign(2 * vertices, 0);
  bool any_sum = false;
  for (std::size_t i = 0; i < vertices; ++i) {
    const bool known = i < from.vertex_count();
    const std::uint32_t first = known ? from.offset[i] : 0;
    const std::uint32_t last = known ? from.offset[i + 1] : 0;
    const std::uint32_t inline_last =
        std::min(last, first + static_cast<std::uint32_t>(kInlineInfluences));
    for (std::uint32_t k = first; k < inline_last; ++k) {
      out.slots[kInlineInfluences * i + (k - first)] = from.slot[k];
      out.weights[kInlineInfluences * i + (k - first)] = from.weight[k];
    }
    out.more[2 * i] = static_cast<std::uint32_t>(out.rest.size());
    out.more[2 * i + 1] = last - inline_last;
    for (std::uint32_t k = inline_last; k < last; ++k)
      out.rest.emplace_back(static_cast<float>(from.slot[k]), from.weight[k]);
    if (first == last) {
      out.slots[kInlineInfluences * i] = node_slot;
      out.weights[kInlineInfluences * i] = 1.0f;
    } else if (i < from.raw_weight_sum.size() && from.raw_weight_sum[i] != 1.0f) {
      if (!any_sum) out.raw_weight_sum.assign(vertices, 1.0f);
      any_sum = true;
      out.raw_weight_sum[i] = from.raw_weight_sum[i];
    }
  }
  if (out.rest.empty()) out.more.clear();
  return out;
}

PackedVertex pack_vertex(const Mesh& mesh, std::size_t vertex) {
  const Influences& from = mesh.influences;
  PackedVertex out;
  const std::uint32_t first = from.offset[vertex], last = from.offset[vertex + 1];
  for (std::uint32_t k = first; k < last; ++k) {
    if (k - first < static_cast<std::uint32_t>(kInlineInfluences)) {
      out.slots[k - first] = from.slot[k];
      out.weights[k - first] = from.weight[k];
    } else {
      out.rest.emplace_back(static_cast<float>(from.slot[k]), from.weight[k]);
    }
  }
  if (first == last) {
    out.slots[0] = static_cast<std::uint32_t>(mesh.skin.joint.size());
    out.weights[0] = 1.0f;
  } else {
    out.raw_weight_sum = from.raw_weight_sum[vertex];
  }
  return out;
}

void pack_palette(std::span<const mat4> palette, const mat4& node_matrix, std::vector<vec4>& out) {
  out.resize(3 * (palette.size() + 1));
  const auto put = [&](std::size_t slot, const mat4& m) {
    for (int r = 0; r < 3; ++r)
      out[3 * slot + static_cast<std::size_t>(r)] = vec4(m[0][r], m[1][r], m[2][r], m[3][r]);
  };
  for (std::size_t s = 0; s < palette.size(); ++s) put(s, palette[s]);
  put(palette.size(), node_matrix);
}

void pack_palette(PaletteForm form, const Skin& skin, std::span<const mat4> palette,
                  const mat4& node_matrix, std::vector<vec4>& out) {
  if (form == PaletteForm::Matrices) return pack_palette(palette, node_matrix, out);
  std::vector<SplitJoint> joints;
  split_palette(skin, palette, node_matrix, joints);
  out.clear();
  for (const SplitJoint& j : joints) {
    out.insert(out.end(), {j.real, j.dual, j.stretch[0], j.stretch[1], j.stretch[2]});
  }
}

}  // namespace bindpose
