// Images of a model as textures.
#pragma once

#include <span>

#include "render/gpu/gl_handles.h"
#include "render/gpu/gl_info.h"
#include "scene/model.h"

namespace bindpose {

// What texels are: sRGB colours, which are linear where a shader reads them, or numbers as they
// are. Alpha says how much Covering ones cover, else it is a number of its own.
enum class Texels { Covering, Colors, Numbers };

// Whether a texel is not opaque.
bool lets_through(const Image& image);

// With mipmaps, repeated; an image larger than the driver takes is halved until it fits.
GlTexture make_texture(const Image& image, const GlInfo& info, Texels texels = Texels::Covering);
// How such a texture is read where it is not repeated both ways: GL_REPEAT, GL_MIRRORED_REPEAT,
// GL_CLAMP_TO_EDGE.
GlSampler make_sampler(const GlInfo& info, GLint wrap_u, GLint wrap_v, bool nearest);

// A ramp: texels of sRGB values as they are, looked up without conversion.
GlTexture make_ramp_texture(std::span<const vec3> ramp);

// For pictures in the interface: texels as they are, with mipmaps, not repeated. The image has
// pixels.
GlTexture make_picture_texture(const Image& image, const GlInfo& info);

}  // namespace bindpose
