// The program's shaders for a browser: GLSL 3.30 as GLSL ES 3.00.
#pragma once

#include <string>
#include <string_view>

namespace bindpose {

// The same text but for what ES 3.00 does not have: a samplerBuffer is a sampler2D of which
// fetch_row() (assets/handout/prologue.glsl) reads entry by entry, and lines that tell file and
// number go.
std::string es_shader(std::string_view text);

}  // namespace bindpose
