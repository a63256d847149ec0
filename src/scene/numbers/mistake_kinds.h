// For scene/numbers/mistakes.cpp: the kinds of usual mistakes that have a file of their own, and
// what they are made with.
#pragma once

#include <functional>
#include <vector>

#include "scene/numbers/mistakes.h"

namespace bindpose {

// Each appends its mistakes, the more usual ones first.
void add_lengths(std::vector<RigMistake>& list);  // translations left out, another unit
void add_frames(std::vector<RigMistake>& list);   // other axes, the other handedness
void add_slots(std::vector<RigMistake>& list);    // numbers of slots and of joints mixed up

// Every one replaced.
void each(std::vector<dmat4>& list, const std::function<dmat4(const dmat4&)>& change);
// The same of all matrices that there are.
void each_matrix(RigNumbers& out, const std::function<dmat4(const dmat4&)>& change);
// The 3x3 transposed, the translation as it was.
dmat4 transposed_turn(const dmat4& m);

}  // namespace bindpose
