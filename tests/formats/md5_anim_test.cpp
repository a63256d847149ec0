// A .md5anim beside an MD5 mesh: a broken one is told and left out, and the mesh opens.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::md5_anim_test {
namespace {

constexpr const char* kMesh = R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1

joints {
  "origin" -1 ( 0 0 0 ) ( 0 0 0 )
  "tip" 0 ( 1 0 0 ) ( 0 0 0 )
}
mesh {
  shader "skin"
  numverts 3
  vert 0 ( 0 0 ) 0 1
  vert 1 ( 1 0 ) 1 1
  vert 2 ( 0 1 ) 2 1
  numtris 1
  tri 0 0 1 2
  numweights 3
  weight 0 0 1 ( 0 0 0 )
  weight 1 1 1 ( 1 0 0 )
  weight 2 0 1 ( 0 1 1 )
}
)";

constexpr const char* kAnim = R"(MD5Version 10
commandline ""
numFrames 2
numJoints 2
frameRate 24
numAnimatedComponents 1

hierarchy {
  "origin" -1 0 0
  "tip" 0 1 0
}
bounds {
  ( 0 0 0 ) ( 1 1 1 )
  ( 0 0 0 ) ( 1 1 1 )
}
baseframe {
  ( 0 0 0 ) ( 0 0 0 )
  ( 1 0 0 ) ( 0 0 0 )
}
frame 0 {
  1
}
frame 1 {
  2
}
)";

class Md5Anim : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& anim) {
    write_all(folder_ / "a.md5mesh", kMesh);
    write_all(folder_ / "a.md5anim", anim);
    return import_model(folder_ / "a.md5mesh");
  }
  static std::string with(const std::string& from, const std::string& to) {
    std::string text = kAnim;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
  }
};

TEST_F(Md5Anim, ASoundOneIsAClip) {
  const auto model = open(kAnim);
  ASSERT_EQ(model->clips.size(), 1u);
  for (const ReportEntry& e : model->report) {
    EXPECT_EQ(e.message.find("left out"), std::string::npos) << e.message;
  }
}

// Assimp passes over what stands in the line behind a number of the head, takes comments for
// entries and wants braces in the line of their list's name.
TEST_F(Md5Anim, HoweverItsLinesStandItIsTheSameClip) {
  const auto sound = open(kAnim);
  ASSERT_EQ(sound->clips.size(), 1u);
  std::string windows;
  for (const char c : std::string(kAnim)) windows += c == '\n' ? "\r\n" : std::string(1, c);
  const std::string kRows[] = {with("1\n\nhierarchy", "1\nhierarchy"),
                               with("hierarchy {", "hierarchy\n{"),
                               with("frame 1 {\n", "frame 1 {\n// 7 values\n"),
                               with("baseframe {\n", "baseframe{ // of both\n"),
                               with("commandline \"\"\n", ""),
                               with("frame 0 {\n  1\n}", "frame 0 { 1 }"),
                               windows};
  for (const std::string& anim : kRows) {
    SCOPED_TRACE(anim);
    const auto model = open(anim);
    ASSERT_EQ(model->clips.size(), 1u);
    const Clip &a = sound->clips[0], &b = model->clips[0];
    EXPECT_EQ(a.duration, b.duration);
    ASSERT_EQ(a.tracks.size(), b.tracks.size());
    for (std::size_t k = 0; k < a.tracks.size(); ++k) {
      EXPECT_EQ(a.tracks[k].joint, b.tracks[k].joint);
      for (const double time : {0.0, a.duration}) {
        Scene at = make_scene(sound), there = make_scene(model);
        for (Scene* scene : {&at, &there}) {
          scene->pose.base = BasePose::Clip;
          scene->pose.time = time;
        }
        EXPECT_EQ(evaluate(at).world, evaluate(there).world);
      }
    }
  }
}

// It is a key of the head, whose value stood in the line behind another one.
TEST_F(Md5Anim, FramesASecondAreThoseOfTheFile) {
  EXPECT_NEAR(open(kAnim)->clips.at(0).duration, 1.0 / 24.0, 1e-9);
  EXPECT_NEAR(open(with("frameRate 24", "frameRate 10"))->clips.at(0).duration, 0.1, 1e-9);
}

TEST_F(Md5Anim, ABrokenOneIsToldAndTheMeshOpens) {
  const std::string sound = kAnim;
  const std::pair<std::string, const char*> kRows[] = {
      {"", "it is empty"},
      {"garbage", "it does not begin with MD5Version"},
      {with("MD5Version 10", "MD5Version 9"), "its version is 9, and 10 is read"},
      {"MD5Version 10\nnumFrames 0\n", "it has no joints"},
      {sound.substr(0, sound.find("frame 0")), "it has no frames"},
      {sound.substr(0, sound.find("frame 1")), "numFrames says 2, and it has 1 frames"},
      {sound.substr(0, sound.size() - 4), "line 24: it breaks off"},
      {with("\n  2\n", "\n  two\n"), "line 24: \"two\" is not a number"},
      {with("\n  2\n", "\n"), "frame 1 has 0 values"},
      {with("\"tip\" 0 1 0", "\"tip\" 0 7 0"), "takes values 0 to 2 of 1"},
      {with("numJoints 2", "numJoints 3"), "numJoints says 3, and it has 2 joints"},
      {with("  ( 1 0 0 ) ( 0 0 0 )\n", ""), "1 places in its baseframe"}};
  for (const auto& [anim, part] : kRows) {
    const auto model = open(anim);
    EXPECT_EQ(model->meshes.size(), 1u) << part;
    EXPECT_TRUE(model->clips.empty()) << part;
    const auto said = std::find_if(
        model->report.begin(), model->report.end(),
        [](const ReportEntry& e) { return e.message.find("left out") != std::string::npos; });
    ASSERT_NE(said, model->report.end()) << part;
    EXPECT_EQ(said->severity, Severity::Warning);
    EXPECT_TRUE(said->message.starts_with("\"a.md5anim\" beside it was left out: "));
    EXPECT_NE(said->message.find(part), std::string::npos) << said->message;
    // It is read again where it is mended.
    const auto& beside = model->companions;
    EXPECT_TRUE(std::any_of(beside.begin(), beside.end(), [](const std::string& name) {
      return name.ends_with("a.md5anim");
    })) << part;
  }
}

}  // namespace
}  // namespace bindpose::tests::md5_anim_test
