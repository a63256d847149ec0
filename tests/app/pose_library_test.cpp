// Poses as text, in the clipboard and in the folder of saved ones.
#include "io/poses/pose_library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "scene/edit/edit.h"
#include "scene/pose/symmetry.h"
#include "temp_folder.h"
#include "view/pose_sketch.h"
#include "view/rigs.h"

namespace bindpose::pose_library_test {
namespace {

namespace fs = std::filesystem;

// The rest pose is not the bind pose.
std::shared_ptr<Model> arm_model() {
  auto model = rigs::model({{"root", -1, rigs::move(0, 0, 0)},
                            {"arm", 0, rigs::move(0, 1, 0)},
                            {"hand", 1, rigs::move(0, 1, 0) * rigs::turn(20, vec3(0, 0, 1))}});
  model->skeleton.rest_local[1] = rigs::move(0, 1, 0) * rigs::turn(30, vec3(1, 0, 0));
  model->skeleton.file_flags.is_joint.assign(3, 1);
  model->name = "arm.glb";
  model->morph_channels = {{"smile", 0, 0.0f}};
  return model;
}

Scene posed_scene(const std::shared_ptr<Model>& model) {
  Scene scene = make_scene(model);
  scene.pose.user_local[1] = rigs::turn(50, vec3(0, 1, 0));
  scene.pose.user_morph[0] = 0.5f;
  return scene;
}

void expect_same_places(const Scene& a, const Scene& b) {
  const std::vector<mat4> x = evaluate(a).world, y = evaluate(b).world;
  for (std::size_t j = 0; j < x.size(); ++j) EXPECT_LT(max_difference(x[j], y[j]), 1e-5f) << j;
}

TEST(PoseText, LooksTheSameOnAnyBasePoseAndOnAnotherModel) {
  const auto model = arm_model();
  const Scene copied = posed_scene(model);
  const std::string text = pose_text(*model, pose_of(copied, {}));
  for (const BasePose base : {BasePose::Bind, BasePose::Rest}) {
    Scene scene = make_scene(arm_model());
    scene.pose.base = base;
    const GivenText read = read_pose_text(scene, text, "The text");
    EXPECT_EQ(read.joints, 3u) << "joints that are not turned are named, too";
    EXPECT_EQ(read.matched, 3u);
    scene.pose = with_pose(scene, read.pose);
    expect_same_places(scene, copied);
    EXPECT_EQ(scene.pose.user_morph[0], std::optional(0.5f));
  }
}

TEST(PoseText, OfSomeJointsLeavesTheOthers) {
  const auto model = arm_model();
  const Scene copied = posed_scene(model);
  const std::string text = pose_text(*model, pose_of(copied, {1}));
  Scene scene = make_scene(model);
  scene.pose.user_local[2] = rigs::turn(10, vec3(1, 0, 0));
  const Pose pose = with_pose(scene, read_pose_text(make_scene(model), text, "The text").pose);
  EXPECT_LT(max_difference(pose.user_local[1], copied.pose.user_local[1]), 1e-6f);
  EXPECT_EQ(pose.user_local[2], scene.pose.user_local[2]);
  EXPECT_EQ(pose.user_local[0], mat4(1.0f)) << "not by rounding either";
  EXPECT_FALSE(pose.user_morph[0]);
}

// As `Save pose...` writes them: what is not named is as the base pose has it.
TEST(PoseText, PoseFilesOnAnotherBaseSpeakOfAllJoints) {
  const auto model = arm_model();
  const std::string text =
      R"({"bindpose_pose": 1, "base": "rest", "joints": {"hand": [[1,0,0,1],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}})";
  Scene expected = make_scene(model);
  expected.pose.user_local[2] = rigs::move(1, 0, 0);
  Scene scene = make_scene(model);
  scene.pose.base = BasePose::Bind;
  scene.pose.user_local[1] = rigs::turn(77, vec3(0, 0, 1));
  scene.pose = with_pose(scene, read_pose_text(make_scene(model), text, "The text").pose);
  expect_same_places(scene, expected);
}

TEST(PoseText, SaysInOneSentenceWhatIsNoPose) {
  const auto model = arm_model();
  const auto problem = [&](const std::string& text) {
    try {
      read_pose_text(make_scene(model), text, "The text in the clipboard");
      return std::string();
    } catch (const std::exception& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(problem("hello"),
            "The text in the clipboard cannot be used: line 1 is not valid JSON.");
  for (const std::string& text :
       {std::string("{}"), std::string("[]"), std::string("7"),
        std::string(R"({"bindpose_pose": 2})"),
        std::string(R"({"bindpose_pose": 1, "joints": {"arm": 3}})"), std::string(5000, '[')}) {
    EXPECT_TRUE(problem(text).starts_with("The text in the clipboard cannot be used: ")) << text;
    EXPECT_EQ(problem(text).back(), '.');
  }
}

class PoseLibraryTest : public ::testing::Test {
 protected:
  PoseLibraryTest() { fs::remove_all(data_); }

  fs::path data_ = tests::temp_folder() / "poses";
  std::shared_ptr<Model> model_ = arm_model();
  PoseLibrary library_{data_ / "own"};
  Scene scene_ = posed_scene(model_);

  std::string problem(const std::function<void()>& act) {
    try {
      act();
      return "";
    } catch (const std::exception& e) {
      return e.what();
    }
  }
};

TEST_F(PoseLibraryTest, SavesReadsRenamesAndRemoves) {
  EXPECT_TRUE(library_.names().empty()) << "there is no folder yet";
  library_.save(*model_, pose_of(scene_, {}), "wave hello");
  EXPECT_EQ(library_.names(), std::vector<std::string>{"wave hello"});
  EXPECT_TRUE(fs::exists(library_.folder() / "wave hello.json"));
  const GivenText read = library_.read(scene_, "wave hello");
  Scene scene = make_scene(model_);
  scene.pose = with_pose(scene, read.pose);
  expect_same_places(scene, scene_);
  const auto save = [&] { library_.save(*model_, pose_of(scene_, {1}), "wave hello"); };
  EXPECT_NE(problem(save).find("already"), std::string::npos) << "nothing is written over";
  EXPECT_EQ(library_.read(scene_, "wave hello").joints, 3u);
  library_.rename("wave hello", "bow");
  EXPECT_EQ(library_.names(), std::vector<std::string>{"bow"});
  library_.save(*model_, pose_of(scene_, {}), "wave");
  EXPECT_NE(problem([&] { library_.rename("bow", "wave"); }), "");
  EXPECT_EQ(library_.names().size(), 2u);
  library_.remove("bow");
  EXPECT_EQ(library_.names(), std::vector<std::string>{"wave"});
  EXPECT_NE(problem([&] { library_.remove("bow"); }), "");
  EXPECT_EQ(problem([&] { library_.read(scene_, "wafe"); }),
            "There is no saved pose \"wafe\"; did you mean \"wave\"?");
}

TEST_F(PoseLibraryTest, NamesAreFilesOfThatFolder) {
  const auto times = [](int n, const std::string& letter) {
    std::string out;
    for (int k = 0; k < n; ++k) out += letter;
    return out;
  };
  EXPECT_EQ(problem([&] { library_.save(*model_, pose_of(scene_, {}), times(80, "\xC3\xA4")); }),
            "")
      << "letters are counted, not bytes";
  library_.remove(times(80, "\xC3\xA4"));
  library_.save(*model_, pose_of(scene_, {}), times(80, "\xE2\x82\xAC"));
  EXPECT_EQ(library_.names(), std::vector<std::string>{times(80, "\xE2\x82\xAC")})
      << "as long as its bytes allow";
  library_.remove(times(80, "\xE2\x82\xAC"));
  EXPECT_TRUE(fs::is_empty(library_.folder())) << "nothing is left of the writing";
  for (const std::string& name :
       {times(81, "a"), times(81, "\xC3\xA4"), times(61, "\xF0\x9F\x98\x80")})
    EXPECT_NE(problem([&] { library_.save(*model_, pose_of(scene_, {}), name); }), "") << name;
  for (const char* name : {"", "../up", "a/b", "a\\b", ".hidden", "line\nbreak", "\xFF"}) {
    EXPECT_NE(problem([&] { library_.save(*model_, pose_of(scene_, {}), name); }), "") << name;
    EXPECT_NE(problem([&] { library_.read(scene_, name); }), "") << name;
    EXPECT_NE(problem([&] { library_.remove(name); }), "") << name;
  }
  EXPECT_NE(problem([&] { library_.save(*model_, {}, std::string(81, 'a')); }), "");
  EXPECT_FALSE(fs::exists(data_ / "up.json"));
  EXPECT_NE(problem([&] { PoseLibrary().save(*model_, {}, "a"); }), "") << "no folder";
  EXPECT_TRUE(PoseLibrary().names().empty());
}

TEST_F(PoseLibraryTest, ABrokenFileIsASentenceAndTheOthersWork) {
  library_.save(*model_, pose_of(scene_, {}), "good");
  std::ofstream(library_.folder() / "bad.json") << "{\"bindpose_pose\": 1, \"joints\": 7}";
  std::ofstream(library_.folder() / "notes.txt") << "no pose";
  std::ofstream(library_.folder() / ".hidden.json") << "{}";
  fs::create_directory(library_.folder() / "folder.json");
  EXPECT_EQ(library_.names(), (std::vector<std::string>{"bad", "good"}));
  EXPECT_EQ(problem([&] { library_.read(scene_, "bad"); }),
            "The saved pose \"bad\" cannot be used: \"joints\" is not an object of names and "
            "matrices.");
  EXPECT_EQ(library_.read(scene_, "good").matched, 3u);
}

TEST(PoseSketch, FillsItsSquareAndStandsUpright) {
  const auto model = arm_model();
  Scene scene = make_scene(model);
  scene.pose.base = BasePose::Bind;
  const std::vector<SketchLine> lines = pose_sketch(scene, pose_of(scene, {}));
  ASSERT_FALSE(lines.empty());
  float low = 0.0f, high = 1.0f;
  for (const SketchLine& line : lines) {
    for (const vec2& p : {line.from, line.to}) {
      low = std::max(low, p.y), high = std::min(high, p.y);
      EXPECT_GE(std::min(p.x, p.y), 0.0f);
      EXPECT_LE(std::max(p.x, p.y), 1.0f);
    }
    if (line.joint == 0) {
      EXPECT_GT(line.from.y, line.to.y) << "y goes down";
    }
  }
  EXPECT_NEAR(low - high, 0.9f, 1e-5f);
}

TEST(PoseSketch, WhatHasNoWeightsIsNotInItWhereverItStands) {
  for (const float z : {-3.0f, 0.1f, 3.0f}) {
    auto model = rigs::model({{"root", -1, rigs::move(0, 0, 0)},
                              {"arm", 0, rigs::move(0, 1, 0)},
                              {"hand", 1, rigs::move(0, 1, 0) * rigs::turn(20, vec3(0, 0, 1))},
                              {"aim", 0, rigs::move(2, 0, z), true, false},
                              {"end", 3, rigs::move(1, 0, z), true, false}});
    const Scene scene = make_scene(model);
    std::vector<int> joints;
    float low = 0.0f, high = 1.0f;
    for (const SketchLine& line : pose_sketch(scene, pose_of(scene, {}))) {
      joints.push_back(line.joint);
      low = std::max({low, line.from.y, line.to.y}),
      high = std::min({high, line.from.y, line.to.y});
    }
    std::ranges::sort(joints);
    EXPECT_EQ(joints, (std::vector<int>{0, 1, 2})) << z;
    EXPECT_NEAR(low - high, 0.9f, 1e-5f) << z;
  }
}

}  // namespace
}  // namespace bindpose::pose_library_test
