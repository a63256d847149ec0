// Somebody else's numbers for a rig: what a file, a student's homework or another program says that
// L, Ul, W, B, T or the posed vertices are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/numbers/rig_numbers.h"

namespace bindpose {

// In the order in which they follow from each other.
enum class RigQuantity {
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

struct RigQuantityInfo {
  RigQuantity quantity;
  std::string_view key;     // in files
  std::string_view letter;  // in sentences
  std::string_view one;     // "joint", "slot", "vertex"
  std::string_view many;
  bool of_slots;  // one a slot of a skin; else one a joint (a vertex, for Posed)
};
inline constexpr RigQuantityInfo kRigQuantities[] = {
    {RigQuantity::Parent, "parent", "p(j)", "joint", "joints", false},
    {RigQuantity::BaseLocal, "L", "L", "joint", "joints", false},
    {RigQuantity::UserLocal, "Ul", "Ul", "joint", "joints", false},
    {RigQuantity::World, "W", "W", "joint", "joints", false},
    {RigQuantity::Bind, "B", "B", "slot", "slots", true},
    {RigQuantity::InverseBind, "B_inverse", "B^-1", "slot", "slots", true},
    {RigQuantity::FileInverseBind, "inverse_bind", "the file's inverse bind matrix", "slot",
     "slots", true},
    {RigQuantity::Skin, "T", "T", "slot", "slots", true},
    {RigQuantity::Posed, "vertices_posed", "v'", "vertex", "vertices", false},
};
constexpr const RigQuantityInfo& info_of(RigQuantity quantity) {
  return kRigQuantities[static_cast<std::size_t>(quantity)];
}

// One matrix. Of B, B^-1 and T: `slot` where it is known which skin is meant, else -1, and then any
// slot of the joint will do.
struct GivenMatrix {
  int joint = -1;
  int slot = -1;  // of RigInputs::slot
  dmat4 value{1.0};
};
struct GivenMatrices {
  RigQuantity quantity = RigQuantity::World;
  std::string source;  // the file
  std::vector<GivenMatrix> row;
};
// What is said to be a parent, and is no joint of the model.
inline constexpr int kNoSuchJoint = -2;
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
  std::vector<std::string>
      missing;  // what was asked for and is not here: "W", "T of 3 of 17 joints"
  std::vector<std::string>
      unjudged;                    // what was asked for and is not held against anything: "weights"
  std::vector<std::string> notes;  // what was not understood or left out, a sentence each

  bool empty() const { return parents.empty() && matrices.empty() && points.empty(); }
};

}  // namespace bindpose
