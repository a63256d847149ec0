#include "io/gltf/look/not_drawn.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "io/gltf/look/texture_info.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// `strength`: a number or a colour that is 0 where the file does not say it; nullptr: it is there.
struct Finish {
  const char* extension;
  const char* strength;
  const char* name;
};
constexpr std::array kFinishes{
    Finish{"KHR_materials_clearcoat", "clearcoatFactor", "clearcoat"},
    Finish{"KHR_materials_transmission", "transmissionFactor", "transmission"},
    Finish{"KHR_materials_diffuse_transmission", "diffuseTransmissionFactor",
           "diffuse transmission"},
    Finish{"KHR_materials_sheen", "sheenColorFactor", "sheen"},
    Finish{"KHR_materials_iridescence", "iridescenceFactor", "iridescence"},
    Finish{"KHR_materials_anisotropy", "anisotropyStrength", "anisotropy"},
    Finish{"VRMC_materials_mtoon", nullptr, "MToon's shade, rim and outline"}};

constexpr std::size_t kTransmission = 1;

bool has(const json& extensions, const Finish& finish) {
  const json& own = gltf_object(extensions, finish.extension);
  if (!own.is_object()) return false;
  if (finish.strength == nullptr) return true;
  const auto strength = own.find(finish.strength);
  if (strength == own.end()) return false;
  const auto some = [](const json& value) { return value.is_number() && value != 0; };
  return some(*strength) || (strength->is_array() && std::ranges::any_of(*strength, some));
}

// Of VRM 0, whose list lies beside the materials.
std::size_t toons_of_vrm0(const json& extensions) {
  const json& list = gltf_array(gltf_object(extensions, "VRM"), "materialProperties");
  return static_cast<std::size_t>(std::ranges::count_if(list, [](const json& entry) {
    return gltf_text(entry, "shader").find("MToon") != std::string::npos;
  }));
}

void report_finishes(GltfDocument& document, Model& model) {
  std::array<std::size_t, kFinishes.size()> count{};
  std::size_t see_through = 0;
  for (std::size_t m = 0; m < gltf_count(document, "materials"); ++m) {
    const json& extensions = gltf_object(gltf_get(document, "materials", m), "extensions");
    if (!extensions.is_object()) continue;
    for (std::size_t f = 0; f < kFinishes.size(); ++f) count[f] += has(extensions, kFinishes[f]);
    if (gltf_see_through(gltf_get(document, "materials", m)) > 0.0f) ++see_through;
  }
  count[kTransmission] -= see_through;
  if (see_through > 0) {
    report(model, Severity::Info, "materials",
           counted(see_through, "material lets", "materials let") +
               " light through (transmission): what is behind shines through by blending, neither "
               "bent nor coloured.");
  }
  count.back() += toons_of_vrm0(gltf_member(document, "extensions"));
  std::string list;
  for (std::size_t f = 0; f < kFinishes.size(); ++f) {
    if (count[f] == 0) continue;
    if (!list.empty()) list += "; ";
    list +=
        std::string(kFinishes[f].name) + " (" + counted(count[f], "material", "materials") + ")";
  }
  if (!list.empty()) {
    report(model, Severity::Info, "materials",
           "They show without what is not drawn: " + list + ".");
  }
}

void report_instances(GltfDocument& document, Model& model) {
  std::size_t nodes = 0, places = 0;
  for (std::size_t n = 0; n < gltf_count(document, "nodes"); ++n) {
    const json& attributes =
        gltf_object(gltf_object(gltf_object(gltf_get(document, "nodes", n), "extensions"),
                                "EXT_mesh_gpu_instancing"),
                    "attributes");
    if (!attributes.is_object()) continue;
    std::size_t most = 0;
    for (const auto& [name, accessor] : attributes.items()) {
      const auto index = gltf_index(attributes, name.c_str(), gltf_count(document, "accessors"));
      if (!index) continue;
      most = std::max(most, gltf_size(gltf_get(document, "accessors", *index), "count", 0));
    }
    ++nodes;
    places += most;
  }
  if (nodes == 0) return;
  report(model, Severity::Warning, "file",
         counted(nodes, "node repeats its mesh", "nodes repeat their meshes") + " at " +
             counted(places, "place", "places") +
             " (EXT_mesh_gpu_instancing), which is not drawn: each shows once, at its node.");
}

}  // namespace

void report_not_drawn(GltfDocument& document, Model& model) {
  report_instances(document, model);
  report_finishes(document, model);
}

}  // namespace bindpose
