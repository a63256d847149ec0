// Vertices and bind matrices told in other coordinates: which of a scene's parts are in them, and
// when there are none.
#include <gtest/gtest.h>

#include "io/import.h"
#include "io/import_files.h"
#include "math/numbers.h"
#include "scene/diff/scene_diff.h"

namespace bindpose::tests::bind_space_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;

// A square on the joints "a" and "b", a hat on a node below "b" and a box beside them, both without
// a skin. The skin's vertices are `smaller` times as large, and its inverse bind matrices told for
// them; `off` moves the bind pose of "b".
std::shared_ptr<const Model> rig(float smaller, float off = 0.0f) {
  import_files::Square square;
  for (float& x : square.position) x *= smaller;
  Gltf g = import_files::skinned_square(square);
  std::vector<float> inverse;
  for (const vec3& at : {vec3(0.0f), vec3(2.0f + off, 0.0f, 0.0f)}) {
    for (int c = 0; c < 3; ++c) {
      for (int r = 0; r < 4; ++r) inverse.push_back(c == r ? 1.0f / smaller : 0.0f);
    }
    inverse.insert(inverse.end(), {-at.x, -at.y, -at.z, 1.0f});
  }
  g.root["skins"][0]["inverseBindMatrices"] = g.floats(inverse, "MAT4", 16);
  const auto triangle = [&](float x) {
    return json{
        {"primitives",
         {{{"attributes", {{"POSITION", g.floats({x, 0, 0, x + 1, 0, 0, x, 1, 0}, "VEC3", 3)}}}}}}};
  };
  g.root["meshes"].push_back(triangle(0.0f));
  g.root["meshes"].push_back(triangle(5.0f));
  g.root["nodes"].push_back({{"name", "hat"}, {"mesh", 1}, {"translation", {0.0, 3.0, 0.0}}});
  g.root["nodes"].push_back({{"name", "box"}, {"mesh", 2}, {"translation", {0.0, 0.0, 4.0}}});
  g.root["nodes"][3]["children"] = {4};
  g.root["nodes"][0]["children"].push_back(5);
  const Folder folder;
  return import_model(g.write(folder));
}

SceneDiff compared(const std::shared_ptr<const Model>& a, const std::shared_ptr<const Model>& b) {
  return compare_scenes(make_scene(a), make_scene(b), DiffOptions());
}

TEST(BindSpaces, WhatHangsBelowAJointIsInThemAndWhatStandsBesideIsNot) {
  const SceneDiff diff = compared(rig(1.0f), rig(0.01f));
  EXPECT_NEAR(diff.bind_space[0][0], 100.0f, 1e-2f);
  for (const JointDiff& joint : diff.joints) EXPECT_NEAR(joint.bind.metres, 0.0, 1e-4);
  ASSERT_EQ(diff.surfaces.size(), 6u);
  for (const SurfaceDiff& s : diff.surfaces) {
    EXPECT_EQ(s.away, 0u) << s.mesh << " of " << (s.of_a ? "A" : "B");
    EXPECT_EQ(s.compared, s.vertices);
  }
  EXPECT_TRUE(diff.same());
}

// One of two joints says so, the other does not.
TEST(BindSpaces, MoreThanHalfOfTheJointsSaySo) {
  const SceneDiff diff = compared(rig(1.0f), rig(0.01f, 0.5f));
  EXPECT_EQ(diff.bind_space, mat4(1.0f));
  EXPECT_TRUE(diff.differs[static_cast<int>(DiffPart::Bind)]);
}

TEST(BindSpaces, AJointThatIsBoundElsewhereMakesNone) {
  const SceneDiff diff = compared(rig(1.0f), rig(1.0f, 0.5f));
  EXPECT_EQ(diff.bind_space, mat4(1.0f));
  EXPECT_TRUE(diff.differs[static_cast<int>(DiffPart::Bind)]);
}

}  // namespace
}  // namespace bindpose::tests::bind_space_test
