// The probe in the viewer's loop: hover, pin, and the weights that are edited there.
#include "scene/probe.h"

#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::probe_view_test {
namespace {

// Somewhere on the belly: the middle of the first view.
struct ProbingWidget : ViewerWidget {
  vec2 belly{0.0f};
  void SetUp() override {
    viewer.show(ogre());
    settle();
    settle({ui::key_event(ui::Key::P, true), ui::key_event(ui::Key::P, false)});
    const ui::Rect view = [&] {
      viewer.ui_state().record_rects = true;
      step();
      return viewer.ui_state().rects.at("view");
    }();
    belly = view.center();
  }
  const Selection& selection() const { return scene().selection; }
};

TEST_F(ProbingWidget, HoverFindsAVertexNearTheMouseAndDrawsNoNewPicture) {
  draw();
  settle({ui::mouse_move(belly.x, belly.y)});
  const VertexRef over = selection().hovered_vertex;
  ASSERT_FALSE(over.empty());
  const PosedScene posed = evaluate(scene());
  const vec3 at(scene().model->to_display * vec4(probe(scene(), posed, over).position, 1.0f));
  const ui::Rect view = viewer.ui_state().rects.at("view");
  const vec3 pixel = project(viewer.camera(), {view.size().x, view.size().y}, at);
  EXPECT_LT(glm::distance(view.lo + vec2(pixel), belly), 12.0f);
  const auto frames = [&] {
    std::ifstream in(state_file);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("frames ")) return std::stoi(line.substr(7));
    }
    return -1;
  };
  const int before = frames();
  settle({ui::mouse_move(belly.x + 30.0f, belly.y - 20.0f)});
  EXPECT_NE(selection().hovered_vertex, over);
  EXPECT_EQ(frames(), before);
  settle({ui::mouse_move(view.lo.x + 4.0f, view.hi.y - 4.0f)});
  EXPECT_TRUE(selection().hovered_vertex.empty());
}

TEST_F(ProbingWidget, AClickLeavesTheMathTabOpenWhichTellsOfTheVertexToo) {
  viewer.ui_state().right.tab = ui::InspectorTab::Math;
  click(belly);
  ASSERT_FALSE(selection().pinned_vertex.empty());
  EXPECT_EQ(viewer.ui_state().right.tab, ui::InspectorTab::Math);
}

TEST_F(ProbingWidget, AClickPinsAndThePinStaysWhileTheClipPlays) {
  click(belly);
  const VertexRef pinned = selection().pinned_vertex;
  ASSERT_FALSE(pinned.empty());
  EXPECT_EQ(selection().joint, -1) << "the probe selects no joint";
  EXPECT_EQ(viewer.ui_state().right.tab, ui::InspectorTab::Weights);
  viewer.apply({SetBasePose{BasePose::Clip, 0}});
  viewer.apply({SetPlayback{{true, AtEnd::Loop, 1.0}}});
  for (int i = 0; i < 10; ++i) step({ui::mouse_move(belly.x + static_cast<float>(i), belly.y)});
  EXPECT_TRUE(selection().hovered_vertex.empty()) << "no hover while the view plays";
  EXPECT_EQ(selection().pinned_vertex, pinned);
  viewer.apply({SetPlayback{{false, AtEnd::Loop, 1.0}}});
  settle({ui::key_event(ui::Key::Escape, true), ui::key_event(ui::Key::Escape, false)});
  EXPECT_TRUE(selection().pinned_vertex.empty());
}

// v' is a white ring that no candidate's dot is as large as; what falls together in it is not
// hidden by it.
TEST_F(ProbingWidget, TheRingAroundThePosedVertexIsTheLargestMark) {
  draw();
  click(belly);
  const VertexRef at = selection().pinned_vertex;
  ASSERT_FALSE(at.empty());
  const int head = find("head"), other = probe(scene(), evaluate(scene()), at).rows[0].joint;
  ASSERT_NE(head, other);
  viewer.apply({SetWeights{at, {{head, 0.5f}, {other, 0.5f}}}});
  const auto white_round = [&](float radius) {
    settle();
    const vec3 file = probe(scene(), evaluate(scene()), at).position;
    const vec3 display(scene().model->to_display * vec4(file, 1.0f));
    const ui::Rect view = viewer.ui_state().rects.at("view");
    const vec2 center =
        view.lo + vec2(project(viewer.camera(), {view.size().x, view.size().y}, display));
    const Image image = picture();
    int white = 0;
    for (int k = 0; k < 16; ++k) {
      const float a = 6.2831853f * static_cast<float>(k) / 16.0f;
      const vec2 p = glm::round(center + radius * vec2(std::cos(a), std::sin(a)));
      const auto i =
          4 * static_cast<std::size_t>(static_cast<int>(p.y) * image.width + static_cast<int>(p.x));
      const auto* c = image.pixels.data() + i;
      white += c[0] > 225 && c[1] > 225 && c[2] > 225 ? 1 : 0;
    }
    return white;
  };
  EXPECT_GE(white_round(11.0f), 10);
  EXPECT_LE(white_round(5.0f), 4) << "the candidates, in their joints' colours, are seen within";
}

TEST_F(ProbingWidget, AnEditedWeightIsSeenAndExported) {
  draw();
  click(belly);
  const VertexRef at = selection().pinned_vertex;
  viewer.apply({TransformJoint{find("head"), TransformJoint::Translate, {0.0f, 0.4f, 0.0f}}});
  settle();
  const Image before = picture();
  viewer.apply({SetWeights{at, {{find("head"), 1.0f}}}, Phase::Preview});
  settle();
  EXPECT_NE(picture().pixels, before.pixels);
  viewer.apply({SetWeights{at, {{find("head"), 1.0f}}}, Phase::Commit});
  const PosedScene posed = evaluate(scene());
  const GpuSkinned gpu = viewer.renderer().transform_feedback(scene(), posed, at.mesh);
  EXPECT_LT(glm::distance(gpu.position[at.vertex], probe(scene(), posed, at).position), 1e-5f);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::probe_view_test
