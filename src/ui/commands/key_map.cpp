#include "ui/commands/key_map.h"

#include <algorithm>
#include <utility>

namespace bindpose::ui {

namespace {

constexpr KeyContext kContexts[] = {KeyContext::Anywhere, KeyContext::View,
                                    KeyContext::Lesson,   KeyContext::Presenting,
                                    KeyContext::Painting, KeyContext::Tree};

bool is_pad(Key key) {
  return key >= Key::Pad0 && key <= Key::Pad9;
}

std::string unique_name(Key key) {
  return (is_pad(key) ? "Keypad " : "") + std::string(key_name(key));
}

// What ends the text goes; false where it is not there.
bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

bool take_start(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

}  // namespace

std::string shortcut_text(Key key, unsigned modifiers) {
  if (key == Key::None) return {};
  std::string text;
  if (modifiers & kCtrl) text += "Ctrl+";
  if (modifiers & kAlt) text += "Alt+";
  if (modifiers & kShift) text += "Shift+";
  return text + key_name(key);
}

const char* context_word(KeyContext context) {
  constexpr const char* kWords[] = {"anywhere", "view", "lesson", "presenting", "painting", "tree"};
  return kWords[static_cast<std::size_t>(context)];
}

std::string binding_text(const Binding& b) {
  if (b.empty()) return {};
  const std::string modifiers = shortcut_text(b.key, b.modifiers);
  const std::string text =
      modifiers.substr(0, modifiers.size() - std::string(key_name(b.key)).size()) +
      unique_name(b.key);
  return b.context == KeyContext::Anywhere ? text : text + " (" + context_word(b.context) + ")";
}

std::optional<Binding> parse_binding(std::string_view text) {
  Binding b;
  for (const KeyContext context : kContexts) {
    if (take_end(text, " (" + std::string(context_word(context)) + ")")) b.context = context;
  }
  for (bool more = true; more;) {
    more = false;
    constexpr std::pair<const char*, unsigned> kWords[] = {
        {"Ctrl+", kCtrl}, {"Alt+", kAlt}, {"Shift+", kShift}};
    for (const auto& [word, modifier] : kWords) {
      if (!take_start(text, word)) continue;
      b.modifiers |= modifier;
      more = true;
    }
  }
  for (int k = 1; k < static_cast<int>(Key::Count); ++k) {
    const Key key = static_cast<Key>(k);
    if (unique_name(key) != text) continue;
    b.key = key;
    return b;
  }
  return std::nullopt;
}

}  // namespace bindpose::ui
