// Lists of triangles made by hand: which areas of the picture two frames differ in.
#include "app/screen/changed_area.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <memory>
#include <string>
#include <vector>

namespace bindpose::app::changed_area_test {
namespace {

struct Box {
  float x, y, w, h;
  ImU32 color = IM_COL32(255, 0, 0, 255);
};
using Lists = std::vector<std::pair<const char*, std::vector<Box>>>;  // by their names

class ChangedAreas : public ::testing::Test {
 protected:
  ChangedAreas() { ImGui::CreateContext(); }
  ~ChangedAreas() override {
    kept_.clear();
    ImGui::DestroyContext();
  }
  std::vector<PixelArea> next(const Lists& lists, const std::vector<PixelArea>& also = {}) {
    kept_.clear();
    std::vector<ImDrawList*> pointers;
    for (const auto& [name, boxes] : lists) {
      kept_.push_back(std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData()));
      ImDrawList& list = *kept_.back();
      list._ResetForNewFrame();
      list._OwnerName = name;
      list.PushTextureID(ImGui::GetIO().Fonts->TexID);
      list.PushClipRect(ImVec2(0, 0), ImVec2(640, 320));
      for (const Box& b : boxes)
        list.AddRectFilled(ImVec2(b.x, b.y), ImVec2(b.x + b.w, b.y + b.h), b.color);
      pointers.push_back(&list);
    }
    ImDrawData data;
    data.DisplaySize = size;
#if IMGUI_VERSION_NUM >= 18910
    for (ImDrawList* list : pointers) data.CmdLists.push_back(list);
#else
    data.CmdLists = pointers.data();
#endif
    data.CmdListsCount = static_cast<int>(pointers.size());
    return changed.take(data, also);
  }
  static bool covers(const std::vector<PixelArea>& areas, int x, int y) {
    for (const PixelArea& a : areas) {
      if (x >= a.x && x < a.x + a.width && y >= a.y && y < a.y + a.height) return true;
    }
    return false;
  }

  ImVec2 size{640, 320};
  ChangedArea changed;

 private:
  std::vector<std::unique_ptr<ImDrawList>> kept_;
};

const std::vector<PixelArea> kAll{{0, 0, 640, 320}}, kNothing;
constexpr ImU32 kBlue = IM_COL32(0, 0, 255, 255);

TEST_F(ChangedAreas, TheFirstFrameIsAllThenNothing) {
  const Lists one{{"a", {{40, 40, 100, 20}}}};
  EXPECT_EQ(next(one), kAll);
  EXPECT_EQ(next(one), kNothing);
  changed.forget();
  EXPECT_EQ(next(one), kAll);
  size = {600, 320};
  EXPECT_EQ(next(one), (std::vector<PixelArea>{{0, 0, 600, 320}}));
}

TEST_F(ChangedAreas, AnotherColourIsAnAreaAroundIt) {
  next({{"a", {{40, 40, 20, 20}, {300, 200, 10, 10}}}});
  const auto areas = next({{"a", {{40, 40, 20, 20}, {300, 200, 10, 10, kBlue}}}});
  EXPECT_EQ(areas, (std::vector<PixelArea>{{288, 192, 32, 32}}));
}

TEST_F(ChangedAreas, WhatComesAndWhatGoesCounts) {
  next({{"a", {{40, 40, 20, 20}}}, {"b", {{500, 40, 20, 20}}}});
  const auto gone = next({{"a", {{40, 40, 20, 20}}}});
  EXPECT_TRUE(covers(gone, 510, 50));
  EXPECT_FALSE(covers(gone, 50, 50));
  const auto between = next({{"a", {{200, 200, 5, 5}, {40, 40, 20, 20}}}});
  EXPECT_TRUE(covers(between, 202, 202));
  EXPECT_FALSE(covers(between, 50, 50)) << "the same triangles later in the list";
}

TEST_F(ChangedAreas, AnotherOrderOverEachOtherCounts) {
  const Box red{40, 40, 60, 60}, blue{60, 60, 60, 60, kBlue};
  next({{"a", {red, blue}}});
  EXPECT_TRUE(covers(next({{"a", {blue, red}}}), 80, 80));
  next({{"a", {red}}, {"b", {blue}}});
  EXPECT_EQ(next({{"b", {blue}}, {"a", {red}}}), kAll);
}

TEST_F(ChangedAreas, WhatIsDrawnTwiceIsToldFromOnce) {
  const Box veil{40, 40, 60, 60, IM_COL32(0, 0, 0, 60)};
  next({{"a", {veil}}});
  EXPECT_TRUE(covers(next({{"a", {veil, veil}}}), 80, 80));
  EXPECT_EQ(next({{"a", {veil, veil}}}), kNothing);
}

TEST_F(ChangedAreas, ManyChangesAreAFewAreasThatDoNotOverlap) {
  Lists a{{"a", {}}}, b = a;
  for (int k = 0; k < 40; ++k) {
    const Box at{float(k * 97 % 620), float(k * 61 % 300), 6, 6};
    a[0].second.push_back(at);
    b[0].second.push_back({at.x, at.y, at.w, at.h, kBlue});
  }
  next(a);
  const auto areas = next(b);
  EXPECT_LE(areas.size(), ChangedArea::kMost);
  for (const Box& at : b[0].second) EXPECT_TRUE(covers(areas, int(at.x) + 3, int(at.y) + 3));
  for (std::size_t i = 0; i < areas.size(); ++i) {
    for (std::size_t k = i + 1; k < areas.size(); ++k) {
      const PixelArea &p = areas[i], &q = areas[k];
      EXPECT_TRUE(p.x + p.width <= q.x || q.x + q.width <= p.x || p.y + p.height <= q.y ||
                  q.y + q.height <= p.y);
    }
  }
}

TEST_F(ChangedAreas, TheViewsOwnAreaIsAmongThem) {
  const Lists one{{"a", {{40, 40, 100, 20}}}};
  next(one);
  EXPECT_TRUE(covers(next(one, {{200, 100, 300, 100}}), 499, 199));
}

}  // namespace
}  // namespace bindpose::app::changed_area_test
