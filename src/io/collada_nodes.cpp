#include <cstring>
#include <unordered_map>

#include "io/assimp_convert.h"
#include "io/collada_import.h"
#include "io/import.h"

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

// What names what, each name once; whether some of them name each other in a ring.
using References = std::unordered_map<std::string, std::string>;
const std::string* find_ring(const References& references) {
  std::unordered_map<std::string_view, std::size_t> seen;  // in which walk
  std::size_t walk = 0;
  for (const auto& start : references) {
    ++walk;
    for (auto at = references.find(start.first); at != references.end();
         at = references.find(at->second)) {
      const auto [known, is_new] = seen.try_emplace(at->first, walk);
      if (is_new) continue;
      if (known->second == walk) return &at->first;
      break;
    }
  }
  return nullptr;
}

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
    if (!is(node, "newparam")) return true;
    const pugi::xml_node sampler = node.child("sampler2D");
    std::string_view image = sampler.child("instance_image").attribute("url").value();
    if (image.starts_with('#')) image.remove_prefix(1);
    std::string to = word_of(sampler.child("source"));
    if (to.empty()) to = word_of(node.child("surface").child("init_from"));
    if (to.empty()) to = image;
    found[node.attribute("sid").value()] = to;
    return true;
  }
  References found;
};

[[noreturn]] void refuse_ring(const std::filesystem::path& path, const char* what,
                              const std::string& name) {
  throw ImportError("\"" + clean_text(path.string()) + "\" was not opened: its " + what + " \"" +
                    clean_text(name) + "\" refers to itself; export it again.");
}

}  // namespace

void check_collada_links(const ColladaDocument& document, const std::filesystem::path& path) {
  check_node_graph(collada_graph(document), path);
  const pugi::xml_node root = document.xml.document_element();
  References controllers;
  for (const pugi::xml_node library : root.children("library_controllers")) {
    for (const pugi::xml_node controller : library.children("controller")) {
      std::string_view to = controller.first_child().attribute("source").value();
      if (to.starts_with('#')) to.remove_prefix(1);
      controllers[controller.attribute("id").value()] = to;
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
