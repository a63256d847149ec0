// The keys of animation curves as versions before 7000 list them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "io/fbx/tree/tree.h"

namespace bindpose {

// As AnimationCurve has them, with attributes for each key.
struct FbxKeys {
  std::vector<std::int64_t> time;
  std::vector<float> value;
  std::vector<std::int32_t> flags;
  std::vector<float> data;  // four a key
};

// `channel`: a node with Key. Nothing where there are no keys, or where they can not be told apart.
std::optional<FbxKeys> read_fbx_keys(const FbxTree& tree, std::uint32_t channel);

}  // namespace bindpose
