// What a person chooses once and for all, and where it is shown. A setting with a few choices is a
// line of the table in settings.cpp: dialog and file follow.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "rig/deformer.h"
#include "ui/commands/key_map.h"

namespace bindpose::ui {

// How the view, a lesson's pose and its formulas come to where they go.
enum class Motion { AsSystem, Eased, AtOnce };

struct Frame;

enum class OrbitMouse { Left, Middle, Alt };

struct Settings {
  int theme = 0;          // dark, light, as the system
  int scale = 0;          // as the display has it, or a size of kScales
  int wheel = 0;          // away from the hand: near, far
  int orbit = 0;          // OrbitMouse
  int turning = 0;        // of the view: as on a turntable, as on a ball
  int motion = 0;         // Motion
  int preset = 0;         // KeyPreset
  int rotation = 0;       // as which numbers: EulerOrder, quaternion, axis and angle
  int rotation_axes = 0;  // GizmoSpace: in which axes
  int units = 0;          // of lengths: ui/base/length.h
  KeyMap keys;            // keys.preset is `preset`

  int deformer = 0;       // that the window starts with
  int import_memory = 2;  // what reading a file may take
  int import_seconds = 1;
  std::vector<std::string> bookmarks;  // folders
  // As they were left. Of the window 0: as usual.
  int window_width = 0, window_height = 0;
  float left_width = 280.0f, right_width = 320.0f;  // of the panels, at scale 1
  bool left_open = true, right_open = true;
  float curves_height = 160.0f;  // of the timeline

  bool operator==(const Settings&) const = default;
};
// The interface's scale that is set; 0: the display's.
float chosen_scale(const Settings& settings);
std::uint64_t import_memory(const Settings& settings);  // bytes
double import_seconds(const Settings& settings);
Deformer chosen_deformer(const Settings& settings);
// With Maya's keys the middle button drags the gizmo's handle that was caught last, and not the
// view, but where it was chosen to turn that.
bool middle_button_drags_handle(const Settings& settings);

struct Choice {
  const char* word;  // in the file
  const char* label;
};
struct ChoiceSetting {
  const char* key;  // in the file
  const char* label;
  const char* hint;  // "" or a sentence
  std::span<const Choice> choices;
  int Settings::*value;
};
std::span<const ChoiceSetting> choice_settings();
// Sets it, with what goes with it: a preset of keys brings its mouse.
void choose(Settings& settings, const ChoiceSetting& setting, int choice);

// As the file has them: words by key, and the keys of commands that are the user's own.
struct SettingsWords {
  std::map<std::string, std::string> choices;
  std::map<std::string, std::vector<std::string>> keys;
  std::vector<std::string> bookmarks;
};
SettingsWords words_of(const Settings& settings);
// What is not understood is left as it usually is, and said in `problems`, a sentence each.
Settings settings_of(const SettingsWords& words, std::vector<std::string>& problems);

enum class SettingsPage { General, Keys };

struct SettingsDialog {
  bool open = false;
  SettingsPage page = SettingsPage::General;
  char search[64] = {};
  // A key is waited for, of this command, in the place of that one of its keys.
  std::string capturing;
  std::size_t place = 0;
  Binding wanted;  // that another command has: swap, take or leave it
};

// Escape closes it. What is chosen counts at once: Requests::save_settings.
void draw_settings(Frame& f);
// Its second page.
void draw_keys_page(Frame& f);

}  // namespace bindpose::ui
