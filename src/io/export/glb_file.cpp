#include "io/export/glb_file.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "io/gltf/compressed/pack.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace {

std::size_t padded(std::size_t size) {
  return (size + 3) / 4 * 4;
}

void write_u32(FileWriter& file, std::size_t value) {
  const auto narrow = static_cast<std::uint32_t>(value);
  file.write(&narrow, sizeof narrow);
}

// The pieces as one, packed, and the JSON that goes with it.
std::vector<std::uint8_t> packed(std::string& text, std::span<const GlbPiece> pieces,
                                 GlbPacking packing) {
  std::vector<std::uint8_t> binary;
  for (const GlbPiece& piece : pieces) {
    const auto* bytes = static_cast<const std::uint8_t*>(piece.data);
    binary.insert(binary.end(), bytes, bytes + piece.size);
    binary.resize(padded(binary.size()), 0);
  }
  // Names need not be UTF-8 in the model's own file.
  auto document = nlohmann::ordered_json::parse(clean_utf8(text), nullptr, false);
  if (document.is_discarded()) {
    throw std::runtime_error(
        "The file cannot be compressed, for the JSON of the model's own file is not sound; export "
        "it without compression.");
  }
  pack_gltf(document, binary, packing);
  text = document.dump();
  return binary;
}

}  // namespace

void write_glb_file(std::string json, std::span<const GlbPiece> pieces, FileWriter& file,
                    GlbPacking packing) {
  if (packing != GlbPacking::None) {
    const std::vector<std::uint8_t> binary = packed(json, pieces, packing);
    const GlbPiece whole{binary.data(), binary.size()};
    write_glb_file(std::move(json), {&whole, std::size_t{binary.empty() ? 0u : 1u}}, file);
    return;
  }
  constexpr std::size_t kMagic = 0x46546c67, kJsonChunk = 0x4e4f534a, kBinaryChunk = 0x004e4942;
  json.resize(padded(json.size()), ' ');
  std::size_t binary = 0;
  for (const GlbPiece& piece : pieces) binary += padded(piece.size);
  const std::size_t total = 12 + 8 + json.size() + (binary > 0 ? 8 + binary : 0);
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    throw std::runtime_error("The model needs more than the 4 GiB that a GLB file can hold.");
  }
  for (std::size_t word : {kMagic, std::size_t{2}, total, json.size(), kJsonChunk}) {
    write_u32(file, word);
  }
  file.write(json);
  if (binary == 0) return;
  write_u32(file, binary);
  write_u32(file, kBinaryChunk);
  constexpr char kZeros[4] = {};
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::size_t bytes_in_all = 0;
  for (const GlbPiece& piece : pieces) bytes_in_all += piece.size;
  file.stretch(1.0f, bytes_in_all);
  for (const GlbPiece& piece : pieces) {
    const auto* bytes = static_cast<const char*>(piece.data);
    for (std::size_t at = 0; at < piece.size; at += kBlock) {
      const std::size_t count = std::min(kBlock, piece.size - at);
      file.write(bytes + at, count);
      file.step(count);
    }
    file.write(kZeros, padded(piece.size) - piece.size);
  }
}

}  // namespace bindpose
