// Which command a key that went down means.
#include <algorithm>
#include <iterator>

#include "ui/base/imgui_compat.h"
#include "ui/commands/commands.h"

namespace bindpose::ui {
namespace {

// The modifiers that are down now. Super is what Ctrl is elsewhere on a Mac keyboard.
unsigned held_modifiers() {
  const ImGuiIO& io = ImGui::GetIO();
  return (io.KeyCtrl || io.KeySuper ? kCtrl : 0u) | (io.KeyShift ? kShift : 0u) |
         (io.KeyAlt ? kAlt : 0u);
}

bool is_active(const Frame& f, KeyContext context) {
  if (context == KeyContext::Tree) return f.state.tree.focused;
  return context == KeyContext::Anywhere || f.input.lesson != nullptr;
}

bool uses(const CommandInfo& c, Key key, unsigned modifiers) {
  return (c.key == key && c.modifiers == modifiers) ||
         (c.other_key == key && c.other_modifiers == modifiers);
}

// A key that means something in the tree, or in a lesson, does not mean what it means elsewhere.
bool is_shadowed(const Frame& f, const CommandInfo& c, Key key, unsigned modifiers) {
  return std::ranges::any_of(command_table(), [&](const CommandInfo& other) {
    return other.context > c.context && is_active(f, other.context) && uses(other, key, modifiers);
  });
}

bool was_pressed(const Frame& f, const CommandInfo& c, unsigned held) {
  const auto pressed = [&](Key key, unsigned modifiers) {
    return key != Key::None && held == modifiers && key_pressed(key, c.repeats) &&
           !is_shadowed(f, c, key, modifiers);
  };
  return is_active(f, c.context) &&
         (pressed(c.key, c.modifiers) || pressed(c.other_key, c.other_modifiers));
}

// Ctrl with a letter, but for what a text field does with it.
bool works_while_typing(const CommandInfo& c) {
  constexpr Key kText[] = {Key::A, Key::C, Key::V, Key::X, Key::Y, Key::Z};
  if (c.command == Command::Help) return true;
  return (c.modifiers & kCtrl) != 0 && c.key >= Key::A && c.key <= Key::Z &&
         std::ranges::find(kText, c.key) == std::end(kText);
}

}  // namespace

void dispatch_keys(Frame& f) {
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool modal = f.state.browser.open;
  const unsigned held = held_modifiers();
  for (const CommandInfo& c : command_table()) {
    if (typing && !works_while_typing(c)) continue;
    if (modal && c.command != Command::Escape) continue;
    if (was_pressed(f, c, held)) run(f, c.command);
  }
}

}  // namespace bindpose::ui
