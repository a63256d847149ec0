#include "ui/base/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"

namespace bindpose::ui {

ImVec4 to_vec4(const vec3& c, float alpha) {
  return {c.r, c.g, c.b, alpha};
}
ImU32 to_u32(const vec3& c, float alpha) {
  return ImGui::ColorConvertFloat4ToU32(to_vec4(c, alpha));
}
vec3 blend(const vec3& a, const vec3& b, float t) {
  return a + t * (b - a);
}

std::string number(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  const std::string s(text);
  if (s[0] == '-' && s.find_first_of("123456789") == std::string::npos) return s.substr(1);
  return s;
}

void mark(Frame& f, const char* name, const std::string& suffix) {
  note_focus_stop(f, name);
  if (!f.state.record_rects) return;
  mark(f, name, suffix, {from_im(ImGui::GetItemRectMin()), from_im(ImGui::GetItemRectMax())});
}

void mark(Frame& f, const char* name, const std::string& suffix, const Rect& r) {
  if (f.state.record_rects) f.state.rects[name + suffix] = r;
}

namespace {

constexpr float kTooltipWrap = 320.0f;

// Of the bars at the bottom it stands above the bar, where it covers none of its buttons.
void place_tooltip(const Frame& f, const Rect& item, const std::string& text) {
  if (item.lo.y < f.view.hi.y) return;
  const ImGuiIO& io = ImGui::GetIO();
  const float width =
      ImGui::CalcTextSize(text.c_str(), nullptr, false, f.px(kTooltipWrap)).x + f.px(28);
  const float x = std::max(0.0f, std::min(io.MousePos.x, io.DisplaySize.x - width));
  ImGui::SetNextWindowPos(ImVec2(x, f.view.hi.y - f.px(6)), ImGuiCond_Always, ImVec2(0, 1));
}

}  // namespace

void tooltip(Frame& f, const std::string& text) {
  constexpr double kDelay = 0.45, kPresentedSeconds = 4.0;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  // Before an audience the mouse rests where it was left, while a remote goes on.
  if (f.state.presenter && from_im(ImGui::GetIO().MousePos) == f.state.left_mouse) {
    f.state.tooltip_item = 0;  // it begins anew when a hand takes the mouse
    return;
  }
  const Rect r{from_im(ImGui::GetItemRectMin()), from_im(ImGui::GetItemRectMax())};
  const ImGuiID id = ImHashData(&r, sizeof r) | 1u;
  // Whoever presses the mouse knows what it is for, and wants to see what happens.
  if (ImGui::IsAnyMouseDown()) {
    f.state.tooltip_item = id;
    f.state.tooltip_since = kNoTooltip;
    return;
  }
  if (f.state.tooltip_item != id) {
    f.state.tooltip_item = id;
    f.state.tooltip_since = f.state.time;
    f.state.tooltip_frames = 0;
  }
  if (f.state.tooltip_since == kNoTooltip) return;
  if (f.state.presenter && f.state.time - f.state.tooltip_since > kDelay + kPresentedSeconds) {
    f.state.tooltip_since = kNoTooltip;
    return;
  }
  if (f.state.time - f.state.tooltip_since < kDelay) {
    f.out.waits = true;
    return;
  }
  // ImGui hides a new window for the frame in which it learns its size: a mouse that rests gets no
  // other frame by itself.
  if (++f.state.tooltip_frames < 3) f.out.wants_next_frame = true;
  if (f.state.presenter) f.out.waits = true;  // until it goes
  place_tooltip(f, r, text);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(10), f.px(6)));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(f.px(kTooltipWrap));
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  mark(f, "tooltip", "",
       {from_im(ImGui::GetWindowPos()),
        from_im(ImGui::GetWindowPos()) + from_im(ImGui::GetWindowSize())});
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void begin_fixed_window(const char* id, const Rect& r, const ImVec2& padding, const vec3& color,
                        float alpha) {
  ImGui::SetNextWindowPos(im(r.lo));
  ImGui::SetNextWindowSize(im(r.size()));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, to_vec4(color, alpha));
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

void hairline(const Frame& f, const Rect& r, Edge edge) {
  vec2 lo = r.lo, hi = r.hi;
  switch (edge) {
    case Edge::Top:
      hi.y = lo.y + 1.0f;
      break;
    case Edge::Bottom:
      lo.y = hi.y - 1.0f;
      break;
    case Edge::Left:
      hi.x = lo.x + 1.0f;
      break;
    case Edge::Right:
      lo.x = hi.x - 1.0f;
      break;
  }
  // A window clips to inside its padding.
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(im(r.lo), im(r.hi), false);
  list->AddRectFilled(im(lo), im(hi), to_u32(f.colors.hairline));
  list->PopClipRect();
}

void text_colored(const vec3& color, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(color));
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

void text_dim(const Frame& f, const std::string& text) {
  text_colored(f.colors.text_dim, text);
}

