// What a file is loaded for, and what becomes of that when another one is asked for meanwhile. The
// files are read by a real child.
#include "app/viewer/open/opening.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "io/io_fixture.h"
#include "scene/edit/edits.h"

namespace bindpose::app::opening_test {
namespace {

using tests::write_all;

const std::string kArm = BINDPOSE_SOURCE_DIR "/assets/arm.glb";
const std::string kCapsule = BINDPOSE_SOURCE_DIR "/assets/capsule.glb";

ImportLimits limits() {
  ImportLimits l;
  l.worker = BINDPOSE_BINARY;
  return l;
}

class OpeningFiles : public tests::FolderTest {
 protected:
  // What comes within a minute.
  std::optional<Arrival> arrived() {
    for (int i = 0; i < 6000; ++i) {
      if (auto arrival = opening_.poll()) return arrival;
      if (!opening_.busy()) return std::nullopt;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return std::nullopt;
  }
  std::string written(const char* name, const std::string& text) {
    write_all(folder_ / name, text);
    return (folder_ / name).string();
  }
  std::string workspace_of(const std::string& model) {
    return written("work.bindpose", R"({"bindpose_workspace": 1, "model": {"path": ")" + model +
                                        R"(", "absolute": ")" + model + "\"}}");
  }

  ui::UiState ui_;
  Pacing pace_;
  Notices notices_{ui_, pace_};
  Opening opening_{limits()};
};

TEST_F(OpeningFiles, WhatComesKnowsWhatItWasWantedForOnce) {
  TransferWeights how;
  how.file = kArm;
  ASSERT_TRUE(opening_.open(kArm, notices_, Arrival::Weights, how));
  EXPECT_TRUE(opening_.busy());
  ASSERT_TRUE(opening_.progress());
  EXPECT_EQ(opening_.progress()->what, "Loading arm.glb");
  const auto came = arrived();
  ASSERT_TRUE(came && came->result.model) << (came ? came->result.error : "nothing came");
  EXPECT_EQ(came->wanted, Arrival::Weights);
  EXPECT_EQ(came->transfer.file, kArm);
  EXPECT_FALSE(came->workspace);
  EXPECT_FALSE(opening_.poll());
  EXPECT_FALSE(opening_.busy());
}

TEST_F(OpeningFiles, TheNewestRequestWins) {
  ASSERT_TRUE(opening_.open(kArm, notices_, Arrival::Clips));
  ASSERT_TRUE(opening_.open(kCapsule, notices_));
  const auto came = arrived();
  ASSERT_TRUE(came && came->result.model);
  EXPECT_EQ(came->result.path, kCapsule);
  EXPECT_EQ(came->wanted, Arrival::Show);
}

TEST_F(OpeningFiles, AWorkspaceComesWithItsModel) {
  const std::string file = workspace_of(kArm);
  ASSERT_TRUE(opening_.open(file, notices_)) << ui_.message.text;
  const auto came = arrived();
  ASSERT_TRUE(came && came->result.model);
  ASSERT_TRUE(came->workspace);
  EXPECT_EQ(came->workspace->file, file);
  EXPECT_EQ(came->result.path, kArm);
  ASSERT_TRUE(opening_.open(kArm, notices_));
  const auto model = arrived();
  ASSERT_TRUE(model);
  EXPECT_FALSE(model->workspace) << "that of the workspace before";
}

// A workspace whose model still loads is not lost by a careless drop.
TEST_F(OpeningFiles, AWorkspaceThatCannotBeReadLeavesWhatLoads) {
  const std::string good = workspace_of(kArm);
  const std::string broken = written("broken.bindpose", "{");
  const std::string homeless = written(
      "homeless.bindpose",
      R"({"bindpose_workspace": 1, "model": {"path": "/nowhere/a.glb", "absolute": "/nowhere/a.glb"}})");
  ASSERT_TRUE(opening_.open(good, notices_)) << ui_.message.text;
  EXPECT_FALSE(opening_.open(broken, notices_));
  EXPECT_TRUE(ui_.message.is_error);
  EXPECT_NE(ui_.message.text.find("broken.bindpose"), std::string::npos) << ui_.message.text;
  EXPECT_FALSE(opening_.open(homeless, notices_));
  EXPECT_NE(ui_.message.text.find("/nowhere/a.glb"), std::string::npos) << ui_.message.text;
  const auto came = arrived();
  ASSERT_TRUE(came && came->result.model);
  ASSERT_TRUE(came->workspace);
  EXPECT_EQ(came->workspace->file, good);
  ASSERT_TRUE(opening_.open(kArm, notices_, Arrival::Dropped));
  EXPECT_FALSE(opening_.open(broken, notices_, Arrival::Clips));
  const auto dropped = arrived();
  ASSERT_TRUE(dropped);
  EXPECT_EQ(dropped->wanted, Arrival::Dropped);
}

TEST_F(OpeningFiles, TheOpenFileIsReadAgainWhenItWasWritten) {
  written("own.mtl", "newmtl skin\nmap_Kd skin.png\n");  // which is not there
  const std::string own = written("own.obj",
                                  "mtllib own.mtl\nusemtl skin\nv 0 0 0\nv 1 0 0\nv 0 1 0\n"
                                  "vt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n");
  ASSERT_TRUE(opening_.open(own, notices_));
  auto first = arrived();
  ASSERT_TRUE(first && first->result.model);
  EXPECT_FALSE(opening_.reads_again());
  TexturePlaces places;
  places.files["skin.png"] = "/else/where.png";
  opening_.shown(places);
  EXPECT_EQ(opening_.textures().files, places.files);
  EXPECT_FALSE(opening_.file_changed());
  opening_.read_again();
  EXPECT_TRUE(opening_.reads_again());
  const auto again = arrived();
  ASSERT_TRUE(again && again->result.model);
  EXPECT_EQ(again->result.path, own);
  EXPECT_EQ(again->textures.files, places.files) << "where its textures were found";
  EXPECT_FALSE(opening_.take_relinking());
  opening_.read_with_textures(*again->result.model, written("new.png", "a picture"), "skin.png");
  EXPECT_TRUE(opening_.take_relinking());
  EXPECT_FALSE(opening_.take_relinking());
  // Another file is shown: nobody waits for this one.
  opening_.drop_reading_again();
  EXPECT_FALSE(opening_.busy());
  EXPECT_FALSE(opening_.reads_again());
}

TEST_F(OpeningFiles, AFileToCompareWaitsForWhatLoadsAndGoesWithItsFailure) {
  EXPECT_EQ(opening_.take_comparison(), "");
  ASSERT_TRUE(opening_.open(kArm, notices_));
  opening_.compare_later(kCapsule);
  EXPECT_TRUE(opening_.compares_later());
  EXPECT_EQ(opening_.take_comparison(), "") << "what it is compared with is not there yet";
  ASSERT_TRUE(arrived());
  EXPECT_EQ(opening_.take_comparison(), kCapsule);
  EXPECT_FALSE(opening_.compares_later());
  ASSERT_TRUE(opening_.open(written("broken.glb", "glTF"), notices_));
  opening_.compare_later(kCapsule);
  const auto failed = arrived();
  ASSERT_TRUE(failed);
  EXPECT_FALSE(failed->result.model);
  EXPECT_NE(failed->result.error.find("broken.glb"), std::string::npos) << failed->result.error;
  EXPECT_EQ(opening_.take_comparison(), "");
  ASSERT_TRUE(opening_.open(kArm, notices_));
  opening_.compare_later(kCapsule);
  opening_.cancel();
  EXPECT_FALSE(opening_.busy());
  EXPECT_FALSE(opening_.poll());
  EXPECT_EQ(opening_.take_comparison(), "");
}

}  // namespace
}  // namespace bindpose::app::opening_test
