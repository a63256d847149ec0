// What lies over the view leaves the model to be seen, in maps and in presenter mode.
#include <filesystem>
#include <fstream>
#include <string>

#include "viewer/room_fixture.h"

namespace bindpose::app::viewer_tests::room_test {
namespace {

TEST_F(RoomWidget, NoMapsLegendCoversTheCharacter) {
  viewer.show(ogre());
  for (const Show show : {Show::Weights, Show::Joints, Show::Dominant, Show::Influences, Show::Sum,
                          Show::Limit, Show::Distance, Show::Normals, Show::Engine}) {
    ViewSettings view = scene().view;
    view.show = show;
    viewer.apply({SetView{view}});
    for (const vec2 size : {vec2(1024, 768), vec2(1280, 720), vec2(1920, 1080)}) {
      for (const bool presenter : {false, true}) {
        look(size, presenter);
        ASSERT_EQ(viewer.ui_state().rects.count("legend"), 1u);
        EXPECT_EQ(hidden_by("legend"), 0)
            << int(show) << " at " << size.x << " presenter " << presenter;
        EXPECT_EQ(hidden_by("toolbar"), 0)
            << int(show) << " at " << size.x << " presenter " << presenter;
      }
    }
  }
}

// Four panes on a small projector: the legends leave the character as large as it can be beside
// them.
TEST_F(RoomWidget, FourPanesKeepTheCharacterLarge) {
  viewer.show(ogre());
  ViewSettings view = scene().view;
  view.panes = Panes::Four;
  for (const Show show : {Show::Joints, Show::Weights, Show::Influences}) {
    view.show = show;
    viewer.apply({SetView{view}});
    look({1024, 768}, true);
    const ui::Rect whole = viewer.ui_state().rects.at("view");
    const std::vector<Pane> panes = layout_panes(scene().view, {whole.size().x, whole.size().y});
    const Box box =
        transformed(posed_bounds(scene(), evaluate(scene())), scene().model->to_display);
    const ViewPart seen = projected(viewer.camera(), panes[0].viewport, box);
    EXPECT_GE(seen.size().y, 0.4f * panes[0].viewport.height) << int(show);
    EXPECT_EQ(hidden_by("legend"), 0) << int(show);
  }
}

// Where a pane is too narrow for a legend and the axes beside each other, they stand over it.
TEST_F(RoomWidget, AxesLieOverNoLegendOfFourPanes) {
  viewer.show(ogre());
  ViewSettings view = scene().view;
  view.panes = Panes::Four;
  view.pane4_distance = true;
  for (const Show show : {Show::Weights, Show::Influences}) {
    view.show = show;
    viewer.apply({SetView{view}});
    for (const vec2 size : {vec2(1024, 640), vec2(1280, 720)}) {
      look(size, false);
      const auto& rects = viewer.ui_state().rects;
      ASSERT_EQ(rects.count("legend") + rects.count("legend beside"), 2u) << size.x;
      for (const char* card : {"legend", "legend beside"})
        EXPECT_FALSE(overlap(rects.at("axes"), rects.at(card))) << card << " at " << size.x;
    }
  }
}

// In a low pane a legend has one line of words: the figure needs the height.
TEST_F(RoomWidget, ALegendOfALowPaneIsLow) {
  viewer.show(ogre());
  ViewSettings view = scene().view;
  view.panes = Panes::Four;
  view.pane4_distance = true;
  viewer.apply({SetView{view}});
  const int arm = find_joint(scene().model->skeleton, "upper_arm.L");
  ASSERT_GE(arm, 0);
  for (const float degrees : {0.0f, 60.0f}) {
    const mat4 turn = glm::rotate(mat4(1.0f), glm::radians(degrees), vec3(0.0f, 0.0f, 1.0f));
    viewer.apply({SetUserLocal{arm, turn}});
    look({1024, 640}, false);
    const auto& rects = viewer.ui_state().rects;
    const char* card = rects.contains("legend") ? "legend" : "legend beside";
    ASSERT_TRUE(rects.contains(card));
    const ui::Rect& r = rects.at(card);
    EXPECT_LT(r.hi.y - r.lo.y, 76.0f) << degrees;
  }
}

// A map that is switched on moves the picture, but with ease; after a turn of the camera as well,
// not after someone chose what to look at.
TEST_F(RoomWidget, TheCameraMakesRoomWithEase) {
  viewer.show(ogre());
  look({1024, 768}, true);
  const Camera before = viewer.camera();
  ViewSettings view = scene().view;
  view.show = Show::Weights;
  viewer.apply({SetView{view}});
  step();
  step();
  const float first = glm::length(viewer.camera().shift);
  settle();
  const float last = glm::length(viewer.camera().shift);
  EXPECT_GT(last, 0.02f);
  EXPECT_LT(first, 0.5f * last) << "the picture jumps";
  EXPECT_EQ(viewer.camera().target, before.target) << "a turn goes about the character's middle";

  view.show = Show::Shaded;
  viewer.apply({SetView{view}});
  settle();
  EXPECT_EQ(viewer.camera().shift, vec2(0.0f));
  EXPECT_NEAR(viewer.camera().distance, before.distance, 1e-4f);

  Camera near = viewer.camera();
  near.distance *= 0.3f;
  viewer.set_camera(near);
  view.show = Show::Joints;
  viewer.apply({SetView{view}});
  settle();
  EXPECT_EQ(viewer.camera().distance, near.distance);
  EXPECT_EQ(viewer.camera().shift, near.shift);
}

constexpr const char* kFormulaLesson = R"(---
title: Formulas
model: MODEL
---
## World
Text.
```step
joint upper_arm.L rotate 20 30 -40
select upper_arm.L
pin ogre_body 1200
formula world
```
## Skin
Text.
```step
joint upper_arm.L rotate 20 30 -40
select upper_arm.L
view show weights
formula skin
```
## Vertex
Text.
```step
joint upper_arm.L rotate 20 30 -40
pin ogre_body 1200
view show joints
formula vertex
```
## Normal
Text.
```step
pin ogre_body 1200
view show influences
formula normal
```
## Rigid
Text.
```step
joint upper_arm.L rotate 20 30 -40
select upper_arm.L
view show distance
formula rigid
```
)";

// The numbers are read from the last row, on a small projector as well, and map and model have
// their room.
TEST_F(RoomWidget, FormulasInPresenterModeAreLargeAndLeaveRoom) {
  const fs::path file = bindpose::tests::temp_folder() / "bindpose-room-test.md";
  std::string text = kFormulaLesson;
  text.replace(text.find("MODEL"), 5, kAssets + "ogre.glb");
  std::ofstream(file) << text;
  viewer.ui_state().presenter = true;
  viewer.open_lesson(file.string());
  settle_loading();
  ASSERT_NE(viewer.lesson(), nullptr) << viewer.ui_state().message.text;
  for (const vec2 size : {vec2(1024, 768), vec2(1280, 720), vec2(1920, 1080)}) {
    for (std::size_t k = 0; k < viewer.lesson()->plan.steps.size(); ++k) {
      viewer.show_step(k, true);
      look(size, true);
      const std::string where =
          viewer.lesson()->plan.lesson.steps[k].title + " at " + std::to_string(size.x);
      const auto& rects = viewer.ui_state().rects;
      ASSERT_EQ(rects.count("formula numbers"), 1u) << where;
      EXPECT_GE(rects.at("formula numbers").size().y, 0.999f * size.y / 36.0f) << where;
      const ui::Rect card = rects.at("lesson formula"), view = rects.at("view");
      EXPECT_GE(card.lo.x, view.lo.x) << where;
      EXPECT_LE(card.hi.x, view.hi.x) << where;
      EXPECT_LE(card.size().y, 0.51f * view.size().y) << where;
      EXPECT_EQ(hidden_by("lesson formula"), 0) << where;
      EXPECT_EQ(hidden_by("legend"), 0) << where;
    }
  }
  fs::remove(file);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::room_test
