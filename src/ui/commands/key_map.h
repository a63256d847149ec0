// Which keys are set: those of a preset, and the user's own in their place.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "ui/base/input_feed.h"

namespace bindpose::ui {

enum Modifier : unsigned { kNoModifier = 0, kCtrl = 1, kShift = 2, kAlt = 4 };

// Where a key means this: everywhere, or only while the mouse is over the view, a lesson is open,
// in presenter mode, while weights are painted, or while the joint tree has the focus (and then the
// later one of these goes first).
enum class KeyContext { Anywhere, View, Lesson, Presenting, Painting, Tree };

struct Binding {
  Key key = Key::None;
  unsigned modifiers = kNoModifier;
  KeyContext context = KeyContext::Anywhere;

  bool empty() const { return key == Key::None; }
  bool operator==(const Binding&) const = default;
};
inline constexpr std::size_t kMaxKeys = 4;  // of a command
using Bindings = std::array<Binding, kMaxKeys>;

enum class KeyPreset { Blender, Maya };

struct KeyMap {
  KeyPreset preset = KeyPreset::Blender;
  std::map<std::string, Bindings, std::less<>> own{};  // by CommandInfo::name

  bool operator==(const KeyMap&) const = default;
};

// "Ctrl+Shift+Z", or "" where there is none.
std::string shortcut_text(Key key, unsigned modifiers);
// "anywhere", "view", "lesson", "presenting", "tree"
const char* context_word(KeyContext context);
// As files have it: "Keypad 1", "Left (tree)".
std::string binding_text(const Binding& binding);
std::optional<Binding> parse_binding(std::string_view text);

}  // namespace bindpose::ui
