// Objects of an FBX tree: ids, names, connections and properties by name.
#pragma once

#include <glm/gtc/type_precision.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "io/fbx/tree/tree.h"

namespace bindpose {

struct FbxConnection {
  std::int64_t from = 0;
  std::string_view property;  // of the object connected to; "" when it is the object itself
};

std::int64_t fbx_object_id(const FbxTree& tree, std::uint32_t node);   // 0 where it has none
std::string fbx_object_name(const FbxTree& tree, std::uint32_t node);  // without its class

// Whether Assimp takes a model's name as it is: it cuts names at 1,023 bytes, its own endings
// included, and takes apart those that have such an ending.
bool fbx_name_is_plain(std::string_view name);

// &quot; is how text files write a quotation mark.
std::string fbx_without_entities(std::string_view text);

// False for a layer of a geometry (LayerElementNormal, ...) whose mapping is of no known kind.
bool fbx_layer_is_sound(const FbxTree& tree, std::uint32_t node);

// The default properties of a class of objects: a Properties70 node, or 0.
std::uint32_t fbx_template(const FbxTree& tree, std::string_view kind);

// Looks properties up in several Properties70 nodes, the first that has it wins; nodes 0 are empty.
// Within a node the last of a name counts.
// Values that are not finite count as not there.
class FbxProperties {
 public:
  FbxProperties(const FbxTree& tree, std::initializer_list<std::uint32_t> nodes);

  std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  double real(std::string_view name, double otherwise) const;
  glm::dvec3 vector(std::string_view name, const glm::dvec3& otherwise) const;

 private:
  const FbxProperty* value(std::string_view name, std::uint32_t which) const;

  const FbxTree& tree_;
  std::vector<std::pair<std::string_view, std::uint32_t>> entries_;  // name, P node
};

}  // namespace bindpose
