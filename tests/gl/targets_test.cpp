// What the framebuffers of a picture know of it.
#include "render/gpu/targets.h"

#include <algorithm>

#include "gl/gl_fixture.h"
#include "render/gpu/screen_target.h"

namespace bindpose::test::targets_test {
namespace {

constexpr int kAcross = 12, kUp = 10;

// A picture full of stripes of one pixel, all as far away as `depth`, so that every pixel is at an
// edge. Its second drawing is about to begin.
void draw_stripes(Targets& targets, double depth) {
  targets.resize(kAcross, kUp);
  targets.begin(0);
  targets.bind_backdrop();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0.0f, 0.0f, 1.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  targets.bind();
  glDepthMask(GL_TRUE);
  glClearDepth(depth);
  glClear(GL_DEPTH_BUFFER_BIT);
  for (int x = 0; x < kAcross; ++x) {
    glScissor(x, 0, 1, kUp);
    glClearColor(static_cast<float>(x % 2), 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClearDepth(1.0);
  glDisable(GL_SCISSOR_TEST);
  targets.finish();
  targets.begin(1);
  targets.bind();
}

TEST_F(GlTest, BeyondThePicturesBorderAnyDepthMayShow) {
  Targets targets(app::shader_folder(), 0);
  draw_stripes(targets, 0.5);
  const PixelMask mask = targets.seen_edges(0.1f);
  ASSERT_EQ(mask.farthest.size(), static_cast<std::size_t>(kAcross * kUp));
  for (int y = 0; y < kUp; ++y) {
    for (int x = 0; x < kAcross; ++x) {
      const int farthest = mask.farthest[static_cast<std::size_t>(y * kAcross + x)];
      const bool border = x == 0 || y == 0 || x == kAcross - 1 || y == kUp - 1;
      const int expected = border ? PixelMask::kMostDepth : 32768;
      EXPECT_NEAR(farthest, expected, border ? 0 : 3) << x << ' ' << y;
    }
  }
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

// Of the picture at (3, 4) what lies in a part, each pixel as it is or as four.
TEST_F(GlTest, ThePictureIsCopiedWhereItIsAskedFor) {
  Targets targets(app::shader_folder(), 0);
  draw_stripes(targets, 0.5);
  for (const int square : {1, 2}) {
    const ScreenTarget screen(30, 30);
    const PixelRect part{5, 6, 4, 20};
    targets.blit(screen.framebuffer(), 3, 4, square, part);
    const Image image = screen.read_pixels();
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 30; ++x) {
        const bool seen = x >= part.x && x < part.x + part.width && y >= part.y &&
                          y < std::min(part.y + part.height, 4 + square * kUp);
        const int red = seen && (x - 3) / square % 2 == 1 ? 255 : 0;
        EXPECT_EQ(image.pixels[4 * std::size_t((29 - y) * 30 + x)], red)
            << square << ": " << x << ' ' << y;
      }
    }
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace
}  // namespace bindpose::test::targets_test
