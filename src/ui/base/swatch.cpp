#include "ui/base/swatch.h"

#include <algorithm>
#include <cmath>

#include "ui/base/widgets.h"
#include "view/joints/joint_patterns.h"

namespace bindpose::ui {

namespace {

// Lines through the area along `way`, `gap` from each other, one of them through its middle. What
// lies outside is clipped by the list.
void lines(ImDrawList* list, const Rect& r, const vec2& way, float gap, ImU32 ink, float width) {
  const vec2 across(-way.y, way.x), middle = r.center();
  const float reach = glm::length(r.size());
  const int most = static_cast<int>(std::ceil(0.5f * reach / gap));
  for (int k = -most; k <= most; ++k) {
    const vec2 at = middle + static_cast<float>(k) * gap * across;
    list->AddLine(im(at - reach * way), im(at + reach * way), ink, width);
  }
}

void dots(ImDrawList* list, const Rect& r, float gap, ImU32 ink) {
  bool odd = false;
  for (float y = r.lo.y + 0.5f * gap; y < r.hi.y + gap; y += gap, odd = !odd) {
    for (float x = r.lo.x + (odd ? 1.0f : 0.5f) * gap; x < r.hi.x + gap; x += gap) {
      list->AddCircleFilled(ImVec2(x, y), 0.26f * gap, ink);
    }
  }
}

}  // namespace

void draw_swatch(const Frame& f, ImDrawList* list, const Rect& r, const vec3& color,
                 std::uint8_t pattern) {
  list->AddRectFilled(im(r.lo), im(r.hi), to_u32(color), f.px(2));
  if (pattern == 0) return;
  // The inks of the surface (surface.frag).
  const bool light = glm::dot(color, vec3(0.30f, 0.59f, 0.11f)) > 0.5f;
  const ImU32 ink = to_u32(light ? vec3(0.06f, 0.07f, 0.09f) : vec3(1.0f), 0.75f);
  const float gap = std::max(0.45f * r.size().y, f.px(4)), width = f.px(1.2f);
  const float half = std::sqrt(0.5f);
  list->PushClipRect(im(r.lo), im(r.hi), true);
  if (pattern & kHatchRising) lines(list, r, {half, -half}, gap, ink, width);
  if (pattern & kHatchFalling) lines(list, r, {half, half}, gap, ink, width);
  if (pattern & kHatchLevel) lines(list, r, {1.0f, 0.0f}, gap, ink, width);
  if (pattern & kHatchUpright) lines(list, r, {0.0f, 1.0f}, gap, ink, width);
  if (pattern & kHatchDots) dots(list, r, gap, ink);
  list->PopClipRect();
}

}  // namespace bindpose::ui
