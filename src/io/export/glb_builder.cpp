#include "io/export/glb_builder.h"

#include <string>
#include <utility>

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

void GlbBuilder::add_uv(const Mesh& mesh, Json& attributes) {
  if (!mesh.uv.empty()) {
    attributes["TEXCOORD_0"] = add_accessor(mesh.uv, "VEC2", GlbType::Float, GlbTarget::Vertices);
  }
  if (!mesh.uv_second.empty()) {
    attributes["TEXCOORD_1"] =
        add_accessor(mesh.uv_second, "VEC2", GlbType::Float, GlbTarget::Vertices);
  }
}

void GlbBuilder::write(FileWriter& file, GlbPacking packing) {
  root["buffers"] = Json::array({{{"byteLength", size_}}});
  write_glb_file(root.dump(), pieces_, file, packing);
}

}  // namespace bindpose
