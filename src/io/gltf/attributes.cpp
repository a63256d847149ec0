#include "io/gltf/attributes.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>

#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// Of coordinates and colours; of weights as many as there can be joints.
constexpr std::size_t kMostSets = 64, kMostWeightSets = 16384;
constexpr const char* kJoints = "JOINTS_";
constexpr const char* kWeights = "WEIGHTS_";

// Of "TEXCOORD_12" the 12.
std::optional<std::size_t> set_number(std::string_view name, std::string_view kind) {
  if (!name.starts_with(kind)) return std::nullopt;
  name.remove_prefix(kind.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || std::to_string(number) != name) return std::nullopt;
  return number;
}

using Sets = std::map<std::size_t, json>;

Sets sets_of(const json& attributes, std::string_view kind) {
  Sets out;
  const std::size_t most = kind == kJoints || kind == kWeights ? kMostWeightSets : kMostSets;
  for (const auto& [name, value] : attributes.items()) {
    const auto number = set_number(name, kind);
    if (number && *number < most) out[*number] = value;
  }
  return out;
}

bool has_gap(const Sets& sets) {
  return !sets.empty() && sets.rbegin()->first + 1 != sets.size();
}

void erase(json& attributes, const std::string& kind, const Sets& sets) {
  for (const auto& [number, value] : sets) attributes.erase(kind + std::to_string(number));
}

bool close_gaps_of_surface(json& attributes) {
  bool changed = false;
  for (const std::string kind : {"TEXCOORD_", "COLOR_"}) {
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
      if (number != next) break;
      attributes[kind + std::to_string(next++)] = value;
    }
  }
  return changed;
}

// Takes out the sets that are without their other half; their names, "" where there are none.
std::string drop_unpaired(json& attributes) {
  const Sets joints = sets_of(attributes, kJoints), weights = sets_of(attributes, kWeights);
  std::string names;
  const auto drop = [&](const char* kind, const Sets& sets, const Sets& others) {
    for (const auto& [number, value] : sets) {
      if (others.contains(number)) continue;
      const std::string name = kind + std::to_string(number);
      attributes.erase(name);
      names += (names.empty() ? "" : ", ") + name;
    }
  };
  drop(kJoints, joints, weights);
  drop(kWeights, weights, joints);
  return names;
}

// Of sets that are all in pairs.
bool close_gaps_of_weights(json& attributes) {
  const Sets joints = sets_of(attributes, kJoints), weights = sets_of(attributes, kWeights);
  if (!has_gap(joints)) return false;
  erase(attributes, kJoints, joints);
  erase(attributes, kWeights, weights);
  std::size_t next = 0;
  for (const auto& [number, value] : joints) {
    const std::string fresh = std::to_string(next++);
    attributes[kJoints + fresh] = value;
    attributes[kWeights + fresh] = weights.at(number);
  }
  return true;
}

constexpr const char* kTenth[] = {"TEXCOORD_10", "COLOR_10", "JOINTS_10", "WEIGHTS_10"};

bool has_tenth_set(const json& attributes) {
  return attributes.is_object() &&
         std::ranges::any_of(kTenth, [&](const char* name) { return attributes.contains(name); });
}

// "JOINTS_12" as {"JOINTS_", 12}; other names with the number 0.
std::pair<std::string_view, std::size_t> counted_name(std::string_view name) {
  for (const std::string_view kind : {"TEXCOORD_", "COLOR_", kJoints, kWeights}) {
    if (const auto number = set_number(name, kind)) return {kind, *number};
  }
  return {name, 0};
}

using Ordered = nlohmann::ordered_json;

void count_sets(Ordered& mesh) {
  for (Ordered& primitive : mesh["primitives"]) {
    if (!primitive.is_object() || !primitive.contains("attributes")) continue;
    Ordered& attributes = primitive["attributes"];
    std::vector<std::string> names;
    for (const auto& [name, value] : attributes.items()) names.push_back(name);
    std::ranges::stable_sort(names, {}, [](const std::string& n) { return counted_name(n); });
    Ordered sorted = Ordered::object();
    for (const std::string& name : names) sorted[name] = std::move(attributes[name]);
    attributes = std::move(sorted);
  }
}

