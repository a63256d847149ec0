// The part of check_model that is about one curve.
#pragma once

#include <string>

#include "rig/curve.h"

namespace bindpose {

// Times ascend and all numbers are finite. Empty when sound, else what comes behind the curve's
// name in a sentence.
std::string check_curve(const Curve& curve);

}  // namespace bindpose
