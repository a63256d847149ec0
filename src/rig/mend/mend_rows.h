// Mends that look at one vertex after the other.
#pragma once

#include <span>

#include "rig/mend/row_rewriter.h"

namespace bindpose {

// Stored sums that are off from 1 by more than kSumTolerance become 1, of rows that have weights;
// `strict`: by more than 2e-7 for each weight. No weight as it counts (normalised) changes, so
// locked slots do not matter here.
Mended normalised(const Influences& in, const MendScope& scope, bool strict = false);

// The stored sum of all rows that have weights becomes 1, whatever it is. All rows, those without
// weights as well, count as changed, though no weight is another one: what a file said wrongly of
// them is said no more.
Mended said_anew(const Influences& in, const MendScope& scope);

// Weights below `least` go, and the other unlocked ones make up for them in their proportions. The
// largest weight of a row stays, however small. Left: rows in which only locked ones would be there
// to make up for it.
Mended pruned(const Influences& in, const MendScope& scope, double least);

// Rows with more than `most` (>= 1) weights keep the largest of them, made to add up to 1. Locked
// ones stay before any others. Left: rows with too many locked ones.
Mended limited_to(const Influences& in, const MendScope& scope, int most);

// All rows of the scope that have weights become their mean, which is that of all of them.
Mended averaged(const Influences& in, const MendScope& scope);

// All rows become this one: weights >= 0, a slot once; empty: the vertices follow their node. Left:
// where the locked ones leave no room for it.
Mended with_row(const Influences& in, const MendScope& scope, std::span<const ExactWeight> row);

// `slot` gets `share` (0 to 1) of the whole; the other unlocked ones keep their proportions and
// make up the rest. It is unlocked. Locked ones keep theirs, so that it gets no more than they
// leave; where it is the only unlocked one it gets all of that. A row without weights follows the
// slot alone where share > 0.
Mended with_share(const Influences& in, const MendScope& scope, int slot, double share);
// The same, with `factor` (>= 0) times what it has, 1 at most.
Mended with_scaled(const Influences& in, const MendScope& scope, int slot, double factor);

}  // namespace bindpose
