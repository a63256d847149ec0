// Where the file browser goes, and what it says of names that are not there.
#include "ui/harness.h"

namespace bindpose::ui::testing::test_browser_places {
namespace {

class BrowserPlacesWidget : public WidgetTest {
 protected:
  BrowserPlacesWidget() {
    entries_ = {"textures/", "ogre.glb", "notes.txt", "OGRE.FBX", "old.png"};
  }
  void open(Key key, std::vector<Key> modifiers = {Key::LeftCtrl}) {
    press_key(key, modifiers);
    step();
    step();
  }
};

TEST_F(BrowserPlacesWidget, WhatIsNotThereIsSaidInTheDialog) {
  open(Key::O);
  type("/x/nobody.glb");
  press_key(Key::Enter);
  step();
  EXPECT_EQ(opened_, "");
  EXPECT_TRUE(state_.browser.open);
  EXPECT_EQ(state_.browser.error, "There is no \"nobody.glb\" in /x.");
  EXPECT_EQ(state_.rects.count("browser error"), 1u);
  EXPECT_EQ(state_.browser.folder, "/models") << "the list is what it was";
  EXPECT_STREQ(state_.browser.name, "/x/nobody.glb") << "to be corrected";
  press_key(Key::A, {Key::LeftCtrl});
  type("nobody");
  press_key(Key::Enter);
  step();
  EXPECT_EQ(state_.browser.error, "There is no \"nobody\" in this folder.");
  EXPECT_EQ(state_.rects.count("browser error"), 1u);
}

TEST_F(BrowserPlacesWidget, AfterADoubleClickOnAFolderTheNameIsTyped) {
  open(Key::O);
  click("entry:ogre.glb");
  double_click("entry:textures/");
  step();
  step();
  type("old");
  EXPECT_STREQ(state_.browser.name, "old");
}

TEST_F(BrowserPlacesWidget, LettersOverTheListJumpToAnEntry) {
  entries_ = {"arms/", "legs/", "old.png", "Ogre.png"};
  open(Key::F12, {});
  click("entry:arms/");
  type("O");
  step();
  EXPECT_EQ(state_.browser.selected, "old.png");
  EXPECT_STREQ(state_.browser.name, "old.png") << "as the arrows do";
  type("g");
  step();
  EXPECT_EQ(state_.browser.selected, "Ogre.png");
}

TEST_F(BrowserPlacesWidget, ANewWorkspaceGoesBesideItsModelWhereverOneWasBrowsing) {
  open(Key::E);
  double_click("entry:textures/");
  press_key(Key::Escape);
  open(Key::S);
  EXPECT_EQ(state_.browser.folder, "/models");
  press_key(Key::Escape);
  open(Key::O);
  double_click("entry:textures/");
  press_key(Key::Escape);
  open(Key::E);
  EXPECT_EQ(state_.browser.folder, "/models") << "what was opened says nothing about exports";
  press_key(Key::Escape);
  workspace_ = "/talk/monday.bindpose";
  open(Key::S, {Key::LeftCtrl, Key::LeftShift});
  EXPECT_EQ(state_.browser.folder, "/talk");
}

TEST_F(BrowserPlacesWidget, WhereNothingCanBeWrittenBesideTheModelTheFolderBefore) {
  beside_model_closed_ = true;
  open(Key::O);
  double_click("entry:textures/");
  press_key(Key::Escape);
  open(Key::S);
  EXPECT_EQ(state_.browser.folder, "/models/textures");
}

}  // namespace
}  // namespace bindpose::ui::testing::test_browser_places
