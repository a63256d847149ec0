// How much of a surface its hatching covers: shaders/surface.frag draws lines 0.24 of their
// distance wide and dots of the radius 0.24.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "gl/post.h"
#include "gl/square.h"
#include "view/joints/joint_patterns.h"

namespace bindpose::test::hatching_test {
namespace {

class HatchingTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    open(model_of({square()}, {}));
    camera.target = vec3(0.0f);
    camera.distance = 1.5f;  // it fills the picture
    camera.pitch = 0.0f;
    camera.orthographic = true;
    scene.view.show = Show::Joints;
    scene.view.hatching = true;
  }
  Image hatched(std::uint8_t pattern) {
    const PosedScene posed = evaluate(scene);
    BoneSet bones;
    build_bones(scene, posed, bones);
    std::ranges::fill(bones.pattern, pattern);
    const SurfaceMap joints = surface_map(scene, posed, bones, Show::Joints);
    shown_map = &joints;
    Image image = picture();
    shown_map = nullptr;
    return image;
  }
  // The part of the middle's pixels that ink covers, each as far as it does: ink is at most 0.62.
  double covered(std::uint8_t pattern) {
    const Image plain = hatched(0), drawn = hatched(pattern);
    double sum = 0.0, most = 0.0;
    int count = 0;
    for (int y = height / 4; y < 3 * height / 4; ++y) {
      for (int x = width / 4; x < 3 * width / 4; ++x, ++count) {
        const auto apart = double(
            glm::length(pixel(drawn, float(x), float(y)) - pixel(plain, float(x), float(y))));
        sum += apart;
        most = std::max(most, apart);
      }
    }
    return most > 0.0 ? sum / most / count : 0.0;
  }
};

TEST_F(HatchingTest, LinesAndDotsCoverTheirPart) {
  EXPECT_EQ(covered(0), 0.0);
  for (const int line : {kHatchRising, kHatchFalling, kHatchLevel, kHatchUpright}) {
    EXPECT_NEAR(covered(static_cast<std::uint8_t>(line)), 0.24, 0.04) << line;
  }
  EXPECT_NEAR(covered(kHatchLevel | kHatchUpright), 1.0 - 0.76 * 0.76, 0.05);
  EXPECT_NEAR(covered(kHatchDots), std::numbers::pi * 0.24 * 0.24, 0.04);
}

}  // namespace
}  // namespace bindpose::test::hatching_test
