// Where the pointer is on the surface, of which a stroke is made.
#include <gtest/gtest.h>

#include "io/import.h"
#include "scene/edit/edit.h"
#include "scene/edit/paint/paint.h"
#include "view/rigs.h"

namespace bindpose::paint_place_test {
namespace {

TEST(PaintPlace, IsInTheTriangleAsItStoodWhenTheStrokeBegan) {
  Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb"));
  for (mat4& user : scene.pose.user_local) user = rigs::turn(10, {0, 0, 1});
  const PosedScene posed = evaluate(scene);
  Paint paint;
  paint.joint = 1;
  paint.radius = 0.1f;
  std::shared_ptr<PaintCanvas> canvas;
  const Painting painting(scene, posed, paint, canvas);
  ASSERT_EQ(painting.obstacle(), "");
  const vec3 bary(0.5f, 0.3f, 0.2f);
  std::size_t painted = 0;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Mesh& mesh = scene.model->meshes[m];
    if (!binding_of(scene, m).skin.skinned) continue;
    ++painted;
    std::vector<vec3> position;
    skin_mesh(scene, posed, static_cast<int>(m), position, nullptr);
    const auto last = static_cast<std::uint32_t>(mesh.triangle.size() / 3 - 1);
    for (const std::uint32_t triangle : {0u, 1u, last / 2, last}) {
      vec3 wanted(0.0f);
      for (int c = 0; c < 3; ++c) {
        const std::size_t corner = std::size_t{3} * triangle + static_cast<std::size_t>(c);
        wanted += bary[c] * position[mesh.triangle[corner]];
      }
      const auto place = painting.place(static_cast<int>(m), triangle, bary);
      ASSERT_TRUE(place) << m;
      EXPECT_LT(glm::distance(*place, wanted), 1e-5f) << m << ' ' << triangle;
    }
  }
  EXPECT_GT(painted, 1u);
  EXPECT_FALSE(painting.place(-1, 0, bary));
  EXPECT_FALSE(painting.place(static_cast<int>(scene.model->meshes.size()), 0, bary));
}

}  // namespace
}  // namespace bindpose::paint_place_test
