#include "ui/base/input_feed.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "ui/base/imgui_compat.h"

namespace bindpose::ui {

namespace {

constexpr int kSettleFrames = 2;
// After Tab: in one of these frames the next field becomes active, and ImGui drops what is
// typed in that frame.
constexpr int kTabFrames = 3;
// After hold_typing(): a list opens in the next frame, its field is asked for the keyboard in one
// more, has it in a third, and ImGui says so in a fourth.
constexpr int kFieldFrames = 8;

// After NewFrame(). A dialog that was shown once and not in the frame before is no more: left in
// the stack, it ends the program by an assertion as soon as another window appears.
void close_forgotten_popups() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  for (int n = 0; n < g.OpenPopupStack.Size; ++n) {
    const ImGuiWindow* window = g.OpenPopupStack[n].Window;
    if (window == nullptr || window->WasActive) continue;
    return ImGui::ClosePopupToLevel(n, false);
  }
}

// After NewFrame(). A field that is typed into ends where another button goes down beside it: ImGui
// ends it for the left one alone, and as long as it is active nothing in the view hears the mouse.
void end_typing_elsewhere() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.ActiveId == 0 || ImGui::GetInputTextState(g.ActiveId) == nullptr) return;
  const bool other = ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                     ImGui::IsMouseClicked(ImGuiMouseButton_Middle);
  if (other && g.HoveredIdPreviousFrame != g.ActiveId) ImGui::ClearActiveID();
}

constexpr int kButtons = 3;

// Lives in io.BackendPlatformUserData, so that it ends with the context.
struct Feed {
  std::deque<InputEvent> waiting;
  std::array<bool, static_cast<std::size_t>(Key::Count)> key_down{};
  std::array<bool, kButtons> button_down{};
  std::array<double, kButtons> pressed_at{-1e9, -1e9, -1e9};
  int settle = 0;
  int hold = 0;             // frames in which nothing that is typed is taken
  bool until_text = false;  // the hold ends where a field has the keyboard
  std::size_t inputs = 0;
  Key alone = Key::None;   // is down, and nothing happened since
  Key tapped = Key::None;  // went up alone in this frame
  Clipboard clipboard;
  std::string clipboard_text;
};

Feed* feed() {
  return ImGui::GetCurrentContext() == nullptr
             ? nullptr
             : static_cast<Feed*>(ImGui::GetIO().BackendPlatformUserData);
}

// What one frame has taken so far: decides which event has to wait for the next one.
struct Taken {
  std::array<bool, kButtons> button{};
  std::array<bool, static_cast<std::size_t>(Key::Count)> key{};
  bool any_button = false, any_key = false, any_char = false;
  bool any_press = false;  // a key that went down: the next one may mean something else after it
};

bool must_wait(const InputEvent& e, const Taken& taken) {
  switch (e.type) {
    case InputEvent::MouseMove:
      return taken.any_button;
    case InputEvent::MouseButton:
      return taken.any_key || taken.any_char || taken.button[static_cast<std::size_t>(e.button)];
    case InputEvent::Wheel:
      return taken.any_button;
    case InputEvent::KeyEvent:
      // A modifier that changes after a key would change what the key means.
      return taken.any_button || taken.key[static_cast<std::size_t>(e.key)] ||
             (is_modifier(e.key) && taken.any_key) ||
             (e.down && !is_modifier(e.key) && taken.any_press) ||
             (e.key == Key::Tab && e.down && taken.any_char);
    case InputEvent::Char:
      return taken.any_button;
    case InputEvent::FocusLost:
      return taken.any_button || taken.any_key;
  }
  return false;
}

bool is_sound(const InputEvent& e) {
  if (e.type == InputEvent::MouseButton) return e.button >= 0 && e.button < kButtons;
  if (e.type == InputEvent::KeyEvent) return e.key > Key::None && e.key < Key::Count;
  return true;
}

void send_modifiers(const Feed& f, ImGuiIO& io) {
  const auto either = [&f](Key a, Key b) {
    return f.key_down[static_cast<std::size_t>(a)] || f.key_down[static_cast<std::size_t>(b)];
  };
  compat::feed_modifiers(
      io, either(Key::LeftCtrl, Key::RightCtrl), either(Key::LeftShift, Key::RightShift),
      either(Key::LeftAlt, Key::RightAlt), either(Key::LeftSuper, Key::RightSuper));
}

bool is_press_or_wheel(const InputEvent& e) {
  return e.type == InputEvent::KeyEvent || e.type == InputEvent::MouseButton ||
         e.type == InputEvent::Wheel;
}

bool is_typed(const InputEvent& e) {
  return e.type == InputEvent::Char || (e.type == InputEvent::KeyEvent && e.down);
}

