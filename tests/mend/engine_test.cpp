// What an engine makes of weights: which it keeps, how it rounds them, where that puts the surface.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "io/import.h"
#include "rig/weights/engine.h"
#include "scene/edit/edit.h"
#include "scene/engine/engine_view.h"
#include "view/surface_map.h"

namespace bindpose::engine_test {
namespace {

constexpr WeightFormat kFloat = WeightFormat::Float, kHalf = WeightFormat::Half,
                       kByte = WeightFormat::Unorm8, kShort = WeightFormat::Unorm16;

Influences rows_of(const std::vector<std::vector<WeightEntry>>& rows) {
  return pack_influences(rows, 100).influences;
}

double engine_weight(const Influences& in, std::size_t vertex, int slot) {
  for (std::size_t e = in.offset[vertex]; e < in.offset[vertex + 1]; ++e) {
    if (in.slot[e] == slot) return double{in.weight[e]} * in.raw_weight_sum[vertex];
  }
  return 0.0;
}

// Bit patterns of IEEE 754 binary16: 0x3555, 0x2e66, 0x3c00, 0x0001, 0x03ff.
TEST(EngineWeightsTest, HalvesAreThoseOfTheStandard) {
  EXPECT_EQ(rounded_weight(1.0f / 3.0f, kHalf), 0.333251953125f);
  EXPECT_EQ(rounded_weight(0.1f, kHalf), 0.0999755859375f);
  EXPECT_EQ(rounded_weight(1.0f, kHalf), 1.0f);
  EXPECT_EQ(rounded_weight(6e-8f, kHalf), 5.9604644775390625e-08f);
  EXPECT_EQ(rounded_weight(6.097555e-05f, kHalf), 6.097555160522461e-05f);
  // Halfway between two: the even one.
  EXPECT_EQ(rounded_weight(1.0f - 0x1p-12f, kHalf), 1.0f);
  EXPECT_EQ(rounded_weight(0.5f + 0x1p-12f, kHalf), 0.5f);
  EXPECT_EQ(rounded_weight(0.5f + 3 * 0x1p-12f, kHalf), 0.5f + 4 * 0x1p-12f);
  EXPECT_EQ(rounded_weight(0x1p-25f, kHalf), 0.0f);
  EXPECT_EQ(rounded_weight(0.5f, kByte), 128.0f / 255.0f);
  EXPECT_EQ(rounded_weight(0.3f, kShort), 19661.0f / 65535.0f);  // of 19660.5008
  EXPECT_EQ(rounded_weight(0.3f, kFloat), 0.3f);
}

// 100 weights of 1/100 are 2.55 steps each: 3 of them would make 300 of 255.
TEST(EngineWeightsTest, ManySmallWeightsAddUpAsWell) {
  std::vector<WeightEntry> row;
  for (int k = 0; k < 100; ++k) row.push_back({k, 0.01f});
  const Influences out =
      engine_influences(rows_of({row}), {}, {EnginePick::Largest, 0, kByte, true});
  double sum = 0.0;
  for (int k = 0; k < 100; ++k) {
    const double steps = engine_weight(out, 0, k) * 255.0;
    EXPECT_TRUE(std::abs(steps - 2.0) < 1e-3 || std::abs(steps - 3.0) < 1e-3) << steps;
    sum += std::round(steps);
  }
  EXPECT_EQ(sum, 255.0);
}

// Each weight is off by half a step, the largest by what is missing: half a step for each.
TEST(EngineWeightsTest, UnormsAddUpToAllTheirSteps) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> part(0.01f, 1.0f);
  std::vector<std::vector<WeightEntry>> rows(500);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int k = 0; k < 1 + static_cast<int>(i % 6); ++k) rows[i].push_back({k, part(random)});
  }
  const Influences in = rows_of(rows);
  for (const auto& [format, steps] : {std::pair{kByte, 255.0}, std::pair{kShort, 65535.0}}) {
    const Influences out = engine_influences(in, {}, {EnginePick::Largest, 0, format, true});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double sum = 0.0;
      const double count = static_cast<double>(rows[i].size());
      for (std::uint32_t e = in.offset[i]; e < in.offset[i + 1]; ++e) {
        const double was = in.weight[e], is = engine_weight(out, i, in.slot[e]);
        EXPECT_NEAR(is * steps, std::round(is * steps), 0.02);
        EXPECT_LE(std::abs(is - was) * steps, (e == in.offset[i] ? 0.5 * count : 0.5) + 0.02);
        sum += std::round(is * steps);
      }
      EXPECT_EQ(sum, steps);
      EXPECT_EQ(out.raw_weight_sum[i], 1.0f);
    }
  }
}

