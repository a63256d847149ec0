// Mends say how far they are, and stop where they are told to.
#include <gtest/gtest.h>

#include <set>

#include "io/import.h"
#include "scene/edit/edit.h"
#include "scene/edit/mend/mend.h"

namespace bindpose::mend_progress_test {
namespace {

Scene spoilt_ogre() {
  Document document(make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb")));
  for (const char* text : {"vertices joint hand.L", "mend paste"}) {
    std::string error;
    const auto edit = parse_edit(text, document.scene(), error);
    EXPECT_TRUE(edit) << error;
    if (edit) document.apply({*edit});
  }
  document.apply({SelectVertices{}});
  return document.scene();
}

class MendProgressTest : public ::testing::TestWithParam<const char*> {};

TEST_P(MendProgressTest, ItIsToldAndAStopIsHeeded) {
  const Scene scene = spoilt_ogre();
  std::string error;
  const auto edit = parse_edit(GetParam(), scene, error);
  ASSERT_TRUE(edit) << error;
  const Mend mend = edit->get<MendWeights>().mend;
  int calls = 0;
  double last = 0.0;
  std::set<double> told;
  const MendResult watched = mended(scene, mend, BindProgress([&](double part) {
                                      ++calls;
                                      EXPECT_GE(part, 0.0);
                                      EXPECT_LE(part, 1.0);
                                      last = part;
                                      told.insert(part);
                                      return true;
                                    }));
  EXPECT_GT(watched.changed, 0u) << watched.account;
  EXPECT_GT(calls, 20);
  EXPECT_GT(last, 0.5);
  EXPECT_GT(told.size(), scene.model->meshes.size() + 2) << "not only from mesh to mesh";
  // Half of the way there somebody presses Cancel.
  int left = calls / 2;
  EXPECT_THROW(mended(scene, mend, BindProgress([&](double) { return left-- > 0; })), BindStopped);
  EXPECT_EQ(left, -1) << "it was asked no more";
  const MendResult plain = mended(scene, mend);
  EXPECT_EQ(plain.account, watched.account);
  EXPECT_EQ(plain.changed, watched.changed);
}

INSTANTIATE_TEST_SUITE_P(All, MendProgressTest,
                         ::testing::Values("mend limit 2 fit", "mend fill", "mend smooth 0.5 3 all",
                                           "mend mirror to left by place", "mend all"));

}  // namespace
}  // namespace bindpose::mend_progress_test