// A move of the mouse is no part of a combination; a press or a turn of the wheel is.
void note_tap(Feed& f, const InputEvent& e) {
  if (e.type == InputEvent::MouseMove) return;
  if (e.type == InputEvent::KeyEvent && !e.down && e.key == f.alone) f.tapped = e.key;
  f.alone = e.type == InputEvent::KeyEvent && e.down ? e.key : Key::None;
}

void set_key(Feed& f, ImGuiIO& io, Key key, bool down) {
  f.key_down[static_cast<std::size_t>(key)] = down;
  compat::feed_key(io, key, down);
  if (is_modifier(key)) send_modifiers(f, io);
}

void release_all(Feed& f, ImGuiIO& io) {
  for (int k = 1; k < static_cast<int>(Key::Count); ++k) {
    if (f.key_down[static_cast<std::size_t>(k)]) set_key(f, io, static_cast<Key>(k), false);
  }
  for (int b = 0; b < kButtons; ++b) {
    f.button_down[static_cast<std::size_t>(b)] = false;
    compat::feed_mouse_button(io, b, false);
  }
}

// ImGui counts the time of frames, of which there are none while the window rests: a second click
// an hour later would make a double click.
void note_press(Feed& f, ImGuiIO& io, const InputEvent& e) {
  if (!e.down || e.time < 0.0) return;
  double& last = f.pressed_at[static_cast<std::size_t>(e.button)];
  if (e.time - last > double{io.MouseDoubleClickTime}) io.MouseClickedTime[e.button] = -1e9;
  last = e.time;
}

void take(Feed& f, ImGuiIO& io, const InputEvent& e, Taken& taken) {
  switch (e.type) {
    case InputEvent::MouseMove:
      compat::feed_mouse_position(io, e.x, e.y);
      break;
    case InputEvent::MouseButton:
      f.button_down[static_cast<std::size_t>(e.button)] = e.down;
      note_press(f, io, e);
      compat::feed_mouse_button(io, e.button, e.down);
      taken.button[static_cast<std::size_t>(e.button)] = taken.any_button = true;
      break;
    case InputEvent::Wheel:
      compat::feed_wheel(io, e.x, e.y);
      break;
    case InputEvent::KeyEvent:
      set_key(f, io, e.key, e.down);
      taken.key[static_cast<std::size_t>(e.key)] = true;
      taken.any_key = taken.any_key || !is_modifier(e.key);
      taken.any_press = taken.any_press || (e.down && !is_modifier(e.key));
      if (e.key == Key::Tab && e.down) f.hold = kTabFrames;
      break;
    case InputEvent::Char:
      io.AddInputCharacter(e.codepoint);
      taken.any_char = true;
      break;
    case InputEvent::FocusLost:
      release_all(f, io);
      taken.any_button = taken.any_key = true;
      break;
  }
}

const char* clipboard_get() {
  Feed& f = *feed();
  if (f.clipboard.get) f.clipboard_text = f.clipboard.get();
  return f.clipboard_text.c_str();
}

void clipboard_set(const char* text) {
  Feed& f = *feed();
  f.clipboard_text = text;
  if (f.clipboard.set) f.clipboard.set(f.clipboard_text);
}

}  // namespace

InputEvent mouse_move(float x, float y) {
  InputEvent e;
  e.type = InputEvent::MouseMove;
  e.x = x;
  e.y = y;
  return e;
}

InputEvent mouse_button(int button, bool down, double time) {
  InputEvent e;
  e.type = InputEvent::MouseButton;
  e.button = button;
  e.down = down;
  e.time = time;
  return e;
}

InputEvent mouse_wheel(float dx, float dy) {
  InputEvent e;
  e.type = InputEvent::Wheel;
  e.x = dx;
  e.y = dy;
  return e;
}

InputEvent key_event(Key key, bool down) {
  InputEvent e;
  e.type = InputEvent::KeyEvent;
  e.key = key;
  e.down = down;
  return e;
}

InputEvent char_event(unsigned int codepoint) {
  InputEvent e;
  e.type = InputEvent::Char;
  e.codepoint = codepoint;
  return e;
}

InputEvent focus_lost() {
  InputEvent e;
  e.type = InputEvent::FocusLost;
  return e;
}

void create_context() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendPlatformName = "bindpose";
  io.BackendPlatformUserData = new Feed;
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.ConfigInputTextCursorBlink =
      false;  // a blinking caret would draw frames while nothing changes
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigDragClickToInputText = true;  // one click on a number is enough to type another
  // As most systems have it: where frames take long a shorter one would lose the second click.
  io.MouseDoubleClickTime = 0.5f;
  compat::set_up_keys(io);
  compat::set_clipboard_hooks<clipboard_get, clipboard_set>();
}

