#include "ui/browser/names.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_browser {
namespace {

class BrowserWidget : public WidgetTest {
 protected:
  BrowserWidget() { entries_ = {"textures/", "ogre.glb", "notes.txt", "OGRE.FBX", "old.png"}; }
  void open(Key key, std::vector<Key> modifiers = {Key::LeftCtrl}) {
    press_key(key, modifiers);
    step();
    step();
  }
};

TEST_F(BrowserWidget, ListsTheModelsFolderAndWhatCanBeOpened) {
  open(Key::O);
  EXPECT_EQ(listed_, "/models");
  EXPECT_EQ(state_.rects.count("entry:ogre.glb"), 1u);
  EXPECT_EQ(state_.rects.count("entry:OGRE.FBX"), 1u);
  EXPECT_EQ(state_.rects.count("entry:notes.txt"), 0u);
}

TEST_F(BrowserWidget, DoubleClickOpens) {
  open(Key::O);
  double_click("entry:ogre.glb");
  EXPECT_EQ(opened_, "/models/ogre.glb");
  EXPECT_FALSE(state_.browser.open);
}

TEST_F(BrowserWidget, DoubleClickEntersFoldersAndTheButtonGoesBackUp) {
  open(Key::O);
  double_click("entry:textures/");
  EXPECT_EQ(listed_, "/models/textures");
  EXPECT_EQ(opened_, "");
  click("button:folder up");
  EXPECT_EQ(listed_, "/models");
}

TEST_F(BrowserWidget, ButtonOpensTheSelectedEntry) {
  open(Key::O);
  click("browser ok");
  EXPECT_EQ(opened_, "") << "nothing is selected yet";
  click("entry:OGRE.FBX");
  click("browser ok");
  EXPECT_EQ(opened_, "/models/OGRE.FBX");
}

TEST_F(BrowserWidget, TypedPathOpens) {
  open(Key::O);
  click("browser path");
  step({key_event(Key::LeftCtrl, true), key_event(Key::A, true), key_event(Key::A, false),
        key_event(Key::LeftCtrl, false)});
  type("/x/ogre.glb");
  press_key(Key::Enter);
  EXPECT_EQ(listed_, "/x") << "its folder is looked into first";
  step();
  EXPECT_EQ(opened_, "/x/ogre.glb");
}

TEST_F(BrowserWidget, HeadsSort) {
  entries_ = {"textures/", "OGRE.FBX", "ogre.glb"};
  facts_ = {{0, 900}, {1, 50}, {9000, 100}};
  const auto first = [&] {
    const float folder = state_.rects["entry:textures/"].lo.y;
    const float fbx = state_.rects["entry:OGRE.FBX"].lo.y;
    const float glb = state_.rects["entry:ogre.glb"].lo.y;
    EXPECT_LT(folder, std::min(fbx, glb)) << "folders come first";
    return std::string(fbx < glb ? "OGRE.FBX" : "ogre.glb");
  };
  const auto sort_by = [&](const char* head) {
    click(std::string("browser head:") + head);
    step();
    return first();
  };
  open(Key::O);
  EXPECT_EQ(first(), "OGRE.FBX") << "as they come";
  EXPECT_EQ(sort_by("Size"), "ogre.glb") << "the largest";
  EXPECT_EQ(sort_by("Size"), "OGRE.FBX") << "the smallest";
  EXPECT_EQ(sort_by("Changed"), "ogre.glb") << "the newest";
  EXPECT_EQ(sort_by("Changed"), "OGRE.FBX") << "the oldest";
  EXPECT_EQ(sort_by("Name"), "OGRE.FBX");
  EXPECT_EQ(sort_by("Name"), "ogre.glb") << "from the end";
}

TEST_F(BrowserWidget, BookmarksAreKeptAndGoneTo) {
  recent_ = {"/far/away/knight.fbx", "/far/away/fox.glb"};
  open(Key::O);
  EXPECT_EQ(state_.rects.count("place:/far/away"), 1u) << "the folder of a recent file";
  click("browser bookmark");
  step();
  EXPECT_EQ(state_.settings.bookmarks, std::vector<std::string>{"/models"});
  click("place:/far/away");
  EXPECT_EQ(listed_, "/far/away");
  step();
  click("place:/models");
  EXPECT_EQ(listed_, "/models");
  step();
  click("browser bookmark");
  EXPECT_TRUE(state_.settings.bookmarks.empty());
}

TEST_F(BrowserWidget, EscapeCloses) {
  open(Key::O);
  press_key(Key::Escape);
  EXPECT_FALSE(state_.browser.open);
  step();
  EXPECT_EQ(state_.rects.count("browser ok"), 0u);
  EXPECT_EQ(opened_, "");
}

TEST_F(BrowserWidget, KeysDoNothingBehindIt) {
  open(Key::O);
  press_key(Key::V);
  EXPECT_TRUE(scene().view.surface);
}

TEST_F(BrowserWidget, SavesUnderTheModelsName) {
  open(Key::F12, {});
  EXPECT_EQ(state_.rects.count("entry:old.png"), 1u);
  click("browser ok");
  EXPECT_EQ(saved_, "/models/rig.png");
}

TEST_F(BrowserWidget, ExportNeverSuggestsTheOpenModelsOwnFile) {
  open(Key::E);
  EXPECT_STREQ(state_.browser.name, "rig_posed.glb");
  press_key(Key::Enter);
  EXPECT_EQ(exported_, "/models/rig_posed.glb");
}

TEST_F(BrowserWidget, AGlbIsMadeAsSmallAsChosenAndOtherFilesAreNot) {
  open(Key::E);
  click("export size:Small");
  press_key(Key::Enter);
  EXPECT_EQ(exported_, "/models/rig_posed.glb");
  EXPECT_EQ(export_size_, ui::ExportSize::Small);
  open(Key::E, {Key::LeftCtrl, Key::LeftShift});  // the choice stays
  press_key(Key::Enter);
  EXPECT_EQ(exported_rig_, "/models/rig_rigged.glb");
  EXPECT_EQ(export_size_, ui::ExportSize::Small);
  open(Key::E);
  press_key(Key::A, {Key::LeftCtrl});
  type("rig.ply");
  press_key(Key::Enter);
  EXPECT_EQ(exported_, "/models/rig.ply");
  EXPECT_EQ(export_size_, ui::ExportSize::Plain);
}

TEST_F(BrowserWidget, TheRigIsExportedBesideTheOpenModelsFile) {
  open(Key::E, {Key::LeftCtrl, Key::LeftShift});
  ASSERT_TRUE(state_.browser.open);
  EXPECT_STREQ(state_.browser.name, "rig_rigged.glb");
  press_key(Key::Enter);
  EXPECT_EQ(exported_rig_, "/models/rig_rigged.glb");
  EXPECT_EQ(exported_, "");
}

TEST_F(BrowserWidget, TheOpenModelsFileCannotBeTyped) {
  open(Key::E);
  type("rig");  // over the selected stem "rig_posed"
  EXPECT_STREQ(state_.browser.name, "rig.glb");
  step();
  EXPECT_EQ(state_.rects.count("browser own file"), 1u);
  click("browser ok");
  press_key(Key::Enter);
  EXPECT_EQ(exported_, "");
  EXPECT_TRUE(state_.browser.open);
}

TEST_F(BrowserWidget, AnEndingTypedBeforeTheOldOneIsNotThereTwice) {
  open(Key::F12, {});
  type("my.png");  // over the selected stem
  EXPECT_STREQ(state_.browser.name, "my.png.png");
  press_key(Key::Enter);
  EXPECT_EQ(saved_, "/models/my.png");
}

TEST_F(BrowserWidget, AnEndingWithoutANameIsANameOfItsOwn) {
  open(Key::F12, {});
  type("/");  // over the selected stem: the name is "/.png" for a moment
  step();
  EXPECT_STREQ(state_.browser.name, "/.png");
  type("pictures/a");
  EXPECT_STREQ(state_.browser.name, "/pictures/a.png");
}

TEST_F(BrowserWidget, AnotherEndingTypedBeforeTheOldOneCounts) {
  open(Key::E);
  type("my.obj");
  press_key(Key::Enter);
  EXPECT_EQ(exported_, "/models/my.obj");
}

TEST_F(BrowserWidget, NothingIsOfferedToBeSavedAmongTheProgramsOwnFiles) {
  own_folder_ = "/models";
  open(Key::F12, {});
  EXPECT_EQ(state_.browser.folder, "/home/me");
  press_key(Key::Enter);
  EXPECT_EQ(saved_, "/home/me/rig.png");
  open(Key::O);
  EXPECT_FALSE(state_.browser.folder.empty());
}

// Its model may be the program's own: what was recovered goes back beside the workspace it was.
TEST_F(BrowserWidget, AWorkspaceIsOfferedToBeSavedBesideItself) {
  own_folder_ = "/models";
  workspace_ = "/talk/monday.bindpose";
  open(Key::F12, {});
  EXPECT_EQ(state_.browser.folder, "/talk");
}

TEST_F(BrowserWidget, WhatIsSavedOfAnotherModelGoesBesideThatOne) {
  open(Key::E);
  double_click("entry:textures/");
  press_key(Key::Escape);
  open(Key::E);
  EXPECT_EQ(state_.browser.folder, "/models/textures") << "the same model again";
  press_key(Key::Escape);
  state_.browser.model = "/before/other.glb";
  open(Key::E);
  EXPECT_EQ(state_.browser.folder, "/models");
}

TEST_F(BrowserWidget, AStepGoesToTheFileThatGotTheLastOne) {
  state_.recorded.path = "/talk/monday.md";
  state_.recorded.model = "/models/other.glb";
  click("menu:Lessons");
  click("menu:Record this view as a step...");
  step();
  EXPECT_STREQ(state_.browser.name, "rig.md") << "that one was about another model";
  press_key(Key::Escape);
  state_.recorded.model = model_->path;
  click("menu:Lessons");
  click("menu:Record this view as a step...");
  step();
  EXPECT_STREQ(state_.browser.name, "monday.md");
  step();
  press_key(Key::Enter);
  EXPECT_EQ(recorded_, "/talk/monday.md");
}

TEST_F(BrowserWidget, AFileIsReplacedOnlyAfterASecondAnswer) {
  entries_.push_back("rig.png");
  open(Key::F12, {});
  press_key(Key::Enter);
  EXPECT_EQ(saved_, "");
  press_key(Key::Enter);
  press_key(Key::Enter);
  EXPECT_EQ(saved_, "") << "Enter alone never replaces";
  ASSERT_NE(state_.browser.ask, "");
  for (const Key key : {Key::R, Key::E, Key::Y}) press_key(key);
  EXPECT_EQ(saved_, "") << "nor does a letter";
  click("browser keep");
  step();
  EXPECT_EQ(saved_, "");
  ASSERT_TRUE(state_.browser.open);
  click("browser ok");
  step();
  click("browser replace");
  EXPECT_EQ(saved_, "/models/rig.png");
  EXPECT_FALSE(state_.browser.open);
}

TEST_F(BrowserWidget, EscapeTakesBackTheQuestionFirst) {
  entries_.push_back("rig.png");
  open(Key::F12, {});
  press_key(Key::Enter);
  EXPECT_NE(state_.browser.ask, "");
  press_key(Key::Escape);
  EXPECT_EQ(state_.browser.ask, "");
  EXPECT_TRUE(state_.browser.open);
  press_key(Key::Escape);
  EXPECT_FALSE(state_.browser.open);
  EXPECT_EQ(saved_, "");
}

TEST_F(BrowserWidget, KeysWalkOpenAndGoUp) {
  open(Key::O);
  press_key(Key::Down);  // textures/
  press_key(Key::Down);
  EXPECT_EQ(state_.browser.selected, "ogre.glb");
  press_key(Key::Up);
  EXPECT_EQ(state_.browser.selected, "textures/");
  press_key(Key::Enter);
  EXPECT_EQ(listed_, "/models/textures");
  step();
  press_key(Key::Backspace);
  EXPECT_EQ(listed_, "/models");
  press_key(Key::Down);
  press_key(Key::Down);
  press_key(Key::Down);
  press_key(Key::Enter);
  EXPECT_EQ(opened_, "/models/OGRE.FBX");
}

TEST_F(BrowserWidget, TypingNarrowsTheListAndEnterOpensTheFirst) {
  open(Key::O);
  type(".fb");
  step();
  EXPECT_EQ(state_.rects.count("entry:ogre.glb"), 0u);
  press_key(Key::Enter);
  EXPECT_EQ(opened_, "/models/OGRE.FBX");
}

TEST_F(BrowserWidget, WalkingWhileSavingTakesTheEntrysName) {
  open(Key::F12, {});
  press_key(Key::Down);
  press_key(Key::Down);
  EXPECT_STREQ(state_.browser.name, "old.png");
  press_key(Key::Enter);
  EXPECT_EQ(state_.browser.ask, "/models/old.png");
}

TEST_F(BrowserWidget, ATypedPathIsUsedAsItIs) {
  open(Key::F12, {});
  press_key(Key::A, {Key::LeftCtrl});
  type("/x/shot.png");
  press_key(Key::Enter);
  EXPECT_EQ(listed_, "/x") << "its folder is looked into first";
  step();
  EXPECT_EQ(saved_, "/x/shot.png");
}

TEST_F(BrowserWidget, ATypedPathToAnExistingFileAsksToo) {
  open(Key::F12, {});
  press_key(Key::A, {Key::LeftCtrl});
  type("/x/old");
  press_key(Key::Enter);
  step();
  EXPECT_EQ(saved_, "");
  EXPECT_EQ(state_.browser.ask, "/x/old.png");
}

TEST_F(BrowserWidget, AFolderThatIsNotThereKeepsTheTypedPath) {
  open(Key::F12, {});
  press_key(Key::A, {Key::LeftCtrl});
  type("/nowhere/shot.png");
  frame({key_event(Key::Enter, true)});
  state_.message.text = "The folder /nowhere cannot be read.";  // as the application says
  state_.message.is_error = true;
  step({key_event(Key::Enter, false)});
  EXPECT_TRUE(state_.browser.open);
  EXPECT_EQ(saved_, "");
  EXPECT_STREQ(state_.browser.name, "/nowhere/shot.png");
  EXPECT_EQ(state_.browser.error, "The folder /nowhere cannot be read.");
  EXPECT_EQ(state_.browser.folder, "/models");
}

TEST_F(BrowserWidget, AfterAFailedSaveTheTypedNameIsThereAgain) {
  open(Key::F12, {});
  type("second");
  press_key(Key::Enter);
  EXPECT_EQ(saved_, "/models/second.png");
  state_.message.text = "The disk is full.";
  state_.message.is_error = true;
  open(Key::F12, {});
  EXPECT_STREQ(state_.browser.name, "second.png");
  press_key(Key::Escape);
  state_.message.is_error = false;
  open(Key::F12, {});
  EXPECT_STREQ(state_.browser.name, "rig.png");
}

TEST_F(BrowserWidget, CommandsOpenItWhileTheSearchIsTypedIn) {
  click("search");
  type("arm");
  press_key(Key::A, {Key::LeftCtrl});
  EXPECT_FALSE(state_.browser.open);
  press_key(Key::E, {Key::LeftCtrl});
  EXPECT_TRUE(state_.browser.open);
  step();
  EXPECT_STREQ(state_.of_model.tree.search, "arm");
}

TEST(BrowserNames, TypedNamesAndPaths) {
  const auto resolved = [](const char* typed) {
    const TypedName t = resolve_typed("/m", typed);
    return t.folder + " | " + t.name;
  };
  EXPECT_EQ(resolved("a.png"), "/m | a.png");
  EXPECT_EQ(resolved("/x/a.png"), "/x | a.png");
  EXPECT_EQ(resolved("/a.png"), "/ | a.png");
  EXPECT_EQ(resolved("sub/a.png"), "/m/sub | a.png");
  EXPECT_TRUE(same_file("/m/x/a.glb", "/m/y/../x/a.glb"));
  EXPECT_TRUE(same_file("/m/x/a.glb", "../x/a.glb"));
  EXPECT_FALSE(same_file("/m/x/a.glb", "/m/a.glb"));
  EXPECT_FALSE(same_file("/m/x/ba.glb", "a.glb"));
}

}  // namespace
}  // namespace bindpose::ui::testing::test_browser
