#include "io/fbx/object.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

// P: name, type, label, flags, values
constexpr std::uint32_t kFirstValue = 4;

}  // namespace

std::string fbx_without_entities(std::string_view text) {
  std::string out(text);
  constexpr std::string_view kQuote = "&quot;";
  for (std::size_t at = out.find(kQuote); at != out.npos; at = out.find(kQuote, at + 1)) {
    out.replace(at, kQuote.size(), 1, '"');
  }
  return out;
}

bool fbx_name_is_plain(std::string_view name) {
  constexpr std::size_t kMost = 900;
  return name.size() <= kMost && name.find("_$AssimpFbx$_") == name.npos;
}

std::int64_t fbx_object_id(const FbxTree& tree, std::uint32_t node) {
  return fbx_integer(tree.get(node, 0)).value_or(0);
}

std::string fbx_object_name(const FbxTree& tree, std::uint32_t node) {
  const std::string_view full = fbx_text(tree.get(node, 1));
  if (tree.text) {
    constexpr std::string_view kMark = "::";  // Class::name
    const std::size_t mark = full.find(kMark);
    return fbx_without_entities(mark == full.npos ? full : full.substr(mark + kMark.size()));
  }
  constexpr std::string_view kMark("\0\1", 2);  // name, mark, class
  return std::string(full.substr(0, full.find(kMark)));
}

bool fbx_layer_is_sound(const FbxTree& tree, std::uint32_t node) {
  constexpr std::string_view kKnown[] = {"ByPolygonVertex",     "ByVertice", "ByVertex",
                                         "ByPolygon",           "ByEdge",    "AllSame",
                                         "NoMappingInformation"};
  const std::string_view name = tree.node[node].name;
  // "LayerElement" alone is an entry of a Layer: it names an element and has no mapping of its own.
  if (!name.starts_with("LayerElement") || name == "LayerElement") return true;
  const std::uint32_t mapping = fbx_child(tree, node, "MappingInformationType");
  const std::string_view how = mapping == 0 ? "" : fbx_text(tree.get(mapping, 0));
  return std::find(std::begin(kKnown), std::end(kKnown), how) != std::end(kKnown);
}

std::uint32_t fbx_template(const FbxTree& tree, std::string_view kind) {
  const std::uint32_t definitions = fbx_child(tree, 0, "Definitions");
  if (definitions == 0) return 0;
  const std::uint32_t end = tree.node[definitions].end;
  for (std::uint32_t c = definitions + 1; c < end; c = tree.node[c].end) {
    if (tree.node[c].name != "ObjectType" || fbx_text(tree.get(c, 0)) != kind) continue;
    const std::uint32_t found = fbx_child(tree, c, "PropertyTemplate");
    return found == 0 ? 0 : fbx_child(tree, found, "Properties70");
  }
  return 0;
}

FbxProperties::FbxProperties(const FbxTree& tree, std::initializer_list<std::uint32_t> nodes)
    : tree_(tree) {
  for (const std::uint32_t node : nodes) {
    if (node == 0) continue;
    const auto first = static_cast<std::ptrdiff_t>(entries_.size());
    const std::uint32_t end = tree.node[node].end;
    for (std::uint32_t c = node + 1; c < end; c = tree.node[c].end) {
      entries_.emplace_back(fbx_text(tree.get(c, 0)), c);
    }
    std::reverse(entries_.begin() + first, entries_.end());
  }
}

const FbxProperty* FbxProperties::value(std::string_view name, std::uint32_t which) const {
  for (const auto& [key, node] : entries_) {
    if (key == name) return tree_.get(node, kFirstValue + which);
  }
  return nullptr;
}

std::int64_t FbxProperties::integer(std::string_view name, std::int64_t otherwise) const {
  return fbx_integer(value(name, 0)).value_or(otherwise);
}

double FbxProperties::real(std::string_view name, double otherwise) const {
  const double found = fbx_real(value(name, 0)).value_or(otherwise);
  return std::isfinite(found) ? found : otherwise;
}

glm::dvec3 FbxProperties::vector(std::string_view name, const glm::dvec3& otherwise) const {
  glm::dvec3 out(0.0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto found = fbx_real(value(name, i));
    if (!found || !std::isfinite(*found)) return otherwise;
    out[static_cast<int>(i)] = *found;
  }
  return out;
}

}  // namespace bindpose
