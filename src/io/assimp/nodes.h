// The file's node tree as joints: one joint a node, FBX pivot chains folded into the node they
// belong to, bones found by name.
#pragma once

#include <assimp/scene.h>

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/model_file.h"
#include "rig/skeleton.h"
#include "scene/model.h"

namespace bindpose {

// FBX nodes with pivots arrive as a chain X_$AssimpFbx$_Translation, ..., X. The chain without its
// geometric links and X itself are the factors of X's local matrix; the geometric links move X's
// own mesh points, never its children.
struct FileNode {
  std::string name;                  // the file's own
  const aiNode* node = nullptr;      // null: a joint made up for a bone that is no node
  std::vector<const aiNode*> chain;  // pivots above it, root to leaf, without geometric links
  mat4 geometric{1.0f};              // Geo
  bool has_geometric = false;
  int parent = kNoParent;  // index into FileTree::nodes, smaller than its own
  mat4 own_local{1.0f};    // what the file says
  mat4 local{1.0f};        // own_local after the FBX inherit type (set_fbx_locals)
  mat4 world{1.0f};        // of the rest pose
  bool has_meshes = false;
  bool lost_surface = false;  // it has a mesh in the file that could not be read
  bool is_joint = false;      // a bone of some mesh, or FormatReader::mark_joints()
};

struct FileTree {
  bool offsets_vary = false;                                        // NodeReading
  std::vector<FileNode> nodes;                                      // parents first
  std::unordered_map<std::string, std::vector<int>> by_name;        // as Assimp has it
  std::unordered_map<std::string, std::pair<int, int>> chain_link;  // a link's name: node, position
  mat4 display{1.0f};      // the turn and unit that Assimp put on the root, taken off again
  std::vector<int> joint;  // node -> skeleton index, once build_joints() ran
  std::vector<std::pair<std::size_t, int>> spoken_of;  // entries of the report and their nodes
};

// What Assimp put into the root's transform that is not the file's. A scale and a turn that are
// taken go to FileTree::display.
enum class RootTransform { Keep, Drop, TakeScale, TakeTurnAndScale };

struct NodeReading {
  // A node's name as the file has it, by Assimp's; own_name() where a format needs no other.
  std::function<std::string(std::string_view)> name{};
  RootTransform root = RootTransform::Keep;
  // What offset matrices map from and to differs between Assimp's versions: choose_binding() finds
  // out.
  bool offsets_vary = false;
};

// Assimp's name without what it puts behind it for a link of a pivot chain.
std::string own_name(std::string_view assimp_name);

FileTree read_tree(const aiScene& scene, const ModelFile& file, const NodeReading& reading);

// Adds a joint under the root whose rest pose is `world`.
int add_joint(FileTree& tree, const std::string& name, const mat4& world);

// Fills model.skeleton and tree.joint. A joint keeps its name where a plain node has the same one.
// What was renamed or repaired goes to the report, whose entries get the joints of `spoken_of`.
void build_joints(FileTree& tree, Model& model);

}  // namespace bindpose