void destroy_context() {
  if (Feed* f = feed()) {
    ImGui::GetIO().BackendPlatformUserData = nullptr;
    delete f;
  }
  ImGui::DestroyContext();
}

void set_clipboard(Clipboard clipboard) {
  if (Feed* f = feed()) f->clipboard = std::move(clipboard);
}

void begin_frame(const std::vector<InputEvent>& events, vec2 logical_size, float framebuffer_scale,
                 double dt) {
  Feed& f = *feed();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(logical_size.x, logical_size.y);
  io.DisplayFramebufferScale = ImVec2(framebuffer_scale, framebuffer_scale);
  io.DeltaTime = dt > 0.0 ? static_cast<float>(dt) : 1e-3f;

  for (const InputEvent& e : events) {
    if (is_sound(e)) f.waiting.push_back(e);
  }
  Taken taken;
  f.tapped = Key::None;
  f.hold = f.until_text && io.WantTextInput ? 0 : std::max(0, f.hold - 1);
  f.until_text = f.until_text && f.hold > 0;
  f.settle = f.waiting.empty() ? std::max(0, f.settle - 1) : kSettleFrames;
  while (!f.waiting.empty() && !must_wait(f.waiting.front(), taken)) {
    if (f.hold > 0 && is_typed(f.waiting.front())) break;
    note_tap(f, f.waiting.front());
    f.inputs += is_press_or_wheel(f.waiting.front()) ? 1 : 0;
    take(f, io, f.waiting.front(), taken);
    f.waiting.pop_front();
  }
  ImGui::NewFrame();
  close_forgotten_popups();
  end_typing_elsewhere();
}

void hold_typing() {
  if (Feed* f = feed()) {
    f->hold = kFieldFrames;
    f->until_text = true;
  }
}

bool input_pending() {
  const Feed* f = feed();
  return f != nullptr && (!f->waiting.empty() || f->settle > 0);
}

std::size_t inputs_taken() {
  const Feed* f = feed();
  return f == nullptr ? 0 : f->inputs;
}

bool key_pressed(Key key, bool repeat) {
  return compat::key_pressed(key, repeat);
}

bool key_down(Key key) {
  const Feed* f = feed();
  return f != nullptr && f->key_down[static_cast<std::size_t>(key)];
}

bool tapped_alone(Key key) {
  const Feed* f = feed();
  return f != nullptr && key != Key::None && f->tapped == key;
}

bool any_key_down() {
  const Feed* f = feed();
  if (f == nullptr) return false;
  for (int k = 1; k < static_cast<int>(Key::LeftCtrl); ++k) {
    if (f->key_down[static_cast<std::size_t>(k)]) return true;
  }
  return false;
}

namespace {

constexpr const char* kLetterKeys[] = {"A", "B", "C", "D", "E", "F", "G", "H", "I",
                                       "J", "K", "L", "M", "N", "O", "P", "Q", "R",
                                       "S", "T", "U", "V", "W", "X", "Y", "Z"};
constexpr const char* kDigitKeys[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
constexpr const char* kFunctionKeys[] = {"F1", "F2", "F3", "F4",  "F5",  "F6",
                                         "F7", "F8", "F9", "F10", "F11", "F12"};
constexpr const char* kOtherKeys[] = {
    "Left",      "Right",    "Up",     "Down",      "Home",  "End",   "Page up",
    "Page down", "Insert",   "Delete", "Backspace", "Space", "Enter", "Keypad Enter",
    "Keypad .",  "Keypad /", "Esc",    "Tab",       "-",     "=",     ",",
    ".",         "/",        "[",      "]",         "Ctrl",  "Ctrl",  "Shift",
    "Shift",     "Alt",      "Alt",    "Super",     "Super"};
static_assert(std::size(kOtherKeys) ==
              static_cast<std::size_t>(Key::Count) - static_cast<std::size_t>(Key::Left));

std::size_t distance(Key from, Key to) {
  return static_cast<std::size_t>(to) - static_cast<std::size_t>(from);
}

}  // namespace

const char* key_name(Key key) {
  if (key >= Key::A && key <= Key::Z) return kLetterKeys[distance(Key::A, key)];
  if (key >= Key::Num0 && key <= Key::Num9) return kDigitKeys[distance(Key::Num0, key)];
  if (key >= Key::Pad0 && key <= Key::Pad9) return kDigitKeys[distance(Key::Pad0, key)];
  if (key >= Key::F1 && key <= Key::F12) return kFunctionKeys[distance(Key::F1, key)];
  if (key >= Key::Left && key < Key::Count) return kOtherKeys[distance(Key::Left, key)];
  return "";
}

}  // namespace bindpose::ui
