#include "app/workspace/autosave.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "app/workspace/workspace_session.h"
#include "io/import.h"
#include "scene/edit/edit.h"
#include "temp_folder.h"

namespace bindpose::app::autosave_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Autosaves : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = bindpose::tests::temp_folder() /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    document_ = Document(make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb")));
  }
  void turn(float degrees) {
    document_.apply({TransformJoint{2, TransformJoint::Rotate, {0.0f, 0.0f, degrees}}});
  }
  WorkspaceContent content() const { return {document_.scene()}; }
  static void keep(Autosave& autosave, WorkspaceContent content) {
    autosave.keep(std::move(content));
    autosave.wait();
  }
  std::size_t files() const {
    std::error_code none;
    std::size_t n = 0;
    for (fs::directory_iterator it(folder_, none), end; !none && it != end; ++it) ++n;
    return n;
  }

  fs::path folder_;
  Document document_;
};

TEST_F(Autosaves, OfAWindowThatLivesAreNotOffered) {
  turn(30);
  Autosave other(folder_);
  {
    Autosave mine(folder_);
    keep(mine, content());
    EXPECT_TRUE(other.leftovers().empty());
    EXPECT_TRUE(mine.leftovers().empty()) << "nor its own";
  }
  // It ended without an answer: as after a crash, what it had is there, once.
  std::vector<Leftover> found = other.leftovers();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(other.leftovers().empty()) << "who asks holds it";
  const RestoredWorkspace back = restore_workspace(found[0].workspace(), document_.scene().model);
  EXPECT_EQ(back.scene.pose.user_local, document_.scene().pose.user_local);
  found.clear();
  EXPECT_EQ(other.leftovers().size(), 1u) << "later";
  other.leftovers()[0].remove();
  EXPECT_TRUE(other.leftovers().empty());
  EXPECT_EQ(files(), 0u);
}

TEST_F(Autosaves, LeaveNothingBehindWhenAllIsSaved) {
  {
    Autosave mine(folder_);
    keep(mine, content());
    EXPECT_TRUE(mine.holds());
    mine.drop();
    EXPECT_FALSE(mine.holds());
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(Autosaves, SayWhyNothingCanBeKept) {
  fs::create_directories(folder_.parent_path());
  std::ofstream(folder_) << "a file where the folder should be";
  Autosave mine(folder_);
  mine.keep(content());
  std::optional<std::string> problem;
  for (int k = 0; k < 500 && mine.busy(); ++k) {
    problem = mine.problem();
    std::this_thread::sleep_for(2ms);
  }
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->find(folder_.string()), std::string::npos) << *problem;
  EXPECT_FALSE(mine.good());
  fs::remove(folder_);
}

TEST_F(Autosaves, WhatIsNoWorkspaceStaysWhereItIs) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "1-2.bindpose") << "{";
  EXPECT_TRUE(Autosave(folder_).leftovers().empty());
  EXPECT_TRUE(fs::exists(folder_ / "1-2.bindpose"));
}

class Sessions : public Autosaves {
 protected:
  using Keep = WorkspaceSession::Keep;
  std::optional<std::string> keep_aside(WorkspaceSession& session, double seconds,
                                        Keep keep = Keep::AsShown) {
    const auto now = start_ + std::chrono::duration_cast<WorkspaceSession::Clock::duration>(
                                  std::chrono::duration<double>(seconds));
    const auto problem = session.keep_aside(
        document_, keep, [this] { return ++asked_, content(); }, now);
    session.wait();
    return problem;
  }
  WorkspaceSession::Clock::time_point start_ = WorkspaceSession::Clock::now();
  int asked_ = 0;
};

TEST_F(Sessions, KeepWhatChangedAtMostOnceASecond) {
  WorkspaceSession session(folder_);
  keep_aside(session, 0.0);
  EXPECT_EQ(asked_, 0) << "nothing was edited";
  EXPECT_FALSE(session.seconds_to_next(document_, Keep::AsShown, start_));
  turn(10);
  EXPECT_TRUE(session.unsaved(document_));
  keep_aside(session, 0.1);
  EXPECT_EQ(asked_, 1) << "the first edit at once";
  EXPECT_TRUE(session.kept());
  keep_aside(session, 5.0);
  EXPECT_EQ(asked_, 1) << "never the same twice";
  turn(10);
  keep_aside(session, 5.1);
  EXPECT_EQ(asked_, 2);
  turn(10);
  keep_aside(session, 5.6);
  EXPECT_EQ(asked_, 2);
  const auto wait = session.seconds_to_next(document_, Keep::AsShown, start_ + 5600ms);
  ASSERT_TRUE(wait);
  EXPECT_NEAR(*wait, 0.5, 0.01);
  keep_aside(session, 6.11);
  EXPECT_EQ(asked_, 3);
}

