#include "io/export/gltf_source.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "io/gltf/compressed/decompress.h"
#include "io/gltf/compressed/plain.h"
#include "io/text/clean_text.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "scene/draft/built_model.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr std::size_t kDeepestJson = 512;  // JSON inside one another: what is written anew recurses
constexpr float kSamePlace = 1e-4f;        // in parts of the mesh's size
constexpr std::size_t kTriangles = 4;      // glTF's modes: a list, then a strip and a fan
constexpr std::size_t kFan = 6;

bool nests_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if ((c == '{' || c == '[') && ++depth > kDeepestJson) return true;
    if ((c == '}' || c == ']') && depth > 0) --depth;
  }
  return false;
}

// The joint's name as the importer makes it of Assimp's.
std::string joint_name(const std::string& name) {
  constexpr std::string_view kNameless = "nodes[";
  if (!name.starts_with(kNameless) || !name.ends_with("]")) return clean_text(name);
  return "node_" + clean_text(name.substr(kNameless.size(), name.size() - kNameless.size() - 1));
}

void match_nodes(GltfSource& source, const Skeleton& skeleton) {
  std::map<std::string, int> joint_of;
  for (int j = 0; j < skeleton.size(); ++j) joint_of.emplace(skeleton.name[idx(j)], j);
  const std::vector<std::string> names = gltf_unique_names(source.document);
  source.node_joint.assign(names.size(), -1);
  source.joint_node.assign(idx(skeleton.size()), -1);
  std::map<std::string, std::size_t> uses;
  for (const std::string& name : names) ++uses[joint_name(name)];
  for (std::size_t n = 0; n < names.size(); ++n) {
    const std::string name = joint_name(names[n]);
    const auto found = joint_of.find(name);
    if (found == joint_of.end() || uses[name] > 1) continue;
    source.node_joint[n] = found->second;
    source.joint_node[idx(found->second)] = static_cast<int>(n);
  }
}

std::size_t mode_of(const json& primitive) {
  const auto found = primitive.find("mode");
  if (found == primitive.end()) return kTriangles;
  return found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

// The file's vertex at each corner, in the order of its faces.
std::optional<std::vector<std::uint32_t>> corners_of(GltfSource& source, const GltfPart& part,
                                                     std::size_t vertices) {
  const json& primitive = primitive_of(source, part);
  std::vector<std::uint32_t> out;
  if (!primitive.contains("indices")) {
    for (std::uint32_t v = 0; v < vertices; ++v) out.push_back(v);
    return out;
  }
  const std::size_t accessors = gltf_count(source.document, "accessors");
  const auto index = gltf_index(primitive, "indices", accessors);
  if (!index || vertices > std::size_t{1} << 24) {
    // Numbers beyond what a float holds are read as they lie.
    const auto bytes = index ? accessor_bytes(source.document, *index) : std::nullopt;
    const json& accessor = index ? gltf_get(source.document, "accessors", *index) : primitive;
    if (!bytes || accessor.value("componentType", json()) != kGltfInt) return std::nullopt;
    out.resize(bytes->size() / sizeof(std::uint32_t));
    std::copy_n(bytes->data(), out.size() * sizeof(std::uint32_t),
                reinterpret_cast<std::uint8_t*>(out.data()));
    return out;
  }
  const auto values = read_accessor(source.document, *index);
  if (!values || values->components != 1) return std::nullopt;
  out.reserve(values->count);
  for (const float v : values->value) {
    if (!(v >= 0.0f && v < static_cast<float>(vertices))) return std::nullopt;
    out.push_back(static_cast<std::uint32_t>(v));
  }
  return out;
}

// Its triangles are a plain list, in the file's order. In a mirrored mesh the second and third
// corner changed places.
void match_corners(std::vector<std::uint32_t> corner, const Mesh& mesh, GltfPart& part) {
  if (glm::determinant(mat3(mesh.file_binding.skin.mesh_to_bind)) < 0.0f) {
    for (std::size_t k = 0; k + 2 < corner.size(); k += 3) std::swap(corner[k + 1], corner[k + 2]);
  }
  for (std::size_t k = 0; k < corner.size(); ++k) part.vertex[corner[k]] = mesh.triangle[k];
  part.corner = std::move(corner);
}

// By the numbers that the importer noted. False where it took two vertices for one.
bool match_noted(const std::vector<std::uint32_t>& corner, const Mesh& mesh, GltfPart& part) {
  if (mesh.source_vertex.size() != mesh.position.size()) return false;
  for (std::size_t v = 0; v < mesh.source_vertex.size(); ++v) {
    if (mesh.source_vertex[v] >= part.vertex.size()) return false;
    part.vertex[mesh.source_vertex[v]] = static_cast<std::uint32_t>(v);
  }
  for (const std::uint32_t v : mesh.triangle) part.corner.push_back(mesh.source_vertex[v]);
  return std::none_of(corner.begin(), corner.end(),
                      [&](std::uint32_t f) { return part.vertex[f] == GltfPart::kNoVertex; });
}

bool match_vertices(GltfSource& source, const Mesh& mesh, std::size_t vertices, GltfPart& part) {
  auto corner = corners_of(source, part, vertices);
  if (!corner ||
      std::any_of(corner->begin(), corner->end(), [&](std::uint32_t f) { return f >= vertices; })) {
    return false;
  }
  part.vertex.assign(vertices, GltfPart::kNoVertex);
  const bool list = mode_of(primitive_of(source, part)) == kTriangles;
  if (!list || corner->size() != mesh.triangle.size()) return match_noted(*corner, mesh, part);
  match_corners(std::move(*corner), mesh, part);
  return true;
}

bool same_places(const Mesh& mesh, const GltfPart& part, const GltfValues& points) {
  Box box;
  for (const vec3& p : mesh.position) box.add(p);
  const float most = kSamePlace * std::max(box.diagonal(), 1e-6f);
  for (std::size_t f = 0; f < part.vertex.size(); ++f) {
    if (part.vertex[f] == GltfPart::kNoVertex) continue;
    const float* p = points.value.data() + 3 * f;
    if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) continue;
    const vec3 moved(mesh.file_binding.skin.mesh_to_bind * vec4(p[0], p[1], p[2], 1.0f));
    if (!(glm::length(moved - mesh.position[part.vertex[f]]) <= most)) return false;
  }
  return true;
}

