// A file is what it is: no rounding may part it from itself.
#include <gtest/gtest.h>

#include "io/import.h"
#include "scene/diff/scene_diff.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::itself_test {
namespace {

TEST(DiffOfItself, IsExactlyNothing) {
  DiffOptions options;
  options.tolerance = 0.0;
  for (const char* file : {"ogre.glb", "arm.glb", "octopus.glb", "automaton.glb"}) {
    const auto path = std::string(BINDPOSE_SOURCE_DIR "/assets/") + file;
    // Read twice: nothing but the numbers is shared.
    const Scene a = make_scene(import_model(path, {})), b = make_scene(import_model(path, {}));
    const SceneDiff diff = compare_scenes(a, b, options);
    EXPECT_TRUE(diff.same()) << file;
    for (const SurfaceDiff& surface : diff.surfaces) {
      EXPECT_EQ(surface.metres, 0.0) << file;
      EXPECT_EQ(surface.away, 0u) << file;
      EXPECT_EQ(surface.in_clips.metres, 0.0) << file;
      EXPECT_EQ(surface.weight, 0.0f) << file;
      EXPECT_EQ(surface.compared, surface.vertices) << file;
    }
  }
}

// The nodes stay, the bind pose is another: that is a difference of the bind pose alone.
TEST(DiffOfItself, BoundAnewTheRestPoseStays) {
  const Scene was = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/broken/mirrored.glb", {}));
  Document document(was);
  std::string error;
  const auto edit = parse_edit("rebind rest", document.scene(), error);
  ASSERT_TRUE(edit) << error;
  document.apply({*edit});
  const SceneDiff diff = compare_scenes(was, document.scene(), {});
  ASSERT_EQ(diff.joints.size(), 5u);
  double bind = 0.0;
  for (const JointDiff& joint : diff.joints) {
    EXPECT_LT(joint.rest.metres, 1e-6);
    EXPECT_LT(joint.rest.degrees, 1e-3);
    EXPECT_LT(joint.rest.scale, 1e-5);
    bind = std::max(bind, joint.bind.metres);
  }
  EXPECT_GT(bind, 0.1);
}

}  // namespace
}  // namespace bindpose::tests::itself_test
