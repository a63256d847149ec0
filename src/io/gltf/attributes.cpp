#include "io/gltf/attributes.h"

#include <charconv>
#include <map>
#include <optional>
#include <string>

#include "io/text/import_report.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr std::size_t kMostSets = 64;

// Of "TEXCOORD_12" the 12.
std::optional<std::size_t> set_number(std::string_view name, std::string_view kind) {
  if (!name.starts_with(kind)) return std::nullopt;
  name.remove_prefix(kind.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool sound = error == std::errc() && end == name.data() + name.size();
  return sound ? std::optional(number) : std::nullopt;
}

using Sets = std::map<std::size_t, json>;

Sets sets_of(const json& attributes, std::string_view kind) {
  Sets out;
  for (const auto& [name, value] : attributes.items()) {
    const auto number = set_number(name, kind);
    if (number && *number < kMostSets) out[*number] = value;
  }
  return out;
}

bool has_gap(const Sets& sets) {
  return !sets.empty() && sets.rbegin()->first + 1 != sets.size();
}

void erase(json& attributes, const std::string& kind, const Sets& sets) {
  for (const auto& [number, value] : sets) attributes.erase(kind + std::to_string(number));
}

bool close_gaps_of(json& attributes) {
  bool changed = false;
  for (const std::string kind : {"TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"}) {
    const Sets sets = sets_of(attributes, kind);
    if (!has_gap(sets)) continue;
    changed = true;
    if (kind == "TEXCOORD_") {
      for (std::size_t n = 0; n < sets.rbegin()->first; ++n) {
        attributes[kind + std::to_string(n)] = sets.lower_bound(n)->second;
      }
      continue;
    }
    erase(attributes, kind, sets);
    std::size_t next = 0;
    for (const auto& [number, value] : sets) {
      if (kind == "COLOR_" && number != next) break;
      attributes[kind + std::to_string(next++)] = value;
    }
  }
  return changed;
}

}  // namespace

bool close_gaps(GltfDocument& document, Model& model) {
  std::size_t parts = 0;
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    const std::size_t count = gltf_array(gltf_get(document, "meshes", m), "primitives").size();
    for (std::size_t p = 0; p < count; ++p) {
      const json& primitive = gltf_get(document, "meshes", m)["primitives"][p];
      if (!primitive.is_object() || !primitive.contains("attributes")) continue;
      json attributes = primitive["attributes"];
      if (!attributes.is_object() || !close_gaps_of(attributes)) continue;
      gltf_change(document, "meshes", m)["primitives"][p]["attributes"] = std::move(attributes);
      ++parts;
    }
  }
  if (parts == 0) return false;
  report(model, Severity::Info, "file",
         counted(parts, "part of a mesh does", "parts of meshes do") +
             " not count sets of texture coordinates, colours or weights from 0; read by the sets "
             "that are there.");
  return true;
}

}  // namespace bindpose
