#include "io/export/glb_document.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "io/files/companion.h"
#include "io/files/stream_text.h"

namespace bindpose {
namespace {

using nlohmann::json;

// A view, or an extension of one, that lies in a buffer; all buffers are `size`. What is no place
// in it stays as it is: it must not become one of another buffer's.
void move_view(json& view, const std::vector<std::size_t>& start, std::size_t size) {
  if (!view.is_object()) return;
  if (const auto buffer = gltf_index(view, "buffer", start.size())) {
    const json before = view.value("byteOffset", json(0u));
    const std::size_t end = *buffer + 1 < start.size() ? start[*buffer + 1] : size;
    if (!before.is_number_unsigned()) return;
    const std::size_t offset = before.get<std::size_t>();
    if (offset > end - start[*buffer]) return;
    view["buffer"] = 0u;
    view["byteOffset"] = offset + start[*buffer];
  }
  if (!view.contains("extensions") || !view["extensions"].is_object()) return;
  for (auto& [name, extension] : view["extensions"].items()) move_view(extension, start, size);
}

const char* mime_of(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG")) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP")) return "image/webp";
  if (bytes.starts_with("\xabKTX 20\xbb")) return "image/ktx2";
  return "";
}

}  // namespace

bool is_beside(const json& image) {
  if (!image.is_object()) return false;
  const auto uri = image.find("uri");
  return uri != image.end() && uri->is_string() &&
         !uri->get_ref<const std::string&>().starts_with("data:");
}

ImageBytes image_beside(const std::filesystem::path& folder, const json& image) {
  if (!is_beside(image)) return {};
  const auto path = find_linked(folder, image["uri"].get_ref<const std::string&>());
  if (!path) return {};
  std::ifstream in(*path, std::ios::binary);
  ImageBytes out;
  const std::string bytes = remaining_text(in);
  out.bytes.assign(bytes.begin(), bytes.end());
  out.mime = mime_of({reinterpret_cast<const char*>(out.bytes.data()), out.bytes.size()});
  if (*out.mime == '\0') out.bytes.clear();
  return out;
}

GlbDocument::GlbDocument(GltfDocument& document) : document_(document), before_(document) {
  merge_buffers();
  take_images_in();
}

void GlbDocument::merge_buffers() {
  const std::size_t count = gltf_count(document_, "buffers");
  std::vector<std::size_t> start;
  for (std::size_t b = 0; b < count; ++b) {
    const std::span<const std::uint8_t> bytes = gltf_buffer(document_, b);
    if (bytes.empty()) {
      throw std::runtime_error("The rig cannot be written: buffer " + std::to_string(b) +
                               " of the model's file could not be read again.");
    }
    start.push_back(size_);
    pieces_.push_back({bytes.data(), bytes.size()});
    size_ += (bytes.size() + 3) / 4 * 4;
  }
  if (count < 2) return;  // nothing moves
  for (std::size_t v = 0; v < gltf_count(document_, "bufferViews"); ++v) {
    move_view(gltf_change(document_, "bufferViews", v), start, size_);
  }
}

void GlbDocument::take_images_in() {
  for (std::size_t i = 0; i < gltf_count(document_, "images"); ++i) {
    if (!is_beside(gltf_get(document_, "images", i))) continue;
    ImageBytes image = image_beside(document_.folder, gltf_get(document_, "images", i));
    if (image.bytes.empty()) {
      ++missing_images_;
      continue;
    }
    const std::size_t view = add_view(std::move(image.bytes), GlbTarget::None);
    json& changed = gltf_change(document_, "images", i);
    if (!changed.contains("name")) changed["name"] = changed["uri"];
    changed.erase("uri");
    changed["mimeType"] = image.mime;
    changed["bufferView"] = view;
  }
}

std::size_t GlbDocument::add_view(std::vector<std::uint8_t> bytes, GlbTarget target) {
  owned_.push_back(std::move(bytes));
  const std::vector<std::uint8_t>& kept = owned_.back();
  json view = {{"buffer", 0u}, {"byteOffset", size_}, {"byteLength", kept.size()}};
  if (target != GlbTarget::None) view["target"] = static_cast<int>(target);
  pieces_.push_back({kept.data(), kept.size()});
  size_ += (kept.size() + 3) / 4 * 4;
  return gltf_append(document_, "bufferViews", std::move(view));
}

// Cuts the ranges, which are in order, out of the pieces.
void GlbDocument::leave_out(const std::vector<GltfLeftovers::Range>& holes) {
  if (holes.empty()) return;
  std::vector<GlbPiece> kept;
  std::size_t begin = 0;  // of the piece, in the buffer
  for (const GlbPiece& piece : pieces_) {
    const auto* bytes = static_cast<const std::uint8_t*>(piece.data);
    std::size_t from = begin;
    const std::size_t end = begin + piece.size;
    for (const auto& hole : holes) {
      if (hole.end <= from || hole.begin >= end) continue;
      if (hole.begin > from) kept.push_back({bytes + (from - begin), hole.begin - from});
      from = std::min(hole.end, end);
    }
    if (from < end) kept.push_back({bytes + (from - begin), end - from});
    begin += (piece.size + 3) / 4 * 4;
  }
  pieces_ = std::move(kept);
  for (const auto& hole : holes) size_ -= hole.end - hole.begin;
}

void GlbDocument::write(FileWriter& file, GlbPacking packing) {
  leave_out(before_.clear(document_, size_));
  if (size_ > 0) {
    if (gltf_count(document_, "buffers") == 0) gltf_append(document_, "buffers", json::object());
    document_.array["buffers"].element.resize(1);
    json& buffer = gltf_change(document_, "buffers", 0);
    buffer.erase("uri");
    buffer["byteLength"] = size_;
  }
  write_glb_file(gltf_json(document_), pieces_, file, packing);
}

}  // namespace bindpose
