// Films as other programs read them: GIFs by giflib's decoder, videos by ffmpeg's.
#include "io/film/film_writer.h"

#include <gif_lib.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/files/image_io.h"
#include "io/files/image_pixels.h"
#include "io/film/film_kinds.h"
#include "io/film/palette.h"
#include "temp_folder.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

Image plain(int width, int height, std::array<std::uint8_t, 4> color) {
  Image image;
  image.width = width;
  image.height = height;
  for (int i = 0; i < width * height; ++i)
    image.pixels.insert(image.pixels.end(), color.begin(), color.end());
  return image;
}

// A square of `color` at x, on a blue ground; or on nothing.
Image square_at(int x, std::array<std::uint8_t, 4> ground = {20, 30, 90, 255}) {
  Image image = plain(32, 24, ground);
  for (int row = 8; row < 16; ++row) {
    for (int col = x; col < x + 8; ++col) {
      const auto i = 4 * static_cast<std::size_t>(row * 32 + col);
      image.pixels[i] = 220;
      image.pixels[i + 1] = 60;
      image.pixels[i + 2] = 40;
      image.pixels[i + 3] = 255;
    }
  }
  return image;
}

void write_film(const std::string& path, const FilmSpec& spec, const std::vector<Image>& frames) {
  const auto film = open_film(path, spec);
  if (film->samples() > 0) film->look(frames.front());
  for (const Image& frame : frames) film->add(frame);
  film->finish();
}

struct DecodedGif {
  int width = 0, height = 0;
  std::vector<int> delay;                         // hundredths
  std::vector<std::vector<std::uint8_t>> frames;  // RGBA, as a browser shows them
  bool loops = false;
};

DecodedGif decode_gif(const std::string& path) {
  int error = 0;
  GifFileType* gif = DGifOpenFileName(path.c_str(), &error);
  EXPECT_NE(gif, nullptr) << error;
  DecodedGif out;
  if (gif == nullptr) return out;
  EXPECT_EQ(DGifSlurp(gif), GIF_OK);
  out.width = gif->SWidth;
  out.height = gif->SHeight;
  std::vector<std::uint8_t> canvas(4 * static_cast<std::size_t>(out.width * out.height));
  for (int k = 0; k < gif->ImageCount; ++k) {
    const SavedImage& image = gif->SavedImages[k];
    GraphicsControlBlock control{};
    EXPECT_EQ(DGifSavedExtensionToGCB(gif, k, &control), GIF_OK);
    for (int i = 0; i < image.ExtensionBlockCount; ++i) {
      const ExtensionBlock& block = image.ExtensionBlocks[i];
      out.loops =
          out.loops || (block.Function == APPLICATION_EXT_FUNC_CODE &&
                        std::string(reinterpret_cast<char*>(block.Bytes), 11) == "NETSCAPE2.0");
    }
    const GifImageDesc& at = image.ImageDesc;
    for (int y = 0; y < at.Height; ++y) {
      for (int x = 0; x < at.Width; ++x) {
        const int index = image.RasterBits[y * at.Width + x];
        if (index == control.TransparentColor) continue;
        const GifColorType& c = gif->SColorMap->Colors[index];
        std::uint8_t* to =
            &canvas[4 * static_cast<std::size_t>((y + at.Top) * out.width + x + at.Left)];
        to[0] = c.Red;
        to[1] = c.Green;
        to[2] = c.Blue;
        to[3] = 255;
      }
    }
    out.delay.push_back(control.DelayTime);
    out.frames.push_back(canvas);
    if (control.DisposalMode == DISPOSE_BACKGROUND) std::ranges::fill(canvas, std::uint8_t{0});
  }
  DGifCloseFile(gif, &error);
  return out;
}

int worst_difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  EXPECT_EQ(a.size(), b.size());
  int worst = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    worst = std::max(worst, std::abs(int(a[i]) - int(b[i])));
  return worst;
}

class Film : public ::testing::Test {
 protected:
  Film() { fs::create_directories(folder_); }
  ~Film() override { fs::remove_all(folder_); }
  std::string in(const std::string& name) const { return (folder_ / name).string(); }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder_))
      out.push_back(entry.path().filename().string());
    return out;
  }

  fs::path folder_ = tests::temp_folder() / "film";
};