TEST(EngineWeightsTest, LooseSumsAreWhatIsLeft) {
  const Influences in = rows_of({{{0, 0.4f}, {1, 0.3f}, {2, 0.2f}, {3, 0.1f}}, {}});
  const Influences two = engine_influences(in, {}, {EnginePick::Largest, 2, kFloat, false});
  EXPECT_NEAR(two.raw_weight_sum[0], 0.7f, 1e-6f);
  EXPECT_NEAR(engine_weight(two, 0, 0), 0.4, 1e-6);
  EXPECT_EQ(engine_weight(two, 0, 2), 0.0);
  EXPECT_EQ(two.offset[2], two.offset[1]);  // a row without weights stays so
  // 0.4, 0.3, 0.2 and 0.1 are 102, 76 or 77, 51 and 25 or 26 steps of 255: 254 to 256 in all.
  const Influences bytes = engine_influences(in, {}, {EnginePick::Largest, 4, kByte, false});
  const double steps = bytes.raw_weight_sum[0] * 255.0;
  EXPECT_NEAR(steps, std::round(steps), 1e-3);
  EXPECT_NEAR(steps, 255.0, 1.01);
  const Influences none =
      engine_influences(rows_of({{{0, 1.0f}, {7, 1e-4f}}}), std::vector<std::uint16_t>{1, 0},
                        {EnginePick::First, 1, kByte, false});
  EXPECT_EQ(none.raw_weight_sum[0], 0.0f);  // nothing is left of a 10,000th
  EXPECT_EQ(none.slot, (std::vector<std::uint16_t>{7}));
}

TEST(EngineWeightsTest, PiecesHaveRoomForTheirJoints) {
  const Influences in =
      rows_of({{{0, 1}}, {{1, 1}}, {{2, 1}}, {{3, 1}}, {{0, 0.5f}, {1, 0.5f}}, {{4, 1}}});
  const std::vector<std::uint32_t> triangle{0, 1, 4, 2, 3, 2, 4, 0, 0, 5, 5, 5};
  EXPECT_EQ(joint_pieces(in, triangle, 5), 1u);
  EXPECT_EQ(joint_pieces(in, triangle, 3), 2u);  // {0, 1, 4} and {2, 3}
  EXPECT_EQ(joint_pieces(in, triangle, 2), 3u);  // {0, 1}, {2, 3} and {4}
  EXPECT_EQ(joint_pieces(in, triangle, 1), 0u);  // the first triangle has two
  EXPECT_EQ(joint_pieces(in, {}, 1), 0u);
}

// Five joints pull on each vertex, the file names the largest weight last: 0.54 of a joint that
// goes 1 away, the others stay. All weights: 0.54; the four largest: 0.54 / 0.885; the first four:
// 0.
class EngineSurface : public ::testing::Test {
 protected:
  EngineSurface() {
    auto model = std::make_shared<Model>();
    model->name = "five";
    std::vector<RawJoint> raw;
    for (int j = 0; j < 5; ++j)
      raw.push_back({"j" + std::to_string(j), kNoParent, mat4(1.0f), true});
    model->skeleton = build_skeleton(raw).skeleton;
    Mesh mesh;
    mesh.name = "sheet";
    mesh.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.normal.assign(3, vec3(0, 0, 1));
    mesh.triangle = {0, 1, 2};
    const std::vector<WeightEntry> row{{0, .115f}, {1, .115f}, {2, .115f}, {3, .115f}, {4, .54f}};
    mesh.file_binding.influences = rows_of({row, row, row});
    for (int v = 0; v < 3; ++v) {
      for (const int place : {4, 0, 1, 2, 3})
        mesh.file_rank.push_back(static_cast<std::uint16_t>(place));
    }
    Skin& skin = mesh.file_binding.skin;
    skin.joint = {0, 1, 2, 3, 4};
    skin.bind.assign(5, mat4(1.0f));
    skin.inverse_bind = skin.bind;
    skin.skinned = true;
    model->meshes.push_back(mesh);
    derive_bind_pose(*model);
    derive_weight_flags(*model);
    EXPECT_EQ(check_model(*model), "");
    document_ = Document(make_scene(model));
    document_.apply({TransformJoint{4, TransformJoint::Translate, vec3(0.0f, 0.0f, 1.0f)}});
  }

