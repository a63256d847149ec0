// The usual mistakes that programs make with a rig, each as a program that makes it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scene/numbers/given_numbers.h"
#include "scene/numbers/rig_numbers.h"

namespace bindpose {

// What is set of the three is done: other inputs, another program, other outputs.
struct RigMistake {
  std::string key;   // "transposed"; several of one kind share it
  std::string says;  // what it does and how it is put right, without a full stop
  std::function<void(RigInputs& in)> inputs{};
  RigProgram program{};
  std::function<void(RigNumbers& out)> outputs{};
  bool poses_by_outputs = false;  // vertices are posed by the T_j that `outputs` made
  // Of one that makes lengths another number of times as long, the same with a factor of 0: none
  // or one. A thousandth of a length is nearly none, so each of the two explains what the other
  // one made; only where the lengths that were given are that many times as long it is told, and
  // then in place of the limit.
  std::vector<RigMistake> limit{};
  std::string says_of_bind{};  // where B_j itself was given, and it is told otherwise; else `says`
};

// The most usual first: where two explain the same numbers, the first one is told first.
std::vector<RigMistake> usual_mistakes();
// Of posed vertices alone: what is done with weights.
std::vector<RigMistake> surface_mistakes();

// The numbers of a program that makes it at one joint and does all others right: what is of that
// joint and its slots. `right`: the right numbers, which the joint's W_p is taken from.
RigNumbers numbers_with_at(const RigInputs& in, const RigNumbers& right, const RigMistake& mistake,
                           int joint);
// Those of a program that makes it everywhere.
RigNumbers numbers_with(const RigInputs& in, const RigMistake& mistake, RigLists lists);

}  // namespace bindpose