TEST_F(Film, AGifShowsItsFrames) {
  std::vector<Image> frames;
  for (int x : {0, 5, 5, 24}) frames.push_back(square_at(x));
  write_film(in("a.gif"), {32, 24, 30.0, 4, false}, frames);
  const DecodedGif gif = decode_gif(in("a.gif"));
  EXPECT_EQ(gif.width, 32);
  EXPECT_EQ(gif.height, 24);
  EXPECT_TRUE(gif.loops);
  ASSERT_EQ(gif.frames.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_LE(worst_difference(gif.frames[k], frames[k].pixels), 1) << k;
  EXPECT_EQ(gif.delay, (std::vector<int>{3, 4, 3, 3})) << "sums 3, 7, 10, 13: 30 a second";
}

TEST_F(Film, ATransparentGifLeavesNothingBehind) {
  std::vector<Image> frames;
  for (int x : {0, 12, 24}) frames.push_back(square_at(x, {9, 9, 9, 0}));
  write_film(in("t.gif"), {32, 24, 50.0, 3, true}, frames);
  const DecodedGif gif = decode_gif(in("t.gif"));
  ASSERT_EQ(gif.frames.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 3; i < frames[k].pixels.size(); i += 4)
      ASSERT_EQ(gif.frames[k][i], frames[k].pixels[i]) << "frame " << k << ", pixel " << i / 4;
  }
}

TEST_F(Film, NoErrorOfAGifsHundredthsAddsUp) {
  for (const double fps : {24.0, 30.0, 7.0, 29.97}) {
    EXPECT_EQ(gif_frame_end(999, fps), std::lround(100000.0 / fps)) << fps;
  }
}

// What a gradient of more colours than a GIF has looks like from afar.
TEST(Palette, DitherKeepsTheMeanOfAGradient) {
  Image image = plain(256, 64, {0, 0, 0, 255});
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 256; ++x) {
      std::uint8_t* p = &image.pixels[4 * static_cast<std::size_t>(y * 256 + x)];
      p[0] = static_cast<std::uint8_t>(x);
      p[1] = static_cast<std::uint8_t>(4 * y);
      p[2] = static_cast<std::uint8_t>(255 - x);
    }
  }
  ColorCount count;
  count.add(image);
  const std::vector<Rgb> palette = count.palette(255);
  EXPECT_LE(palette.size(), 255u);
  EXPECT_GE(palette.size(), 200u);
  Ditherer ditherer(palette);
  double worst_mean = 0.0, worst_pixel = 0.0;
  for (int y = 0; y < 64; y += 8) {
    for (int x = 0; x < 256; x += 8) {
      double sum[3] = {};
      for (int dy = 0; dy < 8; ++dy) {
        for (int dx = 0; dx < 8; ++dx) {
          const std::uint8_t* p =
              &image.pixels[4 * static_cast<std::size_t>((y + dy) * 256 + x + dx)];
          const Rgb shown = palette[ditherer.index({p[0], p[1], p[2]}, x + dx, y + dy)];
          for (std::size_t k = 0; k < 3; ++k) {
            const double off = double(shown[k]) - double(p[k]);
            sum[k] += off;
            worst_pixel = std::max(worst_pixel, std::abs(off));
          }
        }
      }
      for (const double s : sum) worst_mean = std::max(worst_mean, std::abs(s / 64.0));
    }
  }
  EXPECT_LT(worst_mean, 5.0) << "of 255";
  EXPECT_LT(worst_pixel, 32.0) << "of 255";
}

TEST(Palette, TwoColoursMixToThoseBetween) {
  Ditherer ditherer({Rgb{0, 0, 0}, Rgb{16, 16, 16}});
  for (int v = 4; v <= 12; ++v) {
    const auto c = static_cast<std::uint8_t>(v);
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += ditherer.index({c, c, c}, i % 8, i / 8) == 1 ? 16 : 0;
    EXPECT_EQ(sum, 64 * v) << "so many of 64 pixels are bright";
  }
}

