#include "io/gltf/compressed/pack_uses.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "io/gltf/compressed/job.h"

namespace bindpose {
namespace {

using OrderedJson = nlohmann::ordered_json;

// object[key], or an empty one of its kind.
const OrderedJson& part(const OrderedJson& object, const char* key, OrderedJson::value_t kind) {
  static const OrderedJson no_array = OrderedJson::array(), no_object = OrderedJson::object();
  const OrderedJson& none = kind == OrderedJson::value_t::array ? no_array : no_object;
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found != object.end() && found->type() == kind ? *found : none;
}
struct Finder {
  const OrderedJson& document;
  const std::size_t accessors;
  ArrayUses out{};

  void use(const OrderedJson& place, const char* key, ArrayUse as);
  void find();
};

// What is used in two ways is packed as it is.
void Finder::use(const OrderedJson& place, const char* key, ArrayUse as) {
  const std::size_t accessor = sound_number(place, key, accessors);
  if (accessor >= accessors) return;
  const auto [at, fresh] = out.use.try_emplace(accessor, as);
  if (!fresh && at->second != as) at->second = ArrayUse::Other;
}

void Finder::find() {
  constexpr std::size_t kModeTriangles = 4;
  for (const OrderedJson& mesh : list_of(document, "meshes")) {
    for (const OrderedJson& primitive : list_of(mesh, "primitives")) {
      const bool triangles = sound_number(primitive, "mode", kModeTriangles) == kModeTriangles;
      use(primitive, "indices", triangles ? ArrayUse::Triangles : ArrayUse::Unknown);
      std::vector<std::size_t> sets;
      for (const auto& [name, value] :
           part(primitive, "attributes", OrderedJson::value_t::object).items()) {
        use(primitive["attributes"], name.c_str(),
            name == "POSITION"              ? ArrayUse::Position
            : name == "NORMAL"              ? ArrayUse::Normal
            : name.starts_with("TEXCOORD_") ? ArrayUse::Coordinates
            : name.starts_with("WEIGHTS_")  ? ArrayUse::Weights
                                            : ArrayUse::Other);
        if (name.starts_with("WEIGHTS_")) {
          sets.push_back(sound_number(primitive["attributes"], name.c_str(), 0));
        }
      }
      if (!sets.empty()) out.weights.insert(std::move(sets));
      for (const OrderedJson& target : list_of(primitive, "targets")) {
        for (const auto& [name, value] : target.items()) {
          use(target, name.c_str(), name == "POSITION" ? ArrayUse::Position : ArrayUse::Other);
        }
      }
    }
  }
  for (const OrderedJson& skin : list_of(document, "skins")) {
    use(skin, "inverseBindMatrices", ArrayUse::Other);
  }
  for (const OrderedJson& animation : list_of(document, "animations")) {
    const OrderedJson& samplers = list_of(animation, "samplers");
    for (const OrderedJson& sampler : samplers) use(sampler, "input", ArrayUse::Other);
    for (const OrderedJson& channel : list_of(animation, "channels")) {
      const std::size_t s = sound_number(channel, "sampler", samplers.size());
      if (s >= samplers.size()) continue;
      const bool turns = channel.contains("target") &&
                         channel["target"].value("path", "") == "rotation" &&
                         samplers[s].value("interpolation", "LINEAR") != "CUBICSPLINE";
      use(samplers[s], "output", turns ? ArrayUse::Turns : ArrayUse::Other);
    }
  }
}

}  // namespace

void refuse_unsound() {
  throw std::runtime_error(
      "The file cannot be compressed, for what the model's own file says of its arrays is not "
      "sound; export it without compression.");
}

std::size_t sound_number(const OrderedJson& object, const char* key, std::size_t otherwise) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if (!found->is_number_unsigned()) refuse_unsound();
  return found->get<std::size_t>();
}

const OrderedJson& list_of(const OrderedJson& object, const char* key) {
  return part(object, key, OrderedJson::value_t::array);
}

void check_views(const OrderedJson& document, std::size_t size) {
  std::size_t room = size + kMostDecoded;
  for (const OrderedJson& view : list_of(document, "bufferViews")) {
    const std::size_t start = sound_number(view, "byteOffset", 0);
    const std::size_t length = sound_number(view, "byteLength", size + 1);
    if (sound_number(view, "buffer", 1) != 0 || start > size || length > size - start) {
      refuse_unsound();
    }
    // Bytes that another extension keeps elsewhere would be lost.
    for (const auto& [name, extension] :
         part(view, "extensions", OrderedJson::value_t::object).items()) {
      if (extension.contains("buffer")) refuse_unsound();
    }
    if (length > room) refuse_unsound();
    room -= length;
  }
}

ArrayUses array_uses(const OrderedJson& document) {
  Finder finder{document, list_of(document, "accessors").size()};
  finder.find();
  return std::move(finder.out);
}

}  // namespace bindpose
