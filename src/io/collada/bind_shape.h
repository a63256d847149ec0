// Weight that a skin gives to no joint but to the bind shape itself.
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>

#include "io/collada/document.h"
#include "scene/model.h"

namespace bindpose {

// In <v> of <vertex_weights>, in place of a joint: "an index of -1 into the array of joints refers
// to the bind shape" (COLLADA 1.4.1, <vertex_weights>). Its share of a vertex is the vertex in the
// bind shape, which no joint moves: T_j is I whatever the pose.
constexpr std::string_view kColladaBindShape = "-1";

// Which of the two numbers of a pair in <v> is the joint: 1 where the weight stands before it.
inline std::size_t collada_joint_place(pugi::xml_node weights) {
  for (const pugi::xml_node input : weights.children("input")) {
    if (std::string_view(input.attribute("semantic").value()) == "JOINT") {
      return std::min<std::size_t>(input.attribute("offset").as_ullong(0), 1);
    }
  }
  return 0;
}

// Puts a joint into the file that stands at the origin and that nothing moves, with the identity
// for its bind matrix, and gives it those weights; reports how many. Returns the file read again.
// Needs lists that are checked (lists.h).
std::unique_ptr<ColladaDocument> give_bind_shapes_a_joint(ColladaDocument& document,
                                                          ModelFile& file, Model& model);

}  // namespace bindpose
