// Writes the posed mesh.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export/gltf_source.h"
#include "io/files/write_progress.h"
#include "io/gltf/compressed/packing.h"
#include "scene/scene.h"

namespace bindpose {

// The posed surfaces of all meshes as OBJ, binary PLY (world space of the file: its own units and
// axes) or GLB (to_display of it: metres, y up) by the ending. Positions, normals, uv, and for OBJ
// an object a mesh and a library of its materials beside it (ObjLibrary). OBJ and PLY numbers are
// written so that a float is read back exactly. Throws std::runtime_error with one sentence
// (unknown ending, cannot write). A GLB of a glTF 2 model looks as that file says (decoded by
// `open_plain` where it is compressed), see gltf_posed.h; its vertices are those of the file.
// Otherwise it has what Material holds. Returns sentences on what could not be carried. `packing`
// is for GLB: another ending with it throws. Whoever watches `progress` can cancel it:
// WriteCancelled, and what was at `file` is as before, unless that is a pipe or a device: it has
// got the first part.
std::vector<std::string> export_posed(const Scene& scene, const PosedScene& posed,
                                      const std::filesystem::path& file,
                                      WriteProgress* progress = nullptr,
                                      GlbPacking packing = GlbPacking::None,
                                      const OpenPlain& open_plain = open_plain_here);

}  // namespace bindpose
