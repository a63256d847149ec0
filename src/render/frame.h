// What every pass needs to know about the picture that is being drawn.
#pragma once

#include "math/types.h"
#include "view/colors.h"

namespace bindpose {

struct Frame {
  mat4 to_display{1.0f};  // file space -> display space
  mat4 view{1.0f};        // display space -> camera
  mat4 projection{1.0f};  // with the refinement's shift
  mat4 view_projection{1.0f};
  vec3 eye{0.0f};     // display space
  vec2 pixels{1.0f};  // of the framebuffer
  float ui_scale = 1.0f;
  bool presenter = false;   // bones thick and outlined, to be seen from the last row
  float model_size = 1.8f;  // diagonal of the rest pose, display units
  vec3 model_center{0.0f};  // display space, follows the pose
  float ground = 0.0f;      // height of the ground, display space
  const Theme* theme = nullptr;
  bool dark = true;
};

}  // namespace bindpose
