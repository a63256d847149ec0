// The text form of mends.
#pragma once

#include "scene/edit/text/edit_reader.h"

namespace bindpose {

// What follows "mend". Throws EditFailure.
Edit parse_mend(EditReader& in);

}  // namespace bindpose
