#include <array>

#include "io/gltf/refused/why.h"
#include "io/text/clean_text.h"
#include "math/ascii.h"
#include "scene/names.h"

namespace bindpose {
namespace {

using nlohmann::json;

// Members that hold the number of another part, a list of such numbers, or an object of them; by
// the array of the root that they stand below.
struct Reference {
  const char* array;
  const char* key;
  const char* target;
};
constexpr std::array<Reference, 21> kReferences{{
    {"accessors", "bufferView", "bufferViews"},  // of sparse ones, too
    {"bufferViews", "buffer", "buffers"},
    {"images", "bufferView", "bufferViews"},
    {"textures", "source", "images"},
    {"textures", "sampler", "samplers"},
    {"materials", "index", "textures"},
    {"meshes", "indices", "accessors"},
    {"meshes", "material", "materials"},
    {"meshes", "attributes", "accessors"},
    {"meshes", "targets", "accessors"},
    {"nodes", "mesh", "meshes"},
    {"nodes", "skin", "skins"},
    {"nodes", "camera", "cameras"},
    {"nodes", "children", "nodes"},
    {"skins", "joints", "nodes"},
    {"skins", "skeleton", "nodes"},
    {"skins", "inverseBindMatrices", "accessors"},
    {"scenes", "nodes", "nodes"},
    {"animations", "input", "accessors"},
    {"animations", "output", "accessors"},
    {"animations", "node", "nodes"},
}};

// "bufferViews" -> "buffer view"
std::string one_of(std::string_view array) {
  if (array == "meshes") return "mesh";
  std::string out;
  for (const char c : array.substr(0, array.size() - 1)) {
    if (is_upper(c)) out += ' ';
    out += to_lower(c);
  }
  return out;
}

std::string several_of(std::string_view array) {
  const std::string one = one_of(array);
  return array == "meshes" ? "meshes" : one + "s";
}

// `mesh 0 ("body")`
std::string named_part(const char* array, std::size_t index, const json& element) {
  const std::string name = clean_text(gltf_text(element, "name").substr(0, 60));
  return one_of(array) + " " + std::to_string(index) +
         (name.empty() ? "" : " (" + in_quotes(name) + ")");
}

class ReferenceCheck {
 public:
  explicit ReferenceCheck(GltfDocument& document) : document_(document) {}

  // What is wrong with an element; "": nothing.
  std::string fault_of(const char* array, std::size_t index) {
    const json& element = gltf_get(document_, array, index);
    const std::string fault = element.is_object() ? look_into(array, element) : " is no object";
    return fault.empty() ? fault : "is damaged: its " + named_part(array, index, element) + fault;
  }

  // Of the number behind a member.
  std::string fault_of_value(const json& value, const char* target) {
    if (value.is_array() || value.is_object()) {
      for (const json& one : value) {
        const std::string fault = fault_of_value(one, target);
        if (!fault.empty()) return fault;
      }
      return {};
    }
    const std::size_t there = gltf_count(document_, target);
    if (value.is_number_unsigned() && value.get<std::size_t>() < there) return {};
    const std::string shown =
        clean_text(value.dump(-1, ' ', false, json::error_handler_t::replace));
    const std::string held = there == 0 ? "has no " + several_of(target)
                                        : "has " + std::to_string(there) + " " +
                                              (there == 1 ? one_of(target) : several_of(target)) +
                                              ", counted from 0";
    return " names " + one_of(target) + " " + shown.substr(0, 40) + ", and the file " + held;
  }

 private:
  std::string look_into(std::string_view array, const json& object) {
    for (const auto& [key, value] : object.items()) {
      if (key == "extras" || key == "extensions") continue;
      const char* target = nullptr;
      for (const Reference& r : kReferences) {
        if (array == r.array && key == r.key) target = r.target;
      }
      std::string fault;
      if (target != nullptr && array == "meshes" && (key == "attributes" || key == "targets") &&
          !value.is_structured()) {
        fault = " has " + in_quotes(key) + " that are no list of accessors";
      } else if (target != nullptr && !(array == "accessors" && value.is_object())) {
        fault = fault_of_value(value, target);
      } else if (value.is_object()) {
        fault = look_into(array, value);
      } else if (value.is_array()) {
        for (const json& one : value) {
          if (one.is_object() && fault.empty()) fault = look_into(array, one);
        }
      }
      if (!fault.empty()) return fault;
    }
    return {};
  }

  GltfDocument& document_;
};

}  // namespace

std::string fault_of_references(GltfDocument& document) {
  ReferenceCheck check(document);
  for (const char* array : {"scenes", "nodes", "skins", "meshes", "materials", "textures", "images",
                            "animations", "accessors", "bufferViews"}) {
    for (std::size_t i = 0; i < gltf_count(document, array); ++i) {
      const std::string fault = check.fault_of(array, i);
      if (!fault.empty()) return fault;
    }
  }
  const json scene = gltf_member(document, "scene");
  const std::string fault = scene.is_null() ? "" : check.fault_of_value(scene, "scenes");
  return fault.empty() ? fault : "is damaged: its \"scene\"" + fault;
}

}  // namespace bindpose
