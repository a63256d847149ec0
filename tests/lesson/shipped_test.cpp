// What the shipped lessons quote and show besides numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

#include "io/import.h"
#include "scene/check/check.h"
#include "scene/lesson/lesson.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Its lines without what they begin and end with.
std::string unindented(const std::string& text) {
  std::istringstream in(text);
  std::string out, line;
  while (std::getline(in, line)) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    out += line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin) + "\n";
  }
  return out;
}

TEST(ShippedLessons, ShadersAreQuotedAsTheyAre) {
  std::string shaders;
  for (const auto& file : fs::directory_iterator(BINDPOSE_SOURCE_DIR "/shaders"))
    shaders += "\n" + unindented(text_of_file(file.path())) + "\n";
  std::string error;
  const auto lesson = parse_lesson(
      text_of_file(BINDPOSE_SOURCE_DIR "/assets/lessons/18-your-own-shader.md"), error);
  ASSERT_TRUE(lesson) << error;
  int quotes = 0;
  for (const LessonStep& step : lesson->steps) {
    for (const LessonBlock& block : step.text) {
      if (block.kind != LessonBlock::Code) continue;
      ++quotes;
      EXPECT_NE(shaders.find("\n" + unindented(block.spans.at(0).text)), std::string::npos)
          << step.title << ":\n"
          << block.spans.at(0).text;
    }
  }
  EXPECT_GE(quotes, 8);
}

// Each of the broken rigs is broken in one way: what check says of it, notes on a bent rest pose
// and tiny weights aside, and whether T_j keeps shapes at rest.
TEST(ShippedLessons, EachBrokenRigIsBrokenInOneWay) {
  struct Wrong {
    std::vector<std::string> rules;
    bool rest_is_bind = false, shapes_are_kept = true;
  };
  const std::map<std::string, Wrong> kWrong = {
      {"not-normalised", {{"ACCESSOR_WEIGHTS_NON_NORMALIZED"}}},
      {"without-weights", {{"VERTEX_WITHOUT_WEIGHT"}}},
      {"many-influences", {{"WEIGHTS_OVER_LIMIT"}}},
      {"not-inverted", {{"BIND_NOT_INVERTED"}}},
      {"rest-for-bind", {{}, true}},
      {"mirrored", {{"BIND_MIRRORED"}, false, false}},
      {"wrong-unit", {{"BIND_OTHER_UNIT"}, false, false}},
      {"swapped", {{}}}};
  std::size_t files = 0;
  for (const auto& file : fs::directory_iterator(BINDPOSE_SOURCE_DIR "/assets/broken")) {
    const std::string name = file.path().stem().string();
    ASSERT_TRUE(kWrong.contains(name)) << name;
    ++files;
    EXPECT_LT(fs::file_size(file.path()), 30000u) << name;
    const auto model = import_model(file.path().string());
    const Scene scene = make_scene(model);
    std::vector<std::string> found;
    for (const Finding& f : check(scene, *find_profile("rig"))) {
      if (f.rule != Rule::FarFromRest && f.rule != Rule::TinyWeights)
        found.emplace_back(info_of(f.rule).code);
    }
    const Wrong& wrong = kWrong.at(name);
    EXPECT_EQ(found, wrong.rules) << name;
    bool kept = true, identity = true;
    const PosedScene posed = evaluate(scene);
    for (const mat4& t : posed.palette[0]) {
      kept = kept && std::abs(glm::determinant(mat3(t)) - 1.0f) < 1e-4f;
      identity = identity && max_difference(t, mat4(1.0f)) < 1e-5f;
    }
    EXPECT_EQ(kept, wrong.shapes_are_kept) << name;
    EXPECT_EQ(identity, wrong.rest_is_bind) << name;
  }
  EXPECT_EQ(files, kWrong.size());
}

// What lesson 17 tells of two rigs that no figure of it can: one of them is not on the screen.
TEST(ShippedLessons, TheOgreAndTheAutomatonDifferAsIsSaid) {
  struct Rig {
    explicit Rig(const char* name)
        : model(import_model(std::string(BINDPOSE_SOURCE_DIR "/assets/") + name)),
          world(bind_worlds(*model)) {}
    const mat4& of(const char* joint) const {
      const auto& names = model->skeleton.name;
      return world[static_cast<std::size_t>(std::ranges::find(names, joint) - names.begin())];
    }
    std::shared_ptr<const Model> model;
    std::vector<mat4> world;
  };
  const Rig ogre("ogre.glb"), automaton("automaton.glb");
  const auto length = [](const Rig& rig) {
    return glm::distance(vec3(rig.of("upper_arm.R")[3]), vec3(rig.of("forearm.R")[3]));
  };
  EXPECT_NEAR(length(ogre), 0.308, 0.0005);
  EXPECT_NEAR(length(automaton), 0.211, 0.0005);
  const auto apart = [](const mat4& a, const mat4& b) {
    const mat3 turn = mat3(a) * glm::transpose(mat3(b));  // bones of these two have no scale
    return glm::degrees(std::acos((turn[0][0] + turn[1][1] + turn[2][2] - 1.0f) / 2.0f));
  };
  EXPECT_NEAR(apart(ogre.of("hand.R"), automaton.of("hand.R")), 115.0f, 0.5f);
  const auto between = [&](const char* from, const char* to) {
    const auto way = [&](const Rig& rig) {
      return glm::normalize(vec3(rig.of(to)[3] - rig.of(from)[3]));
    };
    return glm::degrees(std::acos(glm::dot(way(ogre), way(automaton))));
  };
  EXPECT_NEAR(between("upper_arm.R", "forearm.R"), 22.0f, 0.5f);
  EXPECT_NEAR(between("forearm.R", "hand.R"), 25.0f, 0.5f);
}

}  // namespace
}  // namespace bindpose
