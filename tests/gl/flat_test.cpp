// A mesh without normals in its file is lit by its triangles' own, posed ones, although they share
// vertices: to the pixel as if each had three of its own.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "gl/post.h"
#include "render/material/winding.h"
#include "rig/subset.h"
#include "view/rigs.h"

namespace bindpose::test::flat_test {
namespace {

class FlatTest : public PictureTest {
 protected:
  std::shared_ptr<Model> shared_and_flat() const {
    const auto model = post_model();
    model->meshes[0].flat = true;
    return model;
  }
  // The points where the pose of `scene` has them, at rest there; three for each triangle.
  std::shared_ptr<Model> apart_at(const std::vector<vec3>& at) const {
    const auto model = post_model();
    const Mesh shared = model->meshes[0];
    std::vector<std::uint32_t> triangle;
    for (std::uint32_t i = 0; i < shared.triangle.size(); ++i) triangle.push_back(i);
    Mesh& mesh = model->meshes[0];
    mesh = subset(shared, shared.triangle, triangle);
    mesh.file_binding = subset(bound_as_in_file(shared), shared.triangle);
    for (std::size_t i = 0; i < triangle.size(); ++i) mesh.position[i] = at[shared.triangle[i]];
    for (std::size_t i = 0; i < triangle.size(); ++i) {
      const vec3* p = &mesh.position[i - i % 3];
      mesh.normal[i] = glm::normalize(glm::cross(p[1] - p[0], p[2] - p[0]));
    }
    return model;
  }
  void bend() { scene.pose.user_local[1] = rigs::turn(50, {0, 0, 1}); }
};

TEST_F(FlatTest, EachTriangleIsLitByItsOwnNormal) {
  open(apart_at(post_mesh().position));
  const Image wanted = picture();
  open(shared_and_flat());
  EXPECT_LE(largest_difference(picture(), wanted), 2);
  open(post_model());
  EXPECT_GT(largest_difference(picture(), wanted), 8);  // smooth
}

TEST_F(FlatTest, NormalsAreThoseOfThePosedTriangles) {
  bend();
  std::vector<vec3> at;
  skin_mesh(scene, evaluate(scene), 0, at, nullptr);
  open(apart_at(at));
  const Image wanted = picture();
  open(shared_and_flat());
  EXPECT_GT(largest_difference(picture(), wanted), 50);  // not bent yet
  bend();
  EXPECT_LE(largest_difference(picture(), wanted), 2);
}

// Which side is outside is the triangles' to say, whatever normals a vertex got.
TEST(FlatWinding, IsThatOfItsTriangles) {
  Mesh card = post_mesh();
  card.normal.assign(card.position.size(), vec3(0.0f));
  EXPECT_FALSE(winds_by_normals(card));
  card.flat = true;
  EXPECT_TRUE(winds_by_normals(card));
}

// Copies of it, too: what a ghost shows differs from a smooth one.
TEST_F(FlatTest, GhostsAreFlatAsWell) {
  scene.view.ghosts = Ghosts::All;
  scene.view.surface = false;
  const Image smooth = picture();
  open(apart_at(post_mesh().position));
  const Image wanted = picture();
  open(shared_and_flat());
  const Image flat = picture();
  EXPECT_LE(largest_difference(flat, wanted), 2);
  EXPECT_GT(largest_difference(flat, smooth), 8);
}

}  // namespace
}  // namespace bindpose::test::flat_test
