// Influences and palettes in the shapes that shaders/skinning.glsl reads: plain lists, no GL.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"
#include "rig/deformer.h"

namespace bindpose {

inline constexpr int kInlineInfluences = 4;  // as attributes; more come from a buffer texture

// Influences in the shape that the shader reads. A vertex without influences gets slot #S with
// weight 1: the palette holds the node there.
struct PackedAttributes {
  std::vector<std::uint32_t> slots;  // 4 #V
  std::vector<float> weights;        // 4 #V
  std::vector<std::uint32_t>
      more;                    // 2 #V: first entry in `overflow`, how many; empty: none has any
  std::vector<vec2> overflow;  // (slot, weight)
  std::vector<float> raw_weight_sum;  // #V; empty: all 1
};
PackedAttributes pack_attributes(const BoundMesh& bound);

// One vertex of it.
struct PackedVertex {
  std::uint32_t slots[kInlineInfluences]{};
  float weights[kInlineInfluences]{};
  std::vector<vec2> overflow;
  float raw_weight_sum = 1.0f;
};
PackedVertex pack_vertex(const BoundMesh& bound, std::size_t vertex);

// T_j as three rows a slot, the node's last: out gets 3 (#S + 1).
void pack_palette(std::span<const mat4> palette, const mat4& node_matrix, std::vector<vec4>& out);
// The same in a deformer's form. `bone`: DeformerData's.
void pack_palette(PaletteForm form, const Skin& skin, std::span<const mat4> palette,
                  const mat4& node_matrix, std::span<const BoneEnds> bone, std::vector<vec4>& out);

}  // namespace bindpose
