// Reads the words of `joint ...`.
#pragma once

#include "scene/edit/edit_reader.h"

namespace bindpose {

Edit parse_joint(EditReader& in);

}  // namespace bindpose
