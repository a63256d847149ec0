// Between fbx_tree.cpp and the parsers of the two forms.
#pragma once

#include <string>

#include "io/fbx/tree.h"
#include "io/import_error.h"

namespace bindpose {

// Deeper than any exporter goes; every level is a call.
inline constexpr int kMaxFbxDepth = 64;
// Values and nodes are larger in memory than in the file; this keeps a made-up file in check.
inline constexpr std::size_t kMaxFbxItems = 1u << 24;

[[noreturn]] inline void fbx_damaged(std::size_t at, const char* what) {
  throw ImportError("The FBX tree is damaged at byte " + std::to_string(at) + " (" + what +
                    "); export the file again.");
}

inline void check_fbx_items(const FbxTree& tree, std::size_t at) {
  if (tree.node.size() + tree.property.size() > kMaxFbxItems) {
    fbx_damaged(at, "it has too many values");
  }
}

void parse_fbx_binary(std::string_view bytes, FbxFilter wanted, FbxTree& tree);
void parse_fbx_text(std::string_view bytes, FbxFilter wanted, FbxTree& tree);

}  // namespace bindpose