void text_mono(const std::string& text) {
  compat::push_font(mono_font());
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

void heading(const std::string& text) {
  compat::push_font(heading_font());
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

void heading_elided(const std::string& text, float width) {
  compat::push_font(heading_font());
  ImGui::TextUnformatted(elided(text, width).c_str());
  ImGui::PopFont();
}

void heading_wrapped(const std::string& text, float width) {
  compat::push_font(heading_font());
  ImGui::TextUnformatted(wrapped(text, width).c_str());
  ImGui::PopFont();
}

bool accent_button(Frame& f, const char* text, float width) {
  const Theme& c = f.colors;
  ImGui::PushStyleColor(ImGuiCol_Button, to_vec4(c.accent, 0.9f));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, to_vec4(c.accent));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, to_vec4(blend(c.accent, c.text, 0.15f)));
  ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(f.scene().view.dark ? c.panel : vec3(1.0f)));
  const bool pressed = ImGui::Button(text, ImVec2(width, 0));
  ImGui::PopStyleColor(4);
  return pressed;
}

void text_right(const std::string& text, const vec3& color) {
  const float width = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
  text_colored(color, text);
}

void vertical_space(const Frame& f, float n) {
  ImGui::Dummy(ImVec2(0, f.px(n)));
}

void align_text() {
  ImGui::AlignTextToFramePadding();
}

bool section(Frame& f, const char* name, const std::string& count, bool& open,
             const vec3* count_color) {
  const float height = f.px(28);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(name);
  if (ImGui::InvisibleButton("section", ImVec2(width, height))) open = !open;
  ImGui::PopID();
  mark(f, "section:", name);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const vec3 color = hovered ? f.colors.text : f.colors.text_dim;
  const float middle = corner.y + 0.5f * height;
  draw_icon(list, open ? Icon::ChevronDown : Icon::ChevronRight, ImVec2(corner.x + f.px(6), middle),
            f.px(9), to_u32(color));
  const float text_y = middle - 0.5f * ImGui::GetFontSize();
  const float count_width = ImGui::CalcTextSize(count.c_str()).x;
  const float room = width - f.px(20) - (count.empty() ? 0.0f : count_width + f.px(8));
  list->AddText(ImVec2(corner.x + f.px(20), text_y), to_u32(f.colors.text),
                elided(name, room).c_str());
  list->AddText(ImVec2(corner.x + width - count_width, text_y),
                to_u32(count_color ? *count_color : f.colors.text_dim), count.c_str());
  return open;
}

bool icon_button(Frame& f, const char* id, Icon icon, bool on, bool enabled, float size) {
  const float side = f.px(size);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::InvisibleButton(id, ImVec2(side, side));
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  ImGui::EndDisabled();
  mark(f, "button:", id);

  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + side, corner.y + side);
  const Theme& c = f.colors;
  if (on) list->AddRectFilled(corner, end, to_u32(c.accent, 0.18f), f.px(4));
  if (hovered) list->AddRectFilled(corner, end, to_u32(c.text, held ? 0.14f : 0.08f), f.px(4));
  const vec3 ink = on ? c.accent : hovered ? c.text : blend(c.text, c.text_dim, 0.6f);
  draw_icon(list, icon, ImVec2(corner.x + 0.5f * side, corner.y + 0.5f * side), 0.54f * side,
            to_u32(ink, enabled ? 1.0f : 0.35f));
  return pressed;
}

int segmented(Frame& f, const char* id, std::span<const char* const> names, int current,
              float width, unsigned disabled) {
  const float height = ImGui::GetFrameHeight();
  // All of one width, or, where a name would not fit, of what it takes and an equal part of the
  // rest.
  const float part = width / static_cast<float>(names.size());
  float widest = 0.0f, taken = 0.0f;
  for (const char* name : names) {
    const float w = ImGui::CalcTextSize(name).x;
    widest = std::max(widest, w);
    taken += w;
  }
  const bool even = widest + f.px(14) <= part;
  const float rest = (width - taken) / static_cast<float>(names.size());
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  float left = corner.x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& c = f.colors;
  list->AddRectFilled(corner, ImVec2(corner.x + width, corner.y + height),
                      ImGui::GetColorU32(ImGuiCol_FrameBg), f.px(4));
  int chosen = -1, i = 0;
  ImGui::PushID(id);
  ImGui::BeginGroup();
  for (const char* name : names) {
    const bool enabled = (disabled >> i & 1u) == 0;
    const float step = even ? part : ImGui::CalcTextSize(name).x + rest;
    const ImVec2 lo(left, corner.y);
    const ImVec2 hi(lo.x + step, lo.y + height);
    left = hi.x;
    ImGui::SetCursorScreenPos(lo);
    ImGui::BeginDisabled(!enabled);
    if (ImGui::InvisibleButton(name, ImVec2(step, height)) && i != current) chosen = i;
    const bool hovered = ImGui::IsItemHovered();
    ImGui::EndDisabled();
    mark(f, id, std::string(":") + name);
    const bool on = i == current;
    if (on) {
      list->AddRectFilled(lo, hi, to_u32(c.accent, 0.2f), f.px(4));
      compat::draw_rect(list, ImVec2(lo.x + 0.5f, lo.y + 0.5f), ImVec2(hi.x - 0.5f, hi.y - 0.5f),
                        to_u32(c.accent, 0.55f), f.px(4), 1.0f);
    } else if (hovered) {
      list->AddRectFilled(lo, hi, to_u32(c.text, 0.07f), f.px(4));
    }
    const ImVec2 size = ImGui::CalcTextSize(name);
    const vec3 ink = on ? c.text : blend(c.text, c.text_dim, 0.8f);
    list->AddText(ImVec2(std::floor(lo.x + 0.5f * (step - size.x)),
                         std::floor(lo.y + 0.5f * (height - size.y))),
                  to_u32(ink, enabled ? 1.0f : 0.4f), name);
    ++i;
  }
  ImGui::EndGroup();
  ImGui::PopID();
  return chosen;
}

