// What a part of a glTF file says vertex by vertex, read, and written again where joints and points
// were bound anew since.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "io/export/glb_document.h"
#include "io/export/gltf_source.h"
#include "io/export/rig/skin_slots.h"
#include "rig/weights/weight_rows.h"
#include "scene/scene.h"

namespace bindpose {

// The weights of a part as the file has them, vertex by vertex in its order.
WeightRows stored_rows(GltfSource& source, const GltfPart& part);
// Whether vertex `v` of the model has other weights than a row of the file gives it: other joints,
// other shares of them, or another sum, which alone is what normalising changes. `node`: the nodes
// of the file's skin, slot by slot.
bool row_edited(const GltfSource& source, std::span<const WeightEntry> stored,
                std::span<const int> node, const BoundMesh& bound, std::uint32_t v);
// Whether weights that the file had broken are left out for good (Mend::Clean): the mesh is written
// anew, though what is left may be as it was.
bool drops_broken(const Scene& scene, std::size_t m);
// In place of those of a primitive.
void write_rows(const WeightRows& rows, nlohmann::json& attributes, GlbDocument& out);

// A skin as the file has it; identities where it has no sound matrices.
SkinSlots stored_slots(GltfDocument& document, std::size_t skin);

// From the points of mesh m as the file has them, or will have them, to those of the model: what
// mesh_to_bind was when the file was read, so that meshes that share a skin go on sharing it; of a
// mesh that the file does not skin what it is now.
mat4 file_space(const Model& model, std::size_t m);

// How many nodes of the file wear each skin.
std::map<std::size_t, std::size_t> skin_users(GltfDocument& document);

// The inverse bind matrices of a skin that the model's `meshes` wear, all of one node, one a slot
// of `stored`: O_j = B_j^-1 file_space(), where the joint is bound
// anew, else as they stand there.
std::vector<mat4> rebound_matrices(const GltfSource& source, const Model& model,
                                   const std::vector<std::size_t>& meshes, const SkinSlots& stored);

// Whether points of mesh m were moved when they were bound anew.
bool points_moved(const Model& model, std::size_t m);

// Writes the points of mesh m with normals, shapes and the order of corners into its primitive of
// the file's mesh `to`: file_space()^-1 p. Vertices that no triangle shows
// stay. Tangents are left out. False where the shapes are not found in the file.
bool write_points(GltfSource& source, const Model& model, std::size_t m, std::size_t to,
                  GlbDocument& out, bool& had_tangents);

}  // namespace bindpose
