#include "io/assimp/nodes.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "io/assimp/convert.h"
#include "io/text/import_report.h"
#include "math/transform.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::string_view kLink = "_$AssimpFbx$_";

// Whose link a node is, or "" for a node of its own.
std::string_view link_owner(std::string_view name) {
  const std::size_t at = name.rfind(kLink);
  return at == name.npos ? std::string_view() : name.substr(0, at);
}

bool is_geometric(std::string_view name) {
  const std::size_t at = name.rfind(kLink);
  return at != name.npos && name.substr(at + kLink.size()).starts_with("Geometric");
}

// A link above its owner has one child, and that is the owner or its next link.
bool leads_to_owner(const aiNode& node) {
  const std::string_view owner = link_owner(view(node.mName));
  if (owner.empty() || node.mNumChildren != 1 || node.mNumMeshes > 0) return false;
  const std::string_view next = view(node.mChildren[0]->mName);
  return next == owner || link_owner(next) == owner;
}

// One visit of the walk down Assimp's tree: where the node hangs, and the links passed on the way.
struct Visit {
  const aiNode* node;
  int parent;
  std::vector<const aiNode*> chain;
  mat4 geometric{1.0f};
  bool has_geometric = false;
};

FileNode make_node(const Visit& visit, const FileTree& tree, const NodeReading& reading) {
  const aiNode& node = *visit.node;
  FileNode out;
  const std::string_view name = view(node.mName);
  out.name = reading.name ? reading.name(name) : own_name(name);
  out.node = &node;
  out.chain = visit.chain;
  out.geometric = visit.geometric;
  out.has_geometric = visit.has_geometric;
  out.parent = visit.parent;
  for (const aiNode* link : visit.chain) {
    out.own_local = out.own_local * to_glm(link->mTransformation);
  }
  out.own_local = out.own_local * to_glm(node.mTransformation);
  if (!is_finite(out.own_local)) out.own_local = mat4(1.0f);
  out.local = out.own_local;
  out.has_meshes = node.mNumMeshes > 0;
  if (out.parent == kNoParent) {
    out.world = out.local;
    return out;
  }
  const FileNode& parent = tree.nodes[static_cast<std::size_t>(out.parent)];
  out.world = parent.world * out.local;
  return out;
}

void remember_names(FileTree& tree, int index) {
  const FileNode& node = tree.nodes[static_cast<std::size_t>(index)];
  tree.by_name[std::string(view(node.node->mName))].push_back(index);
  for (std::size_t k = 0; k < node.chain.size(); ++k) {
    tree.chain_link.try_emplace(std::string(view(node.chain[k]->mName)), index,
                                static_cast<int>(k));
  }
}

// Assimp turns Z-up files upright and scales to metres, all in the root. That belongs to the
// display, not to the file's space; Collada's turn stays, so that exports are Y-up.
void take_display_off_root(FileTree& tree, RootTransform reading) {
  FileNode& root = tree.nodes[0];
  if (reading == RootTransform::Drop) root.own_local = root.local = root.world = mat4(1.0f);
  const bool upright_only = reading == RootTransform::TakeScale;
  if (!upright_only && reading != RootTransform::TakeTurnAndScale) return;
  const Transform parts = decompose(root.local);
  const bool uniform = glm::length(parts.s - vec3(parts.s.x)) < 1e-5f * std::abs(parts.s.x);
  if (!uniform || !(parts.s.x > 0.0f) || glm::length(parts.t) > 0.0f) return;
  const Transform display{vec3(0.0f), upright_only ? quat(1, 0, 0, 0) : parts.q, parts.s};
  tree.display = to_matrix(display);
  root.local = to_matrix({vec3(0.0f), upright_only ? parts.q : quat(1, 0, 0, 0), vec3(1.0f)});
  root.own_local = root.world = root.local;
}

