// Which joints move a mesh instance, and in which space its points are when it is bound.
#pragma once

#include <assimp/scene.h>

#include <optional>
#include <vector>

#include "io/assimp/nodes.h"

namespace bindpose {

// One mesh under one node. Slots are what Skin::joint will hold: the mesh's bones, no node twice.
struct SkinPlan {
  int node = 0;                   // index into FileTree::nodes
  unsigned mesh = 0;              // index into aiScene::mMeshes
  std::vector<int> slot_of_bone;  // aiBone -> slot, -1: past the most slots that a skin can have
  std::vector<int> slot_node;     // slot -> index into FileTree::nodes
  std::vector<mat4> offset;       // slot -> O, file mesh -> joint
  bool offset_from_file = false;  // O is what the file says, not what Assimp makes of it
  std::unordered_map<int, int> slot_of_node;

  bool skinned() const { return !slot_node.empty(); }
};

// All mesh instances in the order of the tree. Finds the nodes that bones mean (a node without
// meshes before one with; among several the one whose W_j O is nearest to the mesh's node), adds
// joints for bones that are no nodes, marks joints, and replaces offset matrices without an
// inverse.
std::vector<SkinPlan> plan_skins(const aiScene& scene, FileTree& tree, Model& model);

// Where the points go. The file's points are Geo v for the mesh's v; they are moved by
// mesh_to_bind: p = mesh_to_bind Geo v. Then B_j = mesh_to_bind O_j^-1 and T_j p = W_j B_j^-1 p =
// W_j O_j Geo v.
enum class OffsetReading {
  AsStored,
  HoldsGeometric,  // O holds Geo already, which is taken out again
  LacksParents     // Assimp 5.4: the mesh's or its parents' transforms are put back
};

struct Binding {
  mat4 mesh_to_bind{1.0f};
  std::vector<mat4> bind;          // per slot
  std::vector<mat4> inverse_bind;  // per slot
  float residual = 0.0f;  // of T_j against the identity in the rest pose: Skin::bind_residual
  OffsetReading reading = OffsetReading::AsStored;
};

// Whether it is the ordinary case: bound in the rest pose (T_j is I there), its offset matrices as
// stored.
bool is_bound_at_rest(const Binding& binding);
// The report's sentence on how a skin was bound.
std::string binding_sentence(const Binding& binding);

// `moved`: what an earlier mesh of the same node chose, so that the parts of one surface stay
// together. Chooses mesh_to_bind among the identity and the rest world matrix of the mesh's node,
// so that B_j agree best with the rest pose W_j, or where that does not decide with `placed`: B_j
// by node of the meshes before. `size`: diagonal of the points Geo v.
Binding choose_binding(const SkinPlan& plan, const FileTree& tree, float size,
                       const std::vector<std::optional<mat4>>& placed,
                       std::optional<bool> moved = std::nullopt);

}  // namespace bindpose
