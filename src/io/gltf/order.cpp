#include "io/gltf/order.h"

#include <assimp/Importer.hpp>
#include <string>

#include "io/gltf/document.h"

namespace bindpose {
namespace {

using nlohmann::json;

// One triangle with the corners 2 1 0: does its first vertex stay the first?
bool measure_whether_reordered() {
  const std::string file =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"buffers":[{"byteLength":42,"uri":"data:application/octet-stream;base64,)"
      R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAgABAAAA"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}]})";
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFileFromMemory(file.data(), file.size(), 0, "gltf");
  if (scene == nullptr || scene->mNumMeshes != 1 || scene->mMeshes[0]->mNumVertices != 3)
    return true;
  return scene->mMeshes[0]->mVertices[0].y != 0.0f;
}

bool assimp_reorders() {
  static const bool answer = measure_whether_reordered();
  return answer;
}

// Vertices in the order of their first use, as Assimp numbers them.
std::vector<std::uint32_t> first_uses(const GltfValues& indices, std::size_t vertices) {
  std::vector<std::uint32_t> out;
  std::vector<bool> seen(vertices, false);
  for (const float value : indices.value) {
    const auto index = static_cast<std::size_t>(value);
    if (index >= vertices || seen[index]) continue;
    seen[index] = true;
    out.push_back(static_cast<std::uint32_t>(index));
  }
  return out;
}

std::vector<std::uint32_t> order_of(GltfDocument& document, const json& primitive) {
  constexpr std::size_t kMaxExact = std::size_t{1} << 24;  // whole numbers that a float holds
  const std::size_t accessors = gltf_count(document, "accessors");
  const auto indices = gltf_index(primitive, "indices", accessors);
  const json none;
  const json& attributes =
      primitive.is_object() && primitive.contains("attributes") ? primitive["attributes"] : none;
  const auto position = gltf_index(attributes, "POSITION", accessors);
  if (!indices || !position) return {};
  const json& accessor = gltf_get(document, "accessors", *position);
  const json count = accessor.is_object() ? accessor.value("count", json()) : json();
  if (!count.is_number_unsigned() || count.get<std::size_t>() > kMaxExact) return {};
  const auto values = read_accessor(document, *indices);
  if (!values || values->components != 1) return {};
  return first_uses(*values, count.get<std::size_t>());
}

const aiNode* node_of(GltfDocument& document, std::size_t node, const FileTree& tree) {
  const auto found = tree.by_name.find(gltf_node_name(document, node));
  return found == tree.by_name.end()
             ? nullptr
             : tree.nodes[static_cast<std::size_t>(found->second.front())].node;
}

}  // namespace

void for_each_gltf_part(GltfDocument& document, const FileTree& tree,
                        const std::function<void(unsigned mesh, const json& primitive)>& visit) {
  const std::size_t meshes = gltf_count(document, "meshes");
  for (std::size_t n = 0; n < gltf_count(document, "nodes"); ++n) {
    const auto mesh = gltf_index(gltf_get(document, "nodes", n), "mesh", meshes);
    const aiNode* node = mesh ? node_of(document, n, tree) : nullptr;
    if (node == nullptr) continue;
    const json& primitives = gltf_array(gltf_get(document, "meshes", *mesh), "primitives");
    if (primitives.size() != node->mNumMeshes) continue;
    for (unsigned p = 0; p < node->mNumMeshes; ++p) visit(node->mMeshes[p], primitives[p]);
  }
}

VertexOrder gltf_vertex_order(ModelFile& file, const FileTree& tree) {
  VertexOrder out;
  if (!assimp_reorders()) return out;
  read_rest(file);
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return out;
  for_each_gltf_part(*document, tree, [&](unsigned mesh, const json& primitive) {
    if (out.contains(mesh)) return;
    std::vector<std::uint32_t> order = order_of(*document, primitive);
    if (!order.empty()) out.emplace(mesh, std::move(order));
  });
  return out;
}

}  // namespace bindpose
