// Between fbx_tree.cpp and the parsers of the two forms.
#pragma once

#include <string>

#include "io/fbx/tree.h"

namespace bindpose {

// Deeper than any exporter goes; every level is a call.
inline constexpr int kMaxFbxDepth = 64;
// Values and nodes are larger in memory than in the file; this keeps a made-up file in check.
inline constexpr std::size_t kMaxFbxItems = 1u << 24;

[[noreturn]] inline void fbx_damaged(std::size_t at, const char* what) {
  const std::string where = "is damaged at byte " + std::to_string(at) + " (" + what + ")";
  throw FbxBroken("The FBX tree " + where + "; export the file again.", where);
}

// The file ends where more would have to come: a download or a copy that did not come to its end.
[[noreturn]] inline void fbx_breaks_off(std::string_view bytes) {
  const std::string where = "breaks off after " + std::to_string(bytes.size()) + " bytes";
  throw FbxBroken("The FBX file " + where + "; copy or export it again.", where);
}

inline void check_fbx_items(const FbxTree& tree, std::size_t at) {
  if (tree.node.size() + tree.property.size() > kMaxFbxItems) {
    fbx_damaged(at, "it has too many values");
  }
}

void parse_fbx_binary(std::string_view bytes, FbxFilter wanted, FbxTree& tree);
void parse_fbx_text(std::string_view bytes, FbxFilter wanted, FbxTree& tree);

}  // namespace bindpose
