// Input for Dear ImGui as plain events, the same for the window, for scripts and for tests; and the
// life of the ImGui context. Works with both of ImGui's input generations (before and from 1.87).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "math/types.h"

namespace bindpose::ui {

// clang-format off
enum class Key {
  None,
  A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z,
  Num0, Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9,
  Pad0, Pad1, Pad2, Pad3, Pad4, Pad5, Pad6, Pad7, Pad8, Pad9,
  F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12,
  Left, Right, Up, Down, Home, End, PageUp, PageDown, Insert, Delete, Backspace,
  Space, Enter, PadEnter, PadDecimal, PadDivide, Escape, Tab,
  Minus, Equal, Comma, Period, Slash, LeftBracket, RightBracket,
  LeftCtrl, RightCtrl, LeftShift, RightShift, LeftAlt, RightAlt, LeftSuper, RightSuper,
  Count
};
constexpr bool is_modifier(Key key) {
  return key >= Key::LeftCtrl && key <= Key::RightSuper;
}
// clang-format on

// One thing that happened. Only the members that `type` names are read. Auto-repeat of held keys is
// not fed: ImGui repeats by itself.
struct InputEvent {
  enum Type { MouseMove, MouseButton, Wheel, KeyEvent, Char, FocusLost };
  Type type = MouseMove;
  float x = 0.0f, y = 0.0f;    // MouseMove: logical pixels, origin top left; Wheel: steps
  int button = 0;              // MouseButton: 0 left, 1 right, 2 middle
  bool down = false;           // MouseButton, KeyEvent
  Key key = Key::None;         // KeyEvent
  unsigned int codepoint = 0;  // Char
  double time = -1.0;          // MouseButton: when, in seconds of any clock; < 0: not known
};

InputEvent mouse_move(float x, float y);
InputEvent mouse_button(int button, bool down, double time = -1.0);
InputEvent mouse_wheel(float dx, float dy);
InputEvent key_event(Key key, bool down);
InputEvent char_event(unsigned int codepoint);
InputEvent focus_lost();

// Creates ImGui's context (no ini file, no log) and makes it current. One context at a time.
void create_context();
void destroy_context();

struct Clipboard {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;
};
// After create_context; nothing happens before. Without it, copies stay inside the process.
void set_clipboard(Clipboard clipboard);

// Feeds the events and calls ImGui::NewFrame. Events that would hide each other in one frame (press
// and release, a press and the move after it) wait for the next one: see `input_pending`. dt in
// seconds; 0 is taken as a millisecond. Fonts must be loaded and built (the renderer's backend does
// the latter).
void begin_frame(const std::vector<InputEvent>& events, vec2 logical_size, float framebuffer_scale,
                 double dt);

// A text field is about to have the keyboard: what is typed waits until it has, a few frames at
// most.
void hold_typing();

// Events still wait, or the last ones need another frame to settle: draw again.
bool input_pending();
// Keys, buttons and turns of the wheel that frames have taken since the context was made.
std::size_t inputs_taken();

// State of keys and buttons as of this frame. `repeat`: also while held, at ImGui's rate.
bool key_pressed(Key key, bool repeat = false);
bool key_down(Key key);
bool any_key_down();
// It went down and up with nothing else in between, and up in this frame: a modifier as a key.
bool tapped_alone(Key key);

// Words for a key, as help and menus show it: "Ctrl", "Left", "F1", "W".
const char* key_name(Key key);

}  // namespace bindpose::ui
