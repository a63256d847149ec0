// Which command a key that went down means.
#include <algorithm>
#include <iterator>

#include "ui/base/focus.h"
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

// A click in the tree leaves it the keys until the mouse is over the view; Tab gives them to it
// wherever the mouse is.
bool tree_has_keys(const Frame& f) {
  return f.state.tree.focused && (f.state.focus.id != 0 || !f.out.view_hovered);
}

bool is_active(const Frame& f, KeyContext context) {
  switch (context) {
    case KeyContext::Anywhere:
      return true;
    case KeyContext::View:
      return f.out.view_hovered && f.model() != nullptr && !tree_has_keys(f);
    case KeyContext::Lesson:
      return f.input.lesson != nullptr;
    case KeyContext::Presenting:
      return f.state.presenter;
    case KeyContext::Painting:
      return f.model() != nullptr && f.state.of_model.paint.on;
    case KeyContext::Tree:
      return tree_has_keys(f);
  }
  return false;
}

// A key that means something in the tree, or in a lesson, does not mean what it means elsewhere.
bool is_shadowed(const Frame& f, const Binding& b) {
  return std::ranges::any_of(command_table(), [&](const CommandInfo& other) {
    return std::ranges::any_of(keys_of(f.state.settings.keys, other), [&](const Binding& o) {
      return o.context > b.context && o.key == b.key && o.modifiers == b.modifiers &&
             is_active(f, o.context) && available(f, other.command);
    });
  });
}

// A modifier means something where it is tapped: as part of another combination it means nothing.
bool went_down(const Binding& b, unsigned held, bool repeats) {
  if (is_modifier(b.key)) return tapped_alone(b.key);
  return held == b.modifiers && key_pressed(b.key, repeats);
}

// While text is typed: Ctrl with a letter, but for what a text field does with it.
bool works_while_typing(const CommandInfo& c, const Binding& b) {
  constexpr Key kTextKeys[] = {Key::A, Key::C, Key::V, Key::X, Key::Y, Key::Z};
  if (c.while_typing) return true;
  return (b.modifiers & kCtrl) != 0 && b.key >= Key::A && b.key <= Key::Z &&
         std::ranges::find(kTextKeys, b.key) == std::end(kTextKeys);
}

bool was_pressed(const Frame& f, const CommandInfo& c, unsigned held, bool typing) {
  return std::ranges::any_of(keys_of(f.state.settings.keys, c), [&](const Binding& b) {
    return b.key != Key::None && is_active(f, b.context) && went_down(b, held, c.repeats) &&
           !(b.modifiers == 0 && (answers_question(f, b.key) || f.state.help.takes(b.key))) &&
           (!typing || works_while_typing(c, b)) && !is_shadowed(f, b);
  });
}

bool walks_fields(const CommandInfo& c) {
  return c.command == Command::NextField || c.command == Command::PreviousField;
}

// What the keyboard's focus (ui/base/focus.h) keeps from a command.
bool focus_takes_key(const Frame& f, const CommandInfo& c) {
  if (c.command == Command::MenuBar) return false;
  if (focus_is_in_menus(f)) return true;
  if (walks_fields(c) || c.command == Command::NextPanel || c.command == Command::PreviousPanel)
    return false;
  return focus_takes_press(f);
}

// Why a lecturer's key has nothing to go to; "" for the others, which the menus show grey.
const char* nowhere_to_go(const Frame& f, Command command) {
  const bool next = command == Command::NextLesson;
  if (!next && command != Command::PreviousLesson) return "";
  const auto& all = f.input.course.empty() ? f.input.lessons : f.input.course;
  if (std::ranges::find(all, f.input.lesson_path, &LessonEntry::path) == all.end()) {
    return "This lesson is not in the menu: none stands before or after it.";
  }
  return next ? "This is the last lesson." : "This is the first lesson.";
}

