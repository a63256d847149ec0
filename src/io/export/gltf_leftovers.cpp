#include "io/export/gltf_leftovers.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace bindpose {
namespace {

using nlohmann::json;
using Range = GltfLeftovers::Range;

// Extensions that refer to no accessor and to no view.
bool is_harmless(const std::string& extension) {
  constexpr std::array kHarmless{"KHR_materials_",   "KHR_texture_",
                                 "KHR_lights_",      "KHR_mesh_quantization",
                                 "KHR_node_",        "KHR_animation_pointer",
                                 "KHR_xmp",          "EXT_texture_",
                                 "EXT_lights_",      "EXT_mesh_features",
                                 "MSFT_texture_",    "MSFT_lod",
                                 "FB_ngon_encoding", "GODOT_",
                                 "ADOBE_materials_", "VRM"};
  return std::ranges::any_of(kHarmless,
                             [&](const char* name) { return extension.starts_with(name); });
}

bool may_refer_otherwise(GltfDocument& document) {
  const json used = gltf_member(document, "extensionsUsed");
  if (used.is_null()) return false;
  return !used.is_array() || std::ranges::any_of(used, [](const json& name) {
    return !name.is_string() || !is_harmless(name.get_ref<const std::string&>());
  });
}

// Calls visit(number) for each member of `object` that is a whole number.
template <typename Json, typename Visit>
void each_number(Json& object, const Visit& visit) {
  if (!object.is_object()) return;
  for (auto& value : object) {
    if (value.is_number_unsigned()) visit(value);
  }
}
template <typename Json, typename Visit>
void visit_member(Json& object, const char* key, const Visit& visit) {
  if (!object.is_object()) return;
  const auto found = object.find(key);
  if (found != object.end() && found->is_number_unsigned()) visit(*found);
}
// Calls visit(element) for each element of an array of the object.
template <typename Json, typename Visit>
void each_of(Json& object, const char* key, const Visit& visit) {
  if (!object.is_object()) return;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return;
  for (auto& element : *found) visit(element);
}

// Every number of an accessor in a mesh, in a skin, in an animation.
template <typename Json, typename Visit>
void in_mesh(Json& mesh, const Visit& visit) {
  each_of(mesh, "primitives", [&](auto& primitive) {
    visit_member(primitive, "indices", visit);
    if (primitive.is_object()) {
      if (const auto at = primitive.find("attributes"); at != primitive.end())
        each_number(*at, visit);
    }
    each_of(primitive, "targets", [&](auto& target) { each_number(target, visit); });
  });
}
template <typename Json, typename Visit>
void in_skin(Json& skin, const Visit& visit) {
  visit_member(skin, "inverseBindMatrices", visit);
}
template <typename Json, typename Visit>
void in_animation(Json& animation, const Visit& visit) {
  each_of(animation, "samplers", [&](auto& sampler) {
    visit_member(sampler, "input", visit);
    visit_member(sampler, "output", visit);
  });
}
// Every number of a view in an accessor, and in an image.
template <typename Json, typename Visit>
void in_accessor(Json& accessor, const Visit& visit) {
  visit_member(accessor, "bufferView", visit);
  if (!accessor.is_object()) return;
  const auto sparse = accessor.find("sparse");
  if (sparse == accessor.end() || !sparse->is_object()) return;
  for (const char* part : {"indices", "values"}) {
    if (const auto at = sparse->find(part); at != sparse->end())
      visit_member(*at, "bufferView", visit);
  }
}

std::set<std::size_t> used_by_surfaces(GltfDocument& document) {
  std::set<std::size_t> out;
  const auto note = [&](const json& number) { out.insert(number.get<std::size_t>()); };
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m)
    in_mesh(gltf_get(document, "meshes", m), note);
  for (std::size_t s = 0; s < gltf_count(document, "skins"); ++s)
    in_skin(gltf_get(document, "skins", s), note);
  return out;
}

// The elements of `dead` (in order, all below `old`) give their places to those that came after
// `old`. Returns the new numbers of these; what is left of `dead` is cut off at the end or
// replaced.
std::map<std::size_t, std::size_t> give_places(std::vector<GltfArray::Element>& all,
                                               std::size_t old, std::vector<std::size_t> dead,
                                               const json& vacant) {
  std::map<std::size_t, std::size_t> number;
  const std::size_t count = all.size();
  for (std::size_t i = 0; old + i < count; ++i) {
    const std::size_t to = i < dead.size() ? dead[i] : old + i - dead.size();
    number[old + i] = to;
    all[to] = std::exchange(all[old + i], {});
  }
  const std::size_t fresh = count - old;
  all.resize(fresh > dead.size() ? count - dead.size() : old);
  for (std::size_t i = dead.size(); i-- > fresh;) {
    if (dead[i] + 1 == all.size()) {
      all.pop_back();
    } else {
      all[dead[i]] = {{}, vacant, true};
    }
  }
  return number;
}

// Elements that were changed, or are new, refer to new ones alone by numbers that change.
template <typename In>
void renumber(GltfDocument& document, const char* array,
              const std::map<std::size_t, std::size_t>& number, const In& in) {
  for (GltfArray::Element& element : document.array[array].element) {
    if (!element.changed || !element.json) continue;
    in(*element.json, [&](json& value) {
      if (const auto to = number.find(value.get<std::size_t>()); to != number.end())
        value = to->second;
    });
  }
}

