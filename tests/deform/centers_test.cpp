// Centres of rotation of vertices that no triangle has.
#include <gtest/gtest.h>

#include "rig/deform/rotation_centers.h"
#include "rig/weights/weight_rows.h"

namespace bindpose {
namespace {

// Of its three joints the surface has the first with the last alone: that pair says where.
TEST(Centers, OfARowSomeOfWhosePairsNoTriangleHas) {
  Mesh mesh;
  mesh.position = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {5, 5, 5}};
  mesh.triangle = {0, 1, 2};
  const std::vector<WeightEntry> half{{0, 0.5f}, {2, 0.5f}};
  mesh.file_binding.influences =
      pack_influences({half, half, half, {{0, 0.4f}, {1, 0.2f}, {2, 0.4f}}}, 3).influences;
  mesh.file_binding.skin.joint = {0, 1, 2};
  mesh.file_binding.skin.skinned = true;
  const BoundMesh bound = bound_as_in_file(mesh);
  const mat4 same(1.0f);
  const vec4 center = rotation_centers({&bound, 1}, {&same, 1})[0][3];
  EXPECT_NEAR(center.x, 1.0f, 1e-5f);
  EXPECT_NEAR(center.y, 1.0f, 1e-5f);
  EXPECT_NEAR(center.z, 0.0f, 1e-5f);
  EXPECT_EQ(center.w, 1.0f);
}

}  // namespace
}  // namespace bindpose
