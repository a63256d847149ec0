// The frame of a GLB file.
#pragma once

#include <span>
#include <string>

#include "io/files/file_writer.h"
#include "io/gltf/compressed/packing.h"

namespace bindpose {

struct GlbPiece {
  const void* data;
  std::size_t size;
};

// `pieces` make the binary chunk, each padded to four bytes; none: no such chunk. Throws
// std::runtime_error with one sentence: more than the 4 GiB that the format can hold, or what
// pack_gltf() refuses. `packing`: the arrays as streams; where that is not None all of it is in
// memory twice, and bytes of the JSON that are no UTF-8 become U+FFFD.
void write_glb_file(std::string json, std::span<const GlbPiece> pieces, FileWriter& file,
                    GlbPacking packing = GlbPacking::None);

}  // namespace bindpose