// Where a view lies; nothing for what is no place in the buffer.
std::optional<Range> place_of(const json& view, std::size_t size) {
  if (!view.is_object() || gltf_size(view, "buffer", 1) != 0 || view.contains("extensions"))
    return std::nullopt;
  const std::size_t begin = gltf_size(view, "byteOffset", 0),
                    length = gltf_size(view, "byteLength", 0);
  if (begin > size || length > size - begin) return std::nullopt;
  return Range{begin, begin + length};
}

// `dead` without what is in one of `live`, in whole fours.
std::vector<Range> without(std::vector<Range> dead, std::vector<Range> live) {
  std::ranges::sort(dead, {}, &Range::begin);
  std::ranges::sort(live, {}, &Range::begin);
  std::vector<Range> out;
  const auto add = [&](std::size_t begin, std::size_t end) {
    begin = (begin + 3) / 4 * 4;
    end = (end + 3) / 4 * 4;  // the padding behind a view is nobody's
    for (const Range& other : live) {
      if (other.begin < end && other.end > begin) end = std::max(begin, other.begin / 4 * 4);
    }
    if (!out.empty()) begin = std::max(begin, out.back().end);
    if (begin < end) out.push_back({begin, end});
  };
  for (const Range& hole : dead) {
    std::size_t begin = hole.begin;
    for (const Range& other : live) {
      if (other.end <= begin || other.begin >= hole.end) continue;
      if (other.begin > begin) add(begin, other.begin);
      begin = std::max(begin, other.end);
    }
    if (begin < hole.end) add(begin, hole.end);
  }
  return out;
}

}  // namespace

GltfLeftovers::GltfLeftovers(GltfDocument& document)
    : accessors_(gltf_count(document, "accessors")),
      views_(gltf_count(document, "bufferViews")),
      used_(used_by_surfaces(document)) {}

std::vector<Range> GltfLeftovers::clear(GltfDocument& document, std::size_t size) const {
  std::set<std::size_t> dead;
  const std::set<std::size_t> now = used_by_surfaces(document);
  std::ranges::set_difference(used_, now, std::inserter(dead, dead.end()));
  std::erase_if(dead, [&](std::size_t a) { return a >= accessors_; });
  if (dead.empty() || may_refer_otherwise(document)) return {};
  for (std::size_t a = 0; a < gltf_count(document, "animations"); ++a) {
    in_animation(gltf_get(document, "animations", a),
                 [&](const json& number) { dead.erase(number.get<std::size_t>()); });
  }

  std::set<std::size_t> dead_views;
  for (const std::size_t a : dead) {
    in_accessor(gltf_get(document, "accessors", a),
                [&](const json& number) { dead_views.insert(number.get<std::size_t>()); });
  }
  std::erase_if(dead_views, [&](std::size_t v) { return v >= views_; });
  const auto keep = [&](const json& number) { dead_views.erase(number.get<std::size_t>()); };
  for (std::size_t a = 0; a < gltf_count(document, "accessors"); ++a) {
    if (!dead.contains(a)) in_accessor(gltf_get(document, "accessors", a), keep);
  }
  for (std::size_t i = 0; i < gltf_count(document, "images"); ++i)
    visit_member(gltf_get(document, "images", i), "bufferView", keep);

  std::vector<Range> holes, live;
  for (std::size_t v = 0; v < gltf_count(document, "bufferViews"); ++v) {
    const auto place = place_of(gltf_get(document, "bufferViews", v), size);
    if (!place) return {};  // not sound: nobody knows what it refers to
    (dead_views.contains(v) ? holes : live).push_back(*place);
  }
  holes = without(std::move(holes), std::move(live));

  const auto views =
      give_places(document.array["bufferViews"].element, views_,
                  {dead_views.begin(), dead_views.end()}, {{"buffer", 0u}, {"byteLength", 1u}});
  const auto accessors =
      give_places(document.array["accessors"].element, accessors_, {dead.begin(), dead.end()},
                  {{"componentType", kGltfByte}, {"count", 1}, {"type", "SCALAR"}});
  const auto in_image = [](json& image, const auto& visit) {
    visit_member(image, "bufferView", visit);
  };
  renumber(document, "accessors", views, [](json& a, const auto& visit) { in_accessor(a, visit); });
  renumber(document, "images", views, in_image);
  renumber(document, "meshes", accessors, [](json& m, const auto& visit) { in_mesh(m, visit); });
  renumber(document, "skins", accessors, [](json& s, const auto& visit) { in_skin(s, visit); });
  renumber(document, "animations", accessors,
           [](json& a, const auto& visit) { in_animation(a, visit); });
  if (holes.empty()) return {};
  for (std::size_t v = 0; v < gltf_count(document, "bufferViews"); ++v) {
    const std::size_t begin = gltf_size(gltf_get(document, "bufferViews", v), "byteOffset", 0);
    std::size_t gone = 0;
    for (const Range& hole : holes) {
      if (hole.end <= begin) gone += hole.end - hole.begin;
    }
    if (gone > 0) gltf_change(document, "bufferViews", v)["byteOffset"] = begin - gone;
  }
  return holes;
}

}  // namespace bindpose
