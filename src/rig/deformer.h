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
enum class Deformer {
  Rigid,
  Linear,
  DualQuaternion,
  Mixed,
  Centers,
  BulgeFree,
  LogMatrix,
  DeltaMush,
  File
};

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
// v' = (1 - b) times the linear blend's + b times the dual quaternions', b = in.data.mix times the
// file's part of the vertex; the matrices of both are mixed for normals (rig/dual_quaternion.h).
void mixed_skinning(const SkinningInput& in, std::span<vec3> position_out,
                    std::span<vec3> normal_out);
// rig/deform/center_skinning.h.
void center_skinning(const SkinningInput& in, std::span<vec3> position_out,
                     std::span<vec3> normal_out);
// rig/deform/bulge_free.h.
void bulge_free_skinning(const SkinningInput& in, std::span<vec3> position_out,
                         std::span<vec3> normal_out);
// rig/deform/log_matrix.h.
void log_matrix_skinning(const SkinningInput& in, std::span<vec3> position_out,
                         std::span<vec3> normal_out);
// rig/deform/delta_mush.h.
void delta_mush_skinning(const SkinningInput& in, std::span<vec3> position_out,
                         std::span<vec3> normal_out);

// resolved(Deformer::File, in.skin)'s.
void file_skinning(const SkinningInput& in, std::span<vec3> position_out,
                   std::span<vec3> normal_out);

// What the GPU's palette holds for a joint: T_j as three rows; the five of a SplitJoint, with the
// logarithm of its motion in the place of that or with the ends of its bone behind it.
enum class PaletteForm { Matrices, DualQuaternions, Logarithms, DualQuaternionsAndBones };

// What of DeformerData a deformer asks for. Whoever prepares its input gives it that
// (deformer_data() in scene/deform), and nobody asks which deformer it is.
// Surface: it looks around a vertex, so that a part of a mesh needs a MeshPart
// (rig/deform/mesh_part.h), and what changes a row of weights moves others as well.
enum class DeformerNeeds { Nothing, Mix, Centers, Bones, Surface };

struct DeformerInfo {
  Deformer method;
  std::string_view key;    // on the command line and in edits
  std::string_view name;   // in menus
  std::string_view label;  // where there is little room
  std::string_view about;  // one sentence
  DeformFunction deform;
  // Function in shaders/deform_*.glsl. Null: it has none, and whoever draws it takes the vertices
  // that `deform` makes (render/cpu_skinner.h). File is resolved before.
  const char* glsl;
  PaletteForm palette;
  DeformerNeeds needs = DeformerNeeds::Nothing;
  Deformer turns_normals = method;  // whose matrix of a vertex turns its normal
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
    {Deformer::Mixed, "mix", "Linear and dual quaternions, mixed", "Linear-dual mix",
     "Between linear blending and dual quaternions, by a factor and the file's weights of "
     "vertices.",
     mixed_skinning, "mixed_skinning", PaletteForm::DualQuaternions, DeformerNeeds::Mix},
    {Deformer::Centers, "cor", "Optimised centres of rotation", "Centres of rotation",
     "Each vertex turns about a centre of its own, found from the weights (CoR).", center_skinning,
     "center_skinning", PaletteForm::DualQuaternions, DeformerNeeds::Centers},
    {Deformer::BulgeFree, "dqs-flat", "Dual quaternions without bulge", "Dual, no bulge",
     "Dual quaternions; what moved away from its bone is brought back to its distance.",
     bulge_free_skinning, "bulge_free_skinning", PaletteForm::DualQuaternionsAndBones,
     DeformerNeeds::Bones, Deformer::DualQuaternion},
    {Deformer::LogMatrix, "log", "Logarithms of matrices", "Log-matrix",
     "The logarithms of the joints' motions are averaged: shown for the long way round it can "
     "take.",
     log_matrix_skinning, "log_matrix_skinning", PaletteForm::Logarithms},
    {Deformer::DeltaMush, "mush", "Delta mush", "Delta mush",
     "The linear blend's surface is smoothed, and the detail that the bind pose has is put back.",
     delta_mush_skinning, nullptr, PaletteForm::Matrices, DeformerNeeds::Surface},
    {Deformer::File, "file", "As the file says", "As the file says",
     "Each mesh by what its skin asks for: dual quaternions, a blend, or else linear blending.",
     file_skinning, nullptr, PaletteForm::Matrices},
};

constexpr const DeformerInfo& info_of(Deformer method) {
  return kDeformers[static_cast<std::size_t>(method)];
}

// Whether a shader moves the vertices: of File, whatever it is for a mesh.
constexpr bool runs_on_gpu(Deformer method) {
  return method == Deformer::File || info_of(method).glsl != nullptr;
}
// Whether it moves a vertex by those around it.
constexpr bool looks_around(Deformer method) {
  return info_of(method).needs == DeformerNeeds::Surface;
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
