#include "ui/base/imgui_compat.h"

namespace bindpose::ui::compat {

#if IMGUI_VERSION_NUM >= 18700

namespace {

ImGuiKey offset_key(ImGuiKey base, Key key, Key first) {
  return static_cast<ImGuiKey>(static_cast<int>(base) + static_cast<int>(key) -
                               static_cast<int>(first));
}

ImGuiKey imgui_key(Key key) {
  if (key >= Key::A && key <= Key::Z) return offset_key(ImGuiKey_A, key, Key::A);
  if (key >= Key::Num0 && key <= Key::Num9) return offset_key(ImGuiKey_0, key, Key::Num0);
  if (key >= Key::Pad0 && key <= Key::Pad9) return offset_key(ImGuiKey_Keypad0, key, Key::Pad0);
  if (key >= Key::F1 && key <= Key::F12) return offset_key(ImGuiKey_F1, key, Key::F1);
  switch (key) {
    case Key::Left:
      return ImGuiKey_LeftArrow;
    case Key::Right:
      return ImGuiKey_RightArrow;
    case Key::Up:
      return ImGuiKey_UpArrow;
    case Key::Down:
      return ImGuiKey_DownArrow;
    case Key::Home:
      return ImGuiKey_Home;
    case Key::End:
      return ImGuiKey_End;
    case Key::PageUp:
      return ImGuiKey_PageUp;
    case Key::PageDown:
      return ImGuiKey_PageDown;
    case Key::Insert:
      return ImGuiKey_Insert;
    case Key::Delete:
      return ImGuiKey_Delete;
    case Key::Backspace:
      return ImGuiKey_Backspace;
    case Key::Space:
      return ImGuiKey_Space;
    case Key::Enter:
      return ImGuiKey_Enter;
    case Key::PadEnter:
      return ImGuiKey_KeypadEnter;
    case Key::PadDecimal:
      return ImGuiKey_KeypadDecimal;
    case Key::PadDivide:
      return ImGuiKey_KeypadDivide;
    case Key::Escape:
      return ImGuiKey_Escape;
    case Key::Tab:
      return ImGuiKey_KeypadEqual;  // a name that no key of ours has: Tab walks by ui/base/focus.h
    case Key::Minus:
      return ImGuiKey_Minus;
    case Key::Equal:
      return ImGuiKey_Equal;
    case Key::Comma:
      return ImGuiKey_Comma;
    case Key::Period:
      return ImGuiKey_Period;
    case Key::Slash:
      return ImGuiKey_Slash;
    case Key::LeftBracket:
      return ImGuiKey_LeftBracket;
    case Key::RightBracket:
      return ImGuiKey_RightBracket;
    case Key::LeftCtrl:
      return ImGuiKey_LeftCtrl;
    case Key::RightCtrl:
      return ImGuiKey_RightCtrl;
    case Key::LeftShift:
      return ImGuiKey_LeftShift;
    case Key::RightShift:
      return ImGuiKey_RightShift;
    case Key::LeftAlt:
      return ImGuiKey_LeftAlt;
    case Key::RightAlt:
      return ImGuiKey_RightAlt;
    case Key::LeftSuper:
      return ImGuiKey_LeftSuper;
    case Key::RightSuper:
      return ImGuiKey_RightSuper;
    default:
      return ImGuiKey_None;
  }
}

}  // namespace

void set_up_keys(ImGuiIO& io) {
  io.ConfigInputTrickleEventQueue = false;
}

void feed_key(ImGuiIO& io, Key key, bool down) {
  const ImGuiKey named = imgui_key(key);
  if (named != ImGuiKey_None) io.AddKeyEvent(named, down);
}

void feed_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt, bool super) {
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(ImGuiMod_Alt, alt);
  io.AddKeyEvent(ImGuiMod_Super, super);
#else
  io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, alt);
  io.AddKeyEvent(ImGuiKey_ModSuper, super);
#endif
}

void feed_mouse_position(ImGuiIO& io, float x, float y) {
  io.AddMousePosEvent(x, y);
}
void feed_mouse_button(ImGuiIO& io, int button, bool down) {
  io.AddMouseButtonEvent(button, down);
}
void feed_wheel(ImGuiIO& io, float dx, float dy) {
  io.AddMouseWheelEvent(dx, dy);
}

bool key_pressed(Key key, bool repeat) {
  const ImGuiKey named = imgui_key(key);
  return named != ImGuiKey_None && ImGui::IsKeyPressed(named, repeat);
}

#else

