#include <array>
#include <cstring>

#include "io/files/companion.h"
#include "io/files/mapped_file.h"
#include "io/gltf/refused/why.h"
#include "io/text/clean_text.h"
#include "scene/names.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::string_view kGlbBegin = "glTF";
constexpr const char* kVersions = "; versions 1.0 and 2.0 are read";

std::uint32_t glb_word(std::string_view bytes, std::size_t at) {
  std::array<unsigned char, 4> b{};
  std::memcpy(b.data(), bytes.data() + at, b.size());
  return std::uint32_t{b[0]} | std::uint32_t{b[1]} << 8 | std::uint32_t{b[2]} << 16 |
         std::uint32_t{b[3]} << 24;
}

std::string fault_of_glb(std::string_view bytes, std::size_t size) {
  constexpr std::uint32_t kJson = 0x4E4F534A;
  constexpr std::size_t kGlbHead = 12, kHeadOfChunk = 8;
  if (bytes.size() < kGlbHead + kHeadOfChunk)
    return "breaks off after " + grouped(size) + " bytes, before its first chunk";
  const std::uint32_t version = glb_word(bytes, 4);
  if (version != 1 && version != 2)
    return "is a GLB of version " + std::to_string(version) + kVersions;
  if (version == 1) return "says that it is a GLB of version 1 and is not built like one";
  if (glb_word(bytes, kGlbHead + 4) != kJson)
    return "does not begin with its JSON, as a GLB has to";
  const std::size_t said = glb_word(bytes, 8);
  if (said != size) return "has " + grouped(size) + " bytes, and its head says " + grouped(said);
  return {};
}

bool lies_in(GltfDocument& document, std::size_t view, std::size_t buffer) {
  return gltf_index(gltf_get(document, "bufferViews", view), "buffer", buffer + 1) == buffer;
}

// Stands for what was unpacked elsewhere, say: what it should hold is nobody's fault.
bool holds_nothing(GltfDocument& document, std::size_t buffer) {
  if (buffer == 0 || gltf_get(document, "buffers", buffer).contains("uri")) return false;
  for (std::size_t v = 0; v < gltf_count(document, "bufferViews"); ++v) {
    if (lies_in(document, v, buffer)) return false;
  }
  return true;
}

}  // namespace

std::string fault_of_frame(const ModelFile& file) {
  std::string_view text = file.text();
  if (text.starts_with(kGlbBegin)) {
    // The head may have been written anew with what was unpacked: only a file that is here in part
    // is as long as it says on the disk.
    std::error_code error;
    const auto size = file.whole ? text.size() : std::filesystem::file_size(file.path, error);
    std::string fault = fault_of_glb(text, error ? text.size() : static_cast<std::size_t>(size));
    if (!fault.empty()) return fault;
    text = gltf_text(file);
  }
  const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
  if (root.is_discarded()) return "has JSON that is damaged";
  if (!root.is_object() || !root.contains("asset") || !root["asset"].is_object())
    return "does not say which version of glTF it is (\"asset\")";
  const std::string version = gltf_text(root["asset"], "version");
  if (version.empty())
    return "does not say which version of glTF it is (\"asset.version\", a text in quotes)";
  if (!version.starts_with("1") && !version.starts_with("2"))
    return "says that it is glTF " + in_quotes(clean_text(version)) + kVersions;
  if (version.starts_with("1") && root.contains("scenes") && root["scenes"].is_array())
    return "says that it is glTF 1.0 and is not built like that";
  return {};
}

std::string fault_of_buffers(GltfDocument& document, std::string& advice) {
  for (std::size_t b = 0; b < gltf_count(document, "buffers"); ++b) {
    const nlohmann::json& buffer = gltf_get(document, "buffers", b);
    const std::string number = "buffer " + std::to_string(b);
    if (!buffer.is_object()) return "has a " + number + " that is no object";
    if (holds_nothing(document, b)) continue;
    const std::string uri = gltf_text(buffer, "uri");
    if (buffer.contains("uri") && !buffer["uri"].is_string())
      return "has a " + number + " whose \"uri\" is no text";
    const std::string shown = in_quotes(clean_text(uri.substr(0, 100)));
    const std::span<const std::uint8_t> bytes = gltf_buffer(document, b);
    const bool elsewhere = !uri.empty() && !uri.starts_with("data:");
    if (elsewhere && uri.find("://") != uri.npos) {
      advice = "nothing is fetched from a network; put that file beside it and name it so";
      return "keeps its numbers at " + shown;
    }
    if (elsewhere && bytes.empty()) {
      const bool leaves = !stays_below(percent_decoded(uri));
      advice = leaves ? "move both into one folder, or export it as .glb, which is one file"
                      : "put that file beside it, or export it as .glb, which is one file";
      return "keeps its numbers in " + shown +
             (leaves ? ", and files outside of its folder are not read"
                     : ", which is not there or can not be read");
    }
    const std::size_t wanted = gltf_size(buffer, "byteLength", 0);
    if (bytes.size() < wanted) {
      if (elsewhere) advice = "copy that file again";
      return "has a " + number + (elsewhere ? " (" + shown + ")" : "") + " of " +
             grouped(bytes.size()) + " bytes, and it should have " + grouped(wanted);
    }
  }
  return {};
}

std::string why_gltf_refused(const ModelFile& file) {
  std::string advice = "export it again";
  std::string fault = fault_of_frame(file);
  if (fault.empty()) {
    std::optional<GltfDocument> document = open_gltf(file);
    if (!document) return {};
    std::optional<MappedFile> mapped;  // a GLB's numbers lie in what was not read
    if (!file.whole) {
      mapped.emplace(file.path);
      if (const auto binary = glb_binary(mapped->text())) document->binary = *binary;
    }
    fault = fault_of_references(*document);
    if (fault.empty()) fault = fault_of_buffers(*document, advice);
    if (fault.empty()) fault = fault_of_numbers(*document);
  }
  if (fault.empty()) return {};
  return quoted_path(file.path) + " " + fault + "; " + advice + ".";
}

}  // namespace bindpose
