#include <algorithm>

#include "ui/harness.h"

namespace bindpose::ui::testing::test_layout {
namespace {

class LayoutOfWindowWidget : public WidgetTest {
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

TEST_F(LayoutOfWindowWidget, TheViewKeepsItsShareAndNothingOverlaps) {
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

TEST_F(LayoutOfWindowWidget, TheRightPanelFoldsFirstAndItsButtonBringsItInTheOthersPlace) {
  resize({640, 480}, 1.0f);
  EXPECT_FALSE(shown("split right"));
  EXPECT_TRUE(shown("split left"));
  press_key(Key::F8);
  step();
  EXPECT_TRUE(shown("split right"));
  EXPECT_FALSE(shown("split left"));
}

TEST_F(LayoutOfWindowWidget, TooltipsOfTheBottomBarStandAboveIt) {
  const vec2 p = rect("speed").center();
  step({mouse_move(p.x, p.y)});
  for (int i = 0; i < 60; ++i) frame();
  ASSERT_TRUE(shown("tooltip"));
  EXPECT_LE(rect("tooltip").hi.y, rect("base:Bind").lo.y);
  EXPECT_LE(rect("tooltip").hi.x, size_.x);
}

TEST_F(LayoutOfWindowWidget, LongSentencesOfTheReportHaveTwoLines) {
  model_->report[0].message = "Fine.";
  step();
  const float one = rect("report:0").size().y;
  model_->report[0].message =
      "Twelve of the joints were scaled unevenly, so the importer kept them as they are.";
  step();
  step();
  EXPECT_GT(rect("report:0").size().y, one + 8.0f);
}

// Thousands of vertices with one to five influences each: the counts in the legend have little
// room.
class CrowdedLegendWidget : public LayoutOfWindowWidget {
 protected:
  CrowdedLegendWidget() {
    Mesh& mesh = model_->meshes[0];
    std::vector<std::vector<WeightEntry>> rows;
    for (int i = 0; i < 20000; ++i) {
      rows.push_back({});
      for (int slot = 0; slot <= i % 4; ++slot) rows.back().push_back({slot, 1.0f});
    }
    mesh.file_binding.influences =
        pack_influences(rows, mesh.file_binding.skin.joint.size()).influences;
    mesh.position.resize(rows.size());
    mesh.normal.resize(rows.size(), vec3(0, 1, 0));
    document_ = Document(make_scene(model_));
    ViewSettings view = scene().view;
    view.show = Show::Influences;
    document_.apply({SetView{view}});
  }
};

TEST_F(CrowdedLegendWidget, ItsCountsDoNotTouch) {
  state_.presenter = true;
  for (const vec2 size : {vec2(800, 600), vec2(1024, 768), vec2(1280, 720), vec2(1920, 1080)}) {
    resize(size, presenter_scale(size.y, 1.0f));
    for (int k = 1; k < 4; ++k) {
      const Rect a = rect("legend count:" + std::to_string(k));
      const Rect b = rect("legend count:" + std::to_string(k + 1));
      const bool lines = a.hi.y <= b.lo.y || b.hi.y <= a.lo.y;
      EXPECT_TRUE(lines || a.hi.x + 3.0f <= b.lo.x) << size.x << ": " << k;
      EXPECT_LE(std::max(a.hi.y, b.hi.y), rect("legend").hi.y);
    }
  }
}

TEST_F(LayoutOfWindowWidget, DistanceWeightsStandAboveTheListOfMeshes) {
  resize({1280, 720}, 1.0f);
  state_.bind.open = true;
  click("tab:Weights");
  click("compute weights");
  select("arm.L");
  step();
  for (const char* slider : {"radius of all", "radius of joint"}) {
    EXPECT_LT(rect(slider).hi.y, rect("clip").lo.y) << slider;
    EXPECT_LT(rect(slider).hi.y, rect("statistics:body").lo.y) << slider;
  }
}

}  // namespace
}  // namespace bindpose::ui::testing::test_layout
