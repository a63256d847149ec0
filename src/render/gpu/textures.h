// Images of a model as textures.
#pragma once

#include <span>

#include "render/gpu/gl_handles.h"
#include "render/gpu/gl_info.h"
#include "scene/model.h"

namespace bindpose {

// sRGB texture with mipmaps; an image larger than the driver takes is halved until it fits.
GlTexture make_texture(const Image& image, const GlInfo& info);

// A ramp: texels of sRGB values as they are, looked up without conversion.
GlTexture make_ramp_texture(std::span<const vec3> ramp);

// For pictures in the interface: texels as they are, with mipmaps, not repeated. The image has
// pixels.
GlTexture make_picture_texture(const Image& image, const GlInfo& info);

}  // namespace bindpose
