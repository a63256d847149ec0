#include "ui/harness.h"

namespace bindpose::ui::testing {
namespace {

class LayoutOfWindow : public UiTest {
 protected:
  void resize(vec2 size, float scale) {
    size_ = size;
    state_.scale = scale;
    load_fonts("", "", scale);
    build_fonts();
    apply_theme(true, scale);
    step();
    step();
  }
  bool shown(const char* name) const { return state_.rects.count(name) != 0; }
  void expect_apart(const char* a, const char* b) {
    if (!shown(a) || !shown(b)) return;
    const Rect p = rect(a), q = rect(b);
    const bool apart = p.hi.x <= q.lo.x || q.hi.x <= p.lo.x || p.hi.y <= q.lo.y || q.hi.y <= p.lo.y;
    EXPECT_TRUE(apart) << a << " over " << b << " at " << size_.x << " scale " << state_.scale;
  }
};

TEST_F(LayoutOfWindow, TheViewKeepsItsShareAndNothingOverlaps) {
  document_.apply({SetView{[this] {
    ViewSettings v = scene().view;
    v.show = Show::Weights;
    return v;
  }()}});
  const vec2 sizes[] = {{640, 480}, {800, 600}, {1024, 768}, {1280, 720}, {1920, 1080}};
  for (const vec2 size : sizes) {
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
      resize(size, scale);
      EXPECT_GE(last_.view_size.x, 0.45f * size.x - 1.0f) << size.x << " scale " << scale;
      EXPECT_TRUE(shown("legend")) << size.x << " scale " << scale;
      const char* bar[] = {"clip", "scrubber", "time", "speed", "base:Bind", "base:Clip"};
      for (int i = 0; i < 6; ++i) {
        for (int j = i + 1; j < 6; ++j) expect_apart(bar[i], bar[j]);
      }
      if (shown("base:Clip")) {
        EXPECT_LE(rect("base:Clip").hi.x, size.x + (scale > 1.5f && size.x < 700 ? 400.0f : 0.0f));
      }
      if (size.y >= 400.0f * scale) expect_apart("toolbar", "legend");
      const vec2 center = rect("view").center();
      for (const char* name : {"toolbar", "legend"}) {
        if (!shown(name) || size.y < 400.0f * scale) continue;
        const Rect r = rect(name);
        const bool covers =
            center.x > r.lo.x && center.x < r.hi.x && center.y > r.lo.y && center.y < r.hi.y;
        EXPECT_FALSE(covers) << name << " " << size.x << " scale " << scale;
      }
    }
  }
}

TEST_F(LayoutOfWindow, TheRightPanelFoldsFirstAndItsButtonBringsItInTheOthersPlace) {
  resize({640, 480}, 1.0f);
  EXPECT_FALSE(shown("split right"));
  EXPECT_TRUE(shown("split left"));
  press_key(Key::Tab, {Key::LeftShift});
  step();
  EXPECT_TRUE(shown("split right"));
  EXPECT_FALSE(shown("split left"));
}

TEST_F(LayoutOfWindow, TooltipsOfTheBottomBarStandAboveIt) {
  const vec2 p = rect("speed").center();
  step({mouse_move(p.x, p.y)});
  for (int i = 0; i < 60; ++i) frame();
  ASSERT_TRUE(shown("tooltip"));
  EXPECT_LE(rect("tooltip").hi.y, rect("base:Bind").lo.y);
  EXPECT_LE(rect("tooltip").hi.x, size_.x);
}

TEST_F(LayoutOfWindow, LongSentencesOfTheReportHaveTwoLines) {
  model_->report[0].message = "Fine.";
  step();
  const float one = rect("report:0").size().y;
  model_->report[0].message =
      "Twelve of the joints were scaled unevenly, so the importer kept them as they are.";
  step();
  step();
  EXPECT_GT(rect("report:0").size().y, one + 8.0f);
}

}  // namespace
}  // namespace bindpose::ui::testing
