#include <algorithm>

#include "io/gltf/refused/why.h"
#include "io/text/clean_text.h"
#include "scene/names.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

std::string numbered(const char* what, std::size_t index) {
  return "is damaged: its " + std::string(what) + " " + std::to_string(index);
}

// A member that has to be a whole number from 0 on, where it is there.
std::string fault_of_counts(const json& element, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    if (!element.contains(key) || element[key].is_number_unsigned()) continue;
    const std::string shown =
        clean_text(element[key].dump(-1, ' ', false, json::error_handler_t::replace));
    return " has " + shown.substr(0, 40) + " for its " + in_quotes(key) +
           ", which is no whole number from 0 on";
  }
  return {};
}

std::string fault_of_view(GltfDocument& document, std::size_t index) {
  const json& view = gltf_get(document, "bufferViews", index);
  const std::string wrong = fault_of_counts(view, {"byteOffset", "byteLength", "byteStride"});
  if (!wrong.empty()) return wrong;
  const auto buffer = gltf_index(view, "buffer", gltf_count(document, "buffers"));
  if (!buffer) return " names no buffer";
  const std::size_t has = gltf_buffer(document, *buffer).size();
  const std::size_t start = gltf_size(view, "byteOffset", 0);
  const std::size_t length = gltf_size(view, "byteLength", 0);
  if (start <= has && length <= has - start) return {};
  return " begins at byte " + grouped(start) + " and has " + grouped(length) + ", and buffer " +
         std::to_string(*buffer) + " ends after " + grouped(has);
}

std::string fault_of_place(GltfDocument& document, const json& part, std::size_t packed,
                           std::size_t count) {
  const auto index = gltf_index(part, "bufferView", gltf_count(document, "bufferViews"));
  if (!index) return {};
  const json& view = gltf_get(document, "bufferViews", *index);
  const std::size_t has = gltf_size(view, "byteLength", 0);
  const std::size_t start = gltf_size(part, "byteOffset", 0);
  const std::size_t stride = gltf_size(view, "byteStride", packed);
  const std::string where = " of buffer view " + std::to_string(*index);
  if (stride < packed)
    return " has " + grouped(packed) + " bytes an element, and those" + where + " are " +
           grouped(stride) + " apart";
  const bool fits = start <= has && has - start >= packed &&
                    (has - start - packed) / std::max<std::size_t>(stride, 1) >= count - 1;
  if (fits) return {};
  return " wants " + grouped(count) + (count == 1 ? " element" : " elements") + " of " +
         grouped(packed) + " bytes from byte " + grouped(start) + where + ", which has " +
         grouped(has) + " bytes";
}

std::string fault_of_accessor(GltfDocument& document, std::size_t index) {
  const json& accessor = gltf_get(document, "accessors", index);
  const std::string wrong = fault_of_counts(accessor, {"count", "byteOffset", "componentType"});
  if (!wrong.empty()) return wrong;
  const std::size_t each =
      gltf_component_size(static_cast<int>(gltf_size(accessor, "componentType", 0)));
  if (each == 0) return " has a \"componentType\" that glTF does not know";
  const std::size_t components = gltf_component_count(gltf_text(accessor, "type"));
  if (components == 0) return " has a \"type\" that glTF does not know";
  const std::size_t count = gltf_size(accessor, "count", 0);
  if (count == 0) return " has no elements";
  std::string fault = fault_of_place(document, accessor, each * components, count);
  if (!fault.empty() || !accessor.contains("sparse")) return fault;
  const json& sparse = accessor["sparse"];
  const std::size_t others = gltf_size(sparse, "count", 0);
  if (others == 0 || others > count) return " is sparse with a \"count\" that does not fit";
  if (!read_accessor(document, index)) return " is sparse, and what it changes does not fit it";
  return {};
}

// What an attribute has to be made of, by the specification (3.7.2.1).
struct Expected {
  std::string_view attribute;
  const char* type;
  bool whole;  // numbers of joints
};
constexpr Expected kExpected[] = {{"POSITION", "VEC3", false},
                                  {"NORMAL", "VEC3", false},
                                  {"TEXCOORD_", "VEC2", false},
                                  {"JOINTS_", "VEC4", true},
                                  {"WEIGHTS_", "VEC4", false}};

