// The file of work that another window left behind goes only when somebody does not want it, or all
// of it is in this window's own.
#include "app/viewer/open/recovery.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "app/workspace/autosave.h"
#include "io/import.h"
#include "scene/edit/edit.h"
#include "temp_folder.h"

namespace bindpose::app::recovery_test {
namespace {

class RecoveredWork : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = bindpose::tests::temp_folder() /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    const Document document(make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb")));
    Autosave left(folder_);
    left.keep({document.scene()});
    left.wait();
  }
  std::size_t left_behind() const { return Autosave(folder_).leftovers().size(); }
  // Asked about, and answered so.
  std::optional<Leftover> answered(ui::LeftoverAnswer answer) {
    recovery_.offer(Autosave(folder_).leftovers(), ui_, pace_);
    EXPECT_EQ(ui_.ask.question, ui::AskState::Leftover);
    EXPECT_EQ(ui_.ask.name, "capsule.glb");
    EXPECT_EQ(ui_.ask.before, "less than a minute ago");
    return recovery_.answer(answer, ui_, pace_);
  }

  std::filesystem::path folder_;
  ui::UiState ui_;
  Pacing pace_;
  Recovery recovery_;
};

TEST_F(RecoveredWork, ItsFileStaysWhereNotAllOfItCameBack) {
  for (const bool kept : {false, true}) {
    auto first = answered(ui::LeftoverAnswer::Recover);
    ASSERT_TRUE(first);
    recovery_.begin(std::move(*first), "other.glb");
    first.reset();
    EXPECT_TRUE(recovery_.under_way());
    EXPECT_EQ(recovery_.take_beside(), "other.glb");
    EXPECT_EQ(recovery_.take_beside(), "") << "once";
    EXPECT_EQ(left_behind(), 0u) << "it is held";
    recovery_.end(kept);
    EXPECT_FALSE(recovery_.under_way());
    EXPECT_EQ(left_behind(), kept ? 0u : 1u);
  }
}

TEST_F(RecoveredWork, ItsFileStaysWhereSomethingElseIsOpened) {
  auto first = answered(ui::LeftoverAnswer::Recover);
  ASSERT_TRUE(first);
  recovery_.begin(std::move(*first), "other.glb");
  first.reset();
  recovery_.give_up();
  EXPECT_FALSE(recovery_.under_way());
  EXPECT_EQ(recovery_.take_beside(), "");
  EXPECT_EQ(left_behind(), 1u);
}

TEST_F(RecoveredWork, LaterItIsAskedAboutAgainAndDiscardedItIsGone) {
  EXPECT_FALSE(answered(ui::LeftoverAnswer::Later));
  EXPECT_EQ(left_behind(), 1u);
  EXPECT_FALSE(answered(ui::LeftoverAnswer::Discard));
  EXPECT_EQ(left_behind(), 0u);
}

}  // namespace
}  // namespace bindpose::app::recovery_test
