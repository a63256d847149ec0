// The rig of a glTF model written by way of its own file.
#pragma once

#include <string>
#include <vector>

#include "io/export/gltf_source.h"
#include "io/files/file_writer.h"
#include "io/gltf/compressed/packing.h"
#include "scene/scene.h"

namespace bindpose {

// The file with the weights of the scene: of every surface whose weights are not those of the file,
// joint numbers, weights and what its skin lacks of joints are new. Of joints that were bound anew
// the skins' matrices are new, of points that were moved along points, normals, shapes and the
// order of corners (gltf_points.h); tangents of those are left out. All else (materials,
// extensions, extras, cameras, clips, the vertices and their order, ...) stays as it is, letter by
// letter where nothing beside it changes; buffers and images outside come inside. Skins that
// meshes share stay shared. Clips that the scene added become animations behind the file's.
// False, and nothing is written, where that is not possible: a joint that is no node of the file,
// or a morph that an added clip moves, or whose points were bound anew, and that is not found
// there. Notes are sentences on what could not come along. Throws std::runtime_error with one
// sentence.
bool write_gltf_rig(GltfSource& source, const Scene& scene, FileWriter& file, GlbPacking packing,
                    std::vector<std::string>& notes);

}  // namespace bindpose
