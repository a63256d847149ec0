// Whether somebody else's numbers are right, where they first are not, and which usual mistake they
// come from.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scene/numbers/given_numbers.h"
#include "scene/numbers/rig_numbers.h"

namespace bindpose {

struct NumbersOptions {
  // Of the 3x3 relative to its largest entry; of lengths relative to the model's size (of L and Ul
  // to the longest L).
  double tolerance = 1e-4;
  std::function<bool()> stopped{};  // the verdict is of no use any more; null: it always is
};

// A usual mistake has to explain that much of the error to be told.
inline constexpr double kExplainedPart = 0.99;

// A usual mistake that explains at least 99 % of the error: what is left of it, as the root of the
// sum of squares, is a hundredth at most.
struct NumbersExplanation {
  std::string key, says;   // RigMistake
  double part = 0.0;       // of the error that it explains, 0.99 to 1
  double left = 0.0;       // the largest error that it leaves
  bool everywhere = true;  // false: it is made at `joints` joints alone, the first wrong one among
                           // them, of `of` that are wrong of their own; the rest is of these
  std::size_t joints = 0, of = 0;
};

struct QuantityVerdict {
  RigQuantity quantity = RigQuantity::World;
  std::string source;
  std::size_t given = 0, right = 0;
  double worst = 0.0;  // the largest error; of what is right where all is
  // Of what is wrong, the first in the order of the tree (of vertices, in theirs).
  int first_joint = -1;
  VertexRef first_vertex;
  std::string first_name;  // the joint's, with its mesh where several skins have it
  double first_error = 0.0;
  std::string first_words;                   // "turned by 12.5 degrees and 0.31 m away"
  dmat4 first_given{0.0}, first_right{0.0};  // points in the last column
  std::size_t follows = 0;  // of what is wrong, how many are right as what follows from other wrong
                            // numbers that were given
  std::string follows_from;  // where the first one is among them: "the parent's W", "your W"
  std::vector<NumbersExplanation> explained;  // best first; one kind of mistake once
  // Nothing explains it, and yet it is a pose of this rig: joints only turn in their parents, or
  // the surface keeps its lengths along each bone.
  bool another_pose = false;

  bool is_right() const { return right == given; }
  // Numbers that are wrong of their own, and for no reason that is known.
  bool is_unexplained() const;
};

struct NumbersVerdict {
  std::vector<QuantityVerdict> quantity;  // in the order of the enumeration, then of the files
  std::vector<std::string> missing;       // as in GivenNumbers
  std::vector<std::string> unjudged;      // as in GivenNumbers
  std::vector<std::string> notes;

  bool is_right() const;  // and there is something, and nothing is missing
};

// There is a model; `posed` is what evaluate() made of the scene.
NumbersVerdict compare_numbers(const Scene& scene, const PosedScene& posed,
                               const GivenNumbers& given, const NumbersOptions& options = {});

}  // namespace bindpose
