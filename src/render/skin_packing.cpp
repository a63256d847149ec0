#include "render/skin_packing.h"

#include <algorithm>

#include "rig/deform/log_matrix.h"
#include "rig/dual_quaternion.h"

namespace bindpose {

namespace {

// One vertex: its largest weights in the kInlineInfluences that `slots` and `weights` have room for
// (zero before), the others behind `overflow`. A vertex without any follows the node. Returns the
// stored sum, 1 where it follows the node.
float pack_row(const BoundMesh& bound, std::size_t vertex, std::uint32_t* slots, float* weights,
               std::vector<vec2>& overflow) {
  const Influences& from = bound.influences;
  const bool known = vertex < from.vertex_count();
  const std::uint32_t first = known ? from.offset[vertex] : 0;
  const std::uint32_t last = known ? from.offset[vertex + 1] : 0;
  if (first == last) {
    slots[0] = static_cast<std::uint32_t>(bound.skin.joint.size());
    weights[0] = 1.0f;
    return 1.0f;
  }
  const std::uint32_t inline_last = std::min(last, first + std::uint32_t{kInlineInfluences});
  for (std::uint32_t k = first; k < inline_last; ++k) {
    slots[k - first] = from.slot[k];
    weights[k - first] = from.weight[k];
  }
  for (std::uint32_t k = inline_last; k < last; ++k) {
    overflow.emplace_back(static_cast<float>(from.slot[k]), from.weight[k]);
  }
  return vertex < from.raw_weight_sum.size() ? from.raw_weight_sum[vertex] : 1.0f;
}

}  // namespace

PackedAttributes pack_attributes(const BoundMesh& bound) {
  const std::size_t vertices = bound.mesh.position.size();
  PackedAttributes out;
  out.slots.assign(kInlineInfluences * vertices, 0);
  out.weights.assign(kInlineInfluences * vertices, 0.0f);
  out.more.assign(2 * vertices, 0);
  for (std::size_t i = 0; i < vertices; ++i) {
    const std::size_t before = out.overflow.size();
    const float sum = pack_row(bound, i, &out.slots[kInlineInfluences * i],
                               &out.weights[kInlineInfluences * i], out.overflow);
    out.more[2 * i] = static_cast<std::uint32_t>(before);
    out.more[2 * i + 1] = static_cast<std::uint32_t>(out.overflow.size() - before);
    if (sum == 1.0f) continue;
    if (out.raw_weight_sum.empty()) out.raw_weight_sum.assign(vertices, 1.0f);
    out.raw_weight_sum[i] = sum;
  }
  if (out.overflow.empty()) out.more.clear();
  return out;
}

PackedVertex pack_vertex(const BoundMesh& bound, std::size_t vertex) {
  PackedVertex out;
  out.raw_weight_sum = pack_row(bound, vertex, out.slots, out.weights, out.overflow);
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
                  const mat4& node_matrix, std::span<const BoneEnds> bone, std::vector<vec4>& out) {
  if (form == PaletteForm::Matrices) return pack_palette(palette, node_matrix, out);
  std::vector<SplitJoint> joints;
  split_palette(skin, palette, node_matrix, joints);
  if (form == PaletteForm::Logarithms) take_logarithms(joints);
  out.clear();
  for (std::size_t s = 0; s < joints.size(); ++s) {
    const SplitJoint& j = joints[s];
    out.insert(out.end(), {j.real, j.dual, j.stretch[0], j.stretch[1], j.stretch[2]});
    if (form != PaletteForm::DualQuaternionsAndBones) continue;
    const vec3 origin = s < palette.size() ? vec3(skin.bind[s][3]) : vec3(0.0f);
    const BoneEnds ends = s < bone.size() ? bone[s] : BoneEnds{origin, origin};
    out.insert(out.end(), {vec4(ends.from, 1.0f), vec4(ends.to, 1.0f)});
  }
}

}  // namespace bindpose
