// Reads the words of `joint ...`.
#pragma once

#include "scene/edit/text/edit_reader.h"

namespace bindpose {

Edit parse_joint(EditReader& in);

}  // namespace bindpose
