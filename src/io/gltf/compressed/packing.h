// How the arrays of an exported GLB are stored.
#pragma once

namespace bindpose {

// Lossless: EXT_meshopt_compression; every number comes back as it was, triangles in their order
// and with their side, but one may begin at another of its corners. Small: the numbers of vertices
// and turns are rounded first (pack_values.h says how far).
enum class GlbPacking { None, Lossless, Small };

}  // namespace bindpose
