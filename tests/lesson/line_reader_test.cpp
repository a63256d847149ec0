// Weights that steps and sliders of a lesson share are computed once.
#include "scene/lesson/line_reader.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

#include "io/import.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/lesson/lesson_words.h"

namespace bindpose {
namespace {

std::shared_ptr<const Model> capsule() {
  return import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb");
}

const std::vector<MeshWeights>* weights_of(const std::optional<Edit>& edit) {
  return edit && edit->is<SetInfluences>() ? edit->get<SetInfluences>().weights.get() : nullptr;
}

TEST(LineReader, TheSameWeightsOfTheSameModelAreComputedOnce) {
  const Scene scene = make_scene(capsule()), other = make_scene(capsule());
  LineReader reader;
  std::string error;
  const auto first = reader.read("bind heat strength 2", scene, error);
  ASSERT_NE(weights_of(first), nullptr) << error;
  Scene posed = scene;  // what else is edited makes no difference to them
  posed.pose.user_local[1] = mat4(2.0f);
  EXPECT_EQ(weights_of(reader.read("bind heat strength 2", posed, error)), weights_of(first));
  EXPECT_EQ(weights_of(reader.read({7, "bind heat strength 2"}, scene)), weights_of(first));
  for (const auto& [text, of] :
       {std::pair("bind heat strength 3", &scene), std::pair("bind heat", &scene),
        std::pair("bind heat strength 2", &other)}) {
    const auto edit = reader.read(text, *of, error);
    ASSERT_NE(weights_of(edit), nullptr) << error;
    EXPECT_NE(weights_of(edit), weights_of(first)) << text;
    const auto alone = parse_edit(text, *of, error);
    ASSERT_NE(weights_of(alone), nullptr) << error;
    ASSERT_EQ(weights_of(edit)->size(), weights_of(alone)->size());
    EXPECT_EQ(weights_of(edit)->front().influences.weight,
              weights_of(alone)->front().influences.weight);
    EXPECT_EQ(edit->get<SetInfluences>().made_by, alone->get<SetInfluences>().made_by);
  }
}

// The bind pose is another one after another pose, however the line is spaced.
TEST(LineReader, ABindPoseGoesByThePose) {
  const Scene scene = make_scene(capsule());
  Scene posed = scene;
  posed.pose.user_local[1] = glm::translate(mat4(1.0f), vec3(0.0f, 0.5f, 0.0f));
  LineReader reader;
  std::string error;
  for (const char* text : {"bind pose here", "bind  pose here"}) {
    const auto a = reader.read(text, scene, error), b = reader.read(text, posed, error);
    ASSERT_TRUE(a && b) << error;
    ASSERT_TRUE(a->is<RebindJoints>() && b->is<RebindJoints>()) << text;
    EXPECT_NE(a->get<RebindJoints>().made, b->get<RebindJoints>().made) << text;
  }
}

TEST(LineReader, WhatIsWrongIsSaidEachTime) {
  const Scene scene = make_scene(capsule());
  LineReader reader;
  for (int i = 0; i < 2; ++i) {
    std::string error;
    EXPECT_FALSE(reader.read("bind heat strength 1000000", scene, error));
    EXPECT_NE(error.find("out of range"), std::string::npos) << error;
    try {
      reader.read({12, "bind heat strength 1000000"}, scene);
      ADD_FAILURE() << "it was read";
    } catch (const lesson_words::Failure& failure) {
      EXPECT_EQ(failure.line, 12);
      EXPECT_TRUE(failure.sentence.starts_with("\"bind heat strength 1000000\": "))
          << failure.sentence;
    }
  }
}

// Through all of a lesson: two steps, and the middle of a slider.
TEST(LineReader, StepsOfALessonShareThem) {
  std::string error;
  const auto lesson = parse_lesson(
      "---\ntitle: T\nmodel: capsule.glb\n---\n"
      "## A\n```step\nbind heat strength 2\n```\n"
      "## B\n```step\nslider S, 1 to 3 at 2: bind heat strength {}\n```\n"
      "## C\n```step\nbind heat strength 3\n```\n",
      error);
  ASSERT_TRUE(lesson) << error;
  const auto plan = plan_lesson(*lesson, capsule(), error);
  ASSERT_TRUE(plan) << error;
  const auto weights = [&](std::size_t k) {
    return binding_of(plan->steps[k].start, 0).influences.weight;
  };
  EXPECT_EQ(weights(0), weights(1));
  EXPECT_NE(weights(0), weights(2));
}

}  // namespace
}  // namespace bindpose
