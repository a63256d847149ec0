// A glTF file that has what an export must not touch.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "io/files/base64.h"
#include "io/files/image_io.h"
#include "io/io_fixture.h"

namespace bindpose::tests {

using Json = nlohmann::ordered_json;

// A GLB taken apart.
struct GlbParts {
  Json json;
  std::string text;  // of the JSON
  std::string binary;

  std::string view(std::size_t index) const {
    const Json& v = json["bufferViews"][index];
    return binary.substr(v.value("byteOffset", std::size_t{0}), v["byteLength"]);
  }
  // Elements that lie one behind the other.
  template <typename T>
  std::vector<T> accessor(std::size_t index) const {
    const Json& a = json["accessors"][index];
    const std::string bytes = view(a["bufferView"]).substr(a.value("byteOffset", std::size_t{0}));
    std::vector<T> out(bytes.size() / sizeof(T));
    std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
    return out;
  }
};

inline GlbParts take_apart(const std::filesystem::path& file) {
  const std::string bytes = read_all(file);
  const auto u32 = [&](std::size_t at) {
    std::uint32_t x = 0;
    std::memcpy(&x, bytes.data() + at, 4);
    return std::size_t{x};
  };
  GlbParts out;
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(u32(8), bytes.size());
  out.text = bytes.substr(20, u32(12));
  out.json = Json::parse(out.text);
  if (20 + u32(12) < bytes.size()) out.binary = bytes.substr(20 + u32(12) + 8);
  return out;
}

// Collects what lies in a buffer.
class BufferOf {
 public:
  template <typename T>
  int add(const std::vector<T>& data, int per_item, const std::string& type, int component) {
    views.push_back(
        {{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", data.size() * sizeof(T)}});
    const auto* first = reinterpret_cast<const std::uint8_t*>(data.data());
    bytes.insert(bytes.end(), first, first + data.size() * sizeof(T));
    bytes.resize((bytes.size() + 3) / 4 * 4);
    accessors.push_back({{"bufferView", views.size() - 1},
                         {"componentType", component},
                         {"count", static_cast<int>(data.size()) / per_item},
                         {"type", type}});
    return static_cast<int>(accessors.size()) - 1;
  }
  std::vector<std::uint8_t> bytes;
  Json views = Json::array(), accessors = Json::array();
};

// Six meshes that share one skin of two joints, each a strip of four vertices; two more nodes show
// the same rigid mesh. Materials with all that a file may say, a camera, extras, numbers in several
// spellings, a clip. Vertices 1 and 2 of each strip differ in nothing but TEXCOORD_1.
inline Json rich_gltf(BufferOf& buffer, int png_view) {
  Json j = Json::parse(R"({
"asset":{"version":"2.0","copyright":"(c) somebody","extras":{"tool":7}},
"extensionsUsed":["KHR_materials_emissive_strength","KHR_materials_clearcoat","KHR_lights_punctual"],
"scene":0,"scenes":[{"nodes":[0,2,3,4,5,6,7,8,9,10]}],
"nodes":[{"name":"hip","children":[1],"extras":{"side":"L"}},
 {"name":"knee","translation":[0.0,1.0,0.0]},
 {"name":"a","mesh":0,"skin":0},{"name":"b","mesh":1,"skin":0},{"name":"c","mesh":2,"skin":0},
 {"name":"d","mesh":3,"skin":0},{"name":"e","mesh":4,"skin":0},{"name":"f","mesh":5,"skin":0},
 {"name":"rock","mesh":6,"translation":[3,0,0]},{"name":"rock","mesh":6,"translation":[4,0,0]},
 {"name":"eye","camera":0,"extensions":{"KHR_lights_punctual":{"light":0}}}],
"cameras":[{"type":"perspective","perspective":{"yfov":0.70000,"znear":1e-2}}],
"extensions":{"KHR_lights_punctual":{"lights":[{"type":"point","intensity":3}]}},
"samplers":[{"magFilter":9728,"wrapS":33071}],
"textures":[{"source":0,"sampler":0,"name":"wood"}],
"materials":[
 {"name":"gold","pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0.25,1],"metallicFactor":1.0,"roughnessFactor":0.2}},
 {"name":"glass","alphaMode":"BLEND","doubleSided":true,
  "pbrMetallicRoughness":{"baseColorFactor":[0.1,0.1,0.1,0.25],"metallicFactor":0.0}},
 {"name":"lamp","emissiveFactor":[1,0.5,0],"emissiveTexture":{"index":0},
  "extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":5.0},
   "KHR_materials_clearcoat":{"clearcoatFactor":0.300}},"extras":{"note":"ü"},
  "alphaMode":"MASK","alphaCutoff":0.75,
  "pbrMetallicRoughness":{"baseColorTexture":{"index":0},"roughnessFactor":0.125}}]})");
  j["images"] = Json::array({{{"bufferView", png_view}, {"mimeType", "image/png"}}});
  const std::vector<std::uint16_t> indices{0, 1, 3, 0, 2, 3};
  const int index = buffer.add(indices, 1, "SCALAR", 5123);
  const std::vector<float> matrices{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
  j["skins"] = Json::array({{{"name", "six"},
                             {"joints", {0, 1}},
                             {"inverseBindMatrices", buffer.add(matrices, 16, "MAT4", 5126)}}});
  for (int m = 0; m < 7; ++m) {
    const float x = static_cast<float>(m);
    const std::vector<float> position{x, 0, 0, x + 1, 1, 0, x + 1, 1, 0, x, 2, 0};
    const std::vector<float> normal{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    const std::vector<float> second{0, 0, 0.25f, 0.5f, 0.75f, 0.5f, 1, 1};
    const std::vector<float> first{0, 0, 1, 0, 1, 0, 1, 1};
    const int at = buffer.add(position, 3, "VEC3", 5126);
    buffer.accessors[static_cast<std::size_t>(at)]["min"] = {x, 0, 0};
    buffer.accessors[static_cast<std::size_t>(at)]["max"] = {x + 1, 2, 0};
    Json attributes = {{"POSITION", at},
                       {"NORMAL", buffer.add(normal, 3, "VEC3", 5126)},
                       {"TEXCOORD_0", buffer.add(first, 2, "VEC2", 5126)},
                       {"TEXCOORD_1", buffer.add(second, 2, "VEC2", 5126)}};
    if (m < 6) {
      const std::vector<std::uint8_t> joints{0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
      const std::vector<float> weights{1, 0, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0};
      attributes["JOINTS_0"] = buffer.add(joints, 4, "VEC4", 5121);
      attributes["WEIGHTS_0"] = buffer.add(weights, 4, "VEC4", 5126);
    }
    j["meshes"].push_back(
        {{"name", "mesh" + std::to_string(m)},
         {"extras", {{"number", m}}},
         {"primitives", {{{"attributes", attributes}, {"indices", index}, {"material", m % 3}}}}});
  }
  const std::vector<float> time{0, 1};
  const std::vector<float> turn{0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f};
  const int input = buffer.add(time, 1, "SCALAR", 5126);
  buffer.accessors[static_cast<std::size_t>(input)]["min"] = {0};
  buffer.accessors[static_cast<std::size_t>(input)]["max"] = {1};
  j["animations"] = Json::array(
      {{{"name", "bend"},
        {"samplers", {{{"input", input}, {"output", buffer.add(turn, 4, "VEC4", 5126)}}}},
        {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}});
  return j;
}

// All but the arrays that an edit of weights of the file's meshes `changed` has to change.
inline void expect_untouched(const GlbParts& before, const GlbParts& after,
                             const std::set<std::string>& but,
                             const std::set<std::size_t>& changed) {
  for (const auto& [key, value] : before.json.items()) {
    if (but.contains(key)) continue;
    EXPECT_EQ(after.json[key].dump(), value.dump()) << key;
  }
  // What was replaced gave its place to something new; all else has its number, its view and its
  // bytes.
  std::set<std::size_t> replaced, replaced_view;
  for (std::size_t m = 0; m < before.json["meshes"].size(); ++m) {
    const Json& was = before.json["meshes"][m]["primitives"][0]["attributes"];
    for (const char* name : {"JOINTS_0", "WEIGHTS_0"}) {
      if (changed.contains(m) && was.contains(name)) replaced.insert(was[name].get<std::size_t>());
    }
  }
  for (std::size_t a = 0; a < before.json["accessors"].size(); ++a) {
    const Json& was = before.json["accessors"][a];
    if (replaced.contains(a)) {
      replaced_view.insert(was["bufferView"].get<std::size_t>());
    } else {
      EXPECT_EQ(after.json["accessors"][a], was) << a;
    }
  }
  for (std::size_t v = 0; v < before.json["bufferViews"].size(); ++v) {
    if (replaced_view.contains(v)) continue;
    Json was = before.json["bufferViews"][v], is = after.json["bufferViews"][v];
    was.erase("byteOffset");
    is.erase("byteOffset");
    EXPECT_EQ(nlohmann::json(is), nlohmann::json(was)) << v;
    EXPECT_EQ(after.view(v), before.view(v)) << v;
  }
}

inline std::vector<std::uint8_t> small_png() {
  return encode_png({"x", 2, 1, {255, 0, 0, 255, 0, 0, 255, 128}});
}

inline void write_glb(const std::filesystem::path& file, Json j, const BufferOf& buffer) {
  j["buffers"] = Json::array({{{"byteLength", buffer.bytes.size()}}});
  j["bufferViews"] = buffer.views;
  j["accessors"] = buffer.accessors;
  std::string text = j.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string out = "glTF";
  const auto u32 = [&](std::size_t v) {
    for (int s = 0; s < 32; s += 8) out.push_back(static_cast<char>(v >> s));
  };
  u32(2);
  u32(28 + text.size() + buffer.bytes.size());
  u32(text.size());
  out += "JSON" + text;
  u32(buffer.bytes.size());
  out += std::string("BIN\0", 4) + std::string(buffer.bytes.begin(), buffer.bytes.end());
  write_all(file, out);
}

inline void write_rich_glb(const std::filesystem::path& file) {
  BufferOf buffer;
  buffer.views.push_back({{"buffer", 0}, {"byteOffset", 0}, {"byteLength", small_png().size()}});
  buffer.bytes = small_png();
  buffer.bytes.resize((buffer.bytes.size() + 3) / 4 * 4);
  const Json j = rich_gltf(buffer, 0);
  write_glb(file, j, buffer);
}

}  // namespace bindpose::tests
