// A compressed glTF file without its compression, for exports that write a model by way of its own
// file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace bindpose {

// The file as one GLB: streams decoded (decompress.h has the limits), all buffers in one, bytes
// that nothing names any more left out, the compression's extensions gone. Everything else stays,
// letter by letter where no place of bytes stands in it; images beside the file stay there. The
// bounds of what was decoded are those of its numbers. Throws ImportError with one sentence, also
// for a file that is not compressed.
std::vector<std::uint8_t> plain_gltf(const std::filesystem::path& path);

}  // namespace bindpose
