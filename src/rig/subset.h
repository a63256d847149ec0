// A part of a mesh as a mesh of its own: some of its vertices with all that is known of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// The vertices listed (ascending, no vertex twice) with positions, normals, colours and morph
// targets. `triangle` counts into the list. Nothing is bound: see below.
Mesh subset(const Mesh& mesh, std::span<const std::uint32_t> vertices,
            std::vector<std::uint32_t> triangle);

// Their rows of weights.
Influences subset(const Influences& influences, std::span<const std::uint32_t> vertices);

// Their weights with the whole skin, so that the mesh's palette moves them.
MeshBinding subset(const BoundMesh& bound, std::span<const std::uint32_t> vertices);

}  // namespace bindpose
