#include "ui/settings/settings.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

constexpr Choice kThemes[] = {{"dark", "Dark"}, {"light", "Light"}, {"system", "As the system"}};
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
constexpr Choice kTurnings[] = {{"turntable", "A turntable"}, {"ball", "A ball"}};
constexpr Choice kMotions[] = {
    {"system", "As the system"}, {"eased", "Eased"}, {"at-once", "At once"}};
constexpr Choice kPresets[] = {{"blender", "Blender"}, {"maya", "Maya"}};

// In the order of EulerOrder, then the other RotationNumbers::Form.
constexpr Choice kRotations[] = {{"xyz", "Euler XYZ"},         {"xzy", "Euler XZY"},
                                 {"yzx", "Euler YZX"},         {"yxz", "Euler YXZ"},
                                 {"zxy", "Euler ZXY"},         {"zyx", "Euler ZYX"},
                                 {"quaternion", "Quaternion"}, {"axis", "Axis, angle"}};
constexpr Choice kRotationAxes[] = {
    {"local", "Own axes"}, {"parent", "Parent's axes"}, {"world", "World's axes"}};

constexpr Choice kUnits[] = {{"each", "Each its own"},
                             {"m", "Metres"},
                             {"cm", "Centimetres"},
                             {"mm", "Millimetres"},
                             {"file", "The file's"}};

constexpr Choice kDeformerChoices[] = {{"file", "As the file says"},
                                       {"lbs", "Linear blend"},
                                       {"dqs", "Dual quaternions"},
                                       {"rigid", "Rigid"},
                                       {"mix", "Linear-dual mix"},
                                       {"cor", "Centres of rotation"},
                                       {"dqs-flat", "Dual quaternions, no bulge"},
                                       {"log", "Log-matrix"},
                                       {"mush", "Delta mush"}};
constexpr Deformer kDeformerOf[] = {
    Deformer::File,      Deformer::Linear,    Deformer::DualQuaternion,
    Deformer::Rigid,     Deformer::Mixed,     Deformer::Centers,
    Deformer::BulgeFree, Deformer::LogMatrix, Deformer::DeltaMush};
static_assert(std::size(kDeformerOf) == std::size(kDeformerChoices));
constexpr Choice kMemoryChoices[] = {
    {"1", "1 GiB"}, {"2", "2 GiB"}, {"4", "4 GiB"}, {"8", "8 GiB"}, {"16", "16 GiB"}};
constexpr double kSeconds[] = {30.0, 120.0, 600.0, 3600.0};
constexpr Choice kSecondsChoices[] = {
    {"30", "30 seconds"}, {"120", "2 minutes"}, {"600", "10 minutes"}, {"3600", "an hour"}};
static_assert(std::size(kSeconds) == std::size(kSecondsChoices));

constexpr ChoiceSetting kSettings[] = {
    {"theme", "Theme", "", kThemes, &Settings::theme},
    {"scale", "Size of the interface", "", kScaleChoices, &Settings::scale},
    {"units", "Lengths in", "", kUnits, &Settings::units},
    {"wheel", "Wheel turned away goes", "", kWheels, &Settings::wheel},
    {"orbit", "Turn the view with",
     "Alt with the left button turns it always. So does the middle one; with Maya's keys it drags "
     "the selected joint's handle instead, unless it is chosen here. Where the left button does "
     "not, it draws a box that selects joints.",
     kOrbits, &Settings::orbit},
    {"turning", "The view turns like",
     "On a turntable the horizon stays level. A ball follows the mouse over head and feet, too.",
     kTurnings, &Settings::turning},
    {"motion", "The view moves",
     "At once, views, a lesson's poses and its formulas are where they go in one step: for eyes "
     "that "
     "movement disturbs, and for slow connections. What you play yourself moves as ever.",
     kMotions, &Settings::motion},
    {"rotation", "Rotations as",
     "Euler XYZ turns about x first, then y, then z, about axes that stay, as Blender and Maya "
     "write it: the same as z, y, x about axes that turn along.",
     kRotations, &Settings::rotation},
    {"rotation-axes", "Rotations in",
     "The same turn, seen from where the joint's base pose, its parent or the world has its axes. "
     "All are nothing where the joint was not touched.",
     kRotationAxes, &Settings::rotation_axes},
    {"keys", "Keys and mouse like", "", kPresets, &Settings::preset},
    {"deformer", "Deformer at the start", "", kDeformerChoices, &Settings::deformer},
    {"import-memory", "Memory for a file", "", kMemoryChoices, &Settings::import_memory},
    {"import-seconds", "Time for a file",
     "A file that needs more is given up, and what was open stays.", kSecondsChoices,
     &Settings::import_seconds},
};

