// Mends that look along the surface: what a vertex lacks, its neighbours have.
#pragma once

#include <span>

#include "rig/mend/row_rewriter.h"
#include "rig/surface/vertex_graph.h"

namespace bindpose {

// Vertices of the scope without weights get some by diffusion along the surface: of all weights
// that agree with those around the hole the smoothest ones, sum over edges of |w_p - w_q|^2 /
// length being least (a membrane; with 1 / length the weights along a chain of edges are linear in
// the way along it). A place where one vertex has weights (a seam) has those. Parts of the surface
// without any weight get the weights of the nearest place that has some; where the mesh has none at
// all, they are left. Weights below 1/510 are left out of what comes. No locked slot gets
// weight. Where a row had none, nothing else changes.
Mended filled(const Influences& in, const MendScope& scope, const VertexGraph& graph,
              std::span<const vec3> position, const MendProgress& progress = {});

// Each place of the scope goes `factor` (0 to 1) of the way towards the mean of its neighbours,
// nearer ones counting more (1 / length), `times` times over, all places at once. Vertices at one
// place come out alike. A place without neighbours, or none that has weights, stays.
// Weights that come below 1/510, which 8 bits round to nothing, are left out.
Mended smoothed(const Influences& in, const MendScope& scope, const VertexGraph& graph,
                double factor, int times, const MendProgress& progress = {});

}  // namespace bindpose