TEST(Palette, FewColoursAreKeptAsTheyAre) {
  ColorCount count;
  count.add(square_at(3));
  count.add(plain(4, 4, {250, 250, 250, 10}));  // not seen
  const std::vector<Rgb> palette = count.palette(255);
  ASSERT_EQ(palette.size(), 2u);
  Ditherer ditherer(palette);
  EXPECT_EQ(palette[ditherer.index({220, 60, 40}, 3, 5)], (Rgb{220, 60, 40}));
  EXPECT_EQ(palette[ditherer.index({20, 30, 90}, 3, 5)], (Rgb{20, 30, 90}));
  EXPECT_EQ(ColorCount().palette(255).size(), 1u);
}

TEST(Pixels, AreAveraged) {
  Image image = plain(4, 2, {10, 20, 30, 255});
  image.pixels[0] = 13;  // one of the first square's four
  const Image small = shrunk(image, 2);
  ASSERT_EQ(small.width, 2);
  ASSERT_EQ(small.height, 1);
  EXPECT_EQ(small.pixels, (std::vector<std::uint8_t>{11, 20, 30, 255, 10, 20, 30, 255}));
}

TEST(Pixels, GetStraightAlpha) {
  Image image = plain(3, 1, {0, 0, 0, 0});
  image.pixels = {64, 32, 0, 128, 7, 8, 9, 255, 0, 0, 0, 0};
  make_straight(image);
  EXPECT_EQ(image.pixels, (std::vector<std::uint8_t>{128, 64, 0, 128, 7, 8, 9, 255, 0, 0, 0, 0}));
}

TEST_F(Film, AFolderHasNumberedFrames) {
  write_film(in("frames/"), {32, 24, 30.0, 2, false}, {square_at(0), square_at(9)});
  std::string error;
  const auto second = read_image(in("frames/0002.png"), 100, error);
  ASSERT_TRUE(second) << error;
  EXPECT_EQ(second->pixels, square_at(9).pixels);
  // The next film takes the place of the last one, whole: no frame of that is left.
  write_film(in("frames/"), {32, 24, 30.0, 1, false}, {square_at(20)});
  EXPECT_FALSE(fs::exists(in("frames/0002.png")));
  EXPECT_EQ(names(), std::vector<std::string>{"frames"});
}

TEST_F(Film, AFolderWithOtherFilesIsLeftAlone) {
  fs::create_directories(in("mine"));
  std::ofstream(in("mine/notes.txt")) << "hello";
  EXPECT_THROW(open_film(in("mine"), {32, 24, 30.0, 1, false}), std::runtime_error);
  EXPECT_TRUE(fs::exists(in("mine/notes.txt")));
  EXPECT_EQ(names().size(), 1u);
}

TEST_F(Film, WithoutItsEndNothingIsLeft) {
  for (const char* name : {"a.gif", "frames/"}) {
    WriteProgress progress;
    {
      const auto film = open_film(in(name), {32, 24, 30.0, 3, false}, &progress);
      film->add(square_at(0));
      progress.cancel();
      EXPECT_THROW(film->add(square_at(1)), WriteCancelled) << name;
    }
    EXPECT_TRUE(names().empty()) << name << ": " << names().front();
  }
}

TEST_F(Film, SaysWhatCannotBeMade) {
  const auto refused = [&](const std::string& name, FilmSpec spec, const char* word) {
    try {
      check_film(in(name), spec);
      ADD_FAILURE() << name << " was taken";
    } catch (const std::runtime_error& e) {
      EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
    }
  };
  refused("a.avi", {32, 24, 30.0, 1, false}, ".gif, .mp4 or .webm");
  refused("a.gif", {32, 24, 51.0, 1, false}, "A GIF shows 0.1 to 50 frames a second, not 51.");
  refused("a.gif", {32, 24, 50.0000001, 1, false}, "0.1 to 50 frames a second, not 50.0000001.");
  refused("a.gif", {32, 24, 30.0, 0, false}, "9999");
  refused("a.gif", {32, 24, 30.0, 10000, false}, "9999");
  refused("a.mp4", {33, 24, 30.0, 1, false}, "an even number of pixels each way, not 33x24");
  refused("a.mp4", {33, 24, 30.0, 1, false}, "34x24");
  refused("a.webm", {32, 25, 30.0, 1, false}, "32x26");
  refused("a.mp4", {32, 24, 30.0, 1, true}, "transparent");
  EXPECT_TRUE(names().empty());
}

