// MD5's text written such that Assimp finds its lists.
#pragma once

#include <string>
#include <string_view>

#include "io/model_file.h"

namespace bindpose {

// The same words, none of the comments: each list begins behind an empty line and with its brace in
// the line of its name, each line above them stands alone. Assimp takes the line behind the version
// for the command line, whatever it says, and what follows a number in the next line for one more
// value of the same: lists are lost and frame rates forgotten. A comment in a list is an entry to
// it.
std::string md5_for_assimp(std::string_view text);

// file.bytes, which hold all of an MD5 mesh, so.
void mend_md5(ModelFile& file);

}  // namespace bindpose
