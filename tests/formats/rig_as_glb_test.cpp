// Rigs of other formats written as GLB: what keys of glTF make of their clips.
#include <gtest/gtest.h>

#include <cmath>

#include "io/export/rig/rig.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "math/numbers.h"

namespace bindpose::rig_as_glb_test {
namespace {

class RigAsGlb : public tests::FolderTest {
 protected:
  static std::shared_ptr<Model> of_fbx() {
    auto model = tests::small_model();
    model->format = "FBX 7400";
    model->materials[0].more_images = 0;
    model->clips = {{"move", 1.0, {}}};
    return model;
  }
};

// Curves of weights stay where they are, also where they turn within a sixtieth of a second.
TEST_F(RigAsGlb, CurvesOfMorphsAreFollowed) {
  auto model = of_fbx();
  model->morph_channels = {{"smile", 0, 0.0f}};
  model->meshes[0].morph = {{0, {0}, {vec3(1.0f)}, {}}};
  MorphTrack track;
  track.curve.key = {{0.0, 0.0f, Segment::Cubic, vec2(0.0f), vec2(0.3f, 0.0f)},
                     {0.505, 1.0f, Segment::Cubic, vec2(-0.01f, -0.4f), vec2(0.01f, -0.4f)},
                     {0.52, 0.2f, Segment::Linear, vec2(-0.004f, 0.3f), vec2(0.0f)},
                     {1.0, 0.4f, Segment::Linear, vec2(0.0f), vec2(0.0f)}};
  model->clips[0].morphs = {track};
  export_rig(make_scene(model), folder_ / "out.glb");
  const auto again = import_model(folder_ / "out.glb");
  for (int k = 0; k <= 1000; ++k) {
    const double time = 0.001 * k;
    std::vector<float> was(1, 0.0f), is(1, 0.0f);
    sample_morphs(model->clips[0], time, was);
    sample_morphs(again->clips.at(0), time, is);
    EXPECT_NEAR(is[0], was[0], 1e-4f) << time;
  }
}

// Parts of a surface that differ in their material alone are one mesh of the file: each shape has
// one weight, as it had, also where a part has none of it.
TEST_F(RigAsGlb, PartsOfASurfaceShareTheirShapes) {
  auto model = of_fbx();
  Material eyes = model->materials[0];
  eyes.name = "eyes";
  model->materials.push_back(eyes);
  model->meshes.resize(1, {});
  model->meshes[0].name = "root (skin)";
  model->meshes.push_back(model->meshes[0]);
  model->meshes[1].name = "root (eyes)";
  model->meshes[1].material = 1;
  model->morph_channels = {{"smile", 0, 0.0f}, {"blink", 0, 0.25f}};
  model->meshes[0].morph = {{0, {0}, {vec3(1.0f, 0.0f, 0.0f)}, {}}};
  model->meshes[1].morph = {{1, {1}, {vec3(0.0f, 1.0f, 0.0f)}, {}}};
  MorphTrack track;
  track.channel = 1;
  track.curve.key = {{0.0, 0.0f, Segment::Linear, {}, {}}, {1.0, 1.0f, Segment::Linear, {}, {}}};
  model->clips[0].morphs = {track};
  export_rig(make_scene(model), folder_ / "out.glb");
  const auto again = import_model(folder_ / "out.glb");
  ASSERT_EQ(again->meshes.size(), 2u);
  EXPECT_EQ(again->meshes[0].name, "root (skin)");
  EXPECT_EQ(again->meshes[1].name, "root (eyes)");
  ASSERT_EQ(again->morph_channels.size(), 2u);
  EXPECT_EQ(again->morph_channels[0].name, "smile");
  EXPECT_EQ(again->morph_channels[1].name, "blink");
  EXPECT_EQ(again->morph_channels[1].default_weight, 0.25f);
  for (int m = 0; m < 2; ++m) {
    int moved = 0;
    for (const MorphTarget& target : again->meshes[idx(m)].morph) {
      if (target.vertex.empty()) continue;
      ++moved;
      EXPECT_EQ(target.channel, m);
      EXPECT_EQ(target.vertex, std::vector<std::uint32_t>{static_cast<std::uint32_t>(m)});
    }
    EXPECT_EQ(moved, 1);
  }
  std::vector<float> weight(2, 0.0f);
  sample_morphs(again->clips.at(0), 0.5, weight);
  EXPECT_EQ(weight, (std::vector<float>{0.0f, 0.5f}));
}

TEST_F(RigAsGlb, ShearOfClipsIsTold) {
  auto model = of_fbx();
  TrackFactor turn;
  const float h = std::sqrt(0.5f);
  turn.rotation = {{0.0, 1.0}, {quat(1, 0, 0, 0), quat(h, 0, 0, h)}};
  model->clips[0].tracks = {{1, {turn}, {}, {}}};
  EXPECT_TRUE(export_rig(make_scene(model), folder_ / "plain.glb").empty());
  mat4 wide(1.0f);
  wide[0][0] = 2.0f;
  model->clips[0].tracks = {{1, {constant_factor(wide), turn}, {}, {}}};
  const auto notes = export_rig(make_scene(model), folder_ / "sheared.glb");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].find("1 joint is sheared by clips, which keys of glTF cannot hold"), 0u)
      << notes[0];
  EXPECT_NE(notes[0].find("in clip \"move\""), std::string::npos) << notes[0];
}

}  // namespace
}  // namespace bindpose::rig_as_glb_test