  SurfaceMap map(EnginePick pick, int keep, WeightFormat format, bool whole = true) {
    ViewSettings view = document_.scene().view;
    view.engine_pick = pick;
    view.engine_keep = keep;
    view.engine_format = format;
    view.engine_whole = whole;
    document_.apply({SetView{view}});
    BoneSet bones;
    const PosedScene posed = evaluate(document_.scene());
    build_bones(document_.scene(), posed, bones);
    return surface_map(document_.scene(), posed, bones, Show::Engine);
  }

  Document document_;
};

TEST_F(EngineSurface, FirstFourAndFourLargestAreApart) {
  EXPECT_NEAR(map(EnginePick::First, 4, kFloat).mesh[0].value[1], 0.54f, 1e-6f);
  EXPECT_NEAR(map(EnginePick::Largest, 4, kFloat).mesh[0].value[1], 0.54f / 0.885f - 0.54f, 1e-6f);
  EXPECT_EQ(map(EnginePick::Largest, 0, kFloat).mesh[0].value[1], 0.0f);
  EXPECT_TRUE(map(EnginePick::First, 8, kFloat).farthest.empty());
  // 0.54 is 137.7 of 255 and 0.115 is 29.325: 138 and 4 * 29 are 254, so the largest gets 139.
  EXPECT_NEAR(map(EnginePick::Largest, 0, kByte).mesh[0].value[1], 139.0f / 255.0f - 0.54f, 1e-5f);
  // Without it the vertex (1, 0, 0) goes by 1 / 255 towards the origin and to 138 / 255.
  EXPECT_NEAR(map(EnginePick::Largest, 0, kByte, false).mesh[0].value[1],
              std::hypot(1.0f / 255.0f, 138.0f / 255.0f - 0.54f), 1e-5f);
  // Halves: 0.54 by up to 2^-12, here 0.5400390625.
  EXPECT_NEAR(map(EnginePick::Largest, 0, kHalf, false).mesh[0].value[2], 4e-5f, 1.5e-4f);
  EXPECT_GT(map(EnginePick::Largest, 0, kHalf, false).mesh[0].value[2], 0.0f);
  EXPECT_NE(map(EnginePick::First, 4, kByte).legend.title.find("first 4 weights, 8 bits"),
            std::string::npos);
}

TEST_F(EngineSurface, EditedWeightsHaveNoOrderOfTheFile) {
  const MeshBinding& binding = binding_of(document_.scene(), 0);
  MeshWeights same{0, binding.skin.joint, binding.influences};
  document_.apply(
      {SetInfluences{std::make_shared<const std::vector<MeshWeights>>(1, same), "same"}});
  EXPECT_NE(map(EnginePick::First, 4, kByte)
                .legend.title.find("first 4 weights (the largest first), 8 bits"),
            std::string::npos);
  EXPECT_NEAR(map(EnginePick::First, 4, kFloat).mesh[0].value[1], 0.54f / 0.885f - 0.54f, 1e-6f);
}

TEST_F(EngineSurface, TheLimitOfJointsIsToldAsPieces) {
  ViewSettings view = document_.scene().view;
  EXPECT_EQ(engine_pieces(document_.scene()), "");
  view.engine_joints = 32;
  view.engine_keep = 0;
  document_.apply({SetView{view}});
  EXPECT_EQ(engine_pieces(document_.scene()), "With 32 joints a mesh none has to be split");
  EXPECT_NE(map(EnginePick::Largest, 0, kFloat).legend.note.find("none has to be split"),
            std::string::npos);
}

}  // namespace
}  // namespace bindpose::engine_test