const CommandInfo* command_named(const std::string& name) {
  const auto at = std::ranges::find_if(command_table(),
                                       [&name](const CommandInfo& c) { return name == c.name; });
  return at == command_table().end() ? nullptr : &*at;
}

// "1280x720"
void read_window(const std::string& text, Settings& settings, std::vector<std::string>& problems) {
  if (text.empty()) return;
  int width = 0, height = 0;
  constexpr int kLeast = 320, kMost = 16384;
  if (std::sscanf(text.c_str(), "%dx%d", &width, &height) == 2 && width >= kLeast &&
      height >= kLeast && width <= kMost && height <= kMost) {
    settings.window_width = width;
    settings.window_height = height;
  } else {
    problems.push_back("\"" + text + "\" is no size of a window.");
  }
}

// "280 320 left right": the widths, and which are open.
void read_panels(const std::string& text, Settings& settings, std::vector<std::string>& problems) {
  if (text.empty()) return;
  float left = 0.0f, right = 0.0f;
  // Those that a drag of their edge can give, and those that a narrow window leaves.
  constexpr float kLeast = 40.0f, kMost = 640.0f;
  if (std::sscanf(text.c_str(), "%f %f", &left, &right) == 2 && left >= kLeast && left <= kMost &&
      right >= kLeast && right <= kMost) {
    settings.left_width = left;
    settings.right_width = right;
    settings.left_open = text.find(" left") != std::string::npos;
    settings.right_open = text.find(" right") != std::string::npos;
  } else {
    problems.push_back("\"" + text + "\" are no widths of panels.");
  }
}

void read_curves(const std::string& text, Settings& settings, std::vector<std::string>& problems) {
  if (text.empty()) return;
  float height = 0.0f;
  if (std::sscanf(text.c_str(), "%f", &height) == 1 && height >= 96.0f && height <= 4096.0f) {
    settings.curves_height = height;
  } else {
    problems.push_back("\"" + text + "\" is no height of curves.");
  }
}

}  // namespace

float chosen_scale(const Settings& settings) {
  return kScales[static_cast<std::size_t>(settings.scale)];
}

std::uint64_t import_memory(const Settings& settings) {
  return std::uint64_t{1} << (30 + settings.import_memory);
}

double import_seconds(const Settings& settings) {
  return kSeconds[static_cast<std::size_t>(settings.import_seconds)];
}

Deformer chosen_deformer(const Settings& settings) {
  return kDeformerOf[static_cast<std::size_t>(settings.deformer)];
}

bool middle_button_drags_handle(const Settings& settings) {
  return settings.keys.preset == KeyPreset::Maya &&
         settings.orbit != static_cast<int>(OrbitMouse::Middle);
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
  words.bookmarks = settings.bookmarks;
  if (settings.window_width > 0) {
    words.choices["window"] =
        std::to_string(settings.window_width) + "x" + std::to_string(settings.window_height);
  }
  char panels[64];
  std::snprintf(panels, sizeof panels, "%.0f %.0f%s%s", static_cast<double>(settings.left_width),
                static_cast<double>(settings.right_width), settings.left_open ? " left" : "",
                settings.right_open ? " right" : "");
  words.choices["panel_widths"] = panels;
  std::snprintf(panels, sizeof panels, "%.0f", static_cast<double>(settings.curves_height));
  words.choices["curves_height"] = panels;
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
  settings.bookmarks = words.bookmarks;
  const auto said = [&words](const char* key) {
    const auto at = words.choices.find(key);
    return at == words.choices.end() ? std::string() : at->second;
  };
  read_window(said("window"), settings, problems);
  read_panels(said("panel_widths"), settings, problems);
  read_curves(said("curves_height"), settings, problems);
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
