// Small compressed glTF files, written by the libraries' own encoders.
#pragma once

#include <draco/compression/encode.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "io/import_files.h"

namespace bindpose::packed_files {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;

inline json& primitive(Gltf& g) {
  return g.root["meshes"][0]["primitives"][0];
}
inline json& accessor_of(Gltf& g, const std::string& attribute) {
  const json& number =
      attribute == "indices" ? primitive(g)["indices"] : primitive(g)["attributes"][attribute];
  return g.root["accessors"][number.get<std::size_t>()];
}

// A bent sheet of n x n squares with all attributes that a skinned vertex may have: nodes 0 root, 1
// the sheet, 2 joint "a", 3 joint "b" below it; a clip turns "b".
inline Gltf sheet(int n) {
  Gltf g;
  std::vector<float> position, normal, uv, weight;
  std::vector<std::uint8_t> joint;
  std::vector<std::uint16_t> index;
  const int row = n + 1;
  for (int y = 0; y < row; ++y) {
    for (int x = 0; x < row; ++x) {
      const float u = static_cast<float>(x) / static_cast<float>(n);
      const float v = static_cast<float>(y) / static_cast<float>(n);
      position.insert(position.end(), {u, v, 0.25f * std::sin(3.0f * u)});
      const float length = std::sqrt(1.0f + 0.5625f * std::cos(3.0f * u) * std::cos(3.0f * u));
      normal.insert(normal.end(), {-0.75f * std::cos(3.0f * u) / length, 0.0f, 1.0f / length});
      uv.insert(uv.end(), {u, v});
      joint.insert(joint.end(), {0, 1, 0, 0});
      weight.insert(weight.end(), {1.0f - v, v, 0.0f, 0.0f});
    }
  }
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const int a = y * row + x;
      for (const int i : {a, a + 1, a + row + 1, a, a + row + 1, a + row}) {
        index.push_back(static_cast<std::uint16_t>(i));
      }
    }
  }
  g.root["nodes"] = {{{"name", "root"}, {"children", {1, 2}}},
                     {{"name", "sheet"}, {"mesh", 0}, {"skin", 0}},
                     {{"name", "a"}, {"children", {3}}},
                     {{"name", "b"}, {"translation", {0.0, 0.5, 0.0}}}};
  const json attributes = {{"POSITION", g.floats(position, "VEC3", 3)},
                           {"NORMAL", g.floats(normal, "VEC3", 3)},
                           {"TEXCOORD_0", g.floats(uv, "VEC2", 2)},
                           {"JOINTS_0", g.accessor(joint, "VEC4", 4, 5121)},
                           {"WEIGHTS_0", g.floats(weight, "VEC4", 4)}};
  const std::size_t indices = g.accessor(index, "SCALAR", 1, 5123);
  g.root["meshes"] = {
      {{"name", "sheet"}, {"primitives", {{{"attributes", attributes}, {"indices", indices}}}}}};
  std::vector<float> binds = import_files::identities(2);
  binds[16 + 13] = -0.5f;
  g.root["skins"] = {{{"joints", {2, 3}}, {"inverseBindMatrices", g.floats(binds, "MAT4", 16)}}};
  const std::size_t time = g.floats({0.0f, 1.0f}, "SCALAR", 1);
  g.root["accessors"][time]["min"] = {0.0};
  g.root["accessors"][time]["max"] = {1.0};
  const std::size_t turn = g.floats({0, 0, 0, 1, 0.6f, 0, 0, 0.8f}, "VEC4", 4);
  g.root["animations"] = {
      {{"name", "bend"},
       {"samplers", {{{"input", time}, {"output", turn}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 3}, {"path", "rotation"}}}}}}}};
  return g;
}

inline std::string bytes_of(const Gltf& g, const json& accessor) {
  const json& view = g.root["bufferViews"][accessor["bufferView"].get<std::size_t>()];
  return g.bytes.substr(view.value("byteOffset", std::size_t{0}), view["byteLength"]);
}

