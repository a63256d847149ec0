#include "io/collada/wraps.h"

#include <map>
#include <string>
#include <utility>

#include "io/collada/document.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

TextureWrap wrap_named(std::string_view name) {
  if (name == "MIRROR") return TextureWrap::Mirror;
  return name == "CLAMP" || name == "BORDER" || name == "NONE" ? TextureWrap::Clamp
                                                               : TextureWrap::Repeat;
}

pugi::xml_node effect_of(const ColladaDocument& document, pugi::xml_node material) {
  const pugi::xml_node found =
      collada_find(document, material.child("instance_effect").attribute("url").value());
  return is_element(found, "effect") ? found : pugi::xml_node();
}

// The sampler that a <texture> names: a parameter of the effect, or of its profile.
pugi::xml_node sampler_of(pugi::xml_node effect, std::string_view sid) {
  const pugi::xml_node parameter = effect.find_node([&](pugi::xml_node n) {
    return is_element(n, "newparam") && sid == n.attribute("sid").value();
  });
  return parameter.child("sampler2D");
}

void take_wraps(pugi::xml_node effect, const char* channel, TextureUse& use) {
  const pugi::xml_node shown =
      effect.find_node([&](pugi::xml_node n) { return is_element(n, channel); }).child("texture");
  const pugi::xml_node sampler = sampler_of(effect, shown.attribute("texture").value());
  for (const auto& [name, wrap] : {std::pair("wrap_s", &use.wrap_u), {"wrap_t", &use.wrap_v}}) {
    if (*wrap == TextureWrap::Repeat) *wrap = wrap_named(sampler.child(name).text().get());
  }
  if (std::string_view(sampler.child("magfilter").text().get()) == "NEAREST") use.nearest = true;
}

}  // namespace

void read_collada_wraps(std::string_view text, Model& model) {
  if (text.find("<wrap_") == text.npos && text.find("<magfilter>") == text.npos) return;
  const auto document = parse_collada(text);
  if (!document) return;
  std::map<std::string, pugi::xml_node> by_name;
  for (const pugi::xml_node library :
       document->xml.document_element().children("library_materials")) {
    // Assimp puts a number behind a name that another of the library has before it; an id that
    // stands in for a name gets none.
    std::map<std::string, std::size_t> uses;
    for (const pugi::xml_node material : library.children("material")) {
      std::string name = material.attribute("name").value();
      const std::size_t before = name.empty() ? 0 : uses[name]++;
      if (name.empty()) name = material.attribute("id").value();
      if (before > 0) name += " " + std::to_string(before);
      by_name.emplace(clean_text(name), material);
    }
  }
  for (Material& material : model.materials) {
    const auto found = by_name.find(material.name);
    if (found == by_name.end()) continue;
    const pugi::xml_node effect = effect_of(*document, found->second);
    take_wraps(effect, "diffuse", material.use(TextureSlot::BaseColor));
    take_wraps(effect, "emission", material.use(TextureSlot::Emissive));
  }
}

}  // namespace bindpose
