// How far an export is, and what is left of one that was cancelled.
#include <gtest/gtest.h>

#include <thread>

#include "deform/bent_tube.h"
#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/io_fixture.h"

namespace bindpose::tests::export_progress_test {
namespace {

class ExportProgress : public FolderTest {
 protected:
  void write(const Scene& scene, const std::string& name, WriteProgress& progress) const {
    const auto file = folder_ / name;
    if (name.starts_with("rig")) {
      export_rig(scene, file, &progress);
    } else {
      export_posed(scene, evaluate(scene), file, &progress);
    }
  }
  bool is_cancelled(const Scene& scene, const std::string& name, WriteProgress& progress) const {
    try {
      write(scene, name, progress);
    } catch (const WriteCancelled&) {
      return true;
    }
    return false;
  }

  const std::vector<std::string> names_ = {"x.obj", "x.ply", "x.glb", "rig.glb"};
};

Scene large_scene() {
  auto model = small_model();
  model->meshes = {fan("large", 150000, 0.3f, true)};
  derive_bind_pose(*model);
  return make_scene(model);
}

TEST_F(ExportProgress, IsWholeAtTheEnd) {
  const Scene scene = posed_scene();
  for (const std::string& name : names_) {
    WriteProgress progress;
    EXPECT_EQ(progress.part(), 0.0f);
    write(scene, name, progress);
    EXPECT_EQ(progress.part(), 1.0f) << name;
  }
}

TEST_F(ExportProgress, CancelledItLeavesWhatWasThere) {
  const Scene scene = posed_scene();
  for (const std::string& name : names_) {
    WriteProgress progress;
    write_all(folder_ / name, "old");
    progress.cancel();
    EXPECT_TRUE(is_cancelled(scene, name, progress)) << name;
    EXPECT_EQ(read_all(folder_ / name), "old");
  }
  EXPECT_EQ(file_count(), names_.size()) << "nothing is left beside them";
}

// Not only where bytes are written: what is prepared of a GLB is most of the work.
TEST(WriteProgressSteps, EachOneHearsTheWish) {
  WriteProgress progress;
  progress.stretch(0.5f, 4);
  EXPECT_NO_THROW(progress.step());
  progress.cancel();
  EXPECT_THROW(progress.step(), WriteCancelled);
  EXPECT_EQ(progress.part(), 0.25f) << "what was done is told before";
}

// It is told on the way and never goes back; cancelled there, the old file stays.
TEST_F(ExportProgress, GoesOnStepByStep) {
  const Scene scene = large_scene();
  write_all(folder_ / "x.obj", "old");
  WriteProgress progress;
  bool cancelled = false;
  std::atomic<bool> ended = false;
  std::thread thread([&] {
    cancelled = is_cancelled(scene, "x.obj", progress);
    ended = true;
  });
  std::vector<float> seen = {0.0f};
  while (!ended && seen.back() < 0.4f) {
    const float part = progress.part();
    EXPECT_GE(part, seen.back());
    if (part > seen.back()) seen.push_back(part);
  }
  progress.cancel();
  thread.join();
  // On a machine that is busy elsewhere it may have been done before the wish came.
  const std::string text = read_all(folder_ / "x.obj");
  if (cancelled) {
    EXPECT_GE(seen.back(), 0.4f);
    EXPECT_LT(progress.part(), 1.0f);
    EXPECT_EQ(text, "old");
  } else {
    EXPECT_EQ(progress.part(), 1.0f);
    EXPECT_TRUE(text.ends_with('\n') && text.size() > 1000000) << "it is whole";
  }
  EXPECT_EQ(file_count(), 1u);
}

// Centres of rotation take most of such an export, and end it where that is wished.
TEST_F(ExportProgress, IsCancelledWhileCentersAreMade) {
  const test::BentTube tube(300, 32);
  auto model = small_model();
  model->meshes = {tube.mesh};
  model->meshes[0].node = 0;
  derive_bind_pose(*model);
  Scene scene = make_scene(model);
  scene.view.method = Deformer::Centers;
  write_all(folder_ / "x.obj", "old");
  WriteProgress progress;
  // It is told on the way: the first part of it comes while they are made.
  std::thread watcher([&] {
    while (progress.part() == 0.0f) std::this_thread::yield();
    progress.cancel();
  });
  const bool cancelled = is_cancelled(scene, "x.obj", progress);
  const float part = progress.part();
  watcher.join();
  EXPECT_GT(part, 0.0f);
  // On a machine that is busy elsewhere the wish may come later.
  EXPECT_TRUE(cancelled || part == 1.0f);
  EXPECT_EQ(read_all(folder_ / "x.obj") == "old", cancelled);
}

}  // namespace
}  // namespace bindpose::tests::export_progress_test
