// What a model with a million vertices asks for is made beside the window, whose frames go on.
#include <algorithm>
#include <iterator>

#include "thread_time.h"
#include "view/panes.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::large_maps_test {
namespace {

constexpr std::size_t kVertices = 1000000;
constexpr double kLongest = 0.1;  // seconds of the window's thread for one frame

// The ogre, over and over.
std::shared_ptr<const Model> million() {
  static const std::shared_ptr<const Model> model = [] {
    auto large = std::make_shared<Model>(*ogre());
    const std::vector<Mesh> once = large->meshes;
    while (vertex_count(*large) < kVertices) {
      large->meshes.insert(large->meshes.end(), once.begin(), once.end());
    }
    return large;
  }();
  return model;
}

class LargeMapsWidget : public ::testing::Test {
 protected:
  LargeMapsWidget() : target((context(), 960), 600) {
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = target.framebuffer();
    options.maps = {.beside = true, .patience = 0.0};
    options.pointing.beside = true;
    input.size = vec2(960, 600);
  }
  void open(Viewer& viewer) {
    viewer.set_draws(false);
    viewer.ui_state().record_rects = true;
    viewer.show(million());
    for (int i = 0; i < 3; ++i) viewer.step(input, kFrame);
  }
  // A frame; what it took the window's thread.
  double frame(Viewer& viewer, std::vector<ui::InputEvent> events = {}) {
    input.events = std::move(events);
    const double start = thread_seconds();
    viewer.step(input, kFrame);
    return thread_seconds() - start;
  }
  static void show(Viewer& viewer, Show wanted) {
    ViewSettings view = viewer.document().scene().view;
    view.show = wanted;
    viewer.apply({SetView{view}});
  }
  static bool is_there(Viewer& viewer) {
    const SurfaceMap* map = viewer.map();
    return map != nullptr && map->revision != 0 && map->legend.note != "Computing ...";
  }
  // Frames until it is there, and one in any case; the longest. In between the processor is the
  // map's, as it is where a window waits for its screen.
  double frames_until_it_is_there(Viewer& viewer) {
    double longest = frame(viewer);
    for (int i = 0; i < 20000 && !is_there(viewer); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      longest = std::max(longest, frame(viewer));
    }
    EXPECT_TRUE(is_there(viewer));
    return longest;
  }

