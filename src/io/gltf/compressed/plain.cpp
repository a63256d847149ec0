#include "io/gltf/compressed/plain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "io/gltf/compressed/decompress.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "io/text/json_text.h"
#include "scene/model.h"

namespace bindpose {
namespace {

using nlohmann::json;

// Bytes of a buffer that something names, and where they come to lie.
struct KeptRange {
  std::size_t buffer = 0, first = 0, last = 0;
  std::size_t at = 0;
};

// What names a place in a buffer: a view, or an extension of one that is not known here.
std::vector<json*> places_of(json& view) {
  std::vector<json*> out;
  if (!view.is_object()) return out;
  if (view.contains("buffer")) out.push_back(&view);
  const auto extensions = view.find("extensions");
  if (extensions == view.end() || !extensions->is_object()) return out;
  for (auto& [name, extension] : extensions->items()) {
    if (extension.is_object() && extension.contains("buffer")) out.push_back(&extension);
  }
  return out;
}

class KeptBytes {
 public:
  explicit KeptBytes(GltfDocument& document) : document_(document) {}

  // False where something names bytes that are not there.
  bool pack();
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::optional<KeptRange> kept_range(const json& place);
  void merge();
  void move(json& place) const;

  GltfDocument& document_;
  std::vector<KeptRange> ranges_;
  std::vector<std::uint8_t> bytes_;
};

std::optional<KeptRange> KeptBytes::kept_range(const json& place) {
  const auto buffer = gltf_index(place, "buffer", gltf_count(document_, "buffers"));
  const std::size_t length = gltf_size(place, "byteLength", 0);
  const std::size_t first = gltf_size(place, "byteOffset", 0);
  if (!buffer || length == 0 || gltf_bytes(document_, *buffer, first, length).empty()) return {};
  constexpr std::size_t kAlign = 4;  // nothing may leave its place within a word
  const std::size_t whole = gltf_buffer(document_, *buffer).size();
  return KeptRange{*buffer, first / kAlign * kAlign,
                   std::min((first + length + kAlign - 1) / kAlign * kAlign, whole)};
}

// In the file's order, those that overlap or touch as one.
void KeptBytes::merge() {
  std::sort(ranges_.begin(), ranges_.end(), [](const KeptRange& a, const KeptRange& b) {
    return std::tie(a.buffer, a.first) < std::tie(b.buffer, b.first);
  });
  std::vector<KeptRange> merged;
  for (const KeptRange& r : ranges_) {
    const bool joins =
        !merged.empty() && merged.back().buffer == r.buffer && r.first <= merged.back().last;
    if (joins) {
      merged.back().last = std::max(merged.back().last, r.last);
    } else {
      merged.push_back(r);
    }
  }
  std::size_t size = 0;
  for (KeptRange& r : merged) {
    r.at = size;
    size += (r.last - r.first + 3) / 4 * 4;
  }
  bytes_.reserve(size);
  for (const KeptRange& r : merged) {
    const auto from = gltf_bytes(document_, r.buffer, r.first, r.last - r.first);
    bytes_.insert(bytes_.end(), from.begin(), from.end());
    bytes_.resize((bytes_.size() + 3) / 4 * 4, 0);
  }
  ranges_ = std::move(merged);
}

void KeptBytes::move(json& place) const {
  const auto buffer = place["buffer"].get<std::size_t>();
  const std::size_t first = gltf_size(place, "byteOffset", 0);
  const auto after = std::upper_bound(
      ranges_.begin(), ranges_.end(), std::pair(buffer, first),
      [](const auto& key, const KeptRange& r) { return key < std::pair(r.buffer, r.first); });
  const KeptRange& in = *std::prev(after);
  place["buffer"] = 0;
  place["byteOffset"] = in.at + (first - in.first);
}

bool KeptBytes::pack() {
  const std::size_t views = gltf_count(document_, "bufferViews");
  for (std::size_t v = 0; v < views; ++v) {
    for (const json* place : places_of(gltf_change(document_, "bufferViews", v))) {
      const auto range = kept_range(*place);
      if (!range) return false;
      ranges_.push_back(*range);
    }
  }
  merge();
  for (std::size_t v = 0; v < views; ++v) {
    for (json* place : places_of(gltf_change(document_, "bufferViews", v))) move(*place);
  }
  if (gltf_count(document_, "buffers") == 0) gltf_append(document_, "buffers", json::object());
  document_.array["buffers"].element.resize(1);
  json& buffer = gltf_change(document_, "buffers", 0);
  if (!buffer.is_object()) buffer = json::object();
  buffer.erase("uri");
  buffer["byteLength"] = bytes_.size();
  return true;
}

// Those that an accessor states are of the numbers before they were packed.
void state_bounds(GltfDocument& document, std::size_t accessor) {
  const json& stated = gltf_get(document, "accessors", accessor);
  if (!stated.is_object() || !stated.contains("min") || !stated.contains("max")) return;
  if (gltf_size(stated, "componentType", 0) != kGltfFloat) return;
  const auto values = read_accessor(document, accessor);
  if (!values || values->components == 0) return;
  constexpr float kFar = std::numeric_limits<float>::infinity();
  std::vector<float> least(values->components, kFar), most(values->components, -kFar);
  for (std::size_t i = 0; i < values->value.size(); ++i) {
    const std::size_t c = i % values->components;
    least[c] = std::min(least[c], values->value[i]);
    most[c] = std::max(most[c], values->value[i]);
  }
  const auto finite = [](float v) { return std::isfinite(v); };
  if (!std::all_of(least.begin(), least.end(), finite) ||
      !std::all_of(most.begin(), most.end(), finite)) {
    return;
  }
  json& changed = gltf_change(document, "accessors", accessor);
  for (const auto& [key, bound] : {std::pair("min", &least), std::pair("max", &most)}) {
    changed[key] = json::array();
    for (const float v : *bound) changed[key].push_back(shortest_double(v));
  }
}

void state_bounds_of_decoded(GltfDocument& document, std::size_t buffer) {
  const std::size_t views = gltf_count(document, "bufferViews");
  for (std::size_t a = 0; a < gltf_count(document, "accessors"); ++a) {
    const auto view = gltf_index(gltf_get(document, "accessors", a), "bufferView", views);
    if (!view) continue;
    const json& at = gltf_get(document, "bufferViews", *view);
    if (gltf_index(at, "buffer", buffer + 1) == buffer) state_bounds(document, a);
  }
}

}  // namespace

std::vector<std::uint8_t> plain_gltf(const std::filesystem::path& path) {
  ModelFile file = read_model_file(path);
  read_rest(file);
  const bool is_gltf = file.format == FileFormat::Gltf || file.format == FileFormat::Glb;
  std::optional<GltfDocument> document = is_gltf ? open_gltf(file) : std::nullopt;
  if (!document || !is_compressed(*document)) {
    throw ImportError(quoted_path(path) + " is no compressed glTF file.");
  }
  Model said;  // the import told it
  const std::size_t buffers = gltf_count(*document, "buffers");
  decompress(*document, file, said, [](float) {});
  state_bounds_of_decoded(*document, buffers);
  KeptBytes kept(*document);
  const std::string unsound = quoted_path(path) + " names bytes that it does not have.";
  if (!kept.pack()) throw ImportError(unsound);
  try {
    return glb_bytes(gltf_json(*document), kept.bytes());
  } catch (const std::length_error&) {
    throw ImportError(quoted_path(path) + " is larger than a GLB may be.");
  }
}

}  // namespace bindpose
