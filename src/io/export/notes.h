// What an export cannot carry, in sentences.
#pragma once

#include <string>
#include <vector>

#include "scene/model.h"

namespace bindpose {

// Of a model whose own file is not at hand as glTF: what its materials lose. At most one sentence.
std::vector<std::string> notes_on_materials(const Model& model);

}  // namespace bindpose
