#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/export_surface.h"
#include "io/image_io.h"
#include "io/json_text.h"

namespace bindpose {
namespace {

using Json = nlohmann::ordered_json;

enum ComponentType { kUnsignedInt = 5125, kFloat = 5126 };
enum Target { kNoTarget = 0, kVertices = 34962, kIndices = 34963 };

// A piece of the binary chunk, in the order in which it is written.
struct Piece {
  const void* data;
  std::size_t size;
};

struct Builder {
  const Model& model;
  Json root = Json::object();
  std::vector<Piece> pieces{};
  std::size_t size = 0;                              // of all pieces, each padded to four bytes
  std::vector<std::vector<std::uint8_t>> png{};      // owns the bytes of texture pieces
  std::map<int, std::size_t> material{}, texture{};  // model index -> index in the file

  std::size_t add_view(const void* data, std::size_t bytes, Target target) {
    Json view = {{"buffer", 0}, {"byteOffset", size}, {"byteLength", bytes}};
    if (target != kNoTarget) view["target"] = static_cast<int>(target);
    root["bufferViews"].push_back(std::move(view));
    pieces.push_back({data, bytes});
    size += (bytes + 3) / 4 * 4;
    return root["bufferViews"].size() - 1;
  }

  template <typename T>
  std::size_t add_accessor(const std::vector<T>& data, const char* type, ComponentType component,
                           Target target) {
    const std::size_t view = add_view(data.data(), data.size() * sizeof(T), target);
    root["accessors"].push_back({{"bufferView", view},
                                 {"componentType", static_cast<int>(component)},
                                 {"count", data.size()},
                                 {"type", type}});
    return root["accessors"].size() - 1;
  }

  std::size_t add_texture(int image);
  std::size_t add_material(int index);
  void add_surface(const Surface& surface);
};

std::size_t Builder::add_texture(int image) {
  if (const auto known = texture.find(image); known != texture.end()) return known->second;
  const Image& source = model.images[static_cast<std::size_t>(image)];
  png.push_back(encode_png(source));
  const std::size_t view = add_view(png.back().data(), png.back().size(), kNoTarget);
  root["images"].push_back(
      {{"name", clean_utf8(source.name)}, {"mimeType", "image/png"}, {"bufferView", view}});
  root["textures"].push_back({{"source", root["images"].size() - 1}});
  return texture[image] = root["textures"].size() - 1;
}

std::size_t Builder::add_material(int index) {
  if (const auto known = material.find(index); known != material.end()) return known->second;
  const Material& m = model.materials[static_cast<std::size_t>(index)];
  Json color = Json::array();
  for (int c = 0; c < 4; ++c)
    color.push_back(short_number(std::clamp(m.base_color[c], 0.0f, 1.0f)));
  Json surface = {{"baseColorFactor", color}, {"metallicFactor", 0}, {"roughnessFactor", 1}};
  if (m.image >= 0) surface["baseColorTexture"] = {{"index", add_texture(m.image)}};
  Json out = {{"name", clean_utf8(m.name)}, {"pbrMetallicRoughness", std::move(surface)}};
  if (m.two_sided) out["doubleSided"] = true;
  if (m.alpha_cutout) {
    out["alphaMode"] = "MASK";
  } else if (m.base_color.a < 1.0f) {
    out["alphaMode"] = "BLEND";
  }
  root["materials"].push_back(std::move(out));
  return material[index] = root["materials"].size() - 1;
}

void Builder::add_surface(const Surface& s) {
  const Mesh& mesh = *s.mesh;
  Json attributes;
  const std::size_t position = add_accessor(s.position, "VEC3", kFloat, kVertices);
  Box box;
  for (const vec3& p : s.position) box.add(p);
  for (int c = 0; c < 3; ++c) {
    root["accessors"][position]["min"].push_back(short_number(box.lo[c]));
    root["accessors"][position]["max"].push_back(short_number(box.hi[c]));
  }
  attributes["POSITION"] = position;
  attributes["NORMAL"] = add_accessor(s.normal, "VEC3", kFloat, kVertices);
  if (!mesh.uv.empty()) attributes["TEXCOORD_0"] = add_accessor(mesh.uv, "VEC2", kFloat, kVertices);
  if (!mesh.color.empty())
    attributes["COLOR_0"] = add_accessor(mesh.color, "VEC4", kFloat, kVertices);
  Json primitive = {{"attributes", std::move(attributes)},
                    {"indices", add_accessor(mesh.triangle, "SCALAR", kUnsignedInt, kIndices)}};
  if (mesh.material >= 0) primitive["material"] = add_material(mesh.material);
  const std::string name = clean_utf8(mesh.name);
  root["meshes"].push_back({{"name", name}, {"primitives", Json::array({std::move(primitive)})}});
  const std::size_t index = root["meshes"].size() - 1;
  root["nodes"].push_back({{"name", name}, {"mesh", index}});
  root["scenes"][0]["nodes"].push_back(index);
}

void write_u32(FileWriter& file, std::size_t value) {
  const auto narrow = static_cast<std::uint32_t>(value);
  file.write(&narrow, sizeof narrow);
}

void write_container(const Builder& builder, FileWriter& file) {
  constexpr std::size_t kMagic = 0x46546c67, kJsonChunk = 0x4e4f534a, kBinaryChunk = 0x004e4942;
  constexpr std::size_t kHeaders = 12 + 8 + 8;
  std::string json = builder.root.dump();
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::size_t total = kHeaders + json.size() + builder.size;
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    throw std::runtime_error(
        "The posed mesh needs more than the 4 GiB that a GLB file can hold; "
        "export it as PLY.");
  }
  for (std::size_t word : {kMagic, std::size_t{2}, total, json.size(), kJsonChunk}) {
    write_u32(file, word);
  }
  file.write(json);
  write_u32(file, builder.size);
  write_u32(file, kBinaryChunk);
  constexpr char kZeros[4] = {};
  for (const Piece& piece : builder.pieces) {
    file.write(piece.data, piece.size);
    file.write(kZeros, (4 - piece.size % 4) % 4);
  }
}

}  // namespace

void write_glb(const Model& model, const std::vector<Surface>& surfaces, FileWriter& file) {
  Builder builder{model};
  builder.root["asset"] = {{"version", "2.0"}, {"generator", "Bindpose"}};
  builder.root["scene"] = 0;
  builder.root["scenes"] = Json::array({{{"nodes", Json::array()}}});
  for (const Surface& s : surfaces) builder.add_surface(s);
  builder.root["buffers"] = Json::array({{{"byteLength", builder.size}}});
  write_container(builder, file);
}

}  // namespace bindpose
