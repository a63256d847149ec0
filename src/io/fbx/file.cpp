#include "io/fbx/file.h"

#include <algorithm>
#include <numeric>

#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "scene/names.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

std::string_view name_of(const FileNode& node) {
  if (node.node == nullptr) return {};
  return {node.node->mName.data, node.node->mName.length};
}

void match(FbxFile& fbx, int node, int model) {
  fbx.model_of[idx(node)] = model;
  fbx.node_of[idx(model)] = node;
}

// Down both trees at once. Among siblings of one name the order decides.
void match_down(const FileTree& tree, FbxFile& fbx) {
  std::vector<std::vector<int>> children(tree.nodes.size());
  for (std::size_t n = 1; n < tree.nodes.size(); ++n) {
    if (tree.nodes[n].parent >= 0) {
      children[idx(tree.nodes[n].parent)].push_back(static_cast<int>(n));
    }
  }
  std::vector<std::pair<int, const std::vector<int>*>> open{{0, &fbx.scene.roots}};
  while (!open.empty()) {
    const auto [node, models] = open.back();
    open.pop_back();
    std::unordered_map<std::string_view, std::vector<int>> by_name;
    for (auto c = children[idx(node)].rbegin(); c != children[idx(node)].rend(); ++c) {
      by_name[name_of(tree.nodes[idx(*c)])].push_back(*c);
    }
    for (const int m : *models) {
      const auto found = by_name.find(fbx.scene.models[idx(m)].name);
      if (found == by_name.end() || found->second.empty()) continue;
      const int child = found->second.back();
      found->second.pop_back();
      match(fbx, child, m);
      open.emplace_back(child, &fbx.scene.models[idx(m)].children);
    }
  }
}

// Those left over, where a name is there once on both sides.
void match_unique_names(const FileTree& tree, FbxFile& fbx) {
  std::unordered_map<std::string_view, std::vector<int>> models;
  for (std::size_t m = 0; m < fbx.scene.models.size(); ++m) {
    if (fbx.node_of[m] < 0) models[fbx.scene.models[m].name].push_back(static_cast<int>(m));
  }
  if (models.empty()) return;
  std::unordered_map<std::string_view, std::vector<int>> nodes;
  for (std::size_t n = 1; n < tree.nodes.size(); ++n) {
    if (fbx.model_of[n] < 0) nodes[name_of(tree.nodes[n])].push_back(static_cast<int>(n));
  }
  for (const auto& [name, list] : models) {
    const auto found = nodes.find(name);
    if (list.size() != 1 || found == nodes.end() || found->second.size() != 1) continue;
    match(fbx, found->second[0], list[0]);
  }
}

// Of a node's name, in the file. The tree refers to these bytes.
std::uint8_t& first_letter(const FbxNode& node, ModelFile& file) {
  return file.bytes[static_cast<std::size_t>(node.name.data() - file.text().data())];
}

void set_stack_letter(const FbxScene& scene, char from, char to, ModelFile& file) {
  const std::uint32_t objects = fbx_child(scene.tree, 0, "Objects");
  if (objects == 0) return;
  const std::vector<FbxNode>& node = scene.tree.node;
  for (std::uint32_t c = objects + 1; c < node[objects].end; c = node[c].end) {
    if (!node[c].name.ends_with("nimationStack") || node[c].name.front() != from) continue;
    first_letter(node[c], file) = static_cast<std::uint8_t>(to);
  }
}

}  // namespace

std::string fbx_sentence(const ModelFile& file, const FbxBroken& broken) {
  return quoted_path(file.path) + " " + broken.predicate + "; copy or export it again.";
}

std::optional<FbxScene> read_fbx_file(const ModelFile& file, Model& model, std::string& broken) {
  try {
    FbxScene scene = read_fbx_scene(file.text());
    if (scene.tree.liar_at > 0) {
      // Assimp takes memory for all that it says.
      throw ImportError(quoted_path(file.path) + " is damaged at byte " +
                        std::to_string(scene.tree.liar_at) +
                        " (an array has fewer numbers than it says); copy or export it again.");
    }
    return scene;
  } catch (const FbxBroken& e) {
    broken = fbx_sentence(file, e);
    if (e.harmful) throw ImportError(broken);
    report(model, Severity::Warning, "file",
           "Curve tangents and some joints' pivots may be wrong: the file " + e.predicate + ".");
    return {};
  }
}

