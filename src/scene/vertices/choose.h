// Lists of vertices made of other lists: along the surface, by joint, by what they have in common.
#pragma once

#include "scene/scene.h"

namespace bindpose {

// Vertices at one place are one: where the texture has its seam, both sides are chosen or none
// (rig/surface/vertex_graph.h). Lists are #M, ascending; meshes that are hidden have empty ones.

// Of all meshes that are shown.
VertexLists all_vertices(const Scene& scene);
// Of all meshes, whether they are shown or not.
VertexLists every_vertex(const Model& model);
// Those that are not in the lists.
VertexLists inverted(const Scene& scene, const VertexLists& lists);
// `times` times: with all that an edge joins to them; without all that an edge joins to others. The
// border of an open surface is no end of it: what lies there stays.
VertexLists grown(const Scene& scene, VertexLists lists, int times);
VertexLists shrunk(const Scene& scene, VertexLists lists, int times);
// With all of each connected part that has one of them.
VertexLists with_parts(const Scene& scene, const VertexLists& lists);
// Whose weight for the joint is above 0.
VertexLists region_of(const Scene& scene, int joint);

// The vertex and all that are at the same place: of its mesh, and of others that have a skin as it
// has (a body and hands of another material).
VertexLists at_place_of(const Scene& scene, const VertexRef& at);
// The lists with all that are at the places of theirs, likewise.
VertexLists with_places(const Scene& scene, const VertexLists& lists);

VertexLists with(const VertexLists& lists, const VertexLists& more);
VertexLists without(const VertexLists& lists, const VertexLists& less);

}  // namespace bindpose
