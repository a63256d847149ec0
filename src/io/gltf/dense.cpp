#include "io/gltf/dense.h"

#include <map>
#include <optional>
#include <set>

#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// The type that holds the values without loss: weights and places are floats, what counts stays a
// whole number.
int dense_type(const GltfValues& values) {
  if (values.normalized) return kGltfFloat;
  if (values.component_type == kGltfInt) return kGltfInt;
  const bool counts = values.component_type == kGltfByte || values.component_type == kGltfShort;
  return counts ? kGltfShort : kGltfFloat;
}

bool is_geometry(std::string_view attribute) {
  return attribute == "POSITION" || attribute == "NORMAL" || attribute == "TANGENT" ||
         attribute.starts_with("TEXCOORD_");
}

void add_attributes(const json& attributes, std::size_t accessors, bool all,
                    std::set<std::size_t>& out) {
  if (!attributes.is_object()) return;
  for (const auto& [name, value] : attributes.items()) {
    if (!all && !is_geometry(name)) continue;
    if (const auto index = gltf_index(attributes, name.c_str(), accessors)) out.insert(*index);
  }
}

// The accessors of attributes of vertices and shapes.
std::set<std::size_t> attributes_of_meshes(GltfDocument& document, bool all) {
  const std::size_t accessors = gltf_count(document, "accessors");
  std::set<std::size_t> out;
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    for (const json& primitive : gltf_array(gltf_get(document, "meshes", m), "primitives")) {
      if (!primitive.is_object()) continue;
      if (primitive.contains("attributes")) {
        add_attributes(primitive["attributes"], accessors, all, out);
      }
      for (const json& target : gltf_array(primitive, "targets")) {
        add_attributes(target, accessors, all, out);
      }
    }
  }
  return out;
}

// Of all vertices' places and directions.
std::set<std::size_t> geometry(GltfDocument& document) {
  return attributes_of_meshes(document, false);
}
std::set<std::size_t> used_by_meshes(GltfDocument& document) {
  return attributes_of_meshes(document, true);
}

// Whole numbers of colours are parts of the largest, whether the accessor says so or not.
float largest_of(const GltfValues& values) {
  if (values.normalized) return 1.0f;
  if (values.component_type == kGltfByte) return 255.0f;
  return values.component_type == kGltfShort ? 65535.0f : 1.0f;
}

std::optional<std::size_t> opaque_copy(GltfDocument& document, std::size_t accessor) {
  const auto colors = read_accessor(document, accessor);
  if (!colors || colors->components != 3) return {};
  std::vector<float> opaque;
  opaque.reserve(4 * colors->count);
  for (std::size_t i = 0; i < colors->value.size(); ++i) {
    opaque.push_back(colors->value[i] / largest_of(*colors));
    if (i % 3 == 2) opaque.push_back(1.0f);
  }
  return add_accessor(document, opaque, "VEC4", colors->count, kGltfFloat);
}

void report_failed(std::size_t failed, Model& model) {
  if (failed == 0) return;
  report(model, Severity::Warning, "file",
         counted(failed, "array of numbers", "arrays of numbers") +
             " could not be read; what they hold may be wrong.");
}

}  // namespace

bool make_dense(GltfDocument& document, Model& model) {
  std::size_t done = 0;
  std::size_t failed = 0;
  const std::size_t count = gltf_count(document, "accessors");
  std::optional<std::set<std::size_t>> shown;
  for (std::size_t a = 0; a < count; ++a) {
    const std::string_view text = document.array["accessors"].element[a].text;
    // Most are neither, and are not parsed for it.
    const bool may_be_sparse = text.find("\"sparse\"") != text.npos;
    if (!may_be_sparse && text.find("\"bufferView\"") != text.npos) continue;
    const json& accessor = gltf_get(document, "accessors", a);
    if (!accessor.is_object()) continue;
    if (!accessor.contains("sparse")) {
      if (accessor.contains("bufferView")) continue;
      if (!shown) shown = used_by_meshes(document);
      if (!shown->contains(a)) continue;
    }
    if (const auto values = read_accessor(document, a)) {
      replace_accessor(document, a, *values, dense_type(*values));
      ++done;
    } else {
      ++failed;
    }
  }
  report_failed(failed, model);
  return done + failed > 0;
}

bool dequantise(GltfDocument& document, Model& model) {
  std::size_t done = 0;
  std::size_t failed = 0;
  for (const std::size_t a : geometry(document)) {
    const json& accessor = gltf_get(document, "accessors", a);
    if (!accessor.is_object()) continue;
    const auto type = accessor.find("componentType");
    if (type == accessor.end() || !type->is_number_integer() || *type == kGltfFloat) continue;
    if (const auto values = read_accessor(document, a)) {
      replace_accessor(document, a, *values, kGltfFloat);
      ++done;
    } else {
      ++failed;
    }
  }
  if (done > 0) {
    report(model, Severity::Info, "file",
           "Positions, normals or texture coordinates are stored as whole numbers (" +
               counted(done, "array", "arrays") + "); read as the numbers that they stand for.");
  }
  report_failed(failed, model);
  return done + failed > 0;
}

bool dequantise_clips(GltfDocument& document) {
  constexpr std::string_view kNormalized = "\"normalized\"";
  std::set<std::size_t> whole;  // that may be rotations; animations are large, and rarely needed
  for (std::size_t a = 0; a < gltf_count(document, "accessors"); ++a) {
    if (document.array["accessors"].element[a].text.find(kNormalized) == std::string::npos)
      continue;
    const json& accessor = gltf_get(document, "accessors", a);
    if (!accessor.is_object() || accessor.value("normalized", json()) != true) continue;
    if (accessor.value("componentType", json()) != kGltfFloat) whole.insert(a);
  }
  for (const std::size_t used : used_by_meshes(document)) whole.erase(used);
  if (whole.empty()) return false;
  bool changed = false;
  for (std::size_t a = 0; a < gltf_count(document, "animations"); ++a) {
    for (const json& sampler : gltf_array(gltf_get(document, "animations", a), "samplers")) {
      const auto output = gltf_index(sampler, "output", gltf_count(document, "accessors"));
      if (!output || whole.erase(*output) == 0) continue;
      const auto values = read_accessor(document, *output);
      if (!values) continue;
      replace_accessor(document, *output, *values, kGltfFloat);
      changed = true;
    }
  }
  return changed;
}

bool make_opaque(GltfDocument& document) {
  bool found = false;
  std::map<std::size_t, std::optional<std::size_t>> made;  // accessor -> the one with alpha
  const std::size_t accessors = gltf_count(document, "accessors");
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    const std::size_t primitives = gltf_array(gltf_get(document, "meshes", m), "primitives").size();
    for (std::size_t p = 0; p < primitives; ++p) {
      const json& primitive = gltf_get(document, "meshes", m)["primitives"][p];
      if (!primitive.is_object() || !primitive.contains("attributes")) continue;
      const auto color = gltf_index(primitive["attributes"], "COLOR_0", accessors);
      if (!color || gltf_text(gltf_get(document, "accessors", *color), "type") != "VEC3") continue;
      found = true;
      const auto known = made.find(*color);
      const std::optional<std::size_t> opaque =
          known != made.end() ? known->second : (made[*color] = opaque_copy(document, *color));
      if (!opaque) continue;
      gltf_change(document, "meshes", m)["primitives"][p]["attributes"]["COLOR_0"] = *opaque;
    }
  }
  return found;
}

}  // namespace bindpose
