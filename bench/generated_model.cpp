#include "generated_model.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

namespace bindpose::bench {

namespace {

using nlohmann::json;

struct Glb {
  json doc = {{"asset", {{"version", "2.0"}}},
              {"scene", 0},
              {"accessors", json::array()},
              {"bufferViews", json::array()}};
  std::vector<char> bin;

  template <typename T>
  int add(const std::vector<T>& values, std::size_t count, const char* type, int component) {
    while (bin.size() % 4 != 0) bin.push_back(0);
    const std::size_t at = bin.size(), bytes = values.size() * sizeof(T);
    bin.resize(at + bytes);
    std::memcpy(bin.data() + at, values.data(), bytes);
    doc["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", at}, {"byteLength", bytes}});
    doc["accessors"].push_back({{"bufferView", doc["bufferViews"].size() - 1},
                                {"componentType", component},
                                {"count", count},
                                {"type", type}});
    return static_cast<int>(doc["accessors"].size()) - 1;
  }

  void write(const std::filesystem::path& file) {
    while (bin.size() % 4 != 0) bin.push_back(0);
    doc["buffers"] = {{{"byteLength", bin.size()}}};
    std::string text = doc.dump();
    while (text.size() % 4 != 0) text += ' ';
    std::ofstream out(file, std::ios::binary);
    const auto u32 = [&out](std::size_t v) {
      const auto x = static_cast<std::uint32_t>(v);
      out.write(reinterpret_cast<const char*>(&x), 4);
    };
    u32(0x46546C67);
    u32(2);
    u32(12 + 8 + text.size() + 8 + bin.size());
    u32(text.size());
    u32(0x4E4F534A);
    out << text;
    u32(bin.size());
    u32(0x004E4942);
    out.write(bin.data(), static_cast<std::streamsize>(bin.size()));
  }
};

constexpr int kFloat = 5126, kU32 = 5125, kU16 = 5123;
constexpr float kLength = 2.0f, kRadius = 0.25f;

struct Tube {
  std::vector<float> position, normal, weight;
  std::vector<std::uint16_t> slot;
  std::vector<std::uint32_t> index;
};

Tube make_tube(std::size_t around, std::size_t along, int joints) {
  Tube tube;
  for (std::size_t y = 0; y < along; ++y) {
    const float h = static_cast<float>(y) / static_cast<float>(along - 1);
    // Four joints pull on a vertex, the nearest most.
    const float place = h * static_cast<float>(joints - 1);
    const int first = std::clamp(static_cast<int>(place) - 1, 0, joints - 4);
    float w[4], sum = 0.0f;
    for (int k = 0; k < 4; ++k) {
      w[k] = 1.0f / (0.2f + std::abs(place - static_cast<float>(first + k)));
      sum += w[k];
    }
    for (std::size_t x = 0; x < around; ++x) {
      const float a =
          2.0f * std::numbers::pi_v<float> * static_cast<float>(x) / static_cast<float>(around);
      const float r = kRadius * (1.0f + 0.1f * std::sin(8.0f * a) * std::sin(20.0f * h));
      tube.position.insert(tube.position.end(), {r * std::cos(a), kLength * h, r * std::sin(a)});
      tube.normal.insert(tube.normal.end(), {std::cos(a), 0.0f, std::sin(a)});
      for (int k = 0; k < 4; ++k) {
        tube.slot.push_back(static_cast<std::uint16_t>(first + k));
        tube.weight.push_back(w[k] / sum);
      }
      if (y + 1 == along) continue;
      const std::size_t next = (x + 1) % around;
      const auto v = [&](std::size_t i, std::size_t row) {
        return static_cast<std::uint32_t>(row * around + i);
      };
      for (const std::uint32_t i :
           {v(x, y), v(x, y + 1), v(next, y), v(next, y), v(x, y + 1), v(next, y + 1)}) {
        tube.index.push_back(i);
      }
    }
  }
  return tube;
}

}  // namespace

std::filesystem::path generated_model(std::size_t vertices, int joints) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() /
      ("bindpose_tube_" + std::to_string(vertices) + "_" + std::to_string(joints) + ".glb");
  if (std::filesystem::exists(file)) return file;
  const auto around = static_cast<std::size_t>(std::sqrt(static_cast<double>(vertices) / 2.5));
  const std::size_t along = vertices / around;
  const Tube tube = make_tube(around, along, joints);
  Glb glb;
  const std::size_t count = around * along;
  json attributes;
  attributes["POSITION"] = glb.add(tube.position, count, "VEC3", kFloat);
  glb.doc["accessors"].back()["min"] = {-1.2f * kRadius, 0.0f, -1.2f * kRadius};
  glb.doc["accessors"].back()["max"] = {1.2f * kRadius, kLength, 1.2f * kRadius};
  attributes["NORMAL"] = glb.add(tube.normal, count, "VEC3", kFloat);
  attributes["JOINTS_0"] = glb.add(tube.slot, count, "VEC4", kU16);
  attributes["WEIGHTS_0"] = glb.add(tube.weight, count, "VEC4", kFloat);
  const int indices = glb.add(tube.index, tube.index.size(), "SCALAR", kU32);
  glb.doc["meshes"] = {
      {{"name", "tube"}, {"primitives", {{{"attributes", attributes}, {"indices", indices}}}}}};

  const float step = kLength / static_cast<float>(joints - 1);
  std::vector<float> inverse_bind;
  json nodes = json::array(), list = json::array();
  for (int j = 0; j < joints; ++j) {
    json node = {{"name", "joint" + std::to_string(j)},
                 {"translation", {0.0f, j == 0 ? 0.0f : step, 0.0f}}};
    if (j + 1 < joints) node["children"] = {j + 1};
    nodes.push_back(node);
    list.push_back(j);
    const float y = -step * static_cast<float>(j);
    inverse_bind.insert(inverse_bind.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1});
  }
  nodes.push_back({{"name", "tube"}, {"mesh", 0}, {"skin", 0}});
  const int matrices = glb.add(inverse_bind, static_cast<std::size_t>(joints), "MAT4", kFloat);
  glb.doc["nodes"] = nodes;
  glb.doc["skins"] = {{{"joints", list}, {"inverseBindMatrices", matrices}}};
  glb.doc["scenes"] = {{{"nodes", {0, joints}}}};
  const std::vector<float> times = {0.0f, 1.0f, 2.0f};
  const float s = std::sin(0.01f), c = std::cos(0.01f);
  const std::vector<float> turns = {0, 0, 0, 1, 0, 0, s, c, 0, 0, 0, 1};
  const int input = glb.add(times, 3, "SCALAR", kFloat);
  glb.doc["accessors"].back()["min"] = {0.0f};
  glb.doc["accessors"].back()["max"] = {2.0f};
  const int output = glb.add(turns, 3, "VEC4", kFloat);
  json channels = json::array(), samplers = json::array();
  for (int j = 0; j < joints; ++j) {
    samplers.push_back({{"input", input}, {"output", output}});
    channels.push_back({{"sampler", j}, {"target", {{"node", j}, {"path", "rotation"}}}});
  }
  glb.doc["animations"] = {{{"name", "bend"}, {"channels", channels}, {"samplers", samplers}}};
  glb.write(file);
  return file;
}

}  // namespace bindpose::bench