// Bytes at the end of the buffer; returns the view.
inline std::size_t add_view(Gltf& g, const std::string& bytes) {
  g.bytes.resize((g.bytes.size() + 3) / 4 * 4, '\0');
  g.root["bufferViews"].push_back(
      {{"buffer", 0}, {"byteOffset", g.bytes.size()}, {"byteLength", bytes.size()}});
  g.bytes += bytes;
  return g.root["bufferViews"].size() - 1;
}

inline void use_extension(Gltf& g, const std::string& name, bool required) {
  g.root["extensionsUsed"].push_back(name);
  if (required) g.root["extensionsRequired"].push_back(name);
}

inline draco::DataType draco_type(int component_type) {
  switch (component_type) {
    case 5121:
      return draco::DT_UINT8;
    case 5123:
      return draco::DT_UINT16;
    default:
      return draco::DT_FLOAT32;
  }
}

inline draco::GeometryAttribute::Type draco_kind(const std::string& name) {
  if (name == "POSITION") return draco::GeometryAttribute::POSITION;
  if (name == "NORMAL") return draco::GeometryAttribute::NORMAL;
  if (name == "TEXCOORD_0") return draco::GeometryAttribute::TEX_COORD;
  return draco::GeometryAttribute::GENERIC;
}

// The primitive of a sheet as a stream. Nothing is quantised: what is decoded is exact.
inline std::string draco_stream(Gltf& g, draco::MeshEncoderMethod method,
                                std::map<std::string, std::uint32_t>& ids) {
  draco::Mesh mesh;
  const std::size_t points = accessor_of(g, "POSITION")["count"];
  mesh.set_num_points(static_cast<std::uint32_t>(points));
  std::uint32_t id = 40;
  for (const auto& [name, number] : primitive(g)["attributes"].items()) {
    const json& accessor = accessor_of(g, name);
    const std::string bytes = bytes_of(g, accessor);
    const draco::DataType type = draco_type(accessor["componentType"]);
    const std::size_t stride = bytes.size() / points;
    const auto components = stride / static_cast<std::size_t>(draco::DataTypeLength(type));
    draco::GeometryAttribute attribute;
    attribute.Init(draco_kind(name), nullptr, static_cast<std::uint8_t>(components), type, false,
                   static_cast<std::int64_t>(stride), 0);
    const int at = mesh.AddAttribute(attribute, true, static_cast<std::uint32_t>(points));
    mesh.attribute(at)->buffer()->Write(0, bytes.data(), bytes.size());
    mesh.attribute(at)->set_unique_id(id);
    ids[name] = id;
    id -= 3;  // neither the place in the stream nor in its order
  }
  const std::string corners = bytes_of(g, accessor_of(g, "indices"));
  std::vector<std::uint16_t> index(corners.size() / 2);
  std::memcpy(index.data(), corners.data(), corners.size());
  for (std::size_t k = 0; k + 2 < index.size(); k += 3) {
    mesh.AddFace({draco::PointIndex(index[k]), draco::PointIndex(index[k + 1]),
                  draco::PointIndex(index[k + 2])});
  }
  draco::Encoder encoder;
  encoder.SetEncodingMethod(method);
  draco::EncoderBuffer out;
  if (!encoder.EncodeMeshToBuffer(mesh, &out).ok()) return {};
  return {out.data(), out.size()};
}

