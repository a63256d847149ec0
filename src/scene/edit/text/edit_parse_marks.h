// Reads the words of edits that hide, lock and restrain joints.
#pragma once

#include <string_view>

#include "scene/edit/text/edit_reader.h"

namespace bindpose {

bool is_mark_verb(std::string_view verb);
// What follows the verb.
Edit parse_marks(EditReader& in, std::string_view verb);

}  // namespace bindpose
