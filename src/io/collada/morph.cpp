#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "io/collada/bind_shape.h"
#include "io/collada/file.h"
#include "io/collada/lists.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

constexpr int kLongestChain = 16;
// Assimp, and pugixml where it removes elements, go down by calls.
constexpr int kMaxDepth = static_cast<int>(kMaxNodeDepth);

// The <skin> or <morph> of a <controller>.
pugi::xml_node deformer_of(pugi::xml_node controller) {
  const pugi::xml_node skin = controller.child("skin");
  return skin ? skin : controller.child("morph");
}

// Where a chain of controllers that begins at `url` comes to the mesh: its controllers in order.
struct Chain {
  std::vector<pugi::xml_node> deformer;
  pugi::xml_node geometry;
};
Chain follow(const ColladaDocument& document, const char* url) {
  Chain out;
  pugi::xml_node at = collada_find(document, url);
  for (int k = 0; k < kLongestChain && is_element(at, "controller"); ++k) {
    const pugi::xml_node deformer = deformer_of(at);
    out.deformer.push_back(deformer);
    at = collada_find(document, deformer.attribute("source").value());
  }
  if (is_element(at, "geometry")) out.geometry = at;
  return out;
}

// An instance names the chain's skin, or the mesh where there is none, and the skin the mesh
// itself.
void straighten(pugi::xml_node instance, const Chain& chain) {
  const std::string mesh = std::string("#") + chain.geometry.attribute("id").value();
  const auto put = [&](pugi::xml_node at, const char* attribute, const std::string& url) {
    at.attribute(attribute).set_value(url.c_str());
  };
  const auto skin = std::find_if(chain.deformer.begin(), chain.deformer.end(),
                                 [](pugi::xml_node d) { return is_element(d, "skin"); });
  for (const pugi::xml_node deformer : chain.deformer) put(deformer, "source", mesh);
  if (skin != chain.deformer.end()) {
    put(instance, "url", std::string("#") + skin->parent().attribute("id").value());
  } else {
    put(instance, "url", mesh);
    instance.set_name("instance_geometry");
  }
}

struct Instances : pugi::xml_tree_walker {
  explicit Instances(std::function<void(pugi::xml_node)> visitor) : visit(std::move(visitor)) {}
  bool for_each(pugi::xml_node& node) override {
    if (is_element(node, "instance_controller") || is_element(node, "instance_geometry"))
      visit(node);
    return true;
  }
  std::function<void(pugi::xml_node)> visit;
};

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t out = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++out;
  return out;
}

// A skin's bind shape matrix is the identity where the file has none; Assimp takes zeros.
bool lacks_bind_shape(std::string_view text) {
  return count_of(text, "</skin>") > count_of(text, "<bind_shape_matrix");
}
void add_bind_shape(pugi::xml_node skin) {
  constexpr const char* kName = "bind_shape_matrix";
  if (!skin || skin.child(kName)) return;
  skin.prepend_child(kName).text().set("1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
}

// How deep elements nest, without taking the text apart: what comments and raw text hold counts as
// elements, too.
int rough_depth(std::string_view text) {
  int depth = 0;
  int most = 0;
  std::size_t end = 0;  // the first '>' after `at`, sought once
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] == '!' || text[at + 1] == '?') continue;
    if (end < at) end = std::min(text.find('>', at), text.size());
    if (text[at + 1] == '/') {
      --depth;
    } else if (text[end - 1] != '/') {
      most = std::max(most, ++depth);
    }
  }
  return most;
}

constexpr const char* kAnimations = "library_animations";

// In place of its animations Assimp gets blanks: the elements stay where they are in the text.
void blank_animations(const ColladaDocument& document, ModelFile& file) {
  const std::string_view text = file.text();
  const std::string close = std::string("</") + kAnimations + ">";
  for (const pugi::xml_node library : document.xml.document_element().children(kAnimations)) {
    const std::ptrdiff_t name = library.offset_debug();
    if (name <= 0 || !library.first_child()) continue;
    const std::size_t from = static_cast<std::size_t>(name) - 1;
    const std::size_t end = text.find(close, from);
    if (end == text.npos || text.substr(from, 2) != "<l") continue;
    const std::size_t size = end + close.size() - from;
    // A comment or raw text may hold what looks like the end.
    if (text.substr(from, size).find("<!") != text.npos) continue;
    std::fill_n(file.bytes.begin() + name - 1, size, std::uint8_t{' '});
  }
}

std::string shape_name(pugi::xml_node node) {
  const std::string name = node.attribute("name").value();
  return name.empty() ? node.attribute("id").value() : name;
}

// The points of a <geometry>, three numbers each.
std::vector<vec3> points_of(ColladaDocument& document, pugi::xml_node geometry) {
  const pugi::xml_node vertices = geometry.child("mesh").child("vertices");
  const auto source = collada_source(document, collada_input(document, vertices, "POSITION"));
  std::vector<vec3> out;
  if (!source || source->stride < 3) return out;
  for (std::size_t i = 0; i < source->count; ++i) {
    out.emplace_back(source->at(i, 0), source->at(i, 1), source->at(i, 2));
  }
  return out;
}