// Runs the command where one of its keys went down.
void dispatch(Frame& f, const CommandInfo& c) {
  if (focus_takes_key(f, c)) return;
  // A number that begins is typed, though its field has no keyboard yet.
  const bool typing = ImGui::GetIO().WantTextInput || f.state.of_model.lesson.typing_begins;
  if (!was_pressed(f, c, held_modifiers(), typing)) return;
  if (available(f, c.command)) {
    run(f, c.command);
    if (c.opens_field) hold_typing();
  } else if (const char* why = nowhere_to_go(f, c.command); *why != '\0') {
    f.say(why);
  }
}

bool any_key_pressed() {
  for (int k = 1; k < static_cast<int>(Key::LeftCtrl); ++k) {
    if (key_pressed(static_cast<Key>(k))) return true;
  }
  return ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1);
}

bool types_amount(Key key) {
  constexpr Key kOthers[] = {Key::X,      Key::Y,          Key::Z,     Key::Minus,
                             Key::Period, Key::PadDecimal, Key::Comma, Key::Backspace};
  return digit_of(key) >= 0 || std::ranges::find(kOthers, key) != std::end(kOthers);
}

// G, R or S began no drag. Whoever types on, "X 30 Enter", means the drag: none of it is a command
// of the window, and what was said stays as long as that is typed. Any other key is itself again.
bool refused_drag_takes_key(Frame& f) {
  bool& refused = f.state.of_model.gizmo.refused;
  const bool modified = (held_modifiers() & ~kShift) != 0;
  if (!refused || !any_key_pressed()) return false;
  refused = !f.state.note.text.empty() && !modified && !f.state.has_dialog() &&
            !ImGui::GetIO().WantTextInput && !focus_is_in_menus(f);
  if (!refused) return false;
  const bool ends =
      key_pressed(Key::Escape) || key_pressed(Key::Enter) || key_pressed(Key::PadEnter);
  bool typed = false;
  for (int k = 1; k < static_cast<int>(Key::LeftCtrl); ++k) {
    typed = typed || (types_amount(static_cast<Key>(k)) && key_pressed(static_cast<Key>(k), true));
  }
  refused = typed;
  if (typed) f.say(std::string(f.state.note.text));
  if (ends) f.state.note.text.clear();
  return typed || ends;
}

}  // namespace

int digit_of(Key key) {
  if (key >= Key::Num0 && key <= Key::Num9) return int(key) - int(Key::Num0);
  if (key >= Key::Pad0 && key <= Key::Pad9) return int(key) - int(Key::Pad0);
  return -1;
}

bool answers_question(const Frame& f, Key key) {
  const LessonPrediction* asked = f.input.question();
  if (asked == nullptr) return false;
  const int digit = digit_of(key);
  if (asked->kind == LessonPrediction::Choice)
    return digit >= 1 && digit <= static_cast<int>(asked->options.size());
  if (asked->kind != LessonPrediction::Number) return false;
  // A remote's key for a black screen is a point.
  const bool point = key == Key::Period || key == Key::PadDecimal;
  return digit >= 0 || key == Key::Minus || key == Key::Comma || (point && !f.state.presenter);
}

bool command_pressed(const Frame& f, Command command) {
  const unsigned held = held_modifiers();
  return std::ranges::any_of(keys_of(f.state.settings.keys, info(command)), [&](const Binding& b) {
    return b.key != Key::None && is_active(f, b.context) && went_down(b, held, false);
  });
}

void dispatch_keys(Frame& f, bool in_dialog) {
  // What is not seen is not worked with: the first key or click brings the picture back.
  if (f.state.black) {
    f.state.black = f.state.presenter && !any_key_pressed();
    return;
  }
  if (refused_drag_takes_key(f)) return;
  for (const CommandInfo& c : command_table()) {
    if ((in_dialog || f.state.has_dialog()) && !walks_fields(c)) continue;
    dispatch(f, c);
  }
}

void dispatch_keys_of(Frame& f, std::span<const Command> commands) {
  for (const Command command : commands) dispatch(f, info(command));
}

}  // namespace bindpose::ui