void check_fbx_models(FbxScene& scene, const ModelFile& file, Model& model) {
  NodeGraph graph = std::move(scene.graph);
  graph.name = [&scene](std::size_t m) { return scene.models[m].own_name; };
  const std::vector<bool> shown = check_node_graph(graph, file.path);
  std::size_t lost = 0;
  std::string first;
  for (std::size_t m = 0; m < shown.size(); ++m) {
    if (shown[m] || !scene.models[m].is_part) continue;
    if (lost++ == 0) first = clean_text(scene.models[m].own_name);
  }
  if (lost == 0) return;
  if (std::find(shown.begin(), shown.end(), true) == shown.end()) {
    graph.roots.resize(shown.size());
    std::iota(graph.roots.begin(), graph.roots.end(), std::size_t{0});
    check_node_graph(graph, file.path);  // says which hangs below itself
    throw ImportError(
        quoted_path(file.path) + " was not opened: " +
        (lost == 1
             ? "its node "
             : "none of its " + std::to_string(lost) + " nodes hangs below the scene's root (") +
        in_quotes(first) + (lost == 1 ? " does not hang below the scene's root" : " and others)") +
        "; export it again.");
  }
  report(model, Severity::Warning, "file",
         counted(lost, "node hangs", "nodes hang") + " nowhere below the scene's root and " +
             (lost == 1 ? "was" : "were") + " left out (\"" + first + "\"" +
             (lost > 1 ? " and others" : "") + ").");
}

void hide_fbx_clips(const FbxScene& scene, ModelFile& file) {
  set_stack_letter(scene, 'A', 'a', file);
}

void show_fbx_clips(const FbxScene& scene, ModelFile& file) {
  set_stack_letter(scene, 'a', 'A', file);
}

void hide_loose_clusters(const FbxScene& scene, ModelFile& file, Model& model) {
  for (const std::uint32_t node : scene.loose_clusters) {
    first_letter(scene.tree.node[node], file) = 'd';
  }
  if (scene.loose_clusters.empty()) return;
  report(model, Severity::Warning, "file",
         counted(scene.loose_clusters.size(), "list of weights names", "lists of weights name") +
             " no joint and " + (scene.loose_clusters.size() == 1 ? "was" : "were") +
             " left out: the other weights of its vertices stand for them.");
}

FbxFile match_fbx(FbxScene scene, const FileTree& tree) {
  FbxFile out;
  out.scene = std::move(scene);
  out.model_of.assign(tree.nodes.size(), -1);
  out.node_of.assign(out.scene.models.size(), -1);
  match_down(tree, out);
  match_unique_names(tree, out);
  return out;
}

std::vector<int> fbx_scale_source(const FbxFile& fbx, const FileTree& tree) {
  std::vector<int> out(tree.nodes.size(), -1);
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const int parent = tree.nodes[n].parent;
    if (parent < 0) continue;
    const FbxInherit inherit = fbx_inherit(fbx, static_cast<int>(n));
    if (inherit == FbxInherit::Componentwise) out[n] = parent;
    if (inherit == FbxInherit::WithoutParentScale) out[n] = out[idx(parent)];
  }
  return out;
}

void set_fbx_locals(const FbxFile& fbx, FileTree& tree) {
  const std::vector<int> source = fbx_scale_source(fbx, tree);
  std::vector<vec3> handed_on(tree.nodes.size(), vec3(1.0f));
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    FileNode& node = tree.nodes[n];
    const int m = fbx.model_of[n];
    if (m >= 0) {
      const mat4 own = fbx_matrix(fbx.scene.models[idx(m)].local);
      if (is_finite(own)) node.own_local = own;
      const mat4 geometric = fbx_geometric(fbx.scene.models[idx(m)]);
      if (node.has_geometric && is_finite(geometric)) node.geometric = geometric;
      handed_on[n] = vec3(fbx.scene.models[idx(m)].local[FbxPart::Scaling]);
    } else if (node.node != nullptr) {
      handed_on[n] = decompose(node.own_local).s;
    }
    const vec3 taken_over = source[n] < 0 ? vec3(1.0f) : handed_on[idx(source[n])];
    handed_on[n] = handed_on[n] * taken_over;
    node.local = node.own_local;
    if (node.parent == kNoParent) {
      node.world = node.local;
      continue;
    }
    if (fbx_inherit(fbx, static_cast<int>(n)) != FbxInherit::Ordinary) {
      const mat4 local = inherit_scales(node.own_local, handed_on[idx(node.parent)], taken_over);
      if (is_finite(local)) node.local = local;
    }
    node.world = tree.nodes[idx(node.parent)].world * node.local;
  }
}

}  // namespace bindpose
