#include "io/export/glb_builder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "io/files/image_io.h"
#include "io/text/json_text.h"

namespace bindpose {
GlbBuilder::GlbBuilder(const Model& of) : model(of), root(Json::object()) {
  root["asset"] = {{"version", "2.0"}, {"generator", "Bindpose"}};
  root["scene"] = 0;
  root["scenes"] = Json::array({{{"nodes", Json::array()}}});
}

std::size_t GlbBuilder::add_view(const void* data, std::size_t bytes, GlbTarget target) {
  Json view = {{"buffer", 0}, {"byteOffset", size_}, {"byteLength", bytes}};
  if (target != GlbTarget::None) view["target"] = static_cast<int>(target);
  root["bufferViews"].push_back(std::move(view));
  pieces_.push_back({data, bytes});
  size_ += (bytes + 3) / 4 * 4;
  return root["bufferViews"].size() - 1;
}

std::size_t GlbBuilder::add(const void* data, std::size_t bytes, std::size_t count,
                            const char* type, GlbType component, GlbTarget target) {
  const std::size_t view = add_view(data, bytes, target);
  root["accessors"].push_back({{"bufferView", view},
                               {"componentType", static_cast<int>(component)},
                               {"count", count},
                               {"type", type}});
  return root["accessors"].size() - 1;
}

void GlbBuilder::set_bounds(std::size_t accessor, const std::vector<vec3>& position) {
  Box box;
  for (const vec3& p : position) box.add(p);
  for (int c = 0; c < 3; ++c) {
    root["accessors"][accessor]["min"].push_back(shortest_double(box.lo[c]));
    root["accessors"][accessor]["max"].push_back(shortest_double(box.hi[c]));
  }
}

std::size_t GlbBuilder::add_positions(const std::vector<vec3>& position) {
  const std::size_t accessor = add_accessor(position, "VEC3", GlbType::Float, GlbTarget::Vertices);
  set_bounds(accessor, position);
  return accessor;
}

std::size_t GlbBuilder::add_owned_positions(const std::vector<vec3>& position) {
  const std::size_t accessor = add_owned(position, 1, "VEC3", GlbType::Float, GlbTarget::Vertices);
  set_bounds(accessor, position);
  return accessor;
}

std::size_t GlbBuilder::add_bytes(std::vector<std::uint8_t> bytes) {
  owned_.push_back(std::move(bytes));
  return add_view(owned_.back().data(), owned_.back().size(), GlbTarget::None);
}

std::size_t GlbBuilder::add_texture(int image) {
  if (const auto known = texture_.find(image); known != texture_.end()) return known->second;
  const Image& source = model.images[static_cast<std::size_t>(image)];
  const std::size_t view = add_bytes(encode_png(source));
  root["images"].push_back(
      {{"name", clean_utf8(source.name)}, {"mimeType", "image/png"}, {"bufferView", view}});
  root["textures"].push_back({{"source", root["images"].size() - 1}});
  return texture_[image] = root["textures"].size() - 1;
}

std::size_t GlbBuilder::add_material(int index) {
  if (const auto known = material_.find(index); known != material_.end()) return known->second;
  const Material& m = model.materials[static_cast<std::size_t>(index)];
  Json color = Json::array();
  for (int c = 0; c < 4; ++c)
    color.push_back(shortest_double(std::clamp(m.base_color[c], 0.0f, 1.0f)));
  Json surface = {{"baseColorFactor", color},
                  {"metallicFactor", shortest_double(std::clamp(m.metallic, 0.0f, 1.0f))},
                  {"roughnessFactor", shortest_double(std::clamp(m.roughness, 0.0f, 1.0f))}};
  if (m.base_image() >= 0) {
    surface["baseColorTexture"] = {{"index", add_texture(m.base_image())}};
  }
  Json out = {{"name", clean_utf8(m.name)}, {"pbrMetallicRoughness", std::move(surface)}};
  if (m.emissive != vec3(0.0f)) {
    for (int c = 0; c < 3; ++c) {
      out["emissiveFactor"].push_back(shortest_double(std::clamp(m.emissive[c], 0.0f, 1.0f)));
    }
  }
  if (m.two_sided) out["doubleSided"] = true;
  if (m.alpha_mode == AlphaMode::Blend ||
      (m.alpha_mode == AlphaMode::Opaque && m.base_color.a < 1.0f)) {
    out["alphaMode"] = "BLEND";
  } else if (m.alpha_mode == AlphaMode::Mask) {
    out["alphaMode"] = "MASK";
  }
  root["materials"].push_back(std::move(out));
  return material_[index] = root["materials"].size() - 1;
}

void GlbBuilder::write(FileWriter& file, GlbPacking packing) {
  root["buffers"] = Json::array({{{"byteLength", size_}}});
  write_glb_file(root.dump(), pieces_, file, packing);
}

}  // namespace bindpose
