// A texture copied into a framebuffer: which pixel comes where.
#include "render/gpu/picture_copy.h"

#include <gtest/gtest.h>

#include "gl/gl_fixture.h"
#include "render/gpu/screen_target.h"

namespace bindpose::test::picture_copy_test {
namespace {

constexpr int kWide = 4, kTall = 3, kScreen = 20;

// Which column and row of the texture a pixel of the picture is, in its red and green.
std::vector<std::uint8_t> numbered() {
  std::vector<std::uint8_t> out;
  for (int y = 0; y < kTall; ++y) {
    for (int x = 0; x < kWide; ++x) {
      for (const int v : {10 + x, 20 + y, 30, 255}) out.push_back(static_cast<std::uint8_t>(v));
    }
  }
  return out;
}

class PictureCopyTest : public GlTest {
 protected:
  PictureCopyTest() : from_((shared_renderer(), kWide), kTall), to_(kScreen, kScreen) {
    glBindTexture(GL_TEXTURE_2D, from_.texture());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kWide, kTall, GL_RGBA, GL_UNSIGNED_BYTE,
                    numbered().data());
  }
  // (column + 10, row + 20) of the texture at a pixel counted from below; (0, 0) where nothing is.
  static std::pair<int, int> at(const Image& image, int x, int y) {
    const std::uint8_t* p =
        &image.pixels[4 * std::size_t((image.height - 1 - y) * image.width + x)];
    return {p[0], p[1]};
  }
  void expect(int x0, int y0, int square, const PixelRect& part) {
    copy_.draw(from_.texture(), to_.framebuffer(), x0, y0, square, part);
    const Image image = to_.read_pixels();
    for (int y = 0; y < kScreen; ++y) {
      for (int x = 0; x < kScreen; ++x) {
        std::pair<int, int> wanted;
        if (x >= part.x && y >= part.y && x < part.x + part.width && y < part.y + part.height)
          wanted = {10 + (x - x0) / square, 20 + (y - y0) / square};
        EXPECT_EQ(at(image, x, y), wanted) << x << ' ' << y;
      }
    }
  }

  ScreenTarget from_, to_;
  PictureCopy copy_{app::shader_folder()};
};

TEST_F(PictureCopyTest, PixelsStayWhereTheyAre) {
  expect(0, 0, 1, {0, 0, kWide, kTall});
}

TEST_F(PictureCopyTest, OrBecomeSquaresFromACornerOn) {
  expect(5, 2, 3, {5, 2, 3 * kWide, 3 * kTall});
}

TEST_F(PictureCopyTest, NothingOutsideOfThePartIsTouched) {
  expect(5, 2, 3, {7, 4, 6, 3});
}

// What was drawn before may have left any of these.
TEST_F(PictureCopyTest, NeitherScissorNorDepthNorBlendingStandsInItsWay) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 1, 1);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_NEVER);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ZERO, GL_ONE);
  expect(5, 2, 3, {5, 2, 3 * kWide, 3 * kTall});
  glDepthFunc(GL_LESS);
}

}  // namespace
}  // namespace bindpose::test::picture_copy_test
