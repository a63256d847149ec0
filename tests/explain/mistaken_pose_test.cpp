// The mistakes that pictures show, against the programs that make them in double precision
// (scene/numbers/mistakes.h, which knows nothing of pictures) and against closed forms.
#include "scene/explain/mistaken_pose.h"

#include <gtest/gtest.h>

#include <string>

#include "math/transform.h"
#include "scene/numbers/mistakes.h"
#include "scene/test_model.h"

namespace bindpose::mistaken_pose_test {
namespace {

Scene posed_scene() {
  Scene scene = make_scene(tests::random_model(3, 12));
  std::mt19937 rng(4);
  for (mat4& ul : scene.pose.user_local)
    ul = to_matrix({{}, rotation_from_degrees(tests::random_vec(rng, 60.0f))});
  return scene;
}

std::string with_blanks(std::string_view word) {
  std::string key(word);
  for (char& c : key) c = c == '-' ? ' ' : c;
  return key;
}

TEST(MistakenPose, IsThatOfTheProgramWithTheMistake) {
  const Scene scene = posed_scene();
  const PosedScene posed = evaluate(scene);
  const RigInputs in = rig_inputs(scene, posed, false);
  for (const MistakeInfo& m : kMistakes) {
    if (m.mistake == Mistake::None || m.mistake == Mistake::Transposed) continue;
    const auto list = usual_mistakes();
    const auto made = std::ranges::find(list, with_blanks(m.word), &RigMistake::key);
    ASSERT_NE(made, list.end()) << m.word;
    const RigNumbers numbers = numbers_with(in, *made, RigLists::Slots);
    const PosedScene wrong = with_mistake(scene, posed, m.mistake);
    float off = 0.0f, from_right = 0.0f, size = 1.0f;
    for (std::size_t s = 0; s < in.slot.size(); ++s) {
      const auto mesh = static_cast<std::size_t>(in.slot[s].mesh);
      const auto slot = static_cast<std::size_t>(in.slot[s].slot);
      const mat4 expected(numbers.skin[s]);
      off = std::max(off, max_difference(wrong.palette[mesh][slot], expected));
      from_right = std::max(from_right,
                            max_difference(wrong.palette[mesh][slot], posed.palette[mesh][slot]));
      for (int c = 0; c < 4; ++c) size = std::max(size, glm::length(expected[c]));
    }
    EXPECT_LT(off, 1e-5f * size) << m.word;
    EXPECT_GT(from_right, 0.1f) << m.word;
    EXPECT_EQ(wrong.world, posed.world) << "bones stay where they belong";
    EXPECT_NE(wrong.revision, posed.revision);
  }
}

TEST(MistakenPose, TransposedTurnsBackAndMovesNothing) {
  // One joint, bound at the origin: T = W = move turn.
  const mat4 turn = to_matrix({{3, 4, 5}, rotation_from_degrees({0, 0, 90})});
  auto model = std::make_shared<Model>(*tests::random_model(1, 1, 1));
  Skin& skin = model->meshes[0].file_binding.skin;
  skin.bind[0] = skin.inverse_bind[0] = mat4(1.0f);
  model->skeleton.rest_local[0] = turn;
  const Scene scene = make_scene(model);
  const PosedScene wrong = with_mistake(scene, evaluate(scene), Mistake::Transposed);
  const vec3 x(wrong.palette[0][0] * vec4(1, 0, 0, 1));
  EXPECT_LT(glm::distance(x, vec3(0, -1, 0)), 1e-6f);
}

TEST(MistakenPose, MeshesWithoutWeightsFollowTheWrongW) {
  const Scene scene = posed_scene();
  const PosedScene posed = evaluate(scene);
  for (const auto& [mistake, moves] : {std::pair{Mistake::OrderOfW, true},
                                       {Mistake::UlBeforeL, true},
                                       {Mistake::NoInverseBind, false},
                                       {Mistake::Transposed, false}}) {
    const PosedScene wrong = with_mistake(scene, posed, mistake);
    EXPECT_EQ(wrong.node_matrix != posed.node_matrix, moves);
  }
}

TEST(MistakenPose, TheTableIsInTheOrderOfTheNames) {
  for (std::size_t i = 0; i < kMistakes.size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(kMistakes[i].mistake), i);
}

}  // namespace
}  // namespace bindpose::mistaken_pose_test
