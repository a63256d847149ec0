// Faces of a VRM character as morphs.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scene/model.h"

namespace bindpose {

struct VrmExpression {
  struct Bind {
    int joint = 0;           // that carries the mesh
    std::size_t target = 0;  // number of the shape there
    float weight = 1.0f;     // of the shape where the expression is whole
  };
  std::string name;
  std::vector<Bind> bind;
  bool more = false;    // it changes materials, too
  bool binary = false;  // up to .5 nothing of it, above all of it
  // Shapes that it binds and that are not there, "shape 7 of face"; each once.
  std::set<std::string> lost;
};

// VRM 1's name of one of VRM 0's presets ("joy": "happy"), "" for "unknown" and others.
std::string_view expression_of_vrm0(std::string_view preset);

// A channel "expression NAME" each, on joint `at`, whose targets add the bound shapes of each mesh.
// Those whose shapes move nothing are left out. At most 512, the first ones; a report says so, and
// which shapes are not there.
void add_expressions(const std::vector<VrmExpression>& expressions, int at, Model& model);

}  // namespace bindpose
