#include "ui/formula/typeset_draw.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kSlant = 0.19f;
// Boxes of text are the same for all letters, so that lines do not jump from one to the next.
constexpr float kAscent = 0.80f, kDescent = 0.24f;

// What a type size means to ImGui for a font: its own size, and where the baseline is.
struct Scaled {
  ImFont* font;
  float size;
  float baseline;
};

Scaled scaled(Face face, float size) {
  ImFont* font = formula_font(face == Face::Number, size);
  const compat::FontShape shape = compat::font_shape(font);
  const float pixels = size * kCapital / shape.capital;
  return {font, pixels, shape.baseline * pixels};
}

void paint_run(ImDrawList* list, const Run& run, const vec2& origin, float alpha) {
  const Scaled s = scaled(run.face, run.size);
  const vec2 at = origin + run.at;
  const int first = list->VtxBuffer.Size;
  // Whole pixels in height: stems and bars stay sharp.
  const float baseline = std::round(at.y);
  list->AddText(s.font, s.size, ImVec2(at.x, baseline - s.baseline),
                to_u32(run.ink.color, run.ink.alpha * alpha), run.text.c_str());
  if (run.face != Face::Italic) return;
  for (int i = first; i < list->VtxBuffer.Size; ++i) {
    ImDrawVert& v = list->VtxBuffer[i];
    v.pos.x += kSlant * (baseline - v.pos.y);
  }
}

}  // namespace

Measure formula_measure() {
  return [](std::string_view letters, Face face, float size) -> TextExtent {
    const Scaled s = scaled(face, size);
    const char* begin = letters.data();
    const float width =
        s.font->CalcTextSizeA(s.size, 3.0e38f, 0.0f, begin, begin + letters.size()).x;
    return {width + (face == Face::Italic ? 0.06f * size : 0.0f), kAscent * size, kDescent * size};
  };
}

void paint(ImDrawList* list, const Typeset& formula, const vec2& origin, float alpha) {
  for (const Run& run : formula.runs) paint_run(list, run, origin, alpha);
  std::vector<ImVec2> points;
  for (const Stroke& stroke : formula.strokes) {
    points.clear();
    for (const vec2& p : stroke.points) points.push_back(im(origin + p));
    compat::draw_polyline(list, points.data(), static_cast<int>(points.size()),
                          to_u32(stroke.ink.color, stroke.ink.alpha * alpha), false,
                          std::max(1.0f, stroke.width));
  }
}

}  // namespace bindpose::ui
