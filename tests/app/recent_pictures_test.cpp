// Pictures of recent files, and what the desktop's files say of dark and light.
#include "app/recent/recent_pictures.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/system_theme.h"
#include "temp_folder.h"

namespace bindpose::app::test_recent_pictures {
namespace {

namespace fs = std::filesystem;

class Kept : public ::testing::Test {
 protected:
  ~Kept() override { fs::remove_all(folder_); }
  std::size_t files() const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) ++n;
    return n;
  }
  fs::path folder_ = tests::temp_folder() / "thumbnails";
};

// Red on the left of the middle, blue on its right, green beyond what a thumbnail shows.
Image wide() {
  Image image;
  image.width = 1000;
  image.height = 300;
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 1000; ++x) {
      const bool seen = x >= 300 && x < 700;
      image.pixels.push_back(seen && x < 500 ? 200 : 0);
      image.pixels.push_back(seen ? 0 : 200);
      image.pixels.push_back(seen && x >= 500 ? 200 : 0);
      image.pixels.push_back(77);
    }
  }
  return image;
}

TEST_F(Kept, ShowTheMiddle) {
  const Image small = thumbnail_of(wide());
  ASSERT_EQ(small.width, kThumbnailWidth);
  ASSERT_EQ(small.height, kThumbnailHeight);
  for (std::size_t x : {0u, 40u, 79u, 81u, 120u, 159u}) {
    const std::uint8_t* p = &small.pixels[4 * (60 * 160 + x)];
    EXPECT_EQ(p[0], x < 80 ? 200 : 0) << x;
    EXPECT_EQ(p[1], 0) << x;
    EXPECT_EQ(p[2], x < 80 ? 0 : 200) << x;
    EXPECT_EQ(p[3], 255);
  }
  EXPECT_TRUE(thumbnail_of(Image{}).pixels.empty());
}

TEST_F(Kept, AreReadAgain) {
  const Thumbnails kept(folder_);
  EXPECT_FALSE(kept.read("/models/ogre.glb"));
  const Image small = thumbnail_of(wide());
  kept.keep("/models/ogre.glb", small);
  ASSERT_TRUE(kept.read("/models/ogre.glb"));
  EXPECT_EQ(kept.read("/models/ogre.glb")->pixels, small.pixels);
  EXPECT_FALSE(kept.read("/models/other.glb"));
  std::ofstream(kept.file_of("/models/ogre.glb")) << "no picture";
  EXPECT_FALSE(kept.read("/models/ogre.glb")) << "a broken one is none";
}

TEST_F(Kept, AreBoundedInNumber) {
  const Thumbnails kept(folder_);
  const Image small = thumbnail_of(wide());
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < static_cast<int>(Thumbnails::kMost); ++i) {
    const std::string path = "/models/" + std::to_string(i);
    kept.keep(path, small);
    fs::last_write_time(kept.file_of(path), now - std::chrono::hours(100 - i));
  }
  kept.keep("/models/new", small);
  EXPECT_EQ(files(), Thumbnails::kMost);
  EXPECT_FALSE(kept.read("/models/0")) << "the oldest goes";
  EXPECT_TRUE(kept.read("/models/1"));
  EXPECT_TRUE(kept.read("/models/new"));
}

TEST_F(Kept, WithoutAFolderAreNone) {
  Thumbnails("").keep("/models/ogre.glb", thumbnail_of(wide()));
  EXPECT_FALSE(Thumbnails("").read("/models/ogre.glb"));
  Thumbnails("/proc/nowhere").keep("/models/ogre.glb", thumbnail_of(wide()));
}

TEST(SystemTheme, IsReadFromTheDesktopsFiles) {
  const fs::path folder = tests::temp_folder() / "theme";
  fs::create_directories(folder);
  const auto file = [&](const std::string& text) {
    std::ofstream(folder / "file") << text;
    return folder / "file";
  };
  EXPECT_EQ(theme_name_is_dark("Adwaita:dark"), true);
  EXPECT_EQ(theme_name_is_dark("Breeze-Dark"), true);
  EXPECT_EQ(theme_name_is_dark("Yaru-light"), false);
  EXPECT_EQ(theme_name_is_dark("Adwaita"), std::nullopt);
  EXPECT_EQ(gtk_settings_are_dark(file("[Settings]\ngtk-application-prefer-dark-theme = true\n")),
            true);
  EXPECT_EQ(gtk_settings_are_dark(file("[Settings]\r\ngtk-theme-name=Arc-Dark\r\n")), true);
  EXPECT_EQ(gtk_settings_are_dark(file("[Settings]\ngtk-application-prefer-dark-theme=0\n")),
            false);
  EXPECT_EQ(gtk_settings_are_dark(file("[Other]\ngtk-theme-name=Arc-Dark\n")), std::nullopt);
  EXPECT_EQ(gtk_settings_are_dark(folder / "missing"), std::nullopt);
  EXPECT_EQ(kde_globals_are_dark(file("[Colors:Window]\nBackgroundNormal=49,54,59\n")), true);
  EXPECT_EQ(kde_globals_are_dark(file("[Colors:Window]\nBackgroundNormal=239,240,241\n")), false);
  EXPECT_EQ(kde_globals_are_dark(file("[General]\nColorScheme=BreezeDark\n")), true);
  EXPECT_EQ(kde_globals_are_dark(file("")), std::nullopt);
  EXPECT_EQ(gtk_settings_animate(file("[Settings]\ngtk-enable-animations=0\n")), false);
  EXPECT_EQ(gtk_settings_animate(file("[Settings]\ngtk-enable-animations = true\n")), true);
  EXPECT_EQ(gtk_settings_animate(file("[Other]\ngtk-enable-animations=0\n")), std::nullopt);
  EXPECT_EQ(kde_globals_animate(file("[KDE]\nAnimationDurationFactor=0\n")), false);
  EXPECT_EQ(kde_globals_animate(file("[KDE]\nAnimationDurationFactor=0.5\n")), true);
  EXPECT_EQ(kde_globals_animate(file("[KDE]\nAnimationDurationFactor=slow\n")), std::nullopt);
  EXPECT_EQ(kde_globals_animate(folder / "missing"), std::nullopt);
}

}  // namespace
}  // namespace bindpose::app::test_recent_pictures
