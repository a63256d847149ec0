// A part of a mesh as a mesh of its own: some of its vertices with all that is known of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// The vertices listed (ascending, no vertex twice) with positions, normals, colours, weights, morph
// targets and the whole skin, so that the mesh's palette moves them. `triangle` counts into the
// list.
Mesh subset(const Mesh& mesh, std::span<const std::uint32_t> vertices,
            std::vector<std::uint32_t> triangle);

// Their weights alone, again: where those of the mesh were edited.
Influences subset(const Influences& influences, std::span<const std::uint32_t> vertices);

}  // namespace bindpose
