// Painting of ui/formula/typeset.h with ImGui's fonts and strokes.
#pragma once

#include <imgui.h>

#include "ui/base/type_size.h"
#include "ui/formula/typeset.h"

namespace bindpose::ui {

// Extents in the faces that paint() uses.
Measure formula_measure();

// `origin`: the left end of the baseline, pixels. `alpha` multiplies every ink's.
void paint(ImDrawList* list, const Typeset& formula, const vec2& origin, float alpha = 1.0f);

}  // namespace bindpose::ui