bool has_tenth_set_in(const json& mesh) {
  for (const json& primitive : gltf_array(mesh, "primitives")) {
    if (primitive.is_object() && primitive.contains("attributes") &&
        has_tenth_set(primitive["attributes"]))
      return true;
  }
  return false;
}

}  // namespace

std::string gltf_dump(const json& element) {
  constexpr auto kReplace = json::error_handler_t::replace;
  if (!has_tenth_set_in(element)) return element.dump(-1, ' ', false, kReplace);
  Ordered ordered(element);
  count_sets(ordered);
  return ordered.dump(-1, ' ', false, kReplace);
}

std::vector<std::size_t> weight_sets(const json& attributes) {
  const Sets joints = sets_of(attributes, kJoints), weights = sets_of(attributes, kWeights);
  std::vector<std::size_t> out;
  for (const auto& [number, value] : joints) {
    if (weights.contains(number)) out.push_back(number);
  }
  return out;
}

bool close_gaps(GltfDocument& document, Model& model) {
  std::size_t parts = 0, unpaired = 0, uncounted = 0;
  std::string names;  // of what the first unpaired part lost
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    const std::size_t count = gltf_array(gltf_get(document, "meshes", m), "primitives").size();
    for (std::size_t p = 0; p < count; ++p) {
      const json& primitive = gltf_get(document, "meshes", m)["primitives"][p];
      if (!primitive.is_object() || !primitive.contains("attributes")) continue;
      json attributes = primitive["attributes"];
      if (!attributes.is_object()) continue;
      const std::string dropped = drop_unpaired(attributes);
      const bool surface = close_gaps_of_surface(attributes);
      const bool closed = close_gaps_of_weights(attributes) || surface;
      if (has_tenth_set(attributes)) {
        ++uncounted;
      } else if (dropped.empty() && !closed) {
        continue;
      }
      gltf_change(document, "meshes", m)["primitives"][p]["attributes"] = std::move(attributes);
      if (closed) ++parts;
      if (!dropped.empty() && unpaired++ == 0) names = dropped;
    }
  }
  if (unpaired > 0) {
    report(model, Severity::Warning, "file",
           counted(unpaired, "part of a mesh has", "parts of meshes have") +
               " sets of joints without weights, or of weights without joints (" + names +
               "); these were left out.");
  }
  if (parts > 0) {
    report(model, Severity::Info, "file",
           counted(parts, "part of a mesh does", "parts of meshes do") +
               " not count sets of texture coordinates, colours or weights from 0; read by the "
               "sets that are there.");
  }
  return parts + unpaired + uncounted > 0;
}

void note_meshes_without_skin(GltfDocument& document, Model& model) {
  const std::size_t meshes = gltf_count(document, "meshes"), skins = gltf_count(document, "skins");
  for (std::size_t n = 0; n < gltf_count(document, "nodes"); ++n) {
    const json& node = gltf_get(document, "nodes", n);
    const auto mesh = gltf_index(node, "mesh", meshes);
    if (!mesh || gltf_index(node, "skin", skins)) continue;
    const json& primitives = gltf_array(gltf_get(document, "meshes", *mesh), "primitives");
    const bool weighted = std::any_of(primitives.begin(), primitives.end(), [](const json& p) {
      return p.is_object() && p.contains("attributes") && p["attributes"].is_object() &&
             p["attributes"].contains("JOINTS_0") && p["attributes"].contains("WEIGHTS_0");
    });
    if (!weighted) continue;
    report(model, Severity::Warning, "mesh " + clean_text(gltf_node_name(document, n)),
           "Its vertices have joints and weights, but its node has no skin: they do nothing.");
    model.report.back().kind = ReportKind::MeshWithoutSkin;
  }
}

}  // namespace bindpose
