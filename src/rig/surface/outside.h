// What keeps the outside of a posed surface outside where joints mirror.
//
// The usual normals, by the cofactor matrix, turn with the winding of the triangles: right in a
// picture of one pose, which knows what is mirrored. What keeps such points for good, in a file or
// as a bind pose, needs normals that point outwards, and corners in the order that goes with them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// 1 for each vertex (#V) that is mirrored: all that pulls on it mirrors, or, where mirrors and
// others do, the determinant of their blend is below 0. Empty: none is. `palette`: T of each slot;
// `node`: what vertices without weights follow.
std::vector<std::uint8_t> mirrored_vertices(const Influences& in, std::span<const mat4> palette,
                                            const mat4& node);

// Of normals as deformers make them (#V, or empty): those of mirrored vertices turned round.
void turn_outwards(std::span<const std::uint8_t> mirrored, std::span<vec3> normal);

// The triangles of `mesh` in the order of corners that goes with `position` and `normal` (#V, the
// latter turned outwards). One of mirrored corners alone is turned round; one that has corners of
// both kinds keeps its front on the side on which it was of its normals. `mirrored`: #V, not empty.
std::vector<std::uint32_t> outside_triangles(const Mesh& mesh, std::span<const vec3> position,
                                             std::span<const vec3> normal,
                                             std::span<const std::uint8_t> mirrored);

}  // namespace bindpose
