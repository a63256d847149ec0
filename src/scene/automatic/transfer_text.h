// The text form of weights that are taken of another file: "transfer weights from body.glb angle
// 45".
#pragma once

#include <string>

#include "scene/edit/text/edit_reader.h"

namespace bindpose {

// "" or one sentence on the number that is out of range.
std::string problem_of(const TransferWeights& words);

// The words behind "transfer". Throws EditFailure.
Edit parse_transfer(EditReader& in);
// What is not named has its default.
std::string transfer_text(const TransferWeights& edit);

}  // namespace bindpose
