// Small model files that the import tests write themselves.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bindpose::import_files {

using nlohmann::json;

// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "bindpose_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

// A glTF whose arrays go into one external buffer.
struct Gltf {
  json root = {{"asset", {{"version", "2.0"}}}, {"scene", 0},
               {"scenes", {{{"nodes", {0}}}}},  {"nodes", json::array()},
               {"meshes", json::array()},       {"accessors", json::array()},
               {"bufferViews", json::array()},  {"buffers", json::array()}};
  std::string bytes{};

  template <typename T>
  std::size_t accessor(const std::vector<T>& values, const char* type, std::size_t components,
                       int component_type, bool normalized = false) {
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    const std::size_t start = bytes.size();
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    root["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", start}, {"byteLength", values.size() * sizeof(T)}});
    json a = {{"bufferView", root["bufferViews"].size() - 1},
              {"componentType", component_type},
              {"count", values.size() / components},
              {"type", type}};
    if (normalized) a["normalized"] = true;
    if (std::string(type) == "VEC3") {
      a["min"] = {-1e3, -1e3, -1e3};
      a["max"] = {1e3, 1e3, 1e3};
    }
    root["accessors"].push_back(a);
    return root["accessors"].size() - 1;
  }
  std::size_t floats(const std::vector<float>& v, const char* type, std::size_t components) {
    return accessor(v, type, components, 5126);
  }

  std::filesystem::path write(const Folder& folder, const std::string& name = "model.gltf") {
    folder.write("model.bin", bytes);
    root["buffers"] = {{{"byteLength", bytes.size()}, {"uri", "model.bin"}}};
    return folder.write(name, root.dump(1));
  }
};

// Two triangles of one square, six corners; corners 0 and 3, and 2 and 4 coincide. With joints and
// weights of its own for every corner.
struct Square {
  std::vector<float> position{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0};
  std::vector<float> normal{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
  std::vector<std::uint8_t> joint = std::vector<std::uint8_t>(24, 0);
  std::vector<float> weight{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
};

inline std::vector<float> identities(std::size_t count) {
  std::vector<float> out(16 * count, 0.0f);
  for (std::size_t i = 0; i < out.size(); i += 16) {
    for (std::size_t k = 0; k < 16; k += 5) out[i + k] = 1.0f;
  }
  return out;
}

// Nodes: 0 root, 1 the square (mesh 0, skin 0), 2 joint "a", 3 joint "b" at x = 2 below it.
inline Gltf skinned_square(const Square& square = {}) {
  Gltf g;
  g.root["nodes"] = {{{"name", "root"}, {"children", {1, 2}}},
                     {{"name", "square"}, {"mesh", 0}, {"skin", 0}},
                     {{"name", "a"}, {"children", {3}}},
                     {{"name", "b"}, {"translation", {2.0, 0.0, 0.0}}}};
  const json attributes = {{"POSITION", g.floats(square.position, "VEC3", 3)},
                           {"NORMAL", g.floats(square.normal, "VEC3", 3)},
                           {"JOINTS_0", g.accessor(square.joint, "VEC4", 4, 5121)},
                           {"WEIGHTS_0", g.floats(square.weight, "VEC4", 4)}};
  g.root["meshes"] = {{{"name", "square mesh"}, {"primitives", {{{"attributes", attributes}}}}}};
  g.root["skins"] = {
      {{"joints", {2, 3}}, {"inverseBindMatrices", g.floats(identities(2), "MAT4", 16)}}};
  return g;
}

// A textured square, one quad, with its material in "box.mtl".
inline constexpr const char* kObj = R"(mtllib box.mtl
o sheet
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl red
f 1/1/1 2/2/1 3/3/1 4/4/1
)";

}  // namespace bindpose::import_files
