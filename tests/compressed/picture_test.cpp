// Textures as WebP and AVIF, written by the libraries' own encoders.
#include <avif/avif.h>
#include <gtest/gtest.h>
#include <webp/encode.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "compressed/packed_files.h"
#include "io/files/image_io.h"
#include "io/files/web_image.h"
#include "io/import.h"

namespace bindpose::packed_files {
namespace picture_test {
namespace {

// Red grows to the right, green downwards; half of it is half transparent.
Image ramp(int width, int height) {
  Image image{"ramp", width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.pixels.push_back(static_cast<std::uint8_t>(255 * x / width));
      image.pixels.push_back(static_cast<std::uint8_t>(255 * y / height));
      image.pixels.push_back(40);
      image.pixels.push_back(x < width / 2 ? 255 : 128);
    }
  }
  return image;
}

std::string as_webp(const Image& image) {
  std::uint8_t* out = nullptr;
  const std::size_t size =
      WebPEncodeLosslessRGBA(image.pixels.data(), image.width, image.height, 4 * image.width, &out);
  std::string bytes(reinterpret_cast<const char*>(out), size);
  WebPFree(out);
  return bytes;
}

std::string as_avif(const Image& image) {
  avifImage* const picture =
      avifImageCreate(static_cast<std::uint32_t>(image.width),
                      static_cast<std::uint32_t>(image.height), 8, AVIF_PIXEL_FORMAT_YUV444);
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, picture);
  rgb.pixels = const_cast<std::uint8_t*>(image.pixels.data());
  rgb.rowBytes = static_cast<std::uint32_t>(4 * image.width);
  EXPECT_EQ(avifImageRGBToYUV(picture, &rgb), AVIF_RESULT_OK);
  avifEncoder* const encoder = avifEncoderCreate();
  encoder->minQuantizer = encoder->maxQuantizer = 0;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = 0;
  encoder->speed = 10;
  avifRWData out = AVIF_DATA_EMPTY;
  EXPECT_EQ(avifEncoderWrite(encoder, picture, &out), AVIF_RESULT_OK);
  std::string bytes(reinterpret_cast<const char*>(out.data), out.size);
  avifRWDataFree(&out);
  avifEncoderDestroy(encoder);
  avifImageDestroy(picture);
  return bytes;
}

int largest_difference(const Image& a, const Image& b) {
  if (a.pixels.size() != b.pixels.size()) return 256;
  int most = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    most = std::max(most, std::abs(int{a.pixels[i]} - int{b.pixels[i]}));
  }
  return most;
}

std::optional<Image> decode(const std::string& bytes, int side, std::string& error) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return decode_image({first, bytes.size()}, side, error, ImageKinds::All);
}

void check_kind(const std::string& bytes, const Image& image, int tolerance, const char* damaged) {
  std::string error;
  const auto back = decode(bytes, 64, error);
  ASSERT_TRUE(back) << error;
  EXPECT_EQ(back->width, image.width);
  EXPECT_EQ(back->height, image.height);
  EXPECT_LE(largest_difference(*back, image), tolerance);
  EXPECT_TRUE(decode(bytes, 48, error)) << error;
  EXPECT_FALSE(decode(bytes, 47, error));
  EXPECT_FALSE(error.empty());
  for (const std::size_t size : {std::size_t{13}, bytes.size() / 4, bytes.size() / 2}) {
    EXPECT_FALSE(decode(bytes.substr(0, size), 64, error)) << size;
    EXPECT_NE(error.find(damaged), std::string::npos) << error;
  }
  // Nothing else reads such a picture: only what models bring is decoded, in a process of its own.
  EXPECT_FALSE(
      decode_image({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, 64, error));
}

// What stands on pages is near to what was drawn, see-through as it is, and the larger the better.
TEST(WebPictures, of_pages_are_as_they_were_drawn) {
  const Image image = ramp(64, 48);
  const auto written = [&](float quality) {
    const std::vector<std::uint8_t> bytes = encode_webp(image, quality);
    return std::string(bytes.begin(), bytes.end());
  };
  const std::string bytes = written(78.0f);
  std::string error;
  const auto back = decode(bytes, 64, error);
  ASSERT_TRUE(back) << error;
  EXPECT_EQ(back->width, 64);
  EXPECT_EQ(back->height, 48);
  double off = 0.0;
  bool alike = true;
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    off += std::abs(int{image.pixels[i]} - int{back->pixels[i]});
    if (i % 4 == 3) alike = alike && back->pixels[i] == image.pixels[i];
  }
  EXPECT_TRUE(alike) << "see-through in other places";
  EXPECT_LT(off / double(image.pixels.size()), 4.0);
  EXPECT_LT(bytes.size(), image.pixels.size() / 10);
  EXPECT_GT(written(95.0f).size(), bytes.size());
  for (const Image& none : {Image{"none", 0, 0, {}}, Image{"half", 64, 48, {1, 2, 3, 4}}}) {
    EXPECT_THROW(encode_webp(none, 78.0f), std::runtime_error);
  }
}

