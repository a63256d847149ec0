// How the skins of an FBX file were bound, and how they want to be blended.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "io/fbx/file.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;  // of unpacked points and parts

// A place in space, equal where it is the same bit for bit (and 0 is -0).
struct PointHash {
  std::size_t operator()(const std::array<float, 3>& p) const {
    std::size_t hash = 0;
    for (const float x : p) {
      std::uint32_t bits;
      const float positive_zero = x + 0.0f;
      std::memcpy(&bits, &positive_zero, sizeof bits);
      hash = hash * 0x9e3779b97f4a7c15u + bits;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

// Control points have no numbers left once Assimp has made vertices of them: they are found by
// place. Points in one place share the part of the first.
using Parts = std::unordered_map<std::array<float, 3>, float, PointHash>;

Parts read_parts(const FbxTree& tree, const FbxSkin& skin, const mat4& to_bind) {
  std::size_t budget = kMaxBytes;
  const auto points = fbx_array<float>(tree, skin.points, budget);
  const auto parts = fbx_array<float>(tree, skin.parts, budget);
  Parts out;
  if (!points || !parts) return out;
  const mat3 linear(to_bind);
  const vec3 shift(to_bind[3]);
  const std::size_t count = std::min(points->size() / 3, parts->size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite((*parts)[i])) continue;
    vec3 p((*points)[3 * i], (*points)[3 * i + 1], (*points)[3 * i + 2]);
    // As the importer moves a mesh's vertices, so that not a bit differs.
    if (to_bind != mat4(1.0f)) p = linear * p + shift;
    out.emplace(std::array{p.x, p.y, p.z}, std::clamp((*parts)[i], 0.0f, 1.0f));
  }
  return out;
}

// Returns how many vertices were found.
std::size_t set_parts(const Parts& parts, Mesh& mesh) {
  std::size_t found = 0;
  mesh.dq_blend_weight.assign(mesh.position.size(), 1.0f);
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    const vec3& p = mesh.position[i];
    const auto at = parts.find({p.x, p.y, p.z});
    if (at == parts.end()) continue;
    mesh.dq_blend_weight[i] = at->second;
    ++found;
  }
  return found;
}

void note_blend(const FbxFile& fbx, const FbxSkin& skin, const mat4& geometric, int number,
                Model& model) {
  Mesh& mesh = model.meshes[idx(number)];
  const Parts parts =
      read_parts(fbx.scene.tree, skin, mesh.file_binding.skin.mesh_to_bind * geometric);
  const std::size_t found = set_parts(parts, mesh);
  std::string text =
      "Its skin mixes linear and dual-quaternion skinning vertex by vertex; unless another "
      "deformer "
      "is chosen it is shown so.";
  if (found < mesh.position.size()) {
    text += " The mix of " + counted(mesh.position.size() - found, "vertex", "vertices") +
            " is not known; all dual quaternions there.";
  }
  report(model, Severity::Info, "mesh " + mesh.name, text, -1, number);
}

// Node -> O, for one model's skins. Of two clusters for one bone the first counts.
std::unordered_map<int, mat4> offsets_of(const FbxFile& fbx, int model) {
  std::unordered_map<int, mat4> out;
  for (const FbxSkin& skin : fbx.scene.skins) {
    if (skin.model != model || skin.clusters < 0) continue;
    for (const FbxCluster& cluster : fbx.scene.clusters[idx(skin.clusters)]) {
      const int node = fbx.node_of[idx(cluster.bone)];
      const mat4 offset(cluster.mesh_to_bone);
      if (node >= 0 && is_finite(offset) && is_invertible(offset)) out.emplace(node, offset);
    }
  }
  return out;
}

// Meshes whose points come from a file of places for every frame.
void note_caches(const FbxTree& tree, Model& model) {
  const std::uint32_t objects = fbx_child(tree, 0, "Objects");
  std::size_t caches = 0;
  for (std::uint32_t c = objects + 1; objects != 0 && c < tree.node[objects].end;
       c = tree.node[c].end) {
    caches += tree.node[c].name == "Deformer" && fbx_text(tree.get(c, 2)) == "VertexCacheDeformer";
  }
  if (caches == 0) return;
  report(model, Severity::Warning, "file",
         counted(caches, "mesh is", "meshes are") +
             " moved by a geometry cache (a file with the places of its points), which is not "
             "played; export the rig that the cache was made of, or bake it to shapes.");
}

}  // namespace

void set_fbx_offsets(const FbxFile& fbx, std::vector<SkinPlan>& plans) {
  std::unordered_map<int, std::unordered_map<int, mat4>> of_model;
  for (SkinPlan& plan : plans) {
    const int model = fbx.model_of[idx(plan.node)];
    if (model < 0 || !plan.skinned()) continue;
    const auto [known, is_new] = of_model.try_emplace(model);
    if (is_new) known->second = offsets_of(fbx, model);
    const std::unordered_map<int, mat4>& offset = known->second;
    if (!std::all_of(plan.slot_node.begin(), plan.slot_node.end(),
                     [&](int node) { return offset.contains(node); })) {
      continue;
    }
    for (std::size_t s = 0; s < plan.slot_node.size(); ++s) {
      plan.offset[s] = offset.at(plan.slot_node[s]);
    }
    plan.offset_from_file = true;
  }
}

void note_fbx_skins(const FbxFile& fbx, const FileTree& tree, Model& model) {
  note_caches(fbx.scene.tree, model);
  std::vector<const FbxSkin*> skin_of(model.skeleton.parent.size(), nullptr);
  std::vector<int> node_of(skin_of.size(), -1);
  for (const FbxSkin& skin : fbx.scene.skins) {
    const int node = fbx.node_of[idx(skin.model)];
    if (node < 0) continue;
    const std::size_t joint = idx(tree.joint[idx(node)]);
    skin_of[joint] = &skin;
    node_of[joint] = node;
  }
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    Mesh& mesh = model.meshes[m];
    const FbxSkin* skin = skin_of[idx(mesh.node)];
    if (!mesh.file_binding.skin.skinned || skin == nullptr) continue;
    mesh.file_binding.skin.wants_dual_quaternions =
        skin->type == FbxSkinType::DualQuaternion || skin->type == FbxSkinType::Blend;
    if (skin->type == FbxSkinType::DualQuaternion) {
      report(model, Severity::Info, "mesh " + mesh.name,
             "Its skin asks for dual-quaternion skinning; unless another deformer is chosen it is "
             "shown "
             "so.",
             -1, static_cast<int>(m));
    } else if (skin->type == FbxSkinType::Blend) {
      note_blend(fbx, *skin, tree.nodes[idx(node_of[idx(mesh.node)])].geometric,
                 static_cast<int>(m), model);
    }
  }
}

}  // namespace bindpose
