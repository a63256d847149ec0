#include "ui/harness.h"

namespace bindpose::ui::testing::test_morph_panel {
namespace {

std::shared_ptr<Model> with_morphs(std::size_t count) {
  auto model = make_rig();
  for (std::size_t c = 0; c < count; ++c) {
    const std::string name = c == 0 ? "smile" : "shape " + std::to_string(c);
    model->morph_channels.push_back({name, 0, c == 0 ? 0.25f : 0.0f});
    model->meshes[0].morph.push_back({static_cast<int>(c), {0}, {vec3(0, 1, 0)}, {}});
  }
  return model;
}

class MorphPanelWidget : public WidgetTest {
 protected:
  MorphPanelWidget() : WidgetTest(with_morphs(2)) {
    state_.right.tab = InspectorTab::Morphs;
    step();
  }
  std::optional<float> set(std::size_t channel) const { return scene().pose.user_morph[channel]; }
};

TEST_F(MorphPanelWidget, a_drag_previews_and_is_one_undo_step) {
  const Rect r = rect("morph:smile");
  const float y = r.center().y;
  step({mouse_move(r.lo.x + 0.3f * r.size().x, y)});
  step({mouse_button(0, true)});
  step({mouse_move(r.lo.x + 0.6f * r.size().x, y)});
  EXPECT_NEAR(posed_.morph[0], 0.6f, 0.05f);
  EXPECT_TRUE(document_.in_gesture());
  step({mouse_move(r.hi.x + 50.0f, y)});
  step({mouse_button(0, false)});
  step();
  EXPECT_EQ(set(0), 1.0f);
  EXPECT_EQ(count_undo_steps(), 1);
  document_.undo();
  refresh();
  EXPECT_EQ(posed_.morph[0], 0.25f);
}

TEST_F(MorphPanelWidget, escape_lets_the_weight_go_back) {
  const Rect r = rect("morph:smile");
  step({mouse_move(r.center().x, r.center().y)});
  step({mouse_button(0, true)});
  step({mouse_move(r.hi.x, r.center().y)});
  EXPECT_GT(posed_.morph[0], 0.9f);
  press_key(Key::Escape);
  step({mouse_button(0, false)});
  step();
  EXPECT_FALSE(set(0));
  EXPECT_EQ(count_undo_steps(), 0);
}

TEST_F(MorphPanelWidget, reset_of_one_and_of_all) {
  document_.apply({SetMorph{0, 0.75f}});
  document_.apply({SetMorph{1, -2.5f}});
  refresh();
  step();
  click("reset morph:smile");
  EXPECT_FALSE(set(0));
  EXPECT_EQ(set(1), -2.5f);
  click("reset morphs");
  EXPECT_FALSE(set(1));
}

TEST_F(MorphPanelWidget, weights_beyond_one_widen_the_slider) {
  document_.apply({SetMorph{1, -2.5f}});
  refresh();
  step();
  const Rect r = rect("morph:shape 1");
  click_at({r.hi.x - 2.0f, r.center().y});
  step();
  EXPECT_NEAR(*set(1), 1.0f, 0.1f);
}

TEST_F(MorphPanelWidget, a_model_without_morphs_has_no_such_tab) {
  model_ = make_rig();
  document_ = Document(make_scene(model_));
  refresh();
  step();
  EXPECT_EQ(state_.right.tab, InspectorTab::Joint);
}

class ManyMorphsWidget : public WidgetTest {
 protected:
  ManyMorphsWidget() : WidgetTest(with_morphs(30)) {
    state_.right.tab = InspectorTab::Morphs;
    step();
  }
};

TEST_F(ManyMorphsWidget, are_searched_by_a_part_of_the_name) {
  EXPECT_TRUE(state_.rects.contains("morph:shape 1"));
  click("morph search");
  type("smi");
  state_.rects.clear();
  step();
  EXPECT_TRUE(state_.rects.contains("morph:smile"));
  EXPECT_FALSE(state_.rects.contains("morph:shape 1"));
}

}  // namespace
}  // namespace bindpose::ui::testing::test_morph_panel