TEST(WebPictures, webp_is_exact) {
  check_kind(as_webp(ramp(48, 20)), ramp(48, 20), 0, "The WebP image is damaged");
}

TEST(WebPictures, avif_is_near) {
  check_kind(as_avif(ramp(48, 20)), ramp(48, 20), 3, "The AVIF image is damaged");
}

// A texture of a sheet in three formats; the one for older programs is another picture.
TEST(WebPictures, each_side_has_its_limit) {
  EXPECT_EQ(problem_of_size(15, 15, 15), "");
  for (const auto& [width, height] : {std::pair{16, 15}, {15, 16}, {0, 15}, {15, 0}}) {
    EXPECT_EQ(problem_of_size(width, height, 15), "The image has " + std::to_string(width) + " x " +
                                                      std::to_string(height) +
                                                      " pixels; at most 15 a side are read.");
  }
}

TEST(WebPictures, a_texture_shows_the_one_that_its_extension_names) {
  const Image old{"old", 1, 1, {9, 9, 9, 255}};
  const std::vector<std::uint8_t> png = encode_png(old);
  const auto shown = [&](const char* extension, const std::string& bytes, bool fallback) {
    Gltf g = sheet(2);
    const std::size_t view = add_view(g, bytes);
    const std::size_t other = add_view(g, {png.begin(), png.end()});
    g.root["images"] = json::array({{{"bufferView", view}, {"mimeType", "image/webp"}},
                                    {{"bufferView", other}, {"mimeType", "image/png"}}});
    json texture = {{"extensions", {{extension, {{"source", 0}}}}}};
    if (fallback) texture["source"] = 1;
    g.root["textures"] = json::array({texture});
    const json base = {{"baseColorTexture", {{"index", 0}}}};
    g.root["materials"] = json::array({{{"pbrMetallicRoughness", base}}});
    primitive(g)["material"] = 0;
    use_extension(g, extension, !fallback);
    const Folder folder;
    const auto model = import_model(g.write(folder));
    return model->images.empty() ? 0 : model->images[0].width;
  };
  for (const bool fallback : {false, true}) {
    EXPECT_EQ(shown("EXT_texture_webp", as_webp(ramp(48, 20)), fallback), 48);
    EXPECT_EQ(shown("EXT_texture_avif", as_avif(ramp(24, 20)), fallback), 24);
  }
  EXPECT_EQ(shown("KHR_texture_basisu", "\xabKTX 20\xbb", true), 1);
  EXPECT_EQ(shown("KHR_texture_basisu", "\xabKTX 20\xbb", false), 0);
}

// The knight's texture, as another program wrote it: the same picture but for what WebP loses.
TEST(WebPictures, of_a_file_from_elsewhere) {
  const std::filesystem::path shared(BINDPOSE_SHARED_DIR);
  if (!std::filesystem::exists(shared / "wild")) GTEST_SKIP() << "no ../shared/wild here";
  const auto webp = import_model(shared / "wild/compressed/knight_webp.glb");
  const auto png = import_model(shared / "models/knight/Knight.glb");
  ASSERT_EQ(webp->images.size(), 1u);
  const Image &a = webp->images[0], &b = png->images.at(0);
  ASSERT_EQ(a.pixels.size(), b.pixels.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) sum += std::abs(a.pixels[i] - b.pixels[i]);
  EXPECT_LT(sum / static_cast<double>(a.pixels.size()), 2.0);
}

}  // namespace
}  // namespace picture_test
}  // namespace bindpose::packed_files
