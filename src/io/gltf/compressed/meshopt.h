// EXT_meshopt_compression and KHR_meshopt_compression: buffer views as streams.
#pragma once

#include <vector>

#include "io/gltf/compressed/job.h"

namespace bindpose {

// A job for each compressed view. The second extension differs by a newer codec, which the library
// must know (0.25 or later).
std::vector<DecodeJob> plan_meshopt(GltfDocument& document);

// Takes the marks off buffers that only hold what was compressed: nothing is read there any more.
void drop_fallback_buffers(GltfDocument& document);

}  // namespace bindpose
