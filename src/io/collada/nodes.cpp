#include <cstring>
#include <optional>
#include <unordered_map>

#include "io/collada/file.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

// What Assimp makes nodes of.
struct Nodes : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (is_element(node, "node") || is_element(node, "visual_scene")) {
      index.emplace(node.hash_value(), found.size());
      found.push_back(node);
    }
    return true;
  }
  std::vector<pugi::xml_node> found;
  std::unordered_map<std::size_t, std::size_t> index;  // by pugi's hash
};

using ByText = std::unordered_map<std::string_view, std::vector<std::size_t>>;

ByText by_attribute(const std::vector<pugi::xml_node>& nodes, const char* key) {
  ByText out;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const char* value = nodes[n].attribute(key).value();
    if (*value != '\0') out[value].push_back(n);
  }
  return out;
}

// Where an instance leads: the node that it shows is sought by its id, then by its name. Where
// several may be meant, all are: they hang below a vertex of their text, for each instance would
// name all of them.
class Targets {
 public:
  explicit Targets(const std::vector<pugi::xml_node>& nodes)
      : ids_(by_attribute(nodes, "id")), names_(by_attribute(nodes, "name")) {}

  std::optional<std::size_t> find(std::string_view text, NodeGraph& graph) {
    const ByText& texts = ids_.contains(text) ? ids_ : names_;
    const auto found = texts.find(text);
    if (found == texts.end()) return {};
    if (found->second.size() == 1) return found->second.front();
    const auto [at, is_new] = vertex_.try_emplace(text, graph.below.size());
    if (is_new) graph.below.push_back(found->second);
    return at->second;
  }
  // One of the nodes of each text that got a vertex, in the order of those.
  std::vector<std::size_t> first_nodes(const NodeGraph& graph) const {
    std::vector<std::size_t> out;
    for (std::size_t v = graph.below.size() - vertex_.size(); v < graph.below.size(); ++v) {
      out.push_back(graph.below[v].front());
    }
    return out;
  }

 private:
  ByText ids_, names_;
  std::unordered_map<std::string_view, std::size_t> vertex_;
};

// What names what; a name of which some lead back to it, or nullptr.
using References = std::unordered_map<std::string, std::vector<std::string>>;
const std::string* find_ring(const References& references) {
  struct Step {
    References::const_iterator at;
    std::size_t next = 0;  // of its references
  };
  std::unordered_map<std::string_view, bool> open;  // true: on the way here
  for (auto start = references.begin(); start != references.end(); ++start) {
    if (!open.try_emplace(start->first, true).second) continue;
    std::vector<Step> way{{start}};
    while (!way.empty()) {
      Step& step = way.back();
      if (step.next == step.at->second.size()) {
        open[step.at->first] = false;
        way.pop_back();
        continue;
      }
      const auto to = references.find(step.at->second[step.next++]);
      if (to == references.end()) continue;
      const auto [known, is_new] = open.try_emplace(to->first, true);
      if (is_new) {
        way.push_back({to});
      } else if (known->second) {
        return &to->first;
      }
    }
  }
  return nullptr;
}

// Assimp takes what a controller deforms from any <skin> or <morph> in it, however deep.
struct FoundDeformers : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (!is_element(node, "skin") && !is_element(node, "morph")) return true;
    std::string_view to = node.attribute("source").value();
    if (to.starts_with('#')) to.remove_prefix(1);
    source.emplace_back(to);
    return true;
  }
  std::vector<std::string> source;
};

std::string word_of(pugi::xml_node element) {
  constexpr const char* kSpace = " \t\r\n";
  const std::string_view text = element.child_value();
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kSpace) - begin + 1));
}

// A texture's sampler names its surface, which names the image.
struct Parameters : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (!is_element(node, "newparam")) return true;
    const pugi::xml_node sampler = node.child("sampler2D");
    std::string_view image = sampler.child("instance_image").attribute("url").value();
    if (image.starts_with('#')) image.remove_prefix(1);
    std::string to = word_of(sampler.child("source"));
    if (to.empty()) to = word_of(node.child("surface").child("init_from"));
    if (to.empty()) to = image;
    found[node.attribute("sid").value()] = {to};
    return true;
  }
  References found;
};

[[noreturn]] void refuse_ring(const std::filesystem::path& path, const char* what,
                              const std::string& name) {
  throw ImportError(quoted_path(path) + " was not opened: its " + what + " \"" + clean_text(name) +
                    "\" refers to itself; export it again.");
}

}  // namespace

void check_collada_links(const ColladaDocument& document, const std::filesystem::path& path) {
  check_node_graph(collada_graph(document), path);
  const pugi::xml_node root = document.xml.document_element();
  References controllers;
  for (const pugi::xml_node library : root.children("library_controllers")) {
    for (pugi::xml_node controller : library.children("controller")) {
      FoundDeformers deformers;
      controller.traverse(deformers);
      std::vector<std::string>& of = controllers[controller.attribute("id").value()];
      of.insert(of.end(), deformers.source.begin(), deformers.source.end());
    }
  }
  if (const std::string* ring = find_ring(controllers)) refuse_ring(path, "controller", *ring);
  for (const pugi::xml_node library : root.children("library_effects")) {
    for (pugi::xml_node effect : library.children("effect")) {
      Parameters parameters;
      effect.traverse(parameters);
      if (const std::string* ring = find_ring(parameters.found)) {
        refuse_ring(path, "texture parameter", *ring);
      }
    }
  }
}

NodeGraph collada_graph(const ColladaDocument& document) {
  Nodes nodes;
  document.xml.root().traverse(nodes);
  Targets targets(nodes.found);
  NodeGraph out;
  out.below.resize(nodes.found.size());
  for (std::size_t n = 0; n < nodes.found.size(); ++n) {
    for (const pugi::xml_node child : nodes.found[n].children()) {
      if (is_element(child, "node")) out.below[n].push_back(nodes.index.at(child.hash_value()));
      if (!is_element(child, "instance_node")) continue;
      std::string_view url = child.attribute("url").value();
      if (!url.starts_with('#')) continue;
      url.remove_prefix(1);
      if (const auto target = targets.find(url, out)) out.below[n].push_back(*target);
    }
  }
  const pugi::xml_node shown =
      document.xml.document_element().child("scene").child("instance_visual_scene");
  const pugi::xml_node scene = collada_find(document, shown.attribute("url").value());
  for (std::size_t n = 0; n < nodes.found.size(); ++n) {
    const bool wanted =
        scene ? nodes.found[n] == scene : is_element(nodes.found[n], "visual_scene");
    if (wanted) out.roots.push_back(n);
  }
  out.name = [first = targets.first_nodes(out), found = std::move(nodes.found)](std::size_t n) {
    if (n >= found.size()) n = first[n - found.size()];
    const std::string name = found[n].attribute("name").value();
    return name.empty() ? std::string(found[n].attribute("id").value()) : name;
  };
  return out;
}

}  // namespace bindpose
