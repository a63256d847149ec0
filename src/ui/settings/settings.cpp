#include "ui/settings/settings.h"

#include <algorithm>
#include <iterator>

#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

constexpr Choice kThemes[] = {{"dark", "Dark"}, {"light", "Light"}};
constexpr Choice kScaleChoices[] = {{"display", "As the display"},
                                    {"75", "75 %"},
                                    {"100", "100 %"},
                                    {"125", "125 %"},
                                    {"150", "150 %"},
                                    {"175", "175 %"},
                                    {"200", "200 %"},
                                    {"250", "250 %"},
                                    {"300", "300 %"}};
constexpr float kScales[] = {0.0f, 0.75f, 1.0f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f, 3.0f};
static_assert(std::size(kScales) == std::size(kScaleChoices));
constexpr Choice kWheels[] = {{"away-near", "Nearer"}, {"away-far", "Farther"}};
constexpr Choice kOrbits[] = {
    {"left", "Left button"}, {"middle", "Middle button"}, {"alt", "Alt and left"}};
constexpr Choice kPresets[] = {{"blender", "Blender"}, {"maya", "Maya"}};

// In the order of EulerOrder, then the other RotationNumbers::Form.
constexpr Choice kRotations[] = {{"xyz", "Euler XYZ"},         {"xzy", "Euler XZY"},
                                 {"yzx", "Euler YZX"},         {"yxz", "Euler YXZ"},
                                 {"zxy", "Euler ZXY"},         {"zyx", "Euler ZYX"},
                                 {"quaternion", "Quaternion"}, {"axis", "Axis, angle"}};
constexpr Choice kRotationAxes[] = {
    {"local", "Own axes"}, {"parent", "Parent's axes"}, {"world", "World's axes"}};

constexpr ChoiceSetting kSettings[] = {
    {"theme", "Theme", "", kThemes, &Settings::theme},
    {"scale", "Size of the interface", "", kScaleChoices, &Settings::scale},
    {"wheel", "Wheel turned away goes", "", kWheels, &Settings::wheel},
    {"orbit", "Turn the view with",
     "The middle button, and Alt with the left one, turn it always. Where the left button does "
     "not, it draws a box that selects joints.",
     kOrbits, &Settings::orbit},
    {"rotation", "Rotations as",
     "Euler XYZ turns about x first, then y, then z, about axes that stay, as Blender and Maya "
     "write it: the same as z, y, x about axes that turn along.",
     kRotations, &Settings::rotation},
    {"rotation-axes", "Rotations in",
     "The same turn, seen from where the joint's base pose, its parent or the world has its axes. "
     "All are nothing where the joint was not touched.",
     kRotationAxes, &Settings::rotation_axes},
    {"keys", "Keys and mouse like", "", kPresets, &Settings::preset},
};

const CommandInfo* command_named(const std::string& name) {
  const auto at = std::ranges::find_if(command_table(),
                                       [&name](const CommandInfo& c) { return name == c.name; });
  return at == command_table().end() ? nullptr : &*at;
}

}  // namespace

float chosen_scale(const Settings& settings) {
  return kScales[static_cast<std::size_t>(settings.scale)];
}

std::span<const ChoiceSetting> choice_settings() {
  return kSettings;
}

void choose(Settings& settings, const ChoiceSetting& setting, int choice) {
  settings.*setting.value = choice;
  if (setting.value != &Settings::preset) return;
  settings.keys.preset = static_cast<KeyPreset>(choice);
  const bool maya = settings.keys.preset == KeyPreset::Maya;
  settings.orbit = static_cast<int>(maya ? OrbitMouse::Alt : OrbitMouse::Left);
  forget_own_where_usual(settings.keys);
}

SettingsWords words_of(const Settings& settings) {
  SettingsWords words;
  for (const ChoiceSetting& s : kSettings) {
    words.choices[s.key] = s.choices[static_cast<std::size_t>(settings.*s.value)].word;
  }
  for (const auto& [name, keys] : settings.keys.own) {
    std::vector<std::string>& out = words.keys[name];
    for (const Binding& b : keys) {
      if (!b.empty()) out.push_back(binding_text(b));
    }
  }
  return words;
}

Settings settings_of(const SettingsWords& words, std::vector<std::string>& problems) {
  Settings settings;
  for (const ChoiceSetting& s : kSettings) {
    const auto said = words.choices.find(s.key);
    if (said == words.choices.end()) continue;
    const auto at = std::ranges::find_if(
        s.choices, [&said](const Choice& c) { return said->second == c.word; });
    if (at == s.choices.end()) {
      problems.push_back("\"" + said->second + "\" is no choice for \"" + s.key + "\".");
    } else {
      settings.*s.value = static_cast<int>(at - s.choices.begin());
    }
  }
  settings.keys.preset = static_cast<KeyPreset>(settings.preset);
  for (const auto& [name, texts] : words.keys) {
    const CommandInfo* c = command_named(name);
    if (c == nullptr) {
      problems.push_back("There is no command \"" + name + "\".");
      continue;
    }
    settings.keys.own[name] = {};
    std::size_t place = 0;
    for (const std::string& text : texts) {
      const auto binding = parse_binding(text);
      if (!binding || place >= kMaxKeys) {
        problems.push_back("\"" + text + "\" is no key for \"" + name + "\".");
      } else {
        set_key(settings.keys, *c, place++, *binding);
      }
    }
  }
  return settings;
}

}  // namespace bindpose::ui
