// Whether the desktop is dark, and whether things may move there, as far as its files say.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace bindpose::app {

// Of a GTK theme's name: "Adwaita:dark", "Breeze-Dark"; nothing where it says neither.
std::optional<bool> theme_name_is_dark(const std::string& name);
// gtk-application-prefer-dark-theme, else the name of the theme, of a settings.ini; KDE's window
// colour, else the name of its scheme, of a kdeglobals. Nothing where the file is not there or says
// neither.
std::optional<bool> gtk_settings_are_dark(const std::filesystem::path& file);
std::optional<bool> kde_globals_are_dark(const std::filesystem::path& file);

// $GTK_THEME, then gtk-4.0 and gtk-3.0 in the config folder, and kdeglobals, that first where KDE
// runs. True where nothing is said: dark is usual here.
bool system_is_dark();

// gtk-enable-animations of a settings.ini; KDE's AnimationDurationFactor above 0.
std::optional<bool> gtk_settings_animate(const std::filesystem::path& file);
std::optional<bool> kde_globals_animate(const std::filesystem::path& file);
// Asked as system_is_dark() asks. True where nothing is said.
bool system_animates();

}  // namespace bindpose::app
