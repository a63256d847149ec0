#include <cstring>
#include <unordered_map>

#include "io/collada_import.h"

namespace bindpose {
namespace {

bool is(pugi::xml_node node, const char* name) {
  return std::strcmp(node.name(), name) == 0;
}

// What Assimp makes nodes of.
struct Nodes : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (is(node, "node") || is(node, "visual_scene")) {
      index.emplace(node.hash_value(), found.size());
      found.push_back(node);
    }
    return true;
  }
  std::vector<pugi::xml_node> found;
  std::unordered_map<std::size_t, std::size_t> index;  // by pugi's hash
};

using ByText = std::unordered_multimap<std::string_view, std::size_t>;

ByText by_attribute(const std::vector<pugi::xml_node>& nodes, const char* key) {
  ByText out;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const char* value = nodes[n].attribute(key).value();
    if (*value != '\0') out.emplace(value, n);
  }
  return out;
}

// The node that an instance shows is sought by its id, then by its name. Where several may be
// meant, all are.
void add_matches(const ByText& texts, std::string_view text, std::vector<std::size_t>& out) {
  const auto [from, to] = texts.equal_range(text);
  for (auto at = from; at != to; ++at) out.push_back(at->second);
}

}  // namespace

NodeGraph collada_graph(const ColladaDocument& document) {
  Nodes nodes;
  document.xml.root().traverse(nodes);
  const ByText ids = by_attribute(nodes.found, "id");
  const ByText names = by_attribute(nodes.found, "name");
  NodeGraph out;
  out.below.resize(nodes.found.size());
  for (std::size_t n = 0; n < nodes.found.size(); ++n) {
    for (const pugi::xml_node child : nodes.found[n].children()) {
      if (is(child, "node")) out.below[n].push_back(nodes.index.at(child.hash_value()));
      if (!is(child, "instance_node")) continue;
      std::string_view url = child.attribute("url").value();
      if (!url.starts_with('#')) continue;
      url.remove_prefix(1);
      const auto& texts = ids.contains(url) ? ids : names;
      add_matches(texts, url, out.below[n]);
    }
  }
  const pugi::xml_node shown =
      document.xml.document_element().child("scene").child("instance_visual_scene");
  const pugi::xml_node scene = collada_find(document, shown.attribute("url").value());
  for (std::size_t n = 0; n < nodes.found.size(); ++n) {
    const bool wanted = scene ? nodes.found[n] == scene : is(nodes.found[n], "visual_scene");
    if (wanted) out.roots.push_back(n);
  }
  out.name = [found = std::move(nodes.found)](std::size_t n) {
    const std::string name = found[n].attribute("name").value();
    return name.empty() ? std::string(found[n].attribute("id").value()) : name;
  };
  return out;
}

}  // namespace bindpose