// Instead of its attributes the primitive gets a stream. `plain`: these stay beside it.
inline void pack_draco(Gltf& g, draco::MeshEncoderMethod method, bool plain = false) {
  std::map<std::string, std::uint32_t> ids;
  const std::size_t view = add_view(g, draco_stream(g, method, ids));
  if (!plain) {
    for (const auto& [name, id] : ids) accessor_of(g, name).erase("bufferView");
    accessor_of(g, "indices").erase("bufferView");
  }
  primitive(g)["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                              {"attributes", ids}};
  use_extension(g, "KHR_draco_mesh_compression", !plain);
}

struct MeshoptView {
  std::size_t stride = 4;
  std::string mode = "ATTRIBUTES", filter{};
  std::string extension = "EXT_meshopt_compression";
};

inline std::string meshopt_stream(const std::string& bytes, const MeshoptView& how) {
  const std::size_t count = bytes.size() / how.stride;
  std::vector<unsigned char> out;
  if (how.mode == "ATTRIBUTES") {
    out.resize(meshopt_encodeVertexBufferBound(count, how.stride));
    out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), bytes.data(), count, how.stride));
  } else {
    std::vector<unsigned> index(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(&index[i], bytes.data() + i * how.stride, how.stride);
    }
    const bool triangles = how.mode == "TRIANGLES";
    out.resize(triangles ? meshopt_encodeIndexBufferBound(count, 65536)
                         : meshopt_encodeIndexSequenceBound(count, 65536));
    out.resize(triangles
                   ? meshopt_encodeIndexBuffer(out.data(), out.size(), index.data(), count)
                   : meshopt_encodeIndexSequence(out.data(), out.size(), index.data(), count));
  }
  return {out.begin(), out.end()};
}

// Moves the bytes of a view into a stream; what stays behind is a buffer without bytes (1). With
// `filter` the bytes are already those that the filter makes of the numbers.
inline void pack_view(Gltf& g, std::size_t view, const MeshoptView& how) {
  const std::string bytes = g.bytes.substr(g.root["bufferViews"][view]["byteOffset"],
                                           g.root["bufferViews"][view]["byteLength"]);
  const std::string stream = meshopt_stream(bytes, how);
  g.bytes.resize((g.bytes.size() + 3) / 4 * 4, '\0');
  json packed = {{"buffer", 0},
                 {"byteOffset", g.bytes.size()},
                 {"byteLength", stream.size()},
                 {"byteStride", how.stride},
                 {"count", bytes.size() / how.stride},
                 {"mode", how.mode}};
  if (!how.filter.empty()) packed["filter"] = how.filter;
  g.bytes += stream;
  json& changed = g.root["bufferViews"][view];
  changed["extensions"][how.extension] = packed;
  changed["buffer"] = 1;
  if (how.mode == "ATTRIBUTES") changed["byteStride"] = how.stride;
}

// All of a sheet's vertices and corners.
inline void pack_meshopt(Gltf& g) {
  for (const auto& [name, number] : primitive(g)["attributes"].items()) {
    const json& accessor = g.root["accessors"][number.get<std::size_t>()];
    const std::size_t size = bytes_of(g, accessor).size();
    pack_view(g, accessor["bufferView"], {.stride = size / accessor["count"].get<std::size_t>()});
  }
  pack_view(g, accessor_of(g, "indices")["bufferView"], {.stride = 2, .mode = "TRIANGLES"});
  use_extension(g, "EXT_meshopt_compression", true);
}

// As one file, its second buffer without bytes.
inline std::string glb(Gltf g) {
  g.root["buffers"] = {{{"byteLength", g.bytes.size()}},
                       {{"byteLength", g.bytes.size()},
                        {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}}};
  std::string text = g.root.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  g.bytes.resize((g.bytes.size() + 3) / 4 * 4, '\0');
  std::string out = "glTF";
  const auto u32 = [&](std::size_t v) {
    for (int s = 0; s < 32; s += 8) out.push_back(static_cast<char>(v >> s));
  };
  u32(2);
  u32(28 + text.size() + g.bytes.size());
  u32(text.size());
  out += "JSON" + text;
  u32(g.bytes.size());
  return out + std::string("BIN\0", 4) + g.bytes;
}

// The file, its second buffer without bytes where a stream came from there.
inline std::filesystem::path write(Gltf g, const Folder& folder, const std::string& plain = {}) {
  const std::filesystem::path path = g.write(folder);
  json second = {{"byteLength", plain.empty() ? g.bytes.size() : plain.size()},
                 {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}};
  if (!plain.empty()) {
    folder.write("plain.bin", plain);
    second["uri"] = "plain.bin";
  }
  g.root["buffers"].push_back(second);
  return folder.write("model.gltf", g.root.dump(1));
}

}  // namespace bindpose::packed_files
