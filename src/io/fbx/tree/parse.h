// Between fbx_tree.cpp and the parsers of the two forms.
#pragma once

#include <string>

#include "io/fbx/tree/tree.h"

namespace bindpose {

// Deeper than any exporter goes; every level is a call.
inline constexpr int kMaxFbxDepth = 64;
// Values and nodes are larger in memory than in the file; this keeps a made-up file in check.
inline constexpr std::size_t kMaxFbxItems = 1u << 24;

// zlib can not pack any tighter than this; more is a lie.
inline constexpr std::size_t kTightestPacking = 1032;

[[noreturn]] inline void fbx_damaged(std::size_t at, const char* what, bool harmful = false) {
  const std::string where = "is damaged at byte " + std::to_string(at) + " (" + what + ")";
  FbxBroken broken("The FBX tree " + where + "; export the file again.", where);
  broken.harmful = harmful;
  throw broken;
}

// What a reader that goes down by calls would crash on.
inline void check_fbx_depth(std::size_t depth, std::size_t at) {
  if (depth > static_cast<std::size_t>(kMaxFbxDepth)) {
    fbx_damaged(at, "it is nested too deep", true);
  }
}

// The file ends where more would have to come: a download or a copy that did not come to its end.
[[noreturn]] inline void fbx_breaks_off(std::string_view bytes) {
  const std::string where = "breaks off after " + std::to_string(bytes.size()) + " bytes";
  throw FbxBroken("The FBX file " + where + "; copy or export it again.", where);
}

// Whether it says so many numbers more than there can be (`most`) that memory for them counts.
inline bool fbx_array_lies(std::size_t count, std::size_t most) {
  constexpr std::size_t kCounts = std::size_t{1} << 20;
  return count > most && count > kCounts;
}

inline void check_fbx_items(const FbxTree& tree, std::size_t at) {
  if (tree.node.size() + tree.property.size() > kMaxFbxItems) {
    fbx_damaged(at, "it has too many values");
  }
}

void parse_fbx_binary(std::string_view bytes, FbxFilter wanted, FbxTree& tree);
void parse_fbx_text(std::string_view bytes, FbxFilter wanted, FbxTree& tree);

}  // namespace bindpose
