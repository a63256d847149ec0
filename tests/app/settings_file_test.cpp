#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/settings_file.h"
#include "ui/commands/commands.h"

namespace bindpose::app::test_settings_file {
namespace {

namespace fs = std::filesystem;

class SettingsFile : public ::testing::Test {
 protected:
  SettingsFile()
      : folder_(fs::temp_directory_path() / ("bindpose-settings-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~SettingsFile() override { fs::remove_all(folder_); }
  void put(const std::string& text) {
    fs::create_directories(folder_);
    std::ofstream(file()) << text;
  }
  std::string text(const fs::path& path) const {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  }
  fs::path file() const { return folder_ / "settings.json"; }
  fs::path folder_;
};

TEST_F(SettingsFile, IsReadAsItWasWritten) {
  ui::Settings s;
  s.theme = 1;
  s.wheel = 1;
  s.bookmarks = {"/models", "/a \"b\""};
  s.deformer = 1;
  s.import_memory = 4;
  s.import_seconds = 0;
  s.window_width = 1400;
  s.window_height = 900;
  s.left_width = 300;
  s.right_open = false;
  s.units = 2;
  s.curves_height = 220;
  ui::set_key(s.keys, ui::info(ui::Command::ToggleGrid), 0, {ui::Key::F3, ui::kAlt});
  EXPECT_EQ(write_settings(s, file()), "");
  const ReadSettings read = read_settings(file(), true);
  EXPECT_EQ(read.problem, "");
  EXPECT_EQ(read.settings, s);
}

TEST_F(SettingsFile, LimitsOfImportsAreThoseOfTheWords) {
  put("{\"import-memory\": \"8\", \"import-seconds\": \"600\", \"deformer\": \"rigid\"}");
  const ui::Settings s = read_settings(file(), true).settings;
  EXPECT_EQ(ui::import_memory(s), std::uint64_t{8} << 30);
  EXPECT_EQ(ui::import_seconds(s), 600.0);
  EXPECT_EQ(ui::chosen_deformer(s), Deformer::Rigid);
  EXPECT_EQ(ui::import_memory({}), std::uint64_t{4} << 30) << "as the command line has it";
  EXPECT_EQ(ui::import_seconds({}), 120.0);
}

TEST_F(SettingsFile, SizesThatNoWindowHasAreSaid) {
  for (const char* bad :
       {"\"window\": \"12x9\"", "\"window\": \"big\"", "\"panel_widths\": \"300\"",
        "\"panel_widths\": \"9999 300\"", "\"curves_height\": \"7\""}) {
    put(std::string("{") + bad + "}");
    const ReadSettings read = read_settings(file(), true);
    EXPECT_NE(read.problem.find(" of "), std::string::npos) << bad << ": " << read.problem;
    EXPECT_EQ(read.settings, ui::Settings()) << bad;
  }
  put("{\"bookmarks\": {}}");
  EXPECT_NE(read_settings(file(), false).problem.find("bookmarks"), std::string::npos);
}

TEST_F(SettingsFile, NoneIsTheUsual) {
  EXPECT_EQ(read_settings(file(), true).settings, ui::Settings());
  EXPECT_EQ(read_settings(file(), true).problem, "");
  EXPECT_EQ(read_settings("", true).settings, ui::Settings());
}

TEST_F(SettingsFile, WhatALaterVersionWroteStays) {
  put("{\"theme\": \"light\", \"trails\": \"long\", \"panels\": {\"left\": 300}}");
  const ReadSettings read = read_settings(file(), true);
  EXPECT_EQ(read.settings.theme, 1);
  EXPECT_EQ(read.problem, "");
  EXPECT_EQ(write_settings(read.settings, file()), "");
  EXPECT_NE(text(file()).find("\"trails\": \"long\""), std::string::npos);
  EXPECT_NE(text(file()).find("300"), std::string::npos);
}

TEST_F(SettingsFile, TwoWindowsDoNotUndoEachOther) {
  ui::Settings at_start;
  at_start.bookmarks = {"/a"};
  ui::set_key(at_start.keys, ui::info(ui::Command::ToggleGrid), 0, {ui::Key::F3, ui::kAlt});
  write_settings(at_start, file());
  ui::Settings first = at_start, second = at_start;
  first.theme = 1;
  first.bookmarks = {"/a", "/b"};
  EXPECT_EQ(write_settings(first, file(), &at_start), "");
  second.wheel = 1;
  second.keys = {};
  EXPECT_EQ(write_settings(second, file(), &at_start), "");
  const ui::Settings both = read_settings(file(), true).settings;
  EXPECT_EQ(both.theme, 1) << "the first window's";
  EXPECT_EQ(both.bookmarks, first.bookmarks);
  EXPECT_EQ(both.wheel, 1) << "the second's";
  EXPECT_EQ(both.keys, ui::Settings().keys) << "what was taken back is gone";
}

TEST_F(SettingsFile, KeysOfCommandsOfALaterVersionStay) {
  put("{\"own_keys\": {\"fly\": [\"Alt+F3\"], \"grid\": [\"Alt+F4\"]}}");
  const ui::Settings read = read_settings(file(), true).settings;
  ui::Settings now = read;
  now.theme = 1;
  EXPECT_EQ(write_settings(now, file(), &read), "");
  EXPECT_NE(text(file()).find("Alt+F3"), std::string::npos);
  EXPECT_NE(text(file()).find("Alt+F4"), std::string::npos);
}

TEST_F(SettingsFile, BrokenOnesAreSaidAndSetAsideNotLost) {
  const std::string deep(100000, '[');
  for (const std::string& broken :
       {std::string("{\"theme\": "), std::string("[1]"), std::string("{\"own_keys\": 3}"),
        std::string("{\"own_keys\": {\"grid\": [7]}}"), std::string(2u << 20, ' '), std::string(),
        deep}) {
    put(broken);
    EXPECT_NE(read_settings(file(), false).problem, "");
    EXPECT_TRUE(fs::exists(file())) << "asked without a window it stays";
    const ReadSettings read = read_settings(file(), true);
    EXPECT_NE(read.problem.find("set aside as settings.json.broken"), std::string::npos)
        << read.problem;
    EXPECT_EQ(read.settings, ui::Settings());
    EXPECT_FALSE(fs::exists(file()));
  }
  EXPECT_EQ(text(folder_ / "settings.json.broken"), "{\"theme\": ");
  EXPECT_EQ(text(folder_ / "settings.json.broken-2"), "[1]")
      << "one does not take the other's name";
}

TEST_F(SettingsFile, AFolderThatCannotBeWrittenIsSaid) {
  EXPECT_NE(write_settings({}, "/proc/nowhere/settings.json"), "");
}

}  // namespace
}  // namespace bindpose::app::test_settings_file
