// Rigs of other formats written as GLB: what keys of glTF make of their clips.
#include <gtest/gtest.h>

#include <cmath>

#include "io/export/rig.h"
#include "io/import.h"
#include "io/io_fixture.h"

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
