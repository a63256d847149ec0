// Letters of another size, as presenter mode has them, and those of before again.
#include <imgui.h>

#include "viewer/viewer_fixture.h"

namespace bindpose::app::letters_widget_test {
namespace {

using viewer_tests::ViewerWidget;

#if IMGUI_VERSION_NUM < 19200  // later versions make each letter when it is drawn

class LettersWidget : public ViewerWidget {
 protected:
  LettersWidget() : ViewerWidget(false) {}
  // The atlas that the interface is drawn with, in presenter mode or not.
  const ImFontAtlas* letters(bool presenter) {
    viewer.ui_state().presenter = presenter;
    for (int i = 0; i < 4; ++i) step();
    return ImGui::GetIO().Fonts;
  }
  // Without the status bar, which has the time that a frame took.
  std::vector<std::uint8_t> panels() {
    const Image image = picture();
    const auto row = 4 * image.width;
    return {image.pixels.begin() + 40 * row, image.pixels.end() - 100 * row};
  }
};

TEST_F(LettersWidget, OfBothSizesAreKeptAndLookAsTheyDid) {
  draw();
  viewer.show(viewer_tests::ogre());
  const ImFontAtlas* usual = letters(false);
  const float size = usual->Fonts[0]->FontSize;
  settle();
  const auto before = panels();
  const ImFontAtlas* large = letters(true);
  settle();
  EXPECT_TRUE(panels() != before);
  EXPECT_GT(large->Fonts[0]->FontSize, size);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(letters(false), usual) << "not made anew";
    settle();
    EXPECT_TRUE(panels() == before);
    EXPECT_EQ(letters(true), large);
  }
}

// What a name needs is there in every size, whichever was shown when it came.
TEST_F(LettersWidget, OfANameThatComesMeanwhileAreInBoth) {
  constexpr ImWchar kGeorgian = 0x10D9;
  if (faces_for(std::vector<char32_t>{kGeorgian}).empty())
    GTEST_SKIP() << "no Georgian letters here";
  const auto has = [](const ImFontAtlas* atlas) {
    return atlas->Fonts[0]->FindGlyphNoFallback(kGeorgian) != nullptr;
  };
  viewer.show(viewer_tests::ogre());
  EXPECT_FALSE(has(letters(false)));
  EXPECT_FALSE(has(letters(true)));
  Model named = *viewer_tests::ogre();
  named.skeleton.name[0] = "\u10D9\u10D8\u10E1\u10D4\u10E0\u10D8";
  viewer.show(std::make_shared<const Model>(std::move(named)));
  EXPECT_TRUE(has(letters(true)));
  EXPECT_TRUE(has(letters(false)));
}

// Rooms of many sizes, one after the other: the last are kept, not all.
TEST_F(LettersWidget, OfManySizesTheLastThreeAreKept) {
  constexpr ImFontAtlasFlags kSeen = 1 << 20;  // an address may be that of one that is gone
  const auto seen = [&](float height) {
    input.size = vec2(1280.0f, height);
    letters(true);
    ImFontAtlasFlags& flags = ImGui::GetIO().Fonts->Flags;
    const bool before = (flags & kSeen) != 0;
    flags |= kSeen;
    return before;
  };
  for (const float height : {720.0f, 900.0f, 1080.0f, 1440.0f}) EXPECT_FALSE(seen(height));
  for (const float height : {900.0f, 1080.0f, 1440.0f}) EXPECT_TRUE(seen(height)) << height;
  EXPECT_FALSE(seen(720.0f));
}

#endif

}  // namespace
}  // namespace bindpose::app::letters_widget_test
