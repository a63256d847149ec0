// Morph channels in the document: where weights come from, edits, undo, text, what check_model
// sees.
#include <gtest/gtest.h>

#include <limits>

#include "scene/edit/edit.h"
#include "test_model.h"

namespace bindpose::tests::morph_test {
namespace {

// Both meshes move with channel 0, the second also with channel 1, which the first clip moves.
std::shared_ptr<Model> morph_model() {
  auto model = random_model(7, 6);
  model->morph_channels = {{"smile", 0, 0.25f}, {"left eye", 0, 0.0f}, {"morph", 0, 0.0f}};
  model->meshes[0].morph = {{0, {0, 4}, {vec3(1, 0, 0), vec3(0, 1, 0)}, {}}};
  model->meshes[1].morph = {{0, {2}, {vec3(0, 0, 1)}, {}}, {1, {3}, {vec3(2, 0, 0)}, {}}};
  model->clips[0].morphs = {{1, {{0.0, 1.0}, {0.0f, 1.0f}, Interpolation::Linear}}};
  return model;
}

Document fresh() {
  return Document(make_scene(morph_model()));
}

std::vector<float> weights(const Document& doc) {
  return evaluate(doc.scene()).morph;
}

TEST(MorphWeights, come_from_the_base_pose_and_then_from_the_user) {
  Document doc = fresh();
  EXPECT_EQ(weights(doc), (std::vector<float>{0.25f, 0.0f, 0.0f}));
  doc.apply({SetBasePose{BasePose::Bind}});
  EXPECT_EQ(weights(doc), (std::vector<float>{0.0f, 0.0f, 0.0f}));
  doc.apply({SetBasePose{BasePose::Clip, 0}});
  doc.apply({SetTime{0.75}});
  EXPECT_EQ(weights(doc), (std::vector<float>{0.25f, 0.75f, 0.0f}));
  doc.apply({SetMorph{1, -2.0f}});
  EXPECT_EQ(weights(doc), (std::vector<float>{0.25f, -2.0f, 0.0f}));
  EXPECT_EQ(base_morph(doc.scene()), (std::vector<float>{0.25f, 0.75f, 0.0f}));
  doc.apply({ResetMorph{1}});
  EXPECT_EQ(weights(doc), (std::vector<float>{0.25f, 0.75f, 0.0f}));
}

TEST(MorphWeights, every_part_of_a_mesh_follows_its_channel) {
  Document doc = fresh();
  doc.apply({SetBasePose{BasePose::Bind}});
  std::vector<vec3> before, after;
  for (int m = 0; m < 2; ++m) {
    doc.apply({ResetAll{}});
    skin_mesh(doc.scene(), evaluate(doc.scene()), m, before, nullptr);
    doc.apply({SetMorph{0, 1.0f}});
    skin_mesh(doc.scene(), evaluate(doc.scene()), m, after, nullptr);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const bool moves = m == 0 ? i == 0 || i == 4 : i == 2;
      EXPECT_EQ(before[i] != after[i], moves) << m << " " << i;
    }
  }
}

TEST(MorphEdits, a_slider_s_gesture_is_one_undo_step) {
  Document doc = fresh();
  for (const float w : {0.1f, 0.4f, 0.9f}) doc.apply({SetMorph{0, w}, Phase::Preview});
  EXPECT_EQ(weights(doc)[0], 0.9f);
  doc.apply({SetMorph{0, 0.8f}, Phase::Commit});
  EXPECT_EQ(doc.undo_label(), "Morph smile 0.8");
  doc.undo();
  EXPECT_EQ(weights(doc)[0], 0.25f);
  EXPECT_FALSE(doc.scene().pose.user_morph[0]);
  EXPECT_FALSE(doc.can_undo());
  doc.redo();
  EXPECT_EQ(weights(doc)[0], 0.8f);
  doc.apply({SetMorph{1, 0.5f}, Phase::Preview});
  doc.apply({SetMorph{1, 0.5f}, Phase::Cancel});
  EXPECT_EQ(weights(doc)[1], 0.0f);
}

TEST(MorphEdits, an_edit_amid_a_gesture_keeps_it_as_a_step) {
  Document doc = fresh();
  doc.apply({SetMorph{0, 0.5f}, Phase::Preview});
  doc.apply({TransformJoint{1, TransformJoint::Rotate, vec3(0, 0, 30)}});
  doc.undo();
  EXPECT_EQ(weights(doc)[0], 0.5f);
  doc.undo();
  EXPECT_EQ(weights(doc)[0], 0.25f);
}

TEST(MorphEdits, reset_all_takes_joints_and_morphs_back_in_one_step) {
  Document doc = fresh();
  doc.apply({SetMorph{0, 1.0f}});
  doc.apply({TransformJoint{1, TransformJoint::Rotate, vec3(0, 0, 30)}});
  EXPECT_EQ(doc.apply({ResetAll{}}).extent, Change::Pose);
  EXPECT_FALSE(doc.scene().pose.user_morph[0]);
  EXPECT_EQ(doc.scene().pose.user_local[1], mat4(1.0f));
  doc.undo();
  EXPECT_EQ(doc.scene().pose.user_morph[0], 1.0f);
  EXPECT_NE(doc.scene().pose.user_local[1], mat4(1.0f));
}

TEST(MorphEdits, what_is_invalid_is_ignored) {
  Document doc = fresh();
  const std::vector<mat4> joints(6, mat4(1.0f));
  const Edit edits[] = {SetMorph{3, 1.0f},
                        SetMorph{-1, 1.0f},
                        SetMorph{0, std::numeric_limits<float>::quiet_NaN()},
                        ResetMorph{3},
                        ResetMorph{-2},
                        ResetMorph{},
                        SetPose{joints, {1.0f}},
                        SetPose{joints, {1.0f, std::numeric_limits<float>::infinity(), 0.0f}}};
  for (const Edit& e : edits) EXPECT_EQ(doc.apply({e}).extent, Change::None);
  EXPECT_FALSE(doc.can_undo());
}

TEST(MorphEdits, text_reads_back) {
  const auto model = morph_model();
  SetPose pose{std::vector<mat4>(6, mat4(1.0f)), {std::nullopt, 0.1f, -3.0f}};
  const std::pair<Edit, const char*> cases[] = {
      {SetMorph{0, 0.1f}, "morph smile 0.1"},
      {SetMorph{1, -1.5f}, "morph \"left eye\" -1.5"},
      {ResetMorph{1}, "reset morph \"left eye\""},
      {ResetMorph{}, "reset morphs"},
      {pose, "pose morph \"left eye\" 0.1 morph \"morph\" -3"}};
  for (const auto& [edit, text] : cases) {
    EXPECT_EQ(to_text(edit, *model), text);
    std::string error;
    const auto parsed = parse_edit(text, *model, error);
    ASSERT_TRUE(parsed) << error;
    EXPECT_EQ(to_text(*parsed, *model), text);
    Document x(make_scene(model)), y(make_scene(model));
    for (Document* doc : {&x, &y}) doc->apply({SetMorph{1, 9.0f}});
    x.apply({edit});
    y.apply({*parsed});
    EXPECT_EQ(x.scene().pose.user_morph, y.scene().pose.user_morph) << text;
  }
}

TEST(MorphEdits, a_wrong_name_or_number_is_a_sentence) {
  const auto model = morph_model();
  std::string error;
  EXPECT_FALSE(parse_edit("morph smlie 0.5", *model, error));
  EXPECT_EQ(error, "There is no morph \"smlie\"; did you mean \"smile\"?");
  EXPECT_FALSE(parse_edit("morph smile big", *model, error));
  EXPECT_EQ(error, "\"big\" is not a number; expected a weight, usually from 0 to 1.");
  model->morph_channels.clear();
  EXPECT_FALSE(parse_edit("morph smile 1", *model, error));
  EXPECT_EQ(error, "The model has no morphs, so not \"smile\".");
}

TEST(CheckMorphs, finds_what_would_be_read_out_of_range) {
  ASSERT_EQ(check_model(*morph_model()), "");
  const auto broken = [](auto&& damage) {
    const auto model = morph_model();
    damage(*model);
    return check_model(*model);
  };
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(broken([](Model& m) { m.morph_channels[1].name = "smile"; }), "");
  EXPECT_NE(broken([](Model& m) { m.morph_channels[1].name.clear(); }), "");
  EXPECT_NE(broken([](Model& m) { m.morph_channels[1].node = 6; }), "");
  EXPECT_NE(broken([](Model& m) { m.morph_channels[1].default_weight = kNaN; }), "");
  EXPECT_NE(broken([](Model& m) { m.meshes[0].morph[0].channel = 3; }), "");
  EXPECT_NE(broken([](Model& m) { m.meshes[0].morph[0].vertex[1] = 30; }), "");
  EXPECT_NE(broken([](Model& m) { m.meshes[0].morph[0].vertex = {4, 4}; }), "");
  EXPECT_NE(broken([](Model& m) { m.meshes[0].morph[0].position.pop_back(); }), "");
  EXPECT_NE(broken([](Model& m) { m.meshes[0].morph[0].normal.resize(1); }), "");
  EXPECT_NE(broken([](Model& m) { m.meshes[0].morph[0].position[0].y = kNaN; }), "");
  EXPECT_NE(broken([](Model& m) { m.clips[0].morphs[0].channel = -1; }), "");
  EXPECT_NE(broken([](Model& m) { m.clips[0].morphs[0].channel = 3; }), "");
  EXPECT_NE(broken([](Model& m) { m.clips[0].morphs[0].weight.time[0] = kNaN; }), "");
  EXPECT_NE(broken([](Model& m) {
              m.clips[0].morphs[0].weight = {{kNaN}, {0.0f}, Interpolation::Linear};
            }),
            "");
  EXPECT_NE(broken([](Model& m) { m.morph_channels[1].node = -1; }), "");
  EXPECT_NE(broken([](Model& m) { m.meshes[0].morph[0].channel = -1; }), "");
  EXPECT_NE(broken([](Model& m) { m.clips[0].morphs[0].weight.value.pop_back(); }), "");
  EXPECT_NE(broken([](Model& m) { m.clips[0].morphs[0].weight.time = {1.0, 0.0}; }), "");
  EXPECT_NE(broken([](Model& m) { m.clips[0].morphs[0].weight.value[0] = kNaN; }), "");
}

}  // namespace
}  // namespace bindpose::tests::morph_test
