// A skinned tube of any size, written as GLB: what loading, start and frames are measured on.
#pragma once

#include <cstddef>
#include <filesystem>

namespace bindpose::bench {

// Writes a tube of about `vertices` vertices (positions, normals, 4 influences each) along a chain
// of `joints` joints, with one clip. Returns the file; an earlier one of the same size is used
// again.
std::filesystem::path generated_model(std::size_t vertices, int joints);

}  // namespace bindpose::bench