NodeMorphs morphs_of(ColladaDocument& document, pugi::xml_node morph, pugi::xml_node geometry) {
  NodeMorphs out;
  out.stored.point = points_of(document, geometry);
  const bool relative = std::strcmp(morph.attribute("method").value(), "RELATIVE") == 0;
  const pugi::xml_node targets = morph.child("targets");
  const auto weights = collada_source(document, collada_input(document, targets, "MORPH_WEIGHT"));
  for (const std::string& id :
       collada_words(document, collada_input(document, targets, "MORPH_TARGET"))) {
    const pugi::xml_node shape = collada_find(document, id);
    const std::size_t k = out.channel.size();
    std::string name = clean_text(shape_name(shape));
    if (name.empty()) name = "shape " + std::to_string(k + 1);
    const double weight = weights && k < weights->count ? weights->at(k, 0) : 0.0;
    out.channel.push_back({name, static_cast<float>(weight)});
    std::vector<vec3> move = points_of(document, shape);
    out.shape.push_back({{name}, k, {}});
    if (move.size() != out.stored.point.size()) continue;
    for (std::size_t i = 0; i < move.size() && !relative; ++i) move[i] -= out.stored.point[i];
    out.stored.shape.push_back({std::move(name), std::move(move)});
  }
  return out;
}

}  // namespace

void repair_collada(const ColladaDocument& document, ModelFile& file) {
  const std::string_view text = file.text();
  if (text.find("<morph") == text.npos && !lacks_bind_shape(text)) {
    return blank_animations(document, file);
  }
  const auto copy = parse_collada(file.text());
  if (!copy) return;
  Instances walker([&](pugi::xml_node instance) {
    const Chain chain = follow(*copy, instance.attribute("url").value());
    if (chain.deformer.empty() || !chain.geometry) return;
    straighten(instance, chain);
  });
  copy->xml.traverse(walker);
  pugi::xml_node root = copy->xml.document_element();
  for (pugi::xml_node library : root.children("library_controllers")) {
    const auto is_morph = [](pugi::xml_node n) { return !n.child("morph").empty(); };
    while (const pugi::xml_node controller = library.find_child(is_morph)) {
      library.remove_child(controller);
    }
    for (pugi::xml_node controller : library.children("controller")) {
      add_bind_shape(controller.child("skin"));
    }
  }
  while (root.remove_child(kAnimations)) {
  }
  file.bytes = collada_bytes(*copy);
}

std::unique_ptr<ColladaDocument> read_collada_file(ModelFile& file, Model& model) {
  auto document = parse_collada(file.text());
  bool bind_shape = false;
  if (document) {
    check_collada_scene(*document, file.path);
    bind_shape = check_collada_lists(*document, file.path, model);
    note_lost_instances(*document, file, model);
  }
  const std::string_view text = file.text();
  const auto has = [text](const char* what) { return text.find(what) != text.npos; };
  if (!has("<animation") && !has("<morph") && !has("<instance_node") && !has("<newparam") &&
      !has("<skin") && !lacks_bind_shape(text) && rough_depth(text) <= kMaxDepth) {
    return nullptr;
  }
  if (document && document->depth > kMaxDepth) {
    throw ImportError(quoted_path(file.path) + " nests its elements " +
                      std::to_string(document->depth) +
                      " deep, which no exporter does; export it again.");
  }
  if (document) check_collada_links(*document, file.path);
  if (bind_shape) document = give_bind_shapes_a_joint(*document, file, model);
  return document;
}

pugi::xml_node collada_morph(const ColladaDocument& document, pugi::xml_node instance) {
  const Chain chain = follow(document, instance.attribute("url").value());
  for (const pugi::xml_node deformer : chain.deformer) {
    if (is_element(deformer, "morph")) return deformer;
  }
  if (!chain.geometry) return {};
  // A morph counts for its mesh wherever that is shown: so Assimp, and what Blender writes.
  for (const pugi::xml_node library :
       document.xml.document_element().children("library_controllers")) {
    for (const pugi::xml_node controller : library.children("controller")) {
      const pugi::xml_node morph = controller.child("morph");
      if (morph && collada_find(document, morph.attribute("source").value()) == chain.geometry) {
        return morph;
      }
    }
  }
  return {};
}

MorphPlan plan_collada_morphs(ColladaDocument& document, const FileTree& tree) {
  MorphPlan out;
  Instances walker([&](pugi::xml_node instance) {
    const pugi::xml_node morph = collada_morph(document, instance);
    if (!morph) return;
    const pugi::xml_node geometry = follow(document, instance.attribute("url").value()).geometry;
    const auto found = tree.by_name.find(collada_node_name(instance.parent()));
    if (found == tree.by_name.end()) return;
    for (const int node : found->second) {
      const int joint = tree.joint[static_cast<std::size_t>(node)];
      if (!out.contains(joint)) {
        out.emplace(joint, morphs_of(document, morph, geometry));
      }
    }
  });
  document.xml.traverse(walker);
  return out;
}

}  // namespace bindpose
