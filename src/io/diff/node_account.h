// For io/diff/*.cpp: what is said of nodes that no skin names.
#pragma once

#include <string>

#include "io/diff/diff_text.h"

namespace bindpose {

// Those that differ, the worst first; what only one file has and is no difference is named behind
// it.
DiffChapter nodes_chapter(const DiffReport& report);
// "nothing", "skins", "meshes", "joints".
std::string carries_word(NodeCarries carries);

}  // namespace bindpose
