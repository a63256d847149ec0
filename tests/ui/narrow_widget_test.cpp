// Long names, deep trees, many digits and small windows: what a panel does where there is too
// little room.
#include <algorithm>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_narrow {
namespace {

// link.0 - link.1 - ... - link.63, and a second clip.
std::shared_ptr<Model> chain_rig() {
  auto model = make_rig();
  std::vector<RawJoint> raw;
  for (int k = 0; k < 64; ++k) {
    raw.push_back(
        {"link." + std::to_string(k), k - 1, glm::translate(mat4(1.0f), vec3(0, 0.05f, 0)), true});
  }
  model->skeleton = build_skeleton(raw).skeleton;
  model->meshes[0].file_binding.skin.joint = {0, 1, 2, 3};
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

class DeepTreeWidget : public WidgetTest {
 protected:
  DeepTreeWidget() : WidgetTest(chain_rig()) {}
};

TEST_F(DeepTreeWidget, NamesKeepTheirRoomHoweverDeep) {
  for (const char* name : {"link.10", "link.40", "link.63"}) {
    select(name);
    step();
    const Rect shown = rect(std::string("joint name:") + name);
    EXPECT_GT(shown.size().x, 100.0f) << name;
  }
  const float deep = rect("joint name:link.63").lo.x, less = rect("joint name:link.62").lo.x;
  EXPECT_EQ(deep, less) << "from some depth on rows stand no farther in";
  select("link.1");
  step();
  EXPECT_LT(rect("joint name:link.0").lo.x, rect("joint name:link.1").lo.x);
}

TEST_F(DeepTreeWidget, AClickBesideTheCappedArrowFolds) {
  select("link.60");
  step();
  const Rect row = rect("joint:link.60"), name = rect("joint name:link.60");
  click_at({name.lo.x - 26.0f, row.center().y});
  step();
  EXPECT_FALSE(state_.rects.contains("joint:link.61"));
}

mat4 rotation_about_y(float degrees) {
  return to_matrix({vec3(0.0f), rotation_from_degrees({0.0f, degrees, 0.0f}), vec3(1.0f)});
}

class NarrowWidget : public WidgetTest {};

TEST_F(NarrowWidget, WhatIsHiddenOfANameKeepsItsLastNumber) {
  const std::string name =
      "character_rig_with_a_very_long_prefix_left_hand_index_017_joint_of_the_exported_skeleton";
  const std::string shown = elided(name, 200.0f);
  EXPECT_LE(ImGui::CalcTextSize(shown.c_str()).x, 200.0f);
  EXPECT_NE(shown.find("017"), std::string::npos) << shown;
  EXPECT_NE(shown.find("...017..."), std::string::npos) << shown;
  EXPECT_EQ(elided("short_017", 200.0f), "short_017");
  const std::string plain(90, 'a');
  EXPECT_EQ(elided(plain, 100.0f).find("......"), std::string::npos);
  // A number at the cut is not torn from what is shown of it.
  for (float width = 60.0f; width < 400.0f; width += 7.0f) {
    const std::string cut = elided(name, width);
    EXPECT_LE(ImGui::CalcTextSize(cut.c_str()).x, width + 1.0f);
    EXPECT_EQ(cut.find("......"), std::string::npos) << cut;
  }
}

TEST_F(NarrowWidget, AWordWiderThanTheLineIsShortenedWhereLinesAreBroken) {
  const std::string text = wrapped("Weight of " + std::string(90, 'm'), 150.0f);
  EXPECT_LE(ImGui::CalcTextSize(text.c_str()).x, 150.0f) << text;
}

TEST_F(NarrowWidget, NumbersAreNeverShortened) {
  state_.layout.right_width = 216.0f;
  model_->meshes[0].name = "body";
  select("hand.L");
  SetUserLocal far{joint("hand.L"),
                   glm::translate(mat4(1.0f), vec3(-39123.916f, 14678.125f, 9e4f))};
  document_.apply({far});
  refresh();
  step();
  step();
  const Rect value = rect("value of World position");
  const vec3 p(posed_.world[static_cast<std::size_t>(joint("hand.L"))][3]);
  float widest = 0.0f;
  for (int k = 0; k < 3; ++k) {
    const std::string text = ui::number(p[k], 3);
    const float size = compat::font_size(mono_font());
    widest = std::max(widest, mono_font()->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x);
  }
  EXPECT_GE(value.size().x, widest - 1.0f) << "at least its widest number, whole";
  EXPECT_GE(value.size().y, 2.5f * ImGui::GetFontSize()) << "each number has its line";
  EXPECT_LE(value.hi.x, size_.x);
  EXPECT_GE(value.lo.x, size_.x - 216.0f);
}

TEST_F(NarrowWidget, TheReportFoldsBeforeTheJointsLoseTheirRows) {
  for (int k = 0; k < 6; ++k) {
    model_->report.push_back({Severity::Warning, "mesh body",
                              "A sentence that is long enough to take two lines of the panel.", -1,
                              0});
  }
  size_ = {1024, 640};
  step();
  step();
  EXPECT_GE(rect("tree").size().y, 8 * 24.0f);
  EXPECT_FALSE(state_.rects.contains("report:0")) << "folded by itself";
  click("section:The file as it came");
  step();
  EXPECT_TRUE(state_.rects.contains("report:0")) << "opened by hand it is open";
  click("section:The file as it came");
  size_ = {1280, 1400};
  step();
  step();
  EXPECT_FALSE(state_.rects.contains("report:0")) << "folded by hand it stays so";
  state_.left = {};
  step();
  EXPECT_TRUE(state_.rects.contains("report:0")) << "there is room for both";
}

TEST_F(NarrowWidget, AReportIsReadInFull) {
  size_ = {1280, 1400};
  model_->report[0].message =
      "The file's inverse bind matrices are not those of its rest pose, and what matters most of "
      "this sentence is said at its very end: the bind pose is taken from the skin.";
  step();
  step();
  EXPECT_GE(rect("report:0").size().y, 4.0f * ImGui::GetTextLineHeight());
}

TEST_F(NarrowWidget, TheKeysStandInColumnsThatDoNotTouch) {
  for (const vec2 size : {vec2(1024, 640), vec2(640, 480), vec2(1920, 1080)}) {
    size_ = size;
    state_.help.open = true;
    step();
    step();
    std::vector<Rect> lines;
    for (const auto& [name, r] : state_.rects) {
      if (name.starts_with("help:")) lines.push_back(r);
    }
    ASSERT_GT(lines.size(), 20u);
    for (const Rect& a : lines) {
      EXPECT_LE(a.hi.x, size.x - 20.0f) << size.x;
      for (const Rect& b : lines) {
        if (a.lo.x >= b.lo.x || a.hi.y <= b.lo.y || b.hi.y <= a.lo.y) continue;
        EXPECT_LE(a.hi.x, b.lo.x) << size.x;
      }
    }
    for (const auto& [name, r] : state_.rects) {
      if (!name.starts_with("help keys:")) continue;
      const float type = r.size().y / ImGui::GetFontSize();  // the card's type may be smaller
      EXPECT_GE(r.lo.x, rect("help:" + name.substr(10)).lo.x +
                            type * ImGui::CalcTextSize(name.substr(10).c_str()).x)
          << name;
    }
  }
}

TEST_F(NarrowWidget, WithNothingSelectedThePanelTellsOfTheModel) {
  step();
  EXPECT_TRUE(state_.rects.contains("value of Vertices"));
  EXPECT_TRUE(state_.rects.contains("value of wave")) << "its clips";
  select("hips");
  EXPECT_FALSE(state_.rects.contains("value of Triangles"));
}

TEST_F(NarrowWidget, WhatIsSearchedForIsOfOneModel) {
  click("search");
  type("hand");
  ASSERT_STREQ(state_.of_model.tree.search, "hand");
  renew_model(state_);
  EXPECT_STREQ(state_.of_model.tree.search, "hand") << "the same file, written again";
  forget_model(state_);
  EXPECT_STREQ(state_.of_model.tree.search, "");
}

TEST_F(NarrowWidget, TheBarShowsHowFarLoadingIs) {
  busy_ = "Loading ogre.fbx";
  float before = -1.0f;
  for (const float part : {0.1f, 0.5f, 0.9f}) {
    busy_progress_ = part;
    step();
    const Rect bar = rect("busy bar");
    EXPECT_GT(bar.size().x, before);
    before = bar.size().x;
  }
  busy_progress_ = 1.0f;
  step();
  EXPECT_NEAR(before, 0.9f * rect("busy bar").size().x, 1.0f);
}

// Several joints: a number goes to all of them.
TEST_F(NarrowWidget, ATypedNumberTurnsAllSelectedJoints) {
  document_.apply({SetUserLocal{joint("hand.L"), rotation_about_y(30.0f)}});
  document_.apply({SetSelection{joint("arm.L"), {joint("hand.L")}}});
  refresh();
  step();
  EXPECT_TRUE(state_.rects.contains("several"));
  const vec2 p = rect("rotationz").center();
  step({mouse_move(p.x, p.y)});
  step({key_event(Key::LeftCtrl, true), mouse_button(0, true), mouse_button(0, false),
        key_event(Key::LeftCtrl, false)});
  press_key(Key::A, {Key::LeftCtrl});
  type("50");
  press_key(Key::Enter);
  const auto degrees = [&](const char* name) {
    return degrees_from_rotation(decompose(user_local(name)).q);
  };
  EXPECT_NEAR(degrees("arm.L").z, 50.0f, 0.01f);
  EXPECT_NEAR(degrees("hand.L").z, 50.0f, 0.01f);
  EXPECT_NEAR(degrees("hand.L").y, 30.0f, 0.01f) << "its other numbers stay its own";
  EXPECT_NEAR(degrees("arm.L").y, 0.0f, 0.01f);
  EXPECT_EQ(count_undo_steps(), 2);
  press_key(Key::Z, {Key::LeftCtrl});
  EXPECT_NEAR(degrees("hand.L").z, 0.0f, 0.01f);
  EXPECT_NEAR(degrees("arm.L").z, 0.0f, 0.01f);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_narrow
