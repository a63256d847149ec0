#include "io/gltf/compressed/meshopt.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "io/gltf/compressed/meshopt_filter.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr const char* kMeshopt[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
// The version of the codecs, in the lower half of a stream's first byte.
#if MESHOPTIMIZER_VERSION >= 250
constexpr int kNewestVertices = 1;
#else
constexpr int kNewestVertices = 0;
#endif
constexpr int kNewestIndices = 1;

enum class Mode { Attributes, Triangles, Indices };
enum class Filter { None, Octahedral, Quaternion, Exponential, Color };

struct Stream {
  std::span<const std::uint8_t> data;
  std::size_t count = 0, stride = 0;
  Mode mode = Mode::Attributes;
  Filter filter = Filter::None;
};

std::optional<Mode> mode_of(const std::string& text) {
  if (text == "ATTRIBUTES") return Mode::Attributes;
  if (text == "TRIANGLES") return Mode::Triangles;
  if (text == "INDICES") return Mode::Indices;
  return std::nullopt;
}

std::optional<Filter> filter_of(const std::string& text) {
  if (text.empty() || text == "NONE") return Filter::None;
  if (text == "OCTAHEDRAL") return Filter::Octahedral;
  if (text == "QUATERNION") return Filter::Quaternion;
  if (text == "EXPONENTIAL") return Filter::Exponential;
  if (text == "COLOR") return Filter::Color;
  return std::nullopt;
}

bool fits(const Stream& s) {
  if (s.count == 0 || s.count > std::numeric_limits<std::uint32_t>::max()) return false;
  if (s.mode != Mode::Attributes) {
    const bool whole = s.mode == Mode::Indices || s.count % 3 == 0;
    return (s.stride == 2 || s.stride == 4) && whole && s.filter == Filter::None;
  }
  if (s.stride == 0 || s.stride > 256 || s.stride % 4 != 0) return false;
  switch (s.filter) {
    case Filter::Octahedral:
    case Filter::Color:
      return s.stride == 4 || s.stride == 8;
    case Filter::Quaternion:
      return s.stride == 8;
    default:
      return true;
  }
}

// The shortest stream that can hold so much: the codecs spend a byte a triangle or index, and for
// each byte of a vertex one in 256 vertices.
std::size_t shortest(const Stream& s) {
  constexpr std::size_t kBlock = 256;
  switch (s.mode) {
    case Mode::Triangles:
      return 1 + s.count / 3;
    case Mode::Indices:
      return 1 + s.count;
    case Mode::Attributes:
      break;
  }
  return 1 + s.stride * ((s.count + kBlock - 1) / kBlock);
}

// What is wrong with the stream before it is decoded, or "".
std::string problem_of(const Stream& s, std::size_t room) {
  if (s.data.empty()) return "its bytes do not lie in the file";
  if (!fits(s)) return "its sizes are none that there are";
  if (s.count * s.stride > room) return "it gives more than it has place for";
  if (shortest(s) > s.data.size()) return "it is too short for what it says that it holds";
  const int version = s.data[0] & 0x0f;
  if (version > (s.mode == Mode::Attributes ? kNewestVertices : kNewestIndices)) {
    return "its codec of version " + std::to_string(version) +
           " needs a newer meshoptimizer than this program was built with";
  }
#if MESHOPTIMIZER_VERSION < 250
  if (s.filter == Filter::Color) {
    return "its filter COLOR needs a newer meshoptimizer than this program was built with";
  }
#endif
  return {};
}

void undo_filter(const Stream& s, std::uint8_t* out) {
  switch (s.filter) {
    case Filter::Octahedral:
      undo_octahedral(out, s.count, s.stride);
      break;
    case Filter::Quaternion:
      undo_quaternion(out, s.count);
      break;
    case Filter::Exponential:
      meshopt_decodeFilterExp(out, s.count, s.stride);
      break;
    case Filter::Color:
#if MESHOPTIMIZER_VERSION >= 250
      meshopt_decodeFilterColor(out, s.count, s.stride);
#endif
      break;
    case Filter::None:
      break;
  }
}

