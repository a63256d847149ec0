// Parts of one surface, which the importer tells apart by their material: a glTF mesh holds them as
// one, so that its shapes have one weight each, as they had.
#pragma once

#include <string>
#include <vector>

#include "scene/model.h"

namespace bindpose {

// What all parts of the mesh's surface are called: its name without " (material)", where another
// mesh of the same node is called so but for its material; else its name.
std::string whole_name(const Mesh& mesh, const Model& model);

// A shape of a surface: the `number`th that its channel leads through.
struct Shape {
  int channel = 0;
  std::size_t number = 0;
  bool operator==(const Shape&) const = default;
};
// Each target's shape.
std::vector<Shape> shapes_of(const Mesh& mesh);
// Of all parts of the mesh's surface, each once: glTF wants the same in all of them.
std::vector<Shape> shapes_of_whole(const Mesh& mesh, const Model& model);

}  // namespace bindpose
