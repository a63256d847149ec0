// Maps of classes: each vertex's colour reaches to the middle of its edges, and no colour between
// two is made up.
#include <gtest/gtest.h>

#include <array>

#include "gl/post.h"
#include "gl/square.h"
#include "view/surface_map.h"

namespace bindpose::test::cells_test {
namespace {

class CellsTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    open(model_of({square()}, {}));
    camera.target = vec3(0.0f);
    camera.distance = 4.5f;
    camera.pitch = 0.0f;
    camera.orthographic = true;
    scene.view.show = Show::Influences;
  }
};

TEST_F(CellsTest, ACornersColourIsThatOfItsThirdOfTheTriangle) {
  const PosedScene posed = evaluate(scene);
  BoneSet bones;
  build_bones(scene, posed, bones);
  SurfaceMap map = surface_map(scene, posed, bones, Show::Influences);
  ASSERT_EQ(map.style, MapStyle::Cells);
  ASSERT_EQ(map.mesh.size(), 1u);
  const std::array<vec3, 4> color{vec3(0.8f, 0.1f, 0.1f), vec3(0.1f, 0.6f, 0.1f),
                                  vec3(0.1f, 0.2f, 0.9f), vec3(0.7f, 0.6f, 0.1f)};
  map.mesh[0].color.clear();
  for (const vec3& c : color) map.mesh[0].color.push_back(to_oklab(c));
  shown_map = &map;
  const Image image = picture();
  shown_map = nullptr;
  const Mesh& mesh = scene.model->meshes[0];
  int looked_at = 0;
  for (std::size_t t = 0; t < mesh.triangle.size(); t += 3) {
    for (float a = 0.06f; a < 1.0f; a += 0.11f) {
      for (float b = 0.06f; a + b < 1.0f; b += 0.11f) {
        const vec3 share(a, b, 1.0f - a - b);
        const int nearest =
            share.x > share.y ? (share.x > share.z ? 0 : 2) : (share.y > share.z ? 1 : 2);
        vec3 point(0.0f);
        float second = 0.0f;
        for (int k = 0; k < 3; ++k) {
          point += share[k] * mesh.position[mesh.triangle[t + std::size_t(k)]];
          if (k != nearest) second = std::max(second, share[k]);
        }
        const vec3 screen = project(camera, {float(width), float(height)}, point);
        if (screen.x < 2 || screen.y < 2 || screen.x > float(width) - 2 ||
            screen.y > float(height) - 2 || share[nearest] - second < 0.06f)
          continue;
        const std::uint32_t v = mesh.triangle[t + std::size_t(nearest)];
        // Light makes it brighter or darker and leaves its hue.
        const vec3 seen = to_oklab(at(image, point)), wanted = to_oklab(color[v]);
        EXPECT_LT(std::abs(std::atan2(seen.y * wanted.z - seen.z * wanted.y,
                                      seen.y * wanted.y + seen.z * wanted.z)),
                  0.12f)
            << "triangle " << t / 3 << ", shares " << share.x << ' ' << share.y << ' ' << share.z;
        ++looked_at;
      }
    }
  }
  EXPECT_GT(looked_at, 40);
}

}  // namespace
}  // namespace bindpose::test::cells_test
