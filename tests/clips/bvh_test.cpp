// BVH recordings against what their numbers say by hand.
#include <cmath>
#include <fstream>

#include "clips_fixture.h"
#include "io/import_error.h"
#include "temp_folder.h"

namespace bindpose::test {
namespace {

std::filesystem::path bvh_file(const std::string& text) {
  const auto path = tests::temp_folder() / "walk.bvh";
  std::ofstream(path) << text;
  return path;
}

std::string arm(const std::string& root_channels, const std::string& arm_channels,
                const std::string& motion) {
  return "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 90 0\n\tCHANNELS " + root_channels +
         "\n\tJOINT Left Arm\n\t{\n\t\tOFFSET 10 20 0\n\t\tCHANNELS " + arm_channels +
         "\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 30 0\n\t\t}\n\t}\n}\nMOTION\n" + motion;
}

glm::dvec3 place(const Model& model, const char* joint, double time) {
  const auto world = worlds_at(model, model.clips.at(0), time);
  return glm::dvec3(world[idx(find_joint(model.skeleton, joint))][3]);
}

void expect_at(const glm::dvec3& at, const glm::dvec3& expected) {
  EXPECT_LE(glm::distance(at, expected), 1e-4) << at.x << " " << at.y << " " << at.z;
}

TEST(Bvh, channels_turn_in_the_order_of_their_names) {
  const auto model = open_model(
      bvh_file(arm("3 Zrotation Xrotation Yrotation", "3 Yrotation Zrotation Xrotation",
                   "Frames: 3\nFrame Time: 0.025\n0 0 0 0 0 0\n90 90 0 0 0 0\n0 0 0 90 0 90\n")));
  EXPECT_EQ(model->format, "BVH");
  EXPECT_EQ(model->skeleton.name, (std::vector<std::string>{"Hips", "Left Arm", "Left Arm end"}));
  EXPECT_TRUE(model->meshes.empty());
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_EQ(model->clips[0].name, "walk");
  EXPECT_NEAR(model->clips[0].duration, 0.05, 1e-12);
  EXPECT_NEAR(model->clips[0].rate, 40.0, 1e-9);
  expect_at(place(*model, "Left Arm", 0.0), {10, 110, 0});
  expect_at(place(*model, "Left Arm end", 0.0), {10, 140, 0});
  // Rz Rx (10, 20, 0): about x to (10, 0, 20), about z to (0, 10, 20); the hips keep their offset.
  expect_at(place(*model, "Left Arm", 0.025), {0, 100, 20});
  // Ry Rz Rx (0, 30, 0): about x to (0, 0, 30), which z leaves, about y to (30, 0, 0).
  expect_at(place(*model, "Left Arm end", 0.05), {40, 110, 0});
  // Between two frames the short way round at constant speed: half of 90 degrees, alone.
  const auto half =
      open_model(bvh_file(arm("1 Zrotation", "0", "Frames: 2\nFrame Time: 1\n0\n90\n")));
  const double h = std::sqrt(0.5);
  expect_at(place(*half, "Left Arm", 0.5), {10 * h - 20 * h, 90 + 10 * h + 20 * h, 0});
}

TEST(Bvh, positions_stand_in_the_place_of_offsets_for_any_joint_in_any_order) {
  const auto model = open_model(
      bvh_file(arm("6 Zrotation Yrotation Xrotation Zposition Xposition Yposition",
                   "2 Yposition Zrotation", "Frames: 1\nFrame Time: 0.01\n90 0 0 3 1 2 7 0\n")));
  expect_at(place(*model, "Hips", 0.0), {1, 2, 3});
  // The arm stands at (10, 7, 0) in the hips, which are turned about z: (-7, 10, 0).
  expect_at(place(*model, "Left Arm", 0.0), {-6, 12, 3});
  EXPECT_EQ(model->clips[0].duration, 0.0);
}

TEST(Bvh, what_is_wrong_is_one_sentence_with_the_line) {
  const std::string good = "Frames: 1\nFrame Time: 0.01\n0 0\n";
  const std::pair<std::string, const char*> kBroken[] = {
      {"HIERARCHY\nJOINT x", "line 2: a ROOT was expected, not \"JOINT\""},
      {"HIERARCHY\nROOT x\n{\nOFFSET 0 0\n}", "line 5: a number of the offset was expected"},
      {"HIERARCHY\nROOT x\n{\nOFFSET 0 nan 0\n}",
       "line 4: a number of the offset was expected, not \"nan\""},
      {"HIERARCHY\nROOT x\n{\nCHANNELS 1 Xrotation\n}\n", "line 5: joint \"x\" has no OFFSET"},
      {"HIERARCHY\nROOT x\n{\nOFFSET 0 0 0\n", "the end of the file"},
      {arm("9999999999 Xrotation", "0", good), "line 5: a joint has 0 to 6 channels"},
      {arm("2 Xrotation", "0", good), "a channel such as Xrotation was expected, not \"JOINT\""},
      {arm("2 Xrotation Xrotation", "0", good), "is there twice"},
      {arm("1 Wrotation", "1 Xrotation", good), "not \"Wrotation\""},
      {arm("1 Xrotation", "1 Xrotation", "Frames: 1\nFrame Time: 0.01\n0 0 0\n"),
       "line 19: a frame of 2 numbers was expected, not of 3"},
      {arm("1 Xrotation", "1 Xrotation", "Frames: 1\nFrame Time: 0.01\n0 inf\n"),
       "line 19: a number was expected, not \"inf\""},
      {arm("1 Xrotation", "0", "Frames: -1\nFrame Time: 0.01\n"),
       "the number of frames is \"-1\", which is no whole number from 0 on"},
      {arm("1 Xrotation", "0", "Frames: 1\nFrame Time: 0\n0\n"), "not above 0"},
      {arm("1 Xrotation", "0", "Frames: 2\nFrame Time: 1e29\n0\n0\n"), "would take"},
      {arm("1 Xrotation", "0", ""), "Frames: was expected, not the end of the file"}};
  for (const auto& [text, part] : kBroken) {
    try {
      open_model(bvh_file(text));
      ADD_FAILURE() << text;
    } catch (const ImportError& e) {
      const std::string said = e.what();
      EXPECT_NE(said.find(part), std::string::npos) << said;
      EXPECT_EQ(said.find('\n'), std::string::npos) << said;
      EXPECT_NE(said.find("; mend it there, or "), std::string::npos) << said;
    }
  }
}

TEST(Bvh, a_recording_that_breaks_off_opens_as_far_as_it_goes) {
  const auto model =
      open_model(bvh_file(arm("1 Zrotation", "0", "Frames: 4000000000\nFrame Time: 0.5\n0\n90\n")));
  EXPECT_NEAR(model->clips.at(0).duration, 0.5, 1e-12);
  ASSERT_FALSE(model->report.empty());
  EXPECT_NE(model->report[0].message.find("breaks off"), std::string::npos);
}

// On a character: the recording's arm hangs as the character's does.
TEST(Bvh, a_recording_moves_a_character) {
  const std::string text =
      "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
      "Xrotation Yrotation\nJOINT Spine\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation "
      "Yrotation\n"
      "JOINT LeftShoulder\n{\nOFFSET 15 30 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT "
      "LeftElbow\n{\nOFFSET 28 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT LeftWrist\n{\n"
      "OFFSET 25 0 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 8 0 0\n}\n}\n}\n}\n}\nJOINT "
      "LeftHip\n{\nOFFSET 9 "
      "0 0\nCHANNELS 0\nJOINT LeftKnee\n{\nOFFSET 0 -45 0\nCHANNELS 0\nJOINT LeftAnkle\n{\nOFFSET "
      "0 -42 "
      "0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 -5 8\n}\n}\n}\n}\nJOINT RightHip\n{\nOFFSET -9 0 "
      "0\nCHANNELS 0\nJOINT RightKnee\n{\nOFFSET 0 -45 0\nCHANNELS 0\nJOINT RightAnkle\n{\nOFFSET "
      "0 "
      "-42 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 -5 8\n}\n}\n}\n}\n}\nMOTION\nFrames: 2\nFrame "
      "Time: 1\n"
      "0 92 0 0 0 0 0 0 0 0 0 0 0 0 0\n46 92 0 0 0 0 0 0 0 -90 0 0 0 0 90\n";
  const auto source = open_model(bvh_file(text)), model = known_model(bundled("ogre.glb"));
  const RigPose from = rig_of(*source), to = rig_of(*model);
  const Retargeted made = retarget_clip(source->clips.at(0), from, to, propose_pairs(from, to));
  const auto at = [&](const char* joint, double time) {
    const auto world = worlds_at(*model, made.clip, time);
    return glm::dvec3(model->to_display * world[idx(find_joint(model->skeleton, joint))][3]);
  };
  const auto along = [&](const char* a, const char* b, double time) {
    return glm::normalize(at(b, time) - at(a, time));
  };
  // At first the arms are stretched out to the left, although the ogre was bound otherwise; then
  // the upper arm hangs down, and the elbow's own y, which is the body's, has turned the forearm:
  // Rz(-90) Ry(90) takes x to -z.
  expect_at(along("upper_arm.L", "forearm.L", 0.0), {1, 0, 0});
  expect_at(along("forearm.L", "hand.L", 0.0), {1, 0, 0});
  expect_at(along("upper_arm.L", "forearm.L", 1.0), {0, -1, 0});
  expect_at(along("forearm.L", "hand.L", 1.0), {0, 0, -1});
  const double ratio = made.summary.fit.ratio;
  EXPECT_NEAR((at("hips", 1.0) - at("hips", 0.0)).x, 46 * 0.01 * ratio, 1e-5);
  // Feet were 5 cm over the ground and stand 5 cm over it.
  const auto reference = reference_places(to);
  EXPECT_NEAR(at("hips", 0.0).y, reference[idx(find_joint(model->skeleton, "hips"))].y, 1e-4);
}

}  // namespace
}  // namespace bindpose::test
