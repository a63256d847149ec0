// The one place that knows about differences between Dear ImGui 1.86 and later versions.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <cstdint>
#include <string>

#include "ui/base/input_feed.h"

namespace bindpose::ui::compat {

// 1.87 replaced io.KeysDown and io.KeyMap by key events with named keys.
void set_up_keys(ImGuiIO& io);
void feed_key(ImGuiIO& io, Key key, bool down);
void feed_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt, bool super);
void feed_mouse_position(ImGuiIO& io, float x, float y);
void feed_mouse_button(ImGuiIO& io, int button, bool down);
void feed_wheel(ImGuiIO& io, float dx, float dy);
bool key_pressed(Key key, bool repeat);

// For the rest of this frame no window has the mouse over it.
inline void take_mouse_from_windows() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.HoveredWindow = g.HoveredWindowUnderMovingWindow = nullptr;
}

// Until the mouse moves nothing is under it: the entry that it rests on would open the menu again
// that a key has closed.
inline void ignore_resting_mouse() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
#if IMGUI_VERSION_NUM >= 19140
  g.NavHighlightItemUnderNav = true;
#else
  g.NavDisableMouseHover = true;
#endif
}

// A menu or another window that fits what it holds is not drawn in its first frame, which finds its
// size: the next one has to come whatever the user does.
inline bool finds_size_of_window() {
  for (const ImGuiWindow* window : GImGui->Windows) {
    if (window->Active && window->HiddenFramesCannotSkipItems > 0) return true;
  }
  return false;
}

// A field has taken the keyboard in this frame, or let it go: io.WantTextInput tells of it in the
// next.
inline bool keyboard_changes_hands() {
  return (GImGui->WantTextInputNextFrame > 0) != ImGui::GetIO().WantTextInput;
}

// Keyboard focus (ui/base/focus.h). Tab is never told to ImGui, which would only walk over fields.
bool item_is_disabled();  // the last item
bool item_is_typed_in();  // the last item: text or a number
// Presses it in the next frame; `typing`: or takes the keyboard, where it is a field.
void activate(ImGuiID item, bool typing);
// Presses what ImGui's own keyboard navigation is at; later versions do it by themselves.
void activate_focused();
// Shows what that navigation is at.
void show_navigation();
// ImGui's navigation in menus and popups.
void enable_navigation(bool on);
// The last item, of a menu bar, is what the arrows start from.
void focus_menu_item();
// What stands in the text field that has the keyboard, UTF-8.
std::string typed_text();
void scroll_to(ImGuiWindow* window, ImVec2 lo, ImVec2 hi);

// The hooks moved from ImGuiIO to ImGuiPlatformIO in 1.91.1, and what they are called with changed:
// the functions given here find their state through io.BackendPlatformUserData.
template <const char* (*Get)(), void (*Set)(const char*)>
void set_clipboard_hooks() {
#if IMGUI_VERSION_NUM >= 19110
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) { return Get(); };
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { Set(text); };
#else
  ImGuiIO& io = ImGui::GetIO();
  io.GetClipboardTextFn = [](void*) { return Get(); };
  io.SetClipboardTextFn = [](void*, const char* text) { Set(text); };
#endif
}

// From 1.92 a font has no size of its own.
inline void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  ImGui::PushFont(font, font ? font->LegacySize : 0.0f);
#else
  ImGui::PushFont(font);
#endif
}

// What PushFont gives a font, and from the line's top to its baseline there.
inline float font_size(const ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize * ImGui::GetIO().FontGlobalScale;
#else
  return font->FontSize * ImGui::GetIO().FontGlobalScale;
#endif
}
inline float font_ascent(ImFont* font, float size) {
#if IMGUI_VERSION_NUM >= 19200
  return font->GetFontBaked(size)->Ascent;
#else
  return font->Ascent * size / font->FontSize;
#endif
}

// Height of the capitals as a part of the size that ImGui gives a font; 0 where the file is no
// font. ImGui's size is ascent plus descent, and faces differ in how much of that their letters
// fill.
float capital_height(const char* file);

// OpenGL's name of a texture for ImDrawList::AddImage: a pointer until 1.91.4.
inline ImTextureID texture_id(unsigned int name) {
#if IMGUI_VERSION_NUM >= 19140
  return static_cast<ImTextureID>(name);
#else
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name));
#endif
}

// What a command draws with, as a number that tells textures apart; from 1.92 the atlas has a name
// of OpenGL's only once it was uploaded.
inline std::uint64_t texture_key(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  if (command.TexRef._TexData != nullptr)
    return reinterpret_cast<std::uintptr_t>(command.TexRef._TexData);
  return static_cast<std::uint64_t>(command.TexRef._TexID);
#else
  return (std::uint64_t)command.GetTexID();  // a pointer until 1.91.4, a number then
#endif
}
// Another texture than the fonts'.
inline bool shows_picture(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  return command.TexRef._TexData == nullptr;
#else
  return command.GetTexID() != ImGui::GetIO().Fonts->TexID;
#endif
}

// The size that a font was made for.
inline float font_pixels(const ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

// Parts of the size that ImGui gives a font: the height of a capital, and its foot from the top.
// From 1.92 glyphs live in what is baked for a size.
struct FontShape {
  float capital = 0.6f, baseline = 0.8f;
};
inline FontShape font_shape(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  ImFontBaked* baked = font->GetFontBaked(font->LegacySize > 0.0f ? font->LegacySize : 16.0f);
  const ImFontGlyph* glyph = baked ? baked->FindGlyph('H') : nullptr;
  const float size = baked ? baked->Size : 0.0f;
#else
  const ImFontGlyph* glyph = font->FindGlyph('H');
  const float size = font->FontSize;
#endif
  if (glyph == nullptr || !(size > 0.0f) || !(glyph->Y1 > glyph->Y0)) return {};
  return {(glyph->Y1 - glyph->Y0) / size, glyph->Y1 / size};
}

// 1.92.8 swapped flags and thickness.
inline void draw_rect(ImDrawList* list, ImVec2 lo, ImVec2 hi, ImU32 color, float rounding,
                      float thickness) {
#if IMGUI_VERSION_NUM >= 19280
  list->AddRect(lo, hi, color, rounding, thickness, 0);
#else
  list->AddRect(lo, hi, color, rounding, 0, thickness);
#endif
}

inline void draw_polyline(ImDrawList* list, const ImVec2* points, int count, ImU32 color,
                          bool closed, float thickness) {
  const ImDrawFlags flags = closed ? ImDrawFlags_Closed : ImDrawFlags_None;
#if IMGUI_VERSION_NUM >= 19280
  list->AddPolyline(points, count, color, thickness, flags);
#else
  list->AddPolyline(points, count, color, flags, thickness);
#endif
}

}  // namespace bindpose::ui::compat
