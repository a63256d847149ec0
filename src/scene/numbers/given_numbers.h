// Somebody else's numbers for a rig: what a file, a student's homework or another program says that
// L, Ul, W, B, T or the posed vertices are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/numbers/rig_numbers.h"

namespace bindpose {

// In the order in which they follow from each other.
enum class Quantity {
  Parent,
  BaseLocal,
  UserLocal,
  World,
  Bind,
  InverseBind,
  FileInverseBind,
  Skin,
  Posed
};

struct QuantityInfo {
  Quantity quantity;
  std::string_view key;     // in files
  std::string_view letter;  // in sentences
  std::string_view one;     // "joint", "vertex"
  std::string_view many;
  bool of_slots;  // one a slot of a skin; else one a joint (a vertex, for Posed)
};
inline constexpr QuantityInfo kQuantities[] = {
    {Quantity::Parent, "parent", "p(j)", "joint", "joints", false},
    {Quantity::BaseLocal, "L", "L", "joint", "joints", false},
    {Quantity::UserLocal, "Ul", "Ul", "joint", "joints", false},
    {Quantity::World, "W", "W", "joint", "joints", false},
    {Quantity::Bind, "B", "B", "joint", "joints", true},
    {Quantity::InverseBind, "B_inverse", "B^-1", "joint", "joints", true},
    {Quantity::FileInverseBind, "inverse_bind", "the file's inverse bind matrix", "joint", "joints",
     true},
    {Quantity::Skin, "T", "T", "joint", "joints", true},
    {Quantity::Posed, "vertices_posed", "v'", "vertex", "vertices", false},
};
constexpr const QuantityInfo& info_of(Quantity quantity) {
  return kQuantities[static_cast<std::size_t>(quantity)];
}

// One matrix. Of B, B^-1 and T: `slot` where it is known which skin is meant, else -1, and then any
// slot of the joint will do.
struct GivenMatrix {
  int joint = -1;
  int slot = -1;  // of RigInputs::slot
  dmat4 value{1.0};
};
struct GivenMatrices {
  Quantity quantity = Quantity::World;
  std::string source;  // the file
  std::vector<GivenMatrix> row;
};
struct GivenParents {
  std::string source;
  std::vector<std::pair<int, int>> row;  // joint, what is said to be its parent (-1: none)
};
// Vertices that follow each other from `first` on, through all meshes.
struct GivenPoints {
  std::string source;
  std::size_t first = 0;
  std::vector<dvec3> point;
};

struct GivenNumbers {
  std::vector<GivenParents> parents;
  std::vector<GivenMatrices> matrices;
  std::vector<GivenPoints> points;
  std::vector<std::string> notes;  // what was not understood or left out, a sentence each

  bool empty() const { return parents.empty() && matrices.empty() && points.empty(); }
};

}  // namespace bindpose
