// The keys of all commands: a press on one waits for another.
#include <algorithm>
#include <cstring>

#include "math/ascii.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/settings/settings.h"

namespace bindpose::ui {

namespace {

bool contains_word(std::string text, std::string part) {
  return in_lower_case(std::move(text)).find(in_lower_case(std::move(part))) != std::string::npos;
}

void keys_changed(Frame& f) {
  SettingsDialog& d = f.state.settings_dialog;
  d.capturing.clear();
  d.wanted = {};
  f.out.requests.save_settings = true;
  f.out.wants_next_frame = true;
}

const CommandInfo* captured_command(const SettingsDialog& d) {
  const auto at = std::ranges::find_if(
      command_table(), [&d](const CommandInfo& c) { return d.capturing == c.name; });
  return at == command_table().end() ? nullptr : &*at;
}

// Keys that dialogs and the walk by Tab cannot do without.
bool is_reserved(Key key) {
  return key == Key::Escape || key == Key::Tab || key == Key::Enter || key == Key::PadEnter;
}

Key key_that_went_down() {
  for (int k = 1; k < static_cast<int>(Key::LeftCtrl); ++k) {
    if (key_pressed(static_cast<Key>(k))) return static_cast<Key>(k);
  }
  return Key::None;
}

void capture(Frame& f, const CommandInfo& c) {
  SettingsDialog& d = f.state.settings_dialog;
  const Key key = key_that_went_down();
  if (key == Key::None) return;
  const ImGuiIO& io = ImGui::GetIO();
  const unsigned held = (io.KeyCtrl || io.KeySuper ? kCtrl : 0u) | (io.KeyShift ? kShift : 0u) |
                        (io.KeyAlt ? kAlt : 0u);
  KeyMap& map = f.state.settings.keys;
  if (key == Key::Escape) {
    d.capturing.clear();
  } else if (key == Key::Backspace && held == 0) {
    set_key(map, c, d.place, {});
    keys_changed(f);
  } else if (is_reserved(key)) {
    f.say(std::string(key_name(key)) + " stays what it is: dialogs and fields need it.");
  } else {
    const Bindings keys = keys_of(map, c);
    const Binding wanted{key, held, keys[keys[d.place].empty() ? 0 : d.place].context};
    const CommandInfo* other = command_of_key(map, wanted);
    if (other != nullptr && other != &c) {
      d.wanted = wanted;
    } else {
      set_key(map, c, d.place, wanted);
      keys_changed(f);
    }
  }
  f.out.wants_next_frame = true;
}

// What is waited for, or what stands in its way.
void draw_question(Frame& f) {
  SettingsDialog& d = f.state.settings_dialog;
  const CommandInfo* c = captured_command(d);
  const KeyMap& map = f.state.settings.keys;
  if (c == nullptr) {
    text_dim(f, "Click a key to set another in its place.");
    return;
  }
  const CommandInfo* other = d.wanted.empty() ? nullptr : command_of_key(map, d.wanted);
  if (other == nullptr) {
    text_colored(f.colors.accent, std::string("Press a key for \"") + c->label + "\".");
    ImGui::SameLine();
    text_dim(f, "Backspace: none.  Esc: as it was.");
    return;
  }
  align_text();
  text_colored(f.colors.accent,
               shortcut_text(d.wanted.key, d.wanted.modifiers) + " is \"" + other->label + "\".");
  const auto button = [&f](const char* text, const char* tip) {
    ImGui::SameLine();
    const bool pressed = ImGui::Button(text);
    mark(f, "conflict:", text);
    tooltip(f, tip);
    return pressed;
  };
  if (button("Swap", "The two commands trade their keys")) {
    swap_keys(f.state.settings.keys, *c, d.place, d.wanted);
    keys_changed(f);
  } else if (button("Take it", "The other command loses this key")) {
    set_key(f.state.settings.keys, *c, d.place, d.wanted);
    keys_changed(f);
  } else if (button("Leave it", "Nothing changes   Esc") || key_pressed(Key::Escape)) {
    d.capturing.clear();
    d.wanted = {};
  }
}

void draw_key(Frame& f, const CommandInfo& c, const Binding& b, std::size_t place) {
  SettingsDialog& d = f.state.settings_dialog;
  const bool waits = d.capturing == c.name && d.place == place;
  std::string text = b.empty() ? "+" : shortcut_text(b.key, b.modifiers);
  if (!b.empty() && b.key >= Key::Pad0 && b.key <= Key::Pad9) text = "Keypad " + text;
  if (waits) text = "...";
  if (waits) ImGui::PushStyleColor(ImGuiCol_Button, to_vec4(f.colors.accent, 0.35f));
  ImGui::PushID(static_cast<int>(place));
  const bool pressed = ImGui::Button(text.c_str());
  ImGui::PopID();
  if (waits) ImGui::PopStyleColor();
  mark(f, "key:", std::string(c.name) + (place > 0 ? " " + std::to_string(place + 1) : ""));
  if (b.empty()) {
    tooltip(f, "One more key");
  } else if (b.context != KeyContext::Anywhere) {
    constexpr const char* kWhere[] = {"",
                                      "While the mouse is over the view",
                                      "While a lesson is open",
                                      "In presenter mode",
                                      "While weights are painted",
                                      "While the joint tree has the keyboard"};
    tooltip(f, kWhere[static_cast<std::size_t>(b.context)]);
  }
  if (!pressed) return;
  drop_focus(f);
  d.capturing = c.name;
  d.place = place;
  d.wanted = {};
  f.out.wants_next_frame = true;
}

void draw_command(Frame& f, const CommandInfo& c) {
  KeyMap& map = f.state.settings.keys;
  ImGui::PushID(c.name);
  align_text();
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::TextUnformatted(elided(c.label, 0.48f * room).c_str());
  ImGui::SameLine(0.5f * room);
  const Bindings keys = keys_of(map, c);
  std::size_t place = 0;
  for (; place < kMaxKeys && !keys[place].empty(); ++place) {
    if (place > 0) ImGui::SameLine(0.0f, f.px(4));
    draw_key(f, c, keys[place], place);
  }
  if (place < kMaxKeys) {
    if (place > 0) ImGui::SameLine(0.0f, f.px(4));
    draw_key(f, c, {}, place);
  }
  if (has_own_keys(map, c)) {
    ImGui::SameLine(room - f.px(26));
    if (icon_button(f, "reset keys", Icon::Reset, false, true, 26.0f)) {
      if (!reset_keys(map, c)) f.say("Its usual key is another command's now.");
      keys_changed(f);
    }
    mark(f, "key reset:", c.name);
    tooltip(f, "Back to the preset's keys");
  }
  ImGui::PopID();
}

}  // namespace

void draw_keys_page(Frame& f) {
  SettingsDialog& d = f.state.settings_dialog;
  if (const CommandInfo* c = captured_command(d); c != nullptr && d.wanted.empty()) capture(f, *c);
  const float button = f.px(190);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - f.px(8));
  ImGui::InputTextWithHint("##keys", "Search commands", d.search, sizeof d.search);
  mark(f, "settings:search");
  ImGui::SameLine();
  ImGui::BeginDisabled(f.state.settings.keys.own.empty());
  if (ImGui::Button("All back to the preset", ImVec2(button, 0))) {
    f.state.settings.keys.own.clear();
    keys_changed(f);
  }
  ImGui::EndDisabled();
  mark(f, "settings:all back");
  draw_question(f);
  ImGui::BeginChild("key list", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  const char* group = "";
  for (const CommandInfo& c : command_table()) {
    if (d.search[0] != '\0' && !contains_word(c.label, d.search) &&
        !contains_word(c.group, d.search))
      continue;
    if (std::strcmp(group, c.group) != 0) {
      if (*group != '\0') vertical_space(f, 4);
      text_colored(f.colors.accent, group = c.group);
    }
    draw_command(f, c);
  }
  ImGui::EndChild();
}

}  // namespace bindpose::ui
