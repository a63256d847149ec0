#include "app/system_theme.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "math/ascii.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// "section/key" to its value, of the first lines of an INI file.
std::map<std::string, std::string> ini_of(const fs::path& file) {
  std::map<std::string, std::string> out;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return out;
  std::ifstream in(file);
  std::string line, section;
  constexpr int kMostLines = 20000;
  for (int n = 0; n < kMostLines && std::getline(in, line); ++n) {
    line = trimmed(line);
    const std::size_t equals = line.find('=');
    if (line.size() > 1 && line.front() == '[' && line.back() == ']') {
      section = line.substr(1, line.size() - 2);
    } else if (equals != std::string::npos) {
      out[section + "/" + trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
    }
  }
  return out;
}

std::string value_of(const std::map<std::string, std::string>& ini, const char* key) {
  const auto at = ini.find(key);
  return at == ini.end() ? std::string() : at->second;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

std::optional<bool> theme_name_is_dark(const std::string& name) {
  const std::string low = in_lower_case(name);
  if (low.ends_with("dark")) return true;
  if (low.ends_with("light")) return false;
  return std::nullopt;
}

std::optional<bool> gtk_settings_are_dark(const fs::path& file) {
  const auto ini = ini_of(file);
  const std::string prefers =
      in_lower_case(value_of(ini, "Settings/gtk-application-prefer-dark-theme"));
  if (prefers == "1" || prefers == "true") return true;
  if (const auto named = theme_name_is_dark(value_of(ini, "Settings/gtk-theme-name"))) return named;
  if (prefers == "0" || prefers == "false") return false;
  return std::nullopt;
}

std::optional<bool> kde_globals_are_dark(const fs::path& file) {
  const auto ini = ini_of(file);
  int r = 0, g = 0, b = 0;
  const std::string color = value_of(ini, "Colors:Window/BackgroundNormal");
  if (std::sscanf(color.c_str(), "%d,%d,%d", &r, &g, &b) == 3) return 3 * r + 6 * g + b < 1280;
  return theme_name_is_dark(value_of(ini, "General/ColorScheme"));
}

std::optional<bool> gtk_settings_animate(const fs::path& file) {
  const std::string says = in_lower_case(value_of(ini_of(file), "Settings/gtk-enable-animations"));
  if (says == "1" || says == "true") return true;
  if (says == "0" || says == "false") return false;
  return std::nullopt;
}

std::optional<bool> kde_globals_animate(const fs::path& file) {
  const std::string factor = value_of(ini_of(file), "KDE/AnimationDurationFactor");
  float times = 1.0f;
  const char* end = factor.data() + factor.size();
  if (std::from_chars(factor.data(), end, times).ptr != end || factor.empty()) return std::nullopt;
  return times > 0.0f;
}

namespace {

// What the first file that says something says: KDE's where that runs, GTK's, KDE's.
using Asked = std::optional<bool> (*)(const fs::path&);
std::optional<bool> desktop_says(Asked kde_globals, Asked gtk_settings) {
  const std::string config = environment("XDG_CONFIG_HOME"), home = environment("HOME");
  if (config.empty() && home.empty()) return std::nullopt;
  const fs::path folder = config.empty() ? fs::path(home) / ".config" : fs::path(config);
  const auto kde = kde_globals(folder / "kdeglobals");
  if (kde && environment("XDG_CURRENT_DESKTOP").find("KDE") != std::string::npos) return kde;
  for (const char* gtk : {"gtk-4.0", "gtk-3.0"}) {
    if (const auto said = gtk_settings(folder / gtk / "settings.ini")) return said;
  }
  return kde;
}

}  // namespace

bool system_is_dark() {
  if (const auto said = theme_name_is_dark(environment("GTK_THEME"))) return *said;
  return desktop_says(kde_globals_are_dark, gtk_settings_are_dark).value_or(true);
}

bool system_animates() {
  return desktop_says(kde_globals_animate, gtk_settings_animate).value_or(true);
}

}  // namespace bindpose::app