// Joints keep the plain name: it is what skins, clips and people mean by it.
void rename_clashes(std::vector<RawJoint>& raw, FileTree& tree, Model& model) {
  std::unordered_set<std::string> joints;
  std::unordered_set<std::string> all;
  for (const RawJoint& j : raw) {
    if (j.is_joint) joints.insert(j.name);
    all.insert(j.name);
  }
  std::size_t renamed = 0;
  std::string example;
  int first = -1;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i].is_joint || !joints.contains(raw[i].name)) continue;
    int suffix = 2;
    std::string name;
    do name = raw[i].name + "#" + std::to_string(suffix++);
    while (!all.insert(name).second);
    if (renamed++ == 0) {
      example = "\"" + raw[i].name + "\" is now \"" + name + "\"";
      first = static_cast<int>(i);
    }
    raw[i].name = name;
  }
  if (renamed == 0) return;
  tree.spoken_of.emplace_back(model.report.size(), first);
  report(model, Severity::Info, "file",
         counted(renamed, "node shares its name", "nodes share their names") +
             " with a joint; the joint kept it (" + example + ").");
}

}  // namespace

std::string own_name(std::string_view assimp_name) {
  const std::string_view owner = link_owner(assimp_name);
  return clean_text(owner.empty() ? assimp_name : owner);
}

FileTree read_tree(const aiScene& scene, const ModelFile& file, const NodeReading& reading) {
  FileTree tree;
  tree.offsets_vary = reading.offsets_vary;
  std::vector<Visit> open;
  open.push_back({scene.mRootNode, kNoParent, {}, mat4(1.0f), false});
  while (!open.empty()) {
    Visit visit = std::move(open.back());
    open.pop_back();
    const aiNode& node = *visit.node;
    int children_of = visit.parent;
    Visit next{nullptr, visit.parent, {}, mat4(1.0f), false};
    if (leads_to_owner(node)) {
      next.chain = std::move(visit.chain);
      next.geometric = visit.geometric;
      next.has_geometric = visit.has_geometric;
      if (is_geometric(view(node.mName))) {
        next.geometric = next.geometric * to_glm(node.mTransformation);
        next.has_geometric = true;
      } else {
        next.chain.push_back(&node);
      }
    } else if (!is_geometric(view(node.mName))) {
      // What is left of geometric links are the inverses below a mesh node: its children already
      // hang on a node without the geometric part.
      children_of = static_cast<int>(tree.nodes.size());
      tree.nodes.push_back(make_node(visit, tree, reading));
      if (tree.nodes.size() == 1) take_display_off_root(tree, reading.root);
      remember_names(tree, children_of);
    }
    next.parent = children_of;
    for (unsigned i = node.mNumChildren; i-- > 0;) {
      next.node = node.mChildren[i];
      open.push_back(next);
    }
  }
  for (const auto& [entry, name] : file.spoken_of) {
    const auto found = tree.by_name.find(name);
    if (found != tree.by_name.end()) tree.spoken_of.emplace_back(entry, found->second.front());
  }
  return tree;
}

int add_joint(FileTree& tree, const std::string& name, const mat4& world) {
  FileNode node;
  node.name = clean_text(name);
  node.parent = tree.nodes.empty() ? kNoParent : 0;
  node.world = world;
  node.local = node.parent == kNoParent ? world : inverse_affine(tree.nodes[0].world) * world;
  node.is_joint = true;
  const int index = static_cast<int>(tree.nodes.size());
  tree.nodes.push_back(std::move(node));
  tree.by_name[name].push_back(index);
  return index;
}

void build_joints(FileTree& tree, Model& model) {
  std::vector<RawJoint> raw;
  raw.reserve(tree.nodes.size());
  for (const FileNode& node : tree.nodes) {
    raw.push_back({node.name, node.parent, node.local, node.is_joint});
  }
  rename_clashes(raw, tree, model);
  SkeletonBuild build = build_skeleton(raw);
  model.skeleton = std::move(build.skeleton);
  tree.joint = std::move(build.new_index);
  // The last sentences are one for each joint that got another name, in the skeleton's order.
  std::vector<int> renamed;
  for (std::size_t n = 0; n < raw.size(); ++n) {
    const int joint = tree.joint[n];
    if (model.skeleton.name[static_cast<std::size_t>(joint)] != raw[n].name) {
      renamed.push_back(joint);
    }
  }
  std::sort(renamed.begin(), renamed.end());
  for (std::size_t k = 0; k < build.repairs.size(); ++k) {
    const std::size_t left = build.repairs.size() - k;
    report(model, Severity::Info, "file", build.repairs[k],
           left <= renamed.size() ? renamed[renamed.size() - left] : -1);
  }
  for (const auto& [entry, node] : tree.spoken_of) {
    model.report[entry].joint = tree.joint[static_cast<std::size_t>(node)];
  }
}

}  // namespace bindpose