bool match_part(GltfSource& source, const Mesh& mesh, GltfPart& part) {
  const auto position = attribute_of(source, part, "POSITION");
  if (!position) return false;
  const auto points = read_accessor(source.document, *position);
  return points && points->components == 3 && match_vertices(source, mesh, points->count, part) &&
         same_places(mesh, part, *points);
}

// Primitives of triangles, which are what became meshes of the model.
std::vector<std::size_t> surfaces_of(const json& mesh) {
  std::vector<std::size_t> out;
  const json& primitives = gltf_array(mesh, "primitives");
  for (std::size_t p = 0; p < primitives.size(); ++p) {
    if (!primitives[p].is_object()) continue;
    const std::size_t mode = mode_of(primitives[p]);
    if (mode >= kTriangles && mode <= kFan) out.push_back(p);
  }
  return out;
}

bool match_meshes(GltfSource& source, const Model& model) {
  std::map<int, std::vector<std::size_t>> meshes_of;  // joint -> the model's meshes
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    meshes_of[model.meshes[m].node].push_back(m);
  }
  source.part.resize(model.meshes.size());
  const std::size_t meshes = gltf_count(source.document, "meshes");
  for (const auto& [joint, list] : meshes_of) {
    const int node = source.joint_node[idx(joint)];
    if (node < 0) return false;
    const auto mesh = gltf_index(gltf_get(source.document, "nodes", idx(node)), "mesh", meshes);
    if (!mesh) return false;
    const auto surfaces = surfaces_of(gltf_get(source.document, "meshes", *mesh));
    std::size_t next = 0;  // some surfaces may have been left out
    for (const std::size_t m : list) {
      GltfPart& part = source.part[m];
      bool found = false;
      while (!found && next < surfaces.size()) {
        part = {idx(node), *mesh, surfaces[next++], {}, {}};
        found = match_part(source, model.meshes[m], part);
      }
      if (!found) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::uint32_t> corners_like(const GltfPart& part, const Mesh& of,
                                        const std::vector<std::uint32_t>& triangle) {
  std::vector<std::uint32_t> out = part.corner;
  for (std::size_t k = 0; k + 2 < std::min(triangle.size(), out.size()); k += 3) {
    if (of.triangle[k + 1] != triangle[k + 1]) std::swap(out[k + 1], out[k + 2]);
  }
  return out;
}

const json& primitive_of(GltfSource& source, const GltfPart& part) {
  return gltf_array(gltf_get(source.document, "meshes", part.mesh), "primitives")[part.primitive];
}

std::optional<std::size_t> attribute_of(GltfSource& source, const GltfPart& part,
                                        const std::string& name) {
  const json& primitive = primitive_of(source, part);
  if (!primitive.contains("attributes")) return std::nullopt;
  return gltf_index(primitive["attributes"], name.c_str(),
                    gltf_count(source.document, "accessors"));
}

std::vector<std::uint8_t> open_plain_here(const std::filesystem::path& file, const WriteProgress*) {
  return plain_gltf(file);
}

std::unique_ptr<GltfSource> open_gltf_source(const Model& model, const OpenPlain& open_plain,
                                             const WriteProgress* progress) {
  const Model* file = bound_from(model);
  if (file == nullptr) return nullptr;  // it has another skeleton
  if (!model.format.starts_with("glTF") || model.path.empty()) return nullptr;
  auto source = std::make_unique<GltfSource>();
  try {
    source->file = read_model_file(model.path);
    read_rest(source->file);
    if (nests_too_deep(gltf_text(source->file))) return nullptr;
    std::optional<GltfDocument> document = open_gltf(source->file);
    if (document && is_compressed(*document)) {
      source->file.bytes = open_plain(model.path, progress);
      source->file.format = FileFormat::Glb;
      if (nests_too_deep(gltf_text(source->file))) return nullptr;
      document = open_gltf(source->file);
    }
    if (!document || is_compressed(*document)) return nullptr;
    source->document = std::move(*document);
    match_nodes(*source, file->skeleton);
    if (!match_meshes(*source, *file)) return nullptr;
    for (std::size_t m = 0; file != &model && m < source->part.size(); ++m) {
      GltfPart& part = source->part[m];
      part.corner = corners_like(part, file->meshes[m], model.meshes[m].triangle);
    }
  } catch (const std::exception&) {  // not there any more, or broken: the model is what there is
    return nullptr;
  }
  return source;
}

}  // namespace bindpose
