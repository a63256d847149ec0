// KHR_draco_mesh_compression: primitives as streams.
#pragma once

#include <vector>

#include "io/gltf/compressed/job.h"

namespace bindpose {

inline constexpr const char* kDraco = "KHR_draco_mesh_compression";

// A job for each compressed primitive. What is decoded gets accessors of its own: those of the file
// may be shared.
std::vector<DecodeJob> plan_draco(GltfDocument& document);

}  // namespace bindpose
