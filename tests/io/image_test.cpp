#include <cstring>
#include <random>

#include "io/files/image_io.h"
#include "io/io_fixture.h"

namespace bindpose::tests::image_test {
namespace {

Image noise(int width, int height) {
  Image image{"noise", width, height, {}};
  std::mt19937 rng(70);
  image.pixels.resize(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (auto& p : image.pixels) p = static_cast<std::uint8_t>(rng());
  return image;
}

class ImageIo : public FolderTest {};

TEST_F(ImageIo, PngRoundTripsEveryPixel) {
  for (const auto& [w, h] : {std::pair{1, 1}, {3, 7}, {300, 211}}) {
    const Image image = noise(w, h);
    write_png(folder_ / "x.png", image);
    std::string error;
    const auto back = read_image(folder_ / "x.png", 512, error);
    ASSERT_TRUE(back) << error;
    EXPECT_EQ(back->name, "x.png");
    EXPECT_EQ(back->width, w);
    EXPECT_EQ(back->height, h);
    EXPECT_EQ(back->pixels, image.pixels);
  }
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(ImageIo, SmoothPicturesAreCompressed) {
  Image image{"flat", 640, 360, std::vector<std::uint8_t>(std::size_t{4} * 640 * 360, 200)};
  EXPECT_LT(encode_png(image).size(), 20000u);
}

TEST_F(ImageIo, IncompletePixelsAreRefused) {
  Image image = noise(4, 4);
  image.pixels.pop_back();
  EXPECT_NE(sentence_of([&] { write_png(folder_ / "x.png", image); }), "");
  EXPECT_NE(sentence_of([&] { write_png(folder_ / "x.png", Image{}); }), "");
  EXPECT_NE(sentence_of([&] { write_png(folder_ / "no" / "x.png", noise(1, 1)); }).find("x.png"),
            std::string::npos);
  EXPECT_EQ(file_count(), 0u);
}

TEST_F(ImageIo, TheSizeIsCheckedBeforeDecoding) {
  // A header that claims far more pixels than there are behind it: only the size may be looked at.
  // (Newer stb reads on to the first pixels for it.)
  std::vector<std::uint8_t> png = encode_png(noise(8, 8));
  std::string error;
  for (const auto& [high, says] :
       {std::pair{std::uint8_t{0x27}, "10000 x 10000"}, {std::uint8_t{0x75}, "large"}}) {
    const std::uint8_t side[4] = {0, 0, high, 0x10};
    std::memcpy(png.data() + 16, side, 4);
    std::memcpy(png.data() + 20, side, 4);
    EXPECT_FALSE(decode_image(png, 8192, error));
    EXPECT_NE(error.find(says), std::string::npos) << error;
    EXPECT_NE(error.find("8192"), std::string::npos) << error;
  }
  EXPECT_TRUE(decode_image(encode_png(noise(8, 8)), 8, error));
  EXPECT_FALSE(decode_image(encode_png(noise(9, 8)), 8, error));
}

TEST_F(ImageIo, BadBytesAreASentence) {
  std::string error;
  EXPECT_FALSE(decode_image({}, 100, error));
  EXPECT_NE(error, "");
  const std::vector<std::uint8_t> text(100, 'x');
  EXPECT_FALSE(decode_image(text, 100, error));
  EXPECT_NE(error.find("PNG"), std::string::npos) << error;
  std::vector<std::uint8_t> png = encode_png(noise(50, 50));
  png.resize(png.size() / 2);
  EXPECT_FALSE(decode_image(png, 100, error));
  EXPECT_NE(error.find("damaged"), std::string::npos) << error;
  EXPECT_FALSE(read_image(folder_ / "none.png", 100, error));
  EXPECT_NE(error.find("none.png"), std::string::npos) << error;
  EXPECT_FALSE(read_image(folder_, 100, error));
  write_all(folder_ / "empty.png", "");
  EXPECT_FALSE(read_image(folder_ / "empty.png", 100, error));
  EXPECT_NE(error.find("empty.png"), std::string::npos) << error;
}

TEST_F(ImageIo, DamagedFilesNeverCrash) {
  const std::vector<std::uint8_t> good = encode_png(noise(40, 30));
  std::mt19937 rng(71);
  std::string error;
  for (int k = 0; k < 300; ++k) {
    std::vector<std::uint8_t> bad = good;
    for (int n = 0; n < 4; ++n) bad[rng() % bad.size()] = static_cast<std::uint8_t>(rng());
    const auto image = decode_image(bad, 1000, error);
    EXPECT_EQ(!image, !error.empty());
  }
}

}  // namespace
}  // namespace bindpose::tests::image_test