std::string decode(const Stream& s, std::span<std::uint8_t> out) {
  const std::uint8_t* data = s.data.data();
  const std::size_t size = s.data.size();
  int failed = 0;
  switch (s.mode) {
    case Mode::Attributes:
      failed = meshopt_decodeVertexBuffer(out.data(), s.count, s.stride, data, size);
      break;
    case Mode::Triangles:
      failed = meshopt_decodeIndexBuffer(out.data(), s.count, s.stride, data, size);
      break;
    case Mode::Indices:
      failed = meshopt_decodeIndexSequence(out.data(), s.count, s.stride, data, size);
      break;
  }
  if (failed != 0) return "its bytes are damaged";
  undo_filter(s, out.data());
  return {};
}

Stream read_stream(GltfDocument& document, const json& packed, std::string& problem) {
  Stream out;
  const auto mode = mode_of(gltf_text(packed, "mode"));
  const auto filter = filter_of(gltf_text(packed, "filter"));
  if (!mode || !filter) {
    problem = "its mode or its filter is not known";
    return out;
  }
  out.mode = *mode;
  out.filter = *filter;
  out.count = gltf_size(packed, "count", 0);
  out.stride = gltf_size(packed, "byteStride", 0);
  const auto buffer = gltf_index(packed, "buffer", gltf_count(document, "buffers"));
  if (buffer) {
    out.data = gltf_bytes(document, *buffer, gltf_size(packed, "byteOffset", 0),
                          gltf_size(packed, "byteLength", 0));
  }
  return out;
}

// Whether the view's own buffer has bytes, those for programs that know no compression.
bool has_plain_bytes(GltfDocument& document, const json& view) {
  const auto index = gltf_index(view, "buffer", gltf_count(document, "buffers"));
  const std::size_t length = gltf_size(view, "byteLength", 0);
  return index && length > 0 &&
         !gltf_bytes(document, *index, gltf_size(view, "byteOffset", 0), length).empty();
}

void take_extension(json& object, const char* name) {
  const auto all = object.find("extensions");
  if (all == object.end() || !all->is_object()) return;
  all->erase(name);
  if (all->empty()) object.erase("extensions");
}

std::optional<DecodeJob> plan_view(GltfDocument& document, std::size_t index, const char* name) {
  const json& view = gltf_get(document, "bufferViews", index);
  const json::json_pointer at(std::string("/extensions/") + name);
  if (!view.is_object() || !view.contains(at) || !view[at].is_object()) return std::nullopt;
  DecodeJob job;
  job.extension = name;
  job.place = "buffer view " + std::to_string(index);
  const Stream stream = read_stream(document, view[at], job.problem);
  if (job.problem.empty()) job.problem = problem_of(stream, gltf_size(view, "byteLength", 0));
  job.has_plain = has_plain_bytes(document, view);
  job.compressed = stream.data.size();
  job.drop = [&document, index, name] {
    take_extension(gltf_change(document, "bufferViews", index), name);
  };
  if (!job.problem.empty()) return job;
  job.bytes = stream.count * stream.stride;
  job.decode = [stream](std::span<std::uint8_t> out) { return decode(stream, out); };
  job.adopt = [&document, index, name, size = job.bytes](std::size_t buffer, std::size_t start) {
    json& changed = gltf_change(document, "bufferViews", index);
    take_extension(changed, name);
    changed["buffer"] = buffer;
    changed["byteOffset"] = start;
    changed["byteLength"] = size;
  };
  return job;
}

}  // namespace

std::vector<DecodeJob> plan_meshopt(GltfDocument& document) {
  std::vector<DecodeJob> out;
  for (std::size_t v = 0; v < gltf_count(document, "bufferViews"); ++v) {
    for (const char* name : kMeshopt) {
      if (document.array["bufferViews"].element[v].text.find(name) == std::string::npos) continue;
      if (auto job = plan_view(document, v, name)) out.push_back(std::move(*job));
    }
  }
  return out;
}

void drop_fallback_buffers(GltfDocument& document) {
  for (std::size_t b = 0; b < gltf_count(document, "buffers"); ++b) {
    const json& buffer = gltf_get(document, "buffers", b);
    if (!buffer.is_object() || !buffer.contains("extensions")) continue;
    for (const char* name : kMeshopt) take_extension(gltf_change(document, "buffers", b), name);
  }
}

}  // namespace bindpose