TEST_F(Sessions, KeepADragAsItGoesAndOfATypedNumberWhatWasBefore) {
  WorkspaceSession session(folder_);
  document_.apply({SetUserLocal{2, mat4(0.5f)}, Phase::Preview});
  keep_aside(session, 0.0, Keep::AsItBegan);
  EXPECT_EQ(asked_, 0) << "nothing was there before";
  EXPECT_FALSE(session.seconds_to_next(document_, Keep::AsItBegan, start_));
  keep_aside(session, 0.1);
  keep_aside(session, 1.2);
  EXPECT_EQ(asked_, 2) << "a drag is kept again and again";
  document_.apply({SetUserLocal{2, mat4(1.0f)}, Phase::Cancel});
  turn(10);
  document_.apply({SetUserLocal{2, mat4(0.5f)}, Phase::Preview});
  keep_aside(session, 2.3, Keep::AsItBegan);
  EXPECT_EQ(asked_, 3) << "the edit before it was not kept yet";
  keep_aside(session, 3.4, Keep::AsItBegan);
  EXPECT_EQ(asked_, 3) << "and is still the same";
}

TEST_F(Sessions, AreSavedAgainWhenUndoComesBack) {
  WorkspaceSession session(folder_);
  turn(10);
  session.save(content(), (folder_.parent_path() / "saved.bindpose").string(), document_);
  EXPECT_FALSE(session.unsaved(document_));
  turn(10);
  EXPECT_TRUE(session.unsaved(document_));
  document_.undo();
  EXPECT_FALSE(session.unsaved(document_));
  document_.undo();
  EXPECT_TRUE(session.unsaved(document_));
  document_.redo();
  EXPECT_FALSE(session.unsaved(document_));
  // A drag that lasts is no saved state.
  document_.apply({SetUserLocal{2, mat4(1.0f)}, Phase::Preview});
  EXPECT_TRUE(session.unsaved(document_));
  document_.apply({SetUserLocal{2, mat4(1.0f)}, Phase::Cancel});
  EXPECT_FALSE(session.unsaved(document_));
}

TEST_F(Sessions, TellOnceThatNothingCanBeKeptAndTryAgain) {
  fs::create_directories(folder_.parent_path());
  std::ofstream(folder_) << "in the way";
  WorkspaceSession session(folder_);
  turn(10);
  int told = 0;
  for (double t = 0.0; t < 40.0; t += 0.5) told += keep_aside(session, t).has_value() ? 1 : 0;
  EXPECT_EQ(told, 1);
  EXPECT_GE(asked_, 3);
  EXPECT_LE(asked_, 6);
  fs::remove(folder_);
  keep_aside(session, 60.0);
  EXPECT_TRUE(session.kept());
  // It works, and later it does not any more: that is said again.
  keep_aside(session, 61.0);
  fs::remove_all(folder_);
  turn(10);
  told = 0;
  for (double t = 62.0; t < 64.0; t += 0.5) told += keep_aside(session, t).has_value() ? 1 : 0;
  EXPECT_EQ(told, 1);
}

TEST_F(Sessions, WhatAnotherProgramWroteIsNotReplacedUnasked) {
  WorkspaceSession session(folder_);
  const std::string path = (folder_.parent_path() / "shared.bindpose").string();
  turn(10);
  session.save(content(), path, document_);
  turn(10);
  fs::last_write_time(path, fs::last_write_time(path) + 5s);
  EXPECT_THROW(session.save(content(), path, document_), std::runtime_error);
  EXPECT_TRUE(session.unsaved(document_));
  session.save(content(), path, document_);
  EXPECT_FALSE(session.unsaved(document_)) << "the second time it is meant";
}

TEST_F(Sessions, WhatOnlyFitsInPartIsSavedUnderAnotherName) {
  WorkspaceSession session(folder_);
  const std::string path = (folder_.parent_path() / "whole.bindpose").string();
  session.save(content(), path, document_);
  session.opened(read_workspace(path), document_, true);
  EXPECT_EQ(session.path(), path);
  session.opened(read_workspace(path), document_, false);
  EXPECT_EQ(session.path(), "");
}

TEST_F(Sessions, AFailedSaveChangesNothing) {
  WorkspaceSession session(folder_);
  turn(10);
  EXPECT_THROW(session.save(content(), "/nowhere/at/all.bindpose", document_), std::runtime_error);
  EXPECT_TRUE(session.unsaved(document_));
  EXPECT_EQ(session.path(), "");
}

}  // namespace
}  // namespace bindpose::app::autosave_test
