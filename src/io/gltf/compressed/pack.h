// The other way: a glTF document's arrays as streams of EXT_meshopt_compression, for exports.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "io/gltf/compressed/job.h"
#include "io/gltf/compressed/packing.h"

namespace bindpose {

// `document` is the JSON of a GLB and `binary` its one buffer. Arrays that have a view of their own
// become streams where that is shorter; the rest stays as it is. The document then requires the
// extension: its second buffer has no bytes, as the extension asks of files without plain data.
// Throws std::runtime_error with one sentence: what the document says of its arrays is not sound
// (numbers that are not whole, places outside of the buffer, another buffer), or the streams would
// give more than `most` bytes, what is read of a compressed file.
void pack_gltf(nlohmann::ordered_json& document, std::vector<std::uint8_t>& binary,
               GlbPacking packing, std::size_t most = kMostDecoded);

}  // namespace bindpose