void set_up_keys(ImGuiIO& io) {
  const auto map = [&io](ImGuiKey own, Key key) { io.KeyMap[own] = static_cast<int>(key); };
  map(ImGuiKey_LeftArrow, Key::Left);
  map(ImGuiKey_RightArrow, Key::Right);
  map(ImGuiKey_UpArrow, Key::Up);
  map(ImGuiKey_DownArrow, Key::Down);
  map(ImGuiKey_PageUp, Key::PageUp);
  map(ImGuiKey_PageDown, Key::PageDown);
  map(ImGuiKey_Home, Key::Home);
  map(ImGuiKey_End, Key::End);
  map(ImGuiKey_Insert, Key::Insert);
  map(ImGuiKey_Delete, Key::Delete);
  map(ImGuiKey_Backspace, Key::Backspace);
  map(ImGuiKey_Space, Key::Space);
  map(ImGuiKey_Enter, Key::Enter);
  map(ImGuiKey_KeyPadEnter, Key::PadEnter);
  map(ImGuiKey_Escape, Key::Escape);
  map(ImGuiKey_A, Key::A);
  map(ImGuiKey_C, Key::C);
  map(ImGuiKey_V, Key::V);
  map(ImGuiKey_X, Key::X);
  map(ImGuiKey_Y, Key::Y);
  map(ImGuiKey_Z, Key::Z);
}

void feed_key(ImGuiIO& io, Key key, bool down) {
  io.KeysDown[static_cast<int>(key)] = down;
}

void feed_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt, bool super) {
  io.KeyCtrl = ctrl;
  io.KeyShift = shift;
  io.KeyAlt = alt;
  io.KeySuper = super;
}

void feed_mouse_position(ImGuiIO& io, float x, float y) {
  io.MousePos = ImVec2(x, y);
}
void feed_mouse_button(ImGuiIO& io, int button, bool down) {
  io.MouseDown[button] = down;
}

void feed_wheel(ImGuiIO& io, float dx, float dy) {
  io.MouseWheelH += dx;
  io.MouseWheel += dy;
}

bool key_pressed(Key key, bool repeat) {
  return ImGui::IsKeyPressed(static_cast<int>(key), repeat);
}

#endif

bool item_is_disabled() {
#if IMGUI_VERSION_NUM >= 19110
  return (GImGui->LastItemData.ItemFlags & ImGuiItemFlags_Disabled) != 0;
#else
  return (GImGui->LastItemData.InFlags & ImGuiItemFlags_Disabled) != 0;
#endif
}

bool item_is_typed_in() {
#if IMGUI_VERSION_NUM >= 19110
  return (GImGui->LastItemData.ItemFlags & ImGuiItemFlags_Inputable) != 0;
#else
  return (GImGui->LastItemData.InFlags & ImGuiItemFlags_Inputable) != 0;
#endif
}

void activate(ImGuiID item, bool typing) {
  GImGui->NavNextActivateId = item;
  GImGui->NavNextActivateFlags = typing ? ImGuiActivateFlags_PreferInput : ImGuiActivateFlags_None;
}

void enable_navigation(bool on) {
  ImGuiIO& io = ImGui::GetIO();
  if (on) {
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else {
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  }
}

void show_navigation() {
#if IMGUI_VERSION_NUM >= 19140
  ImGui::SetNavCursorVisible(true);
#else
  GImGui->NavDisableHighlight = false;
#endif
}

void activate_focused() {
#if IMGUI_VERSION_NUM < 18900
  if (GImGui->NavId != 0) activate(GImGui->NavId, false);
#endif
  show_navigation();
}

void focus_menu_item() {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const ImRect at(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::FocusWindow(window);
  ImGui::SetNavID(ImGui::GetItemID(), ImGuiNavLayer_Menu, 0,
                  ImRect(at.Min.x - window->Pos.x, at.Min.y - window->Pos.y,
                         at.Max.x - window->Pos.x, at.Max.y - window->Pos.y));
  show_navigation();
}

std::string typed_text() {
  const ImGuiInputTextState& state = GImGui->InputTextState;
#if IMGUI_VERSION_NUM >= 19140
  return std::string(state.TextA.Data, static_cast<std::size_t>(state.TextLen));
#else
  std::string text(static_cast<std::size_t>(4 * state.CurLenW + 1), '\0');
  const int length = ImTextStrToUtf8(text.data(), static_cast<int>(text.size()), state.TextW.Data,
                                     state.TextW.Data + state.CurLenW);
  text.resize(static_cast<std::size_t>(length));
  return text;
#endif
}

void scroll_to(ImGuiWindow* window, ImVec2 lo, ImVec2 hi) {
  ImGui::ScrollToRect(window, ImRect(lo, hi), ImGuiScrollFlags_KeepVisibleEdgeY);
}

float capital_height(const char* file) {
  constexpr float kSize = 64.0f;
  const ImWchar range[] = {'H', 'H', 0};
  ImFontAtlas atlas;
  const ImFont* font = atlas.AddFontFromFileTTF(file, kSize, nullptr, range);
  if (font == nullptr) return 0.0f;
#if IMGUI_VERSION_NUM >= 19200
  const ImFontGlyph* glyph = const_cast<ImFont*>(font)->GetFontBaked(kSize)->FindGlyph('H');
#else
  const ImFontGlyph* glyph = atlas.Build() ? font->FindGlyph('H') : nullptr;
#endif
  return glyph == nullptr ? 0.0f : (glyph->Y1 - glyph->Y0) / kSize;
}

}  // namespace bindpose::ui::compat
