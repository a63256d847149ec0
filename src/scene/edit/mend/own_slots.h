// For scene/edit/mend/*.cpp.
#pragma once

#include <algorithm>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// Slots of joints in a skin; a joint that it lacks comes behind those it has.
struct OwnSlots {
  const Skin& skin;  // outlives it
  std::vector<int> more{};

  int operator()(int joint) {
    if (const int slot = find_slot(skin, joint); slot >= 0) return slot;
    const auto known = std::ranges::find(more, joint);
    const auto at = known - more.begin();
    if (known == more.end()) more.push_back(joint);
    return static_cast<int>(skin.joint.size()) + static_cast<int>(at);
  }
  int joint_of(int slot) const {
    const std::size_t own = skin.joint.size(), at = static_cast<std::size_t>(slot);
    return at < own ? skin.joint[at] : more[at - own];
  }
  // Of the skin with what it lacked.
  std::vector<int> joints() const {
    std::vector<int> out = skin.joint;
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
};

}  // namespace bindpose