std::string fault_of_attribute(const std::string& name, const json& accessor) {
  for (const Expected& e : kExpected) {
    if (!name.starts_with(e.attribute)) continue;
    if (gltf_text(accessor, "type") != e.type)
      return " has " + name + " of type " + in_quotes(clean_text(gltf_text(accessor, "type"))) +
             ", and it has to be " + e.type;
    if (e.whole && gltf_size(accessor, "componentType", 0) == kGltfFloat)
      return " has " + name + " of fractions, and joints are numbered by whole numbers";
  }
  return {};
}

std::string fault_of_indices(GltfDocument& document, const json& primitive, std::size_t vertices) {
  const auto index = gltf_index(primitive, "indices", gltf_count(document, "accessors"));
  if (!index) return {};
  const json& accessor = gltf_get(document, "accessors", *index);
  const std::size_t type = gltf_size(accessor, "componentType", 0);
  if (type != kGltfByte && type != kGltfShort && type != kGltfInt)
    return " has indices that are no whole numbers from 0 on";
  const auto values = read_accessor(document, *index);
  if (!values) return " has indices that can not be read";
  for (const float v : values->value) {
    if (v < static_cast<float>(vertices)) continue;
    return " has a triangle with vertex " + grouped(static_cast<std::size_t>(v)) +
           ", and its vertices are 0 to " + grouped(vertices - 1);
  }
  return {};
}

std::string fault_of_primitive(GltfDocument& document, const json& primitive) {
  const std::size_t accessors = gltf_count(document, "accessors");
  if (!primitive.is_object() || !primitive.contains("attributes")) return " has no attributes";
  const json& attributes = primitive["attributes"];
  const auto position = gltf_index(attributes, "POSITION", accessors);
  if (!position) return " has no positions (POSITION), so nothing of it can be shown";
  const std::size_t vertices = gltf_size(gltf_get(document, "accessors", *position), "count", 0);
  for (const auto& [name, value] : attributes.items()) {
    const auto index = gltf_index(attributes, name.c_str(), accessors);
    if (!index) continue;
    const json& accessor = gltf_get(document, "accessors", *index);
    const std::string fault = fault_of_attribute(name, accessor);
    if (!fault.empty()) return fault;
    const std::size_t count = gltf_size(accessor, "count", 0);
    if (count != vertices)
      return " has " + grouped(vertices) + " positions and " + grouped(count) + " entries of " +
             clean_text(name);
  }
  return vertices == 0 ? std::string() : fault_of_indices(document, primitive, vertices);
}

std::string fault_of_mesh(GltfDocument& document, std::size_t index) {
  const json& mesh = gltf_get(document, "meshes", index);
  const json& primitives = gltf_array(mesh, "primitives");
  if (primitives.empty()) return " has no primitives, so nothing of it can be shown";
  for (const json& primitive : primitives) {
    const std::string fault = fault_of_primitive(document, primitive);
    if (!fault.empty()) return fault;
  }
  return {};
}

std::string fault_of_animation(GltfDocument& document, std::size_t index) {
  const json& animation = gltf_get(document, "animations", index);
  const std::size_t samplers = gltf_array(animation, "samplers").size();
  for (const json& channel : gltf_array(animation, "channels")) {
    if (!gltf_index(channel, "sampler", samplers)) return " has a channel without a sampler of its";
    const std::string path = gltf_text(channel.value("target", json()), "path");
    if (path != "translation" && path != "rotation" && path != "scale" && path != "weights")
      return " has a channel that moves " + in_quotes(clean_text(path)) +
             ", which is no translation, rotation, scale or weights";
  }
  return {};
}

}  // namespace

std::string fault_of_numbers(GltfDocument& document) {
  constexpr struct {
    const char *array, *one;
    std::string (*fault)(GltfDocument&, std::size_t);
  } kKinds[] = {{"bufferViews", "buffer view", fault_of_view},
                {"accessors", "accessor", fault_of_accessor},
                {"meshes", "mesh", fault_of_mesh},
                {"animations", "animation", fault_of_animation}};
  for (const auto& kind : kKinds) {
    for (std::size_t k = 0; k < gltf_count(document, kind.array); ++k) {
      const std::string fault = kind.fault(document, k);
      if (!fault.empty()) return numbered(kind.one, k) + fault;
    }
  }
  return {};
}

}  // namespace bindpose
