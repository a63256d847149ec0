// The glTF file that a model was read from, opened once more: what an edit did not touch goes into
// an export as it stands there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "io/files/write_progress.h"
#include "io/gltf/document.h"
#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Where one of the model's meshes stands in the file, as indices.
struct GltfPart {
  static constexpr std::uint32_t kNoVertex = 0xffffffffu;

  std::size_t node = 0;
  std::size_t mesh = 0;
  std::size_t primitive = 0;
  std::vector<std::uint32_t> vertex;  // the file's vertex -> the model's; kNoVertex: not drawn
  std::vector<std::uint32_t> corner;  // 3 #T: the model's triangles, by the file's vertices
  // (in the model's order of corners)
};

struct GltfSource {
  ModelFile file;
  GltfDocument document;        // refers to file.bytes
  std::vector<int> joint_node;  // #J: index of the node in the file, -1 where it has none
  std::vector<int> node_joint;  // of every node of the file: the joint, or -1
  std::vector<GltfPart> part;   // #M
};

// Decodes a compressed file: plain_gltf(), which is the default, or the same in a process of its
// own. Throws std::exception where it cannot, WriteCancelled where that is wished.
using OpenPlain = std::function<std::vector<std::uint8_t>(const std::filesystem::path& file,
                                                          const WriteProgress* progress)>;
std::vector<std::uint8_t> open_plain_here(const std::filesystem::path& file, const WriteProgress*);

// Of a model whose joints were bound anew the file is that of before; parts are matched with its
// points as the file has them. Nothing for a model that is not of glTF 2, whose skeleton was made
// by hand, and where the file is not there any more or is not the one that the model was read from:
// names of nodes and places of vertices are compared.
std::unique_ptr<GltfSource> open_gltf_source(const Model& model, const OpenPlain& open_plain,
                                             const WriteProgress* progress);

// The corners of a part that belongs to the mesh `of`, in the order that these triangles have them:
// those of the mesh, some turned round (by a pose that mirrors).
std::vector<std::uint32_t> corners_like(const GltfPart& part, const Mesh& of,
                                        const std::vector<std::uint32_t>& triangle);

// What is said where the file has another kind of thing in a place than the format wants there.
inline constexpr const char* kUnsoundSource =
    "The file cannot be written, for the model's own file is not sound glTF; open it in another "
    "program and export it again.";

// The primitive of a part, to read.
const nlohmann::json& primitive_of(GltfSource& source, const GltfPart& part);
// One of its attributes as an accessor's index; nothing where it has none.
std::optional<std::size_t> attribute_of(GltfSource& source, const GltfPart& part,
                                        const std::string& name);

}  // namespace bindpose
