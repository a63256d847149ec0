// What a framebuffer holds, as a picture.
#pragma once

#include "render/gpu/gl_handles.h"
#include "scene/model.h"

namespace bindpose {

// The lower left width x height pixels, first row on top. Leaves the framebuffer bound for reading.
Image read_image(GLuint framebuffer, int width, int height);

}  // namespace bindpose
