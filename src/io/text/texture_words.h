// What textures are for, in words: for people and for programs.
#pragma once

#include "scene/material.h"

namespace bindpose {

constexpr const char* texture_slot_word(TextureSlot slot) {
  constexpr const char* kWords[kTextureSlots] = {"base colour", "metal and roughness",
                                                 "normals",     "occlusion",
                                                 "emission",    "specular and gloss"};
  return kWords[static_cast<std::size_t>(slot)];
}

}  // namespace bindpose
