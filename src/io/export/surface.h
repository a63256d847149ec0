// What the writers of posed meshes share.
#pragma once

#include <cstdint>
#include <vector>

#include "io/files/file_writer.h"
#include "io/gltf/compressed/packing.h"
#include "scene/model.h"

namespace bindpose {

// A mesh as posed; texture coordinates are the mesh's own. Never empty, all finite.
struct Surface {
  const Mesh* mesh = nullptr;
  std::vector<vec3> position;  // #V, world space of the file
  std::vector<vec3> normal;    // #V, unit length, outwards
  // Where the pose mirrors: the mesh's triangles, some with the other order of corners. Else empty.
  std::vector<std::uint32_t> turned{};

  const std::vector<std::uint32_t>& triangle() const {
    return turned.empty() ? mesh->triangle : turned;
  }
};

// glTF 2.0 binary: a mesh and a node for each surface, base colours, textures as PNG inside the
// file. Throws std::runtime_error with one sentence (more than the 4 GiB that the format can hold).
void write_glb(const Model& model, const std::vector<Surface>& surfaces, FileWriter& file,
               GlbPacking packing);

}  // namespace bindpose