  ScreenTarget target;
  ViewerOptions options;
  Input input;
};

TEST_F(LargeMapsWidget, NoFrameWaitsForOneThatIsChosen) {
  Viewer one(options);
  open(one);
  const int joint = find_joint(million()->skeleton, "chest");
  one.apply({SetSelection{joint}});
  int beside = 0;  // maps that were not there at once
  for (const Show show : {Show::Weights, Show::Joints, Show::Dominant, Show::Influences, Show::Sum,
                          Show::Limit, Show::Distance, Show::Normals}) {
    ViewSettings view = one.document().scene().view;
    view.show = show;
    one.apply({SetView{view}});
    beside += is_there(one) ? 0 : 1;
    const double longest = frames_until_it_is_there(one);
    EXPECT_LT(longest, kLongest) << "map " << static_cast<int>(show);
    ASSERT_NE(one.map(), nullptr);
    EXPECT_EQ(one.map()->show, show);
    EXPECT_EQ(one.map()->mesh.size(), million()->meshes.size());
    // What it says is what a window that waits would have said.
    const Scene& scene = one.document().scene();
    const PosedScene posed = evaluate(scene);
    BoneSet bones;
    build_bones(scene, posed, bones);
    const SurfaceMap right = surface_map(scene, posed, bones, show);
    EXPECT_EQ(one.map()->mesh.front().value, right.mesh.front().value);
    EXPECT_EQ(one.map()->legend.note, right.legend.note);
  }
  EXPECT_GT(beside, 3);
}

TEST_F(LargeMapsWidget, NoFrameWaitsWhileAJointIsDraggedUnderOne) {
  Viewer one(options);
  open(one);
  const int joint = find_joint(million()->skeleton, "chest");
  one.apply({SetSelection{joint}});
  ViewSettings view = one.document().scene().view;
  view.show = Show::Distance;
  one.apply({SetView{view}});
  frames_until_it_is_there(one);
  const std::uint64_t first = one.map()->revision;
  double longest = 0.0;
  bool said = false;
  std::size_t maps = 0;
  std::uint64_t last = first;
  for (int i = 0; i < 40; ++i) {
    one.apply({TransformJoint{joint, TransformJoint::Rotate, {0.0f, 0.0f, 0.02f}}});
    longest = std::max(longest, frame(one));
    const SurfaceMap& map = *one.map();
    EXPECT_EQ(map.mesh.size(), million()->meshes.size()) << "the last one is shown meanwhile";
    said = said || map.legend.note == "Computing ...";
    maps += map.revision != last;
    last = map.revision;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_LT(longest, kLongest);
  EXPECT_TRUE(said);
  EXPECT_GT(maps, 0u) << "a long drag shows new ones, too";
  frames_until_it_is_there(one);
  const PosedScene posed = evaluate(one.document().scene());
  BoneSet bones;
  build_bones(one.document().scene(), posed, bones);
  const SurfaceMap right = surface_map(one.document().scene(), posed, bones, Show::Distance);
  EXPECT_EQ(one.map()->mesh.front().value, right.mesh.front().value) << "at rest: that of the pose";
}

std::ptrdiff_t thread_count() {
  return std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator());
}

// Steps for so many seconds of the clock at most.
template <typename Done>
bool within(double seconds, const Done& done) {
  const auto start = std::chrono::steady_clock::now();
  while (!done()) {
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start;
    if (gone.count() > seconds) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}
template <typename Done>
bool within_a_second(const Done& done) {
  return within(1.0, done);
}
constexpr double kForSure = 30.0;  // seconds for what comes sooner or later, beside other work

// What is computed for a map that nobody looks at any more would keep the window awake for good.
TEST_F(LargeMapsWidget, TheWindowRestsWhereOneIsNotWantedAnyMore) {
  Viewer one(options);
  open(one);
  one.apply({SetSelection{find_joint(million()->skeleton, "chest")}});
  one.apply({TransformJoint{
      one.document().scene().selection.joint, TransformJoint::Rotate, {0.0f, 0.0f, 0.5f}}});
  const auto rests = [&] { return one.step(input, kFrame).wake_after < 0.0; };
  ASSERT_TRUE(within_a_second(rests));
  // On a busy machine it may be there before the window looks: of a few, one is seen under way.
  bool seen = false;
  for (int i = 0; i < 5 && !seen; ++i) {
    show(one, Show::Distance);
    seen = !rests();
    show(one, Show::Shaded);
    EXPECT_TRUE(within_a_second(rests));
  }
  EXPECT_TRUE(seen) << "none was under way";

  // The same of the pane that shows one beside, when it goes.
  ViewSettings view = one.document().scene().view;
  view.panes = Panes::Four;
  one.apply({SetView{view}});
  ASSERT_EQ(show_beside(view), Show::Distance);
  EXPECT_FALSE(rests()) << "it is under way";
  view.panes = Panes::One;
  one.apply({SetView{view}});
  EXPECT_TRUE(within_a_second(rests));
}

// As while weights are painted: each frame wants another map before the last one is made.
TEST_F(LargeMapsWidget, OneThreadMakesThemHoweverManyAreWanted) {
  Viewer one(options);
  open(one);
  const std::ptrdiff_t before = thread_count();
  std::ptrdiff_t most = 0;
  for (int i = 0; i < 30; ++i) {
    one.apply({SetSelection{i % million()->skeleton.size()}});
    show(one, i % 2 == 0 ? Show::Joints : Show::Weights);
    frame(one);
    most = std::max(most, thread_count());
  }
  EXPECT_LE(most, before + 2) << "the one that works and one that is just ending";
  frames_until_it_is_there(one);  // the last one comes
  EXPECT_EQ(one.map()->show, Show::Weights);
}

// For a picture: the map that is under way is waited for and not begun again.
TEST_F(LargeMapsWidget, APictureTakesTheOneThatIsUnderWay) {
  const Scene scene = [] {
    Scene made = make_scene(million());
    made.selection.joint = find_joint(million()->skeleton, "chest");
    return made;
  }();
  const PosedScene posed = evaluate(scene);
  BoneSet bones;
  build_bones(scene, posed, bones);
  MapMaker maker({.beside = true, .patience = 0.0});
  maker.get(scene, posed, bones, Show::Joints);
  ASSERT_TRUE(maker.busy());
  const double start = thread_seconds();
  const SurfaceMap& map = maker.wait_for(scene, posed, bones, Show::Joints);
  EXPECT_LT(thread_seconds() - start, 0.002) << "this thread makes none";
  EXPECT_EQ(map.show, Show::Joints);
  EXPECT_EQ(map.mesh.size(), million()->meshes.size());
  EXPECT_FALSE(maker.busy());
}

// Pointing at it: what that takes once a model is made beside the window, and the next steps find
// the vertex without a move of the mouse.
TEST_F(LargeMapsWidget, NoFrameWaitsForTheProbe) {
  Viewer one(options);
  open(one);
  ViewSettings view = one.document().scene().view;
  view.show = Show::Sum;
  view.probe = true;
  one.apply({SetView{view}});
  frames_until_it_is_there(one);
  const vec2 middle = one.ui_state().rects.at("view").center();
  const auto over = [&] { return one.document().scene().selection.hovered_vertex; };
  double longest = frame(one, {ui::mouse_move(middle.x, middle.y)});
  EXPECT_TRUE(over().empty()) << "the first time finds neighbours: that is not done in a frame";
  EXPECT_GE(one.step(input, kFrame).wake_after, 0.0) << "and is not slept through";
  EXPECT_TRUE(within(kForSure, [&] {
    longest = std::max(longest, frame(one));
    return !over().empty();
  }));
  EXPECT_LT(one.step(input, kFrame).wake_after, 0.0);
  for (int i = 0; i < 8; ++i) {
    longest = std::max(longest, frame(one, {ui::mouse_move(middle.x + float(i), middle.y)}));
    frame(one);
  }
  EXPECT_FALSE(over().empty());
  EXPECT_LT(longest, 0.5 * kLongest);
}

// A click does not wait for that either, and means the same vertex.
TEST_F(LargeMapsWidget, AClickFindsTheVertexAtOnce) {
  Viewer one(options);
  open(one);
  ViewSettings view = one.document().scene().view;
  view.probe = true;
  one.apply({SetView{view}});
  frame(one);
  const vec2 middle = one.ui_state().rects.at("view").center();
  const auto pinned = [&] { return one.document().scene().selection.pinned_vertex; };
  const auto click = [&] {
    frame(one, {ui::mouse_button(0, true)});
    return frame(one, {ui::mouse_button(0, false)});
  };
  frame(one, {ui::mouse_move(middle.x, middle.y)});
  EXPECT_LT(click(), kLongest);
  ASSERT_TRUE(one.document().scene().selection.hovered_vertex.empty()) << "it was not there yet";
  const VertexRef at_once = pinned();
  EXPECT_FALSE(at_once.empty());
  one.apply({SetPinnedVertex{VertexRef{}}});
  ASSERT_TRUE(within(kForSure, [&] {
    frame(one);
    return !one.document().scene().selection.hovered_vertex.empty();
  }));
  click();
  EXPECT_EQ(pinned(), at_once);
}

// Nobody is kept waiting by what a closed model needed, and it is of no use to the next one.
TEST_F(LargeMapsWidget, AnotherModelIsPointedAtAnew) {
  Viewer one(options);
  open(one);
  ViewSettings view = one.document().scene().view;
  view.probe = true;
  one.apply({SetView{view}});
  frame(one);
  const vec2 middle = one.ui_state().rects.at("view").center();
  frame(one, {ui::mouse_move(middle.x, middle.y)});
  auto other = std::make_shared<Model>(*million());
  other->id = ModelId::fresh();
  for (Mesh& mesh : other->meshes) std::ranges::reverse(mesh.triangle);
  one.show(other);
  frame(one);
  frame(one, {ui::mouse_button(0, true)});
  frame(one, {ui::mouse_button(0, false)});
  const Selection& selection = one.document().scene().selection;
  ASSERT_TRUE(selection.hovered_vertex.empty()) << "it was not there yet";
  ASSERT_FALSE(selection.pinned_vertex.empty());
  EXPECT_TRUE(within(kForSure, [&] {
    frame(one);
    return !selection.hovered_vertex.empty();
  }));
  EXPECT_EQ(selection.hovered_vertex, selection.pinned_vertex);
}

// Of a large model either takes long: together they would be one frame of twice that.
TEST_F(LargeMapsWidget, TakingAModelOverAndDrawingItAreTwoFrames) {
  for (const bool apart : {true, false}) {
    SCOPED_TRACE(apart);
    options.apart_from_triangles = apart ? triangle_count(*ogre()) : triangle_count(*ogre()) + 1;
    Viewer one(options);
    frame(one);
    one.open(kAssets + "ogre.glb");
    StepResult result;
    ASSERT_TRUE(within(kForSure, [&] {
      result = one.step(input, kFrame);
      return one.document().scene().model != nullptr;
    }));
    EXPECT_EQ(one.picture_is_current(), !apart);
    EXPECT_EQ(one.renderer().skin_count() == 0, apart);
    EXPECT_FALSE(result.idle);
    frame(one);
    EXPECT_TRUE(one.picture_is_current());
    EXPECT_GT(one.renderer().skin_count(), 0u);
  }
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::large_maps_test
