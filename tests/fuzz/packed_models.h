// Compressed models, small enough that damage lands where it matters.
#pragma once

#include <webp/encode.h>

#include <string>
#include <utility>
#include <vector>

#include "compressed/packed_files.h"

namespace bindpose::fuzz {

// Normals, a place and the turns of the clip behind each of meshoptimizer's filters.
inline packed_files::Gltf filtered_sheet() {
  using namespace packed_files;
  Gltf g = sheet(5);
  const std::vector<float> turn{0, 0, 0, 1, 0.6f, 0, 0, 0.8f};
  std::string turns(16, '\0'), normals(4 * 36, '\x20'), places(12 * 36, '\x01');
  meshopt_encodeFilterQuat(turns.data(), 2, 8, 12, turn.data());
  const auto put = [&](json& accessor, const std::string& bytes, int type, const MeshoptView& how) {
    accessor["bufferView"] = add_view(g, bytes);
    accessor["componentType"] = type;
    accessor["normalized"] = type != 5126;
    pack_view(g, accessor["bufferView"], how);
  };
  const std::size_t output = g.root["animations"][0]["samplers"][0]["output"];
  put(g.root["accessors"][output], turns, 5122, {.stride = 8, .filter = "QUATERNION"});
  put(accessor_of(g, "NORMAL"), normals, 5120, {.stride = 4, .filter = "OCTAHEDRAL"});
  put(accessor_of(g, "POSITION"), places, 5126, {.stride = 12, .filter = "EXPONENTIAL"});
  pack_view(g, accessor_of(g, "indices")["bufferView"], {.stride = 2, .mode = "INDICES"});
  use_extension(g, "EXT_meshopt_compression", true);
  return g;
}

// A texture as WebP, beside a picture that is none.
inline packed_files::Gltf webp_sheet() {
  using namespace packed_files;
  Gltf g = sheet(2);
  std::vector<std::uint8_t> pixels(4 * 24 * 24);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * i / 7);
  std::uint8_t* out = nullptr;
  const std::size_t size = WebPEncodeRGBA(pixels.data(), 24, 24, 96, 60.0f, &out);
  const std::size_t view = add_view(g, {reinterpret_cast<const char*>(out), size});
  WebPFree(out);
  g.root["images"] =
      json::array({{{"bufferView", view}, {"mimeType", "image/webp"}}, {{"uri", "none.png"}}});
  const json texture = {{"source", 1}, {"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}};
  g.root["textures"] = json::array({texture});
  const json base = {{"baseColorTexture", {{"index", 0}}}};
  g.root["materials"] = json::array({{{"pbrMetallicRoughness", base}}});
  primitive(g)["material"] = 0;
  use_extension(g, "EXT_texture_webp", false);
  return g;
}

// File name and bytes.
inline std::vector<std::pair<std::string, std::string>> packed_models() {
  using namespace packed_files;
  Gltf in_order = sheet(6), by_edgebreaker = sheet(6), beside_plain = sheet(4), views = sheet(6);
  pack_draco(in_order, draco::MESH_SEQUENTIAL_ENCODING);
  pack_draco(by_edgebreaker, draco::MESH_EDGEBREAKER_ENCODING);
  pack_draco(beside_plain, draco::MESH_EDGEBREAKER_ENCODING, true);
  pack_meshopt(views);
  return {{"draco_in_order.glb", glb(in_order)},          {"draco.glb", glb(by_edgebreaker)},
          {"draco_and_plain.glb", glb(beside_plain)},     {"meshopt.glb", glb(views)},
          {"meshopt_filters.glb", glb(filtered_sheet())}, {"webp.glb", glb(webp_sheet())}};
}

}  // namespace bindpose::fuzz