// The program in PATH is one of ours.
class FakeFfmpeg : public Film {
 protected:
  void SetUp() override { before_ = std::getenv("PATH"); }
  void TearDown() override { setenv("PATH", before_.c_str(), 1); }
  void be(const std::string& script) {
    fs::create_directories(in("bin"));
    std::ofstream(in("bin/ffmpeg")) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(in("bin/ffmpeg"), fs::perms::owner_all);
    setenv("PATH", (in("bin") + ":" + before_).c_str(), 1);
  }
  std::string said_of(int frames) {
    try {
      write_film(in("a.mp4"), {32, 24, 30.0, frames, false},
                 std::vector<Image>(static_cast<std::size_t>(frames), square_at(0)));
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  }
  std::string before_;
};

TEST_F(FakeFfmpeg, WhatItSaysLastIsSaid) {
  be("echo first >&2; echo 'Unknown encoder' >&2; exit 1");
  // Many frames: more than a socket holds, so that a write meets the end.
  EXPECT_NE(said_of(300).find("ffmpeg says: Unknown encoder."), std::string::npos);
  EXPECT_NE(said_of(1).find("ffmpeg says: Unknown encoder."), std::string::npos);
  EXPECT_EQ(names(), std::vector<std::string>{"bin"});
}

TEST_F(FakeFfmpeg, OneThatDiesIsNoFilm) {
  be("cat >/dev/null; kill -9 $$");
  EXPECT_NE(said_of(2).find("ended before the film did"), std::string::npos);
  EXPECT_EQ(names(), std::vector<std::string>{"bin"});
}

TEST_F(FakeFfmpeg, GetsTheFramesAsTheyAre) {
  be("cat >\"" + in("raw") + "\"");
  EXPECT_EQ(said_of(2), "");
  std::ifstream raw(in("raw"), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(raw)), {});
  const std::vector<std::uint8_t> frame = square_at(0).pixels;
  const std::string one(frame.begin(), frame.end());
  EXPECT_EQ(bytes, one + one);
}

TEST_F(FakeFfmpeg, WithoutItTheSentenceNamesIt) {
  setenv("PATH", folder_.c_str(), 1);
  EXPECT_NE(said_of(1).find("the program ffmpeg, which is not installed"), std::string::npos);
}

TEST_F(Film, VideosAreWhatFfmpegReads) {
  if (find_ffmpeg().empty()) GTEST_SKIP() << "ffmpeg is not installed";
  for (const char* name : {"a.mp4", "a.webm"}) {
    const std::string file = in(name);
    write_film(file, {32, 24, 25.0, 3, false}, {square_at(0), square_at(12), square_at(24)});
    const std::string raw = in("raw");
    const std::string command =
        find_ffmpeg() + " -v error -y -i " + file + " -f rawvideo -pix_fmt rgba " + raw;
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ifstream stream(raw, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const std::size_t frame = std::size_t{4} * 32 * 24;
    ASSERT_EQ(bytes.size(), 3 * frame) << name;
    // In the middle of the square and of the ground: colours as they were given.
    const auto at = [&](int k, int x, int y, std::size_t c) {
      return int(static_cast<std::uint8_t>(bytes[static_cast<std::size_t>(k) * frame +
                                                 4 * static_cast<std::size_t>(y * 32 + x) + c]));
    };
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(at(k, 12 * k + 4, 12, 0), 220, 12) << name;
      EXPECT_NEAR(at(k, 12 * k + 4, 12, 1), 60, 12) << name;
      EXPECT_NEAR(at(k, 16, 3, 2), 90, 12) << name;
    }
    fs::remove(raw);
    fs::remove(file);
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(Film, AVideoThatIsCancelledIsGone) {
  if (find_ffmpeg().empty()) GTEST_SKIP() << "ffmpeg is not installed";
  WriteProgress progress;
  {
    const auto film = open_film(in("a.webm"), {32, 24, 25.0, 3, true}, &progress);
    film->add(square_at(0));
    progress.cancel();
    EXPECT_THROW(film->finish(), WriteCancelled);
  }
  EXPECT_TRUE(names().empty());
}

}  // namespace
}  // namespace bindpose
