// What is said of somebody else's numbers.
#pragma once

#include <string>

#include "scene/numbers/compare_numbers.h"

namespace bindpose {

// For a person. "T: all 24 slots are right, to 2.1e-07." or the first one that is wrong, both
// matrices, the usual mistake, what follows from it.
std::string numbers_text(const NumbersVerdict& verdict, double tolerance);
// {"right", "tolerance", "quantities": [{"quantity", "source", "given", "right", "worst", "first":
// {"joint" or "mesh" and "vertex", "error", "says", "given", "expected"} or null, "follows",
// "explanations": [{"mistake", "says", "part", "left", "everywhere"}]}], "notes"}
std::string numbers_json(const NumbersVerdict& verdict, const Scene& scene, double tolerance);

}  // namespace bindpose
