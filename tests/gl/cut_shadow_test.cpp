// The shadow on the ground of what is cut out or lets light through.
#include <gtest/gtest.h>

#include "gl/post.h"
#include "gl/square.h"

namespace bindpose::test::cut_shadow_test {
namespace {

class CutShadow : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    scene.view.grid = true;
    scene.view.dark = false;
    camera.target = vec3(0.0f);
    camera.distance = 6.0f;
    camera.pitch = 0.3f;
  }
  // How much darker the ground is for the square, left and right of the middle.
  struct Shade {
    float left, right;
  };
  // `lies`: flat above the ground, else it stands upright and faces the camera.
  Shade shade(const Material& material, const Image& image, bool lies,
              std::vector<vec4> color = {}) {
    Mesh mesh = square();
    mesh.material = 0;
    mesh.color = std::move(color);
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      vec3& p = mesh.position[i];
      p = lies ? vec3(p.x, 0.6f, -p.y) : vec3(p.x, 0.05f + 0.4f * (p.y + 1.0f), -0.3f);
      if (lies) mesh.normal[i] = vec3(0.0f, 1.0f, 0.0f);
    }
    Mesh floor = square();  // so small that it only says where the ground is
    for (vec3& p : floor.position) p = vec3(1e-3f * p.x, 0.0f, 1e-3f * p.y);
    floor.material = 1;
    Material solid;
    open(model_of({mesh, floor}, {material, solid}, {image}));
    const Image with = picture();
    scene.view.surface = false;
    const Image without = picture();
    scene.view.surface = true;
    const auto darker = [&](float x) {
      const vec3 place(x, 0.0f, lies ? 0.05f : -0.22f);
      return at(without, place).x - at(with, place).x;
    };
    return {darker(-0.5f), darker(0.5f)};
  }
  // Clear left of the middle.
  static Image right_half(int alpha = 255) {
    Image image = flat_image(200, 200, 200, alpha, 16);
    for (std::size_t i = 0; i < 256; ++i) {
      if (i % 16 < 8) image.pixels[4 * i + 3] = 0;
    }
    return image;
  }
  static Material leaf(AlphaMode mode) {
    Material m;
    m.alpha_mode = mode;
    m.two_sided = true;
    m.use(TextureSlot::BaseColor).image = 0;
    return m;
  }
};

TEST_F(CutShadow, IsThatOfWhatIsNotCutOut) {
  const Shade whole = shade(leaf(AlphaMode::Opaque), right_half(), true);
  EXPECT_GT(whole.left, 0.05f);
  EXPECT_NEAR(whole.left, whole.right, 0.01f);
  const Shade cut = shade(leaf(AlphaMode::Mask), right_half(), true);
  EXPECT_LT(cut.left, 0.1f * whole.left);
  EXPECT_GT(cut.right, 0.7f * whole.right);
  // Seen from above, an upright card has no area.
  const Shade upright = shade(leaf(AlphaMode::Mask), right_half(), false);
  EXPECT_GT(upright.right, 0.02f);
  EXPECT_LT(upright.left, 0.25f * upright.right);
  // What T hides cuts nothing either.
  scene.view.textures = false;
  EXPECT_NEAR(shade(leaf(AlphaMode::Mask), right_half(), true).left, whole.left, 0.01f);
}

TEST_F(CutShadow, LiesWhereThePictureDoes) {
  Material m = leaf(AlphaMode::Mask);
  m.use(TextureSlot::BaseColor).offset = vec2(0.5f, 0.0f);
  const Shade moved = shade(m, right_half(), true);
  EXPECT_GT(moved.left, 4.0f * moved.right);
  m.alpha_cutoff = 0.3f;
  m.base_color.a = 0.2f;  // times the picture's
  const Shade none = shade(m, right_half(), true);
  EXPECT_NEAR(none.left, 0.0f, 0.01f);
}

TEST_F(CutShadow, IsAsDenseAsWhatCoversInPart) {
  const Shade whole = shade(leaf(AlphaMode::Opaque), right_half(), true);
  const Shade part = shade(leaf(AlphaMode::Blend), right_half(102), true);
  EXPECT_NEAR(part.right / whole.right, 0.4f, 0.06f);
  EXPECT_LT(part.left, 0.1f * whole.left);
  // By the colours of the vertices, without a picture.
  Material glass = leaf(AlphaMode::Blend);
  glass.texture = {};
  const std::vector<vec4> color(4, vec4(1.0f, 1.0f, 1.0f, 0.4f));
  const Shade even = shade(glass, right_half(), true, color);
  EXPECT_NEAR(even.left / whole.left, 0.4f, 0.06f);
}

// The pose stays the same, whose shadow is kept.
TEST_F(CutShadow, FollowsWhetherMaterialsShow) {
  const Shade cut = shade(leaf(AlphaMode::Mask), right_half(), true);
  const PosedScene posed = evaluate(scene);
  BoneSet bones;
  build_bones(scene, posed, bones);
  const auto drawn = [&] {
    renderer().draw({.scene = scene,
                     .posed = posed,
                     .bones = bones,
                     .camera = camera,
                     .width = width,
                     .height = height,
                     .map = nullptr});
    return at(renderer().read_pixels(), vec3(-0.5f, 0.0f, 0.05f)).x;
  };
  const float with = drawn();
  scene.view.textures = false;
  EXPECT_GT(with - drawn(), cut.left + 0.03f);
  scene.view.textures = true;
  EXPECT_NEAR(drawn(), with, 0.005f);
}

}  // namespace
}  // namespace bindpose::test::cut_shadow_test
