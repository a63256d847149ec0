#include "ui/commands/commands.h"
#include "ui/commands/skinning_menu.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_settings {
namespace {

const CommandInfo& named(const char* name) {
  for (const CommandInfo& c : command_table()) {
    if (std::string(c.name) == name) return c;
  }
  throw std::logic_error(name);
}
Binding key(Key k, unsigned modifiers = 0) {
  return {k, modifiers};
}

TEST(KeyMap, TextOfAKeyReadsBack) {
  for (int k = 1; k < static_cast<int>(Key::LeftCtrl); ++k) {
    for (const unsigned modifiers : {0u, 1u, 2u, 4u, 7u}) {
      for (const KeyContext context : {KeyContext::Anywhere, KeyContext::View, KeyContext::Tree}) {
        const Binding b{static_cast<Key>(k), modifiers, context};
        EXPECT_EQ(parse_binding(binding_text(b)), b) << binding_text(b);
      }
    }
  }
  EXPECT_FALSE(parse_binding(""));
  EXPECT_FALSE(parse_binding("Ctrl+"));
  EXPECT_FALSE(parse_binding("Hyper+G"));
}

// One of two keys that goes to another command, of a preset's and of one's own.
TEST(KeyMap, WhatIsTakenLeavesNoGapAndNothingTwice) {
  KeyMap map{KeyPreset::Maya};
  const CommandInfo &undo = named("undo"), &grid = named("grid");
  ASSERT_EQ(keys_of(map, undo), (Bindings{key(Key::Z), key(Key::Z, kCtrl)}));
  set_key(map, grid, 0, key(Key::Z));
  EXPECT_EQ(keys_of(map, undo), (Bindings{key(Key::Z, kCtrl)}));
  set_key(map, undo, 1, key(Key::F4));
  EXPECT_EQ(keys_of(map, undo), (Bindings{key(Key::Z, kCtrl), key(Key::F4)}));
  set_key(map, grid, 1, key(Key::Z, kCtrl));
  EXPECT_EQ(keys_of(map, undo), (Bindings{key(Key::F4)}));
}

TEST(KeyMap, OwnKeyTakesItsPlaceAndIsNobodyElses) {
  KeyMap map;
  set_key(map, named("grid"), 0, key(Key::G));
  EXPECT_EQ(keys_of(map, named("grid"))[0], key(Key::G));
  EXPECT_TRUE(keys_of(map, named("move-now"))[0].empty()) << "it had no other";
  EXPECT_EQ(command_of_key(map, key(Key::G)), &named("grid"));
  set_key(map, named("textures"), 0, key(Key::G));
  EXPECT_TRUE(keys_of(map, named("grid"))[0].empty());
  EXPECT_FALSE(reset_keys(map, named("move-now"))) << "its usual key is another's";
  EXPECT_TRUE(reset_keys(map, named("textures")));
  EXPECT_TRUE(reset_keys(map, named("grid")));
  EXPECT_EQ(keys_of(map, named("move-now"))[0], key(Key::G));
  EXPECT_TRUE(map.own.empty());
}

TEST(KeyMap, TwoCommandsTradeTheirKeys) {
  KeyMap map;
  swap_keys(map, named("grid"), 0, key(Key::G));
  EXPECT_EQ(keys_of(map, named("grid"))[0], key(Key::G));
  EXPECT_EQ(keys_of(map, named("move-now"))[0], key(Key::G, kCtrl));
  swap_keys(map, named("grid"), 0, key(Key::G, kCtrl));
  EXPECT_TRUE(map.own.empty()) << "all is as the preset has it";
}

TEST(KeyMap, ACommandThatTradesOneKeyKeepsItsOthers) {
  KeyMap map;
  const Bindings before = keys_of(map, named("move"));
  ASSERT_FALSE(before[1].empty());
  swap_keys(map, named("move"), 0, key(Key::Q));
  EXPECT_EQ(keys_of(map, named("move"))[0], key(Key::Q));
  EXPECT_EQ(keys_of(map, named("move"))[1], before[1]);
  EXPECT_EQ(keys_of(map, named("snap"))[0], before[0]);
}

TEST(KeyMap, OwnKeysStayWhenThePresetChanges) {
  Settings s;
  set_key(s.keys, named("grid"), 0, key(Key::R));
  for (const ChoiceSetting& c : choice_settings()) {
    if (std::string(c.key) == "keys") choose(s, c, 1);
  }
  EXPECT_EQ(s.keys.preset, KeyPreset::Maya);
  EXPECT_EQ(static_cast<OrbitMouse>(s.orbit), OrbitMouse::Alt);
  EXPECT_EQ(keys_of(s.keys, named("grid"))[0], key(Key::R));
  EXPECT_TRUE(keys_of(s.keys, named("scale"))[0].empty());
  EXPECT_EQ(keys_of(s.keys, named("move"))[0], key(Key::W));
}

TEST(KeyMap, WordsReadBackAndWhatIsStrangeIsSaid) {
  Settings s;
  s.theme = 1;
  s.scale = 3;
  set_key(s.keys, named("grid"), 0, key(Key::Pad5, kCtrl | kAlt));
  set_key(s.keys, named("redo"), 1, {});
  std::vector<std::string> problems;
  EXPECT_EQ(settings_of(words_of(s), problems), s);
  EXPECT_TRUE(problems.empty());
  SettingsWords words = words_of(s);
  words.choices["theme"] = "purple";
  words.keys["grid"] = {"Hyper+G"};
  words.keys["frobnicate"] = {"G"};
  const Settings read = settings_of(words, problems);
  EXPECT_EQ(read.theme, 0);
  EXPECT_EQ(read.scale, 3);
  EXPECT_EQ(problems.size(), 3u);
}

class SettingsWidget : public WidgetTest {
 protected:
  SettingsWidget() {
    press_key(Key::Comma, {Key::LeftCtrl});
    step();
  }
  void to_keys(const std::string& search) {
    click("settings page:Keys");
    step();
    click("settings:search");
    type(search);
    step();
  }
  const KeyMap& keys() const { return state_.settings.keys; }
};

TEST_F(SettingsWidget, AKeyIsSetByPressingIt) {
  to_keys("ground");
  click("key:grid");
  press_key(Key::J, {Key::LeftAlt});
  EXPECT_EQ(keys_of(keys(), named("grid"))[0], key(Key::J, kAlt));
  EXPECT_TRUE(state_.settings_dialog.capturing.empty());
  click("key:grid 2");
  press_key(Key::F4);
  EXPECT_EQ(keys_of(keys(), named("grid"))[1], key(Key::F4));
  click("key:grid");
  press_key(Key::Backspace);
  EXPECT_EQ(keys_of(keys(), named("grid"))[0], key(Key::F4)) << "the other one moves up";
  click("key reset:grid");
  EXPECT_TRUE(keys().own.empty());
  press_key(Key::Escape);
  EXPECT_FALSE(state_.settings_dialog.open);
  const bool grid = scene().view.grid;
  press_key(Key::G, {Key::LeftCtrl});
  EXPECT_NE(scene().view.grid, grid);
}

TEST_F(SettingsWidget, AKeyThatIsTakenIsNamedAndTakenOrLeft) {
  to_keys("ground");
  click("key:grid");
  press_key(Key::G);
  EXPECT_TRUE(keys().own.empty()) << "nothing is taken unasked";
  ASSERT_TRUE(state_.rects.contains("conflict:Swap"));
  press_key(Key::Escape);
  EXPECT_TRUE(state_.settings_dialog.open);
  EXPECT_TRUE(keys().own.empty());
  click("key:grid");
  press_key(Key::G);
  click("conflict:Take it");
  EXPECT_EQ(command_of_key(keys(), key(Key::G)), &named("grid"));
}

TEST_F(SettingsWidget, KeysThatDialogsNeedAreRefused) {
  to_keys("ground");
  for (const Key k : {Key::Enter, Key::Escape}) {
    click("key:grid");
    press_key(k);
    EXPECT_TRUE(keys().own.empty());
    EXPECT_TRUE(state_.settings_dialog.open);
  }
}

TEST_F(SettingsWidget, NoCommandRunsBehindTheDialog) {
  const ViewSettings before = scene().view;
  for (const Key k : {Key::V, Key::H, Key::P}) press_key(k);
  EXPECT_EQ(scene().view, before);
}

TEST_F(SettingsWidget, HelpSaysWhatTheMiddleButtonDoesWithMayasKeys) {
  state_.settings.keys.preset = KeyPreset::Maya;
  for (const OrbitMouse orbit : {OrbitMouse::Alt, OrbitMouse::Middle}) {
    state_.settings.orbit = static_cast<int>(orbit);
    state_.rects.clear();
    press_key(Key::Escape);
    press_key(Key::F1);
    EXPECT_EQ(state_.rects.contains("help:Drag the last handle again"), orbit == OrbitMouse::Alt);
    EXPECT_TRUE(state_.rects.contains("help:Orbit"));
  }
}

TEST_F(SettingsWidget, HelpAndMenusShowTheKeysThatAreSet) {
  press_key(Key::Escape);
  set_key(state_.settings.keys, named("grid"), 0, key(Key::F4));
  set_key(state_.settings.keys, named("undo"), 0, {});
  press_key(Key::F1);
  EXPECT_TRUE(state_.rects.contains("help:Ground grid"));
  EXPECT_FALSE(state_.rects.contains("help:Undo")) << "it has no key";
}

// What a file asks for is what is shown first, and the status bar says what that is.
class FilesDeformerWidget : public WidgetTest {
 protected:
  std::string status(bool dual, std::vector<float> parts, Deformer chosen = Deformer::File) {
    model_->meshes[0].file_binding.skin.wants_dual_quaternions = dual;
    model_->meshes[0].dq_blend_weight = std::move(parts);
    ViewSettings view = scene().view;
    view.method = chosen;
    document_.apply({SetView{view}});
    const UiInput input{document_, posed_, bones_, camera_, 1.0, "test", recent_, entries_};
    UiOutput out;
    const Frame f{state_, input, out, theme(true), 1.0f, {}};
    return deformer_choice_text(f);
  }
};

TEST_F(FilesDeformerWidget, IsSaidInTheStatusBar) {
  EXPECT_EQ(status(false, {}), "Linear blend, as the file says");
  EXPECT_EQ(status(true, {}), "Dual quaternions, as the file says");
  EXPECT_EQ(status(false, {}, Deformer::Rigid), "Rigid");
  std::vector<float> parts(model_->meshes[0].position.size(), 1.0f);
  EXPECT_EQ(status(true, parts), "Dual quaternions, as the file says");
  parts[3] = 0.25f;
  EXPECT_EQ(status(true, parts), "Linear-dual mix by vertex, as the file says");
  EXPECT_EQ(status(true, parts, Deformer::DualQuaternion), "Linear-dual mix by vertex");
  EXPECT_EQ(status(true, parts, Deformer::Linear), "Linear blend");
}

}  // namespace
}  // namespace bindpose::ui::testing::test_settings
