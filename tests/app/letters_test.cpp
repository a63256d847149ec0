#include "app/viewer/fonts/letters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/viewer/fonts/fonts.h"

namespace bindpose::app::letters_test {
namespace {

using Letters = std::vector<char32_t>;

TEST(Letters, ThoseThatTheInterfacesFontsLackAreCollected) {
  Letters letters;
  EXPECT_FALSE(add_letters("forearm.L Ärmel \xCE\xA9 \xD0\x96", letters))
      << "Latin, Greek, Cyrillic are there";
  EXPECT_TRUE(add_letters("\xE5\x8F\xB3\xE8\x85\x95 \xE5\x8F\xB3", letters));
  EXPECT_EQ(letters, (Letters{0x53F3, 0x8155}));
  EXPECT_FALSE(add_letters("\xE8\x85\x95", letters)) << "known";
  EXPECT_TRUE(add_letters("\xE2\x88\x80\xF0\x9F\x98\x80", letters));
  EXPECT_EQ(letters, (Letters{0x2200, 0x53F3, 0x8155, 0x1F600}));
}

TEST(Letters, BytesThatAreNoTextArePassedOver) {
  Letters letters;
  EXPECT_FALSE(add_letters("\xFF\xC3\x28\x80\xE5\x8F", letters));
  EXPECT_TRUE(add_letters("\xFF\xE5\x8F\xB3\xE5", letters));
  EXPECT_EQ(letters, Letters{0x53F3});
}

TEST(Letters, EveryNameOfAModelCounts) {
  Model model;
  model.skeleton.name = {"a", "\xE5\x8F\xB3"};
  model.meshes.resize(1);
  model.meshes[0].name = "\xE8\x85\x95";
  model.morph_channels.push_back({"\xE3\x81\x82"});
  Letters letters;
  EXPECT_TRUE(add_letters(model, letters));
  EXPECT_EQ(letters, (Letters{0x3042, 0x53F3, 0x8155}));
}

// Whatever fonts there are: each letter is in at most one face, and only in one that was asked for.
TEST(Letters, FacesShareTheLettersOut) {
  const Letters wanted{0x0E01, 0x2200, 0x4E00, 0xE000};
  Letters found;
  for (const ui::ExtraFace& face : faces_for(wanted)) {
    EXPECT_FALSE(face.file.empty());
    found.insert(found.end(), face.letters.begin(), face.letters.end());
  }
  std::sort(found.begin(), found.end());
  EXPECT_TRUE(std::adjacent_find(found.begin(), found.end()) == found.end());
  EXPECT_TRUE(std::includes(wanted.begin(), wanted.end(), found.begin(), found.end()));
  EXPECT_TRUE(faces_for({}).empty());
}

}  // namespace
}  // namespace bindpose::app::letters_test
