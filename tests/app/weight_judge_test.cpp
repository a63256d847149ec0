// Figures of weights that are judged one after the other on one model.
#include "app/beside/weight_judge.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "io/import.h"

namespace bindpose::app {
namespace {

void wait(WeightJudge& judge) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!judge.poll()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::vector<std::string> names(const WeightJudge& judge, const Scene& open) {
  std::vector<std::string> out;
  for (const JudgedWeights& j : judge.columns(open)) out.push_back(j.name);
  return out;
}

using Names = std::vector<std::string>;

struct WeightJudgeTest : testing::Test {
  std::shared_ptr<const Model> model =
      import_model(std::filesystem::path(BINDPOSE_SOURCE_DIR) / "assets" / "capsule.glb");
  Document document{make_scene(model)};
  WeightJudge judge;

  void apply(const char* text) {
    std::string error;
    const auto edit = parse_edit(text, document.scene(), error);
    ASSERT_TRUE(edit) << error;
    document.apply({*edit});
  }
  void judge_own() {
    judge.judge(document.scene(), document.scene());
    wait(judge);
  }
};

TEST_F(WeightJudgeTest, EachMethodIsAColumnOnce) {
  judge_own();
  EXPECT_EQ(names(judge, document.scene()), Names{"file"});
  apply("bind heat");
  judge.name(document.scene(), "heat");
  judge_own();
  apply("bind segments");
  judge_own();
  EXPECT_EQ(names(judge, document.scene()), (Names{"file", "heat", "radius"}));
  const auto columns = judge.columns(document.scene());
  EXPECT_NE(columns[0].figures.figures.roughness, columns[1].figures.figures.roughness);
  apply("bind heat strength 2");
  judge.name(document.scene(), "heat");
  judge_own();
  EXPECT_EQ(names(judge, document.scene()), (Names{"file", "radius", "heat"})) << "the new one";
}

TEST_F(WeightJudgeTest, WhatWasEditedCountsAsLongAsItIsSo) {
  apply("mend smooth 0.5 2 all");
  judge_own();
  EXPECT_EQ(names(judge, document.scene()), Names{"edited"});
  EXPECT_FALSE(judge.lines(document.scene(), nullptr).empty());
  apply("mend smooth 0.5 2 all");
  EXPECT_TRUE(names(judge, document.scene()).empty());
  EXPECT_TRUE(judge.lines(document.scene(), nullptr).empty());
}

// Only what the radii alone gave has their name.
TEST_F(WeightJudgeTest, WhatWasEditedOverRadiiIsEdited) {
  apply("bind segments");
  judge_own();
  apply("mend smooth 0.5 2 all");
  judge_own();
  EXPECT_EQ(names(judge, document.scene()), (Names{"radius", "edited"}));
}

TEST_F(WeightJudgeTest, OfTheOtherPaneAndOfAnotherModel) {
  Document beside(make_scene(std::make_shared<Model>(*model)));
  judge_own();
  judge.judge(beside.scene(), document.scene());
  wait(judge);
  EXPECT_EQ(names(judge, document.scene()), (Names{"file", "B"}));
  ASSERT_FALSE(judge.lines(document.scene(), &beside.scene()).empty());
  EXPECT_EQ(judge.lines(document.scene(), &beside.scene()).front().second, "of B");
  EXPECT_TRUE(judge.columns(beside.scene()).empty()) << "they are of the open model";
  judge.judge(beside.scene(), beside.scene());
  wait(judge);
  EXPECT_EQ(names(judge, beside.scene()), Names{"file"}) << "another model begins anew";
}

TEST_F(WeightJudgeTest, AtMostTheLastFew) {
  for (int k = 0; k < 6; ++k) {
    judge.judge(document.scene(), document.scene());
    wait(judge);
    apply("mend smooth 0.2 1 all");
    judge.name(document.scene(), "way " + std::to_string(k));
  }
  EXPECT_EQ(names(judge, document.scene()), (Names{"way 1", "way 2", "way 3", "way 4"}));
}

}  // namespace
}  // namespace bindpose::app
