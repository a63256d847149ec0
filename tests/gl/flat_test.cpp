// A mesh without normals in its file is lit by its triangles' own, posed ones, although they share
// vertices: to the pixel as if each had three of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "gl/post.h"
#include "render/material/winding.h"
#include "rig/subset.h"
#include "view/rigs.h"

namespace bindpose::test::flat_test {
namespace {

// The post with eight sides: its faces are as large as they come.
Mesh octagon() {
  constexpr std::uint32_t kAround = 48, kSides = 8, kRows = 11;
  std::vector<std::uint32_t> vertex, triangle;
  for (std::uint32_t r = 0; r < kRows; ++r)
    for (std::uint32_t s = 0; s < kSides; ++s)
      vertex.push_back(4 * r * kAround + s * (kAround / kSides));
  for (std::uint32_t r = 0; r + 1 < kRows; ++r)
    for (std::uint32_t s = 0; s < kSides; ++s) {
      const std::uint32_t p = r * kSides + s, q = r * kSides + (s + 1) % kSides;
      for (std::uint32_t i : {p, p + kSides, q, q, p + kSides, q + kSides}) triangle.push_back(i);
    }
  const Mesh post = post_mesh();
  Mesh out = subset(post, vertex, triangle);
  out.file_binding = post_model()->meshes[0].file_binding;
  out.file_binding.influences = subset(out.file_binding.influences, vertex);
  return out;
}

class FlatTest : public PictureTest {
 protected:
  std::shared_ptr<Model> of(Mesh mesh, bool flat) const {
    const auto model = post_model();
    mesh.flat = flat;
    model->meshes[0] = std::move(mesh);
    return model;
  }
  // Three points for each triangle, where they are at rest then, with its normal.
  std::shared_ptr<Model> apart_at(const std::vector<vec3>& at) const {
    const Mesh shared = octagon();
    std::vector<std::uint32_t> triangle;
    for (std::uint32_t i = 0; i < shared.triangle.size(); ++i) triangle.push_back(i);
    Mesh mesh = subset(shared, shared.triangle, triangle);
    mesh.file_binding = subset(bound_as_in_file(shared), shared.triangle);
    for (std::size_t i = 0; i < triangle.size(); ++i) mesh.position[i] = at[shared.triangle[i]];
    for (std::size_t i = 0; i < triangle.size(); ++i) {
      const vec3* p = &mesh.position[i - i % 3];
      mesh.normal[i] = glm::normalize(glm::cross(p[1] - p[0], p[2] - p[0]));
    }
    return of(std::move(mesh), false);
  }
  void bend() { scene.pose.user_local[1] = rigs::turn(50, {0, 0, 1}); }
};

// Channels that differ by more than rounding. Points that were moved twice by other ways may be on
// other sides of an edge.
std::size_t different(const Image& a, const Image& b) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < std::min(a.pixels.size(), b.pixels.size()); ++i)
    out += std::abs(int(a.pixels[i]) - int(b.pixels[i])) > 2 ? 1 : 0;
  return a.pixels.size() == b.pixels.size() ? out : a.pixels.size();
}
constexpr std::size_t kEdges = 60;

TEST_F(FlatTest, EachTriangleIsLitByItsOwnNormal) {
  open(apart_at(octagon().position));
  const Image wanted = picture();
  open(of(octagon(), true));
  EXPECT_LE(different(picture(), wanted), kEdges);
  open(of(octagon(), false));
  EXPECT_GT(different(picture(), wanted), 50 * kEdges);  // smooth
}

TEST_F(FlatTest, NormalsAreThoseOfThePosedTriangles) {
  open(of(octagon(), true));
  bend();
  std::vector<vec3> at;
  skin_mesh(scene, evaluate(scene), 0, at, nullptr);
  const Image flat = picture();
  open(of(octagon(), false));
  bend();
  const Image smooth = picture();
  open(apart_at(at));
  const Image wanted = picture();
  EXPECT_LE(different(flat, wanted), kEdges);
  EXPECT_GT(different(smooth, wanted), 50 * kEdges);
}

// Copies of it, too.
TEST_F(FlatTest, GhostsAreFlatAsWell) {
  scene.view.ghosts = Ghosts::All;
  scene.view.surface = false;
  open(of(octagon(), false));
  const Image smooth = picture();
  open(apart_at(octagon().position));
  const Image wanted = picture();
  open(of(octagon(), true));
  const Image flat = picture();
  EXPECT_LE(different(flat, wanted), kEdges);
  EXPECT_GT(different(smooth, wanted), 20 * kEdges);
}

// Which side is outside is the triangles' to say, whatever normals a vertex got.
TEST(FlatWinding, IsThatOfItsTriangles) {
  Mesh card = post_mesh();
  card.normal.assign(card.position.size(), vec3(0.0f));
  EXPECT_FALSE(winds_by_normals(card));
  card.flat = true;
  EXPECT_TRUE(winds_by_normals(card));
}

}  // namespace
}  // namespace bindpose::test::flat_test