bool toggle(Frame& f, const char* id, const char* text, bool on) {
  const float height = ImGui::GetFrameHeight();
  const float track_w = f.px(28), track_h = f.px(16);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = track_w + f.px(10) + ImGui::CalcTextSize(text).x;
  const bool pressed = ImGui::InvisibleButton(id, ImVec2(width, height));
  mark(f, "toggle:", id);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& c = f.colors;
  const ImVec2 lo(corner.x, corner.y + 0.5f * (height - track_h));
  const vec3 track = on ? c.accent : blend(c.panel, c.text, hovered ? 0.38f : 0.28f);
  list->AddRectFilled(lo, ImVec2(lo.x + track_w, lo.y + track_h), to_u32(track), 0.5f * track_h);
  const float knob_x = on ? lo.x + track_w - 0.5f * track_h : lo.x + 0.5f * track_h;
  list->AddCircleFilled(ImVec2(knob_x, lo.y + 0.5f * track_h), 0.5f * track_h - f.px(2.5f),
                        to_u32(on && f.scene().view.dark ? c.panel : vec3(1.0f)));
  list->AddText(
      ImVec2(lo.x + track_w + f.px(10), corner.y + 0.5f * (height - ImGui::GetFontSize())),
      to_u32(c.text), text);
  return pressed;
}

void key_value(Frame& f, const char* key, const std::string& value, bool mono) {
  const float whole = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x;
  const float line = ImGui::GetFontSize();
  if (mono) compat::push_font(mono_font());
  ImVec2 size = ImGui::CalcTextSize(value.c_str());
  if (mono) ImGui::PopFont();
  ImGui::PushID(key);
  // A long key gives way down to a third of the line; then the value takes a line of its own, and
  // one for each of its numbers where that is not enough: numbers are never shortened.
  const float for_key = std::max(whole - size.x - gap, 0.33f * whole);
  const bool beside = std::min(for_key, ImGui::CalcTextSize(key).x) + gap + size.x <= whole;
  const std::string shown_key = elided(key, beside ? for_key : whole);
  text_dim(f, shown_key);
  if (shown_key != key) tooltip(f, key);
  if (beside) ImGui::SameLine();
  if (mono) compat::push_font(mono_font());
  std::string shown = value;
  if (size.x > whole) {
    for (std::size_t at = 0; (at = shown.find("  ", at)) != std::string::npos;) {
      shown.replace(at, 2, 1, '\n');
    }
    size = ImGui::CalcTextSize(shown.c_str());
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float x = std::floor(at.x + ImGui::GetContentRegionAvail().x - size.x);
  ImGui::SetCursorScreenPos(ImVec2(x, at.y));
  // One line stands as its key does, whatever the font.
  const bool one = shown.find('\n') == std::string::npos;
  const float height = one ? line : size.y;
  if (ImGui::InvisibleButton("value", ImVec2(std::max(size.x, 1.0f), height))) {
    copy_text(f, value, key);
  }
  mark(f, "value of ", key);
  const vec3 ink = ImGui::IsItemHovered() ? f.colors.accent : f.colors.text;
  ImGui::GetWindowDrawList()->AddText(ImVec2(x, std::floor(at.y + 0.5f * (height - size.y))),
                                      to_u32(ink), shown.c_str());
  if (mono) ImGui::PopFont();
  ImGui::PopID();
}

void copy_text(Frame& f, const std::string& text, const std::string& what) {
  ImGui::SetClipboardText(text.c_str());
  f.state.copied_in = ImGui::GetFrameCount();
  f.say("Copied: " + what);
}

bool begin_dialog(const Frame& f, const char* popup, vec2 size) {
  const vec2 display = from_im(ImGui::GetIO().DisplaySize);
  size = glm::min(size, display - vec2(f.px(32)));
  ImGui::SetNextWindowPos(im(glm::floor(0.5f * display)), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize(im(size));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(20), f.px(16)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 1.0f);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, to_vec4(f.colors.panel));
  const bool open = ImGui::BeginPopupModal(
      popup, nullptr,
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  return open;
}

}  // namespace bindpose::ui
