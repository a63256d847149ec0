// The ways to move a vertex by its weighted joints, in one table: the command line, edits, menus,
// the GPU and the tests all read it. A new one needs a function here, one in shaders/ and a line
// below.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rig/skinning.h"

namespace bindpose {

// File: what the mesh's skin asks for; see resolved().
enum class Deformer { Rigid, Linear, DualQuaternion, File };

// World space out, #V each; normal_out may be empty: positions only. A normal that comes out
// without length stays as it is. The outputs must not overlap the input.
using DeformFunction = void (*)(const SkinningInput& in, std::span<vec3> position_out,
                                std::span<vec3> normal_out);

// v' = T_j v with the joint of the largest weight: the mesh breaks up where joints meet. How large
// the weight is does not matter, so raw weights change nothing.
void rigid_skinning(const SkinningInput& in, std::span<vec3> position_out,
                    std::span<vec3> normal_out);
// rig/dual_quaternion.h.
void dual_quaternion_skinning(const SkinningInput& in, std::span<vec3> position_out,
                              std::span<vec3> normal_out);

// resolved(Deformer::File, in.skin)'s.
void file_skinning(const SkinningInput& in, std::span<vec3> position_out,
                   std::span<vec3> normal_out);

// What the GPU's palette holds for a joint: T_j as three rows, or the five of a SplitJoint.
enum class PaletteForm { Matrices, DualQuaternions };

struct DeformerInfo {
  Deformer method;
  std::string_view key;    // on the command line and in edits
  std::string_view name;   // in menus
  std::string_view label;  // where there is little room
  std::string_view about;  // one sentence
  DeformFunction deform;
  const char* glsl;  // function in shaders/deform_*.glsl; of File: none, it is resolved before
  PaletteForm palette;
};

inline constexpr DeformerInfo kDeformers[] = {
    {Deformer::Rigid, "rigid", "Rigid, largest weight", "Rigid",
     "Each vertex follows the joint with its largest weight.", rigid_skinning, "rigid_skinning",
     PaletteForm::Matrices},
    {Deformer::Linear, "lbs", "Linear blend", "Linear blend",
     "The joints' matrices are averaged (LBS).", linear_blend_skinning, "linear_skinning",
     PaletteForm::Matrices},
    {Deformer::DualQuaternion, "dqs", "Dual quaternions", "Dual quaternions",
     "The joints' rotations and translations are averaged as dual quaternions (DQS).",
     dual_quaternion_skinning, "dual_quaternion_skinning", PaletteForm::DualQuaternions},
    {Deformer::File, "file", "As the file says", "As the file says",
     "Each mesh by what its skin asks for: dual quaternions, a blend, or else linear blending.",
     file_skinning, "", PaletteForm::Matrices},
};

constexpr const DeformerInfo& info_of(Deformer method) {
  return kDeformers[static_cast<std::size_t>(method)];
}

constexpr bool table_follows_the_enumeration() {
  int i = 0;
  for (const DeformerInfo& d : kDeformers) {
    if (static_cast<int>(d.method) != i++) return false;
  }
  return true;
}
static_assert(table_follows_the_enumeration());

// The deformer itself: File is dual quaternions (with Mesh::dq_blend_weight, as always) where the
// skin asks for them, else the linear blend. Never File.
constexpr Deformer resolved(Deformer method, const Skin& skin) {
  if (method != Deformer::File) return method;
  return skin.wants_dual_quaternions ? Deformer::DualQuaternion : Deformer::Linear;
}

// The one with that key; nothing where there is none.
std::optional<Deformer> find_deformer(std::string_view key);

// Its label inside a sentence: "linear blend".
std::string in_sentence(Deformer method);

}  // namespace bindpose
