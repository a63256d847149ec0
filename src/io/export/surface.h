// What the writers of posed meshes share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/file_writer.h"
#include "io/gltf/compressed/packing.h"
#include "scene/model.h"

namespace bindpose {

// A mesh as posed; texture coordinates are the mesh's own. Never empty, all finite.
struct Surface {
  const Mesh* mesh = nullptr;
  std::vector<vec3> position;  // #V, world space of the file; in a GLB metres, y up
  std::vector<vec3> normal;    // #V, unit length, outwards
  // Where the pose, or the way upright, mirrors: the mesh's triangles, some with the other order of
  // corners. Else empty.
  std::vector<std::uint32_t> turned{};

  const std::vector<std::uint32_t>& triangle() const {
    return turned.empty() ? mesh->triangle : turned;
  }
};

// The materials of the surfaces as a library beside an OBJ: base colours, metal, roughness, light,
// textures by the files that they lie in.
struct ObjLibrary {
  std::filesystem::path file;
  std::string text;                  // empty: none is to be written
  std::vector<std::string> name{};   // of each of the model's materials in it
  std::vector<std::string> notes{};  // what it cannot carry
};
// A library that is there is only replaced where it is one of this function's.
ObjLibrary obj_library(const Model& model, const std::vector<Surface>& surfaces,
                       const std::filesystem::path& obj);

// A name as one word, and another where it is empty.
std::string obj_name(std::string_view name, const char* otherwise);

// glTF 2.0 binary: a mesh and a node for each surface, base colours, textures as PNG inside the
// file. Throws std::runtime_error with one sentence (more than the 4 GiB that the format can hold).
void write_glb(const Model& model, const std::vector<Surface>& surfaces, FileWriter& file,
               GlbPacking packing);

}  // namespace bindpose
