// In presenter mode the audience sees which keys were pressed.
#include "ui/overlays/pressed_keys.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/panels/lesson_panel.h"

namespace bindpose::ui {

namespace {

constexpr double kShownSeconds = 1.6;
constexpr std::size_t kMostShown = 4;

unsigned shown_modifiers() {
  const ImGuiIO& io = ImGui::GetIO();
  return (io.KeyCtrl ? kCtrl : 0u) | (io.KeyShift ? kShift : 0u) | (io.KeyAlt ? kAlt : 0u);
}

void note_keys(Frame& f) {
  auto& shown = f.state.shown_keys;
  std::erase_if(shown, [&f](const ShownKey& key) { return f.state.time >= key.until; });
  for (int k = 1; k < static_cast<int>(Key::Count); ++k) {
    const Key key = static_cast<Key>(k);
    if (is_modifier(key) || !key_pressed(key)) continue;
    f.state.left_mouse = from_im(ImGui::GetIO().MousePos);
    shown.push_back({shortcut_text(key, shown_modifiers()), f.state.time + kShownSeconds});
  }
  if (shown.size() > kMostShown) shown.erase(shown.begin(), shown.end() - kMostShown);
}

// A corner of the view where no card stands: content is in the middle.
Rect free_corner(const Frame& f, const vec2& size) {
  const float gap = f.px(10);
  const Rect& view = f.whole;
  const vec2 right_top(view.hi.x - gap - size.x, view.lo.y + gap);
  const vec2 left_foot(view.lo.x + gap, view.hi.y - gap - size.y);
  std::vector<Rect> taken = f.out.cards;
  std::ranges::copy(legend_cards(f), std::back_inserter(taken));
  taken.push_back(axes_place(f));
  const bool panes = f.scene().view.panes != Panes::One;  // whose names stand above
  const vec2 foot(axes_place(f).lo.x - f.px(4) - size.x, left_foot.y);
  for (const vec2& corner : {right_top, foot, left_foot, vec2(left_foot.x, right_top.y)}) {
    const Rect place{corner, corner + size};
    const bool names = panes && corner.y == right_top.y;
    if (!names && std::ranges::none_of(taken, [&](const Rect& r) { return overlaps(r, place); }))
      return place;
  }
  return clear_of_cards(f, {foot, foot + size});
}

}  // namespace

void draw_pressed_keys(Frame& f) {
  if (!f.state.presenter) {
    f.state.shown_keys.clear();
    return;
  }
  note_keys(f);
  if (f.state.shown_keys.empty()) return;
  f.out.waits = true;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  // Small, and in a corner: what was pressed is no content.
  ImFont* font = ImGui::GetFont();
  const float size = compat::font_size(font);
  const vec2 pad(f.px(8), f.px(3));
  float total = 0.0f;
  const auto cap_width = [&](const ShownKey& key) {
    const float text = font->CalcTextSizeA(size, 1e9f, 0.0f, key.text.c_str()).x;
    return std::max(text + 2.0f * pad.x, size + 2.0f * pad.y);
  };
  for (const ShownKey& key : f.state.shown_keys) total += cap_width(key) + f.px(6);
  const Rect place = free_corner(f, vec2(total, size + 2.0f * pad.y));
  float x = place.lo.x;
  const float y = place.lo.y;
  mark(f, "pressed keys", "", place);
  for (const ShownKey& key : f.state.shown_keys) {
    const float width = cap_width(key);
    const Rect cap{{std::floor(x), std::floor(y)},
                   {std::floor(x + width), std::floor(y + size + 2.0f * pad.y)}};
    draw_card(f, list, cap, f.px(6));
    const float text = font->CalcTextSizeA(size, 1e9f, 0.0f, key.text.c_str()).x;
    list->AddText(font, size, ImVec2(std::floor(cap.center().x - 0.5f * text), cap.lo.y + pad.y),
                  to_u32(f.colors.text), key.text.c_str());
    x += width + f.px(6);
  }
}

}  // namespace bindpose::ui
