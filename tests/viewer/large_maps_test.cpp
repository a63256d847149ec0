// Maps of a model with a million vertices: they are made beside the window, whose frames go on.
#include <time.h>

#include <algorithm>

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

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

class LargeMaps : public ::testing::Test {
 protected:
  LargeMaps() : target((context(), 960), 600) {
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = target.framebuffer();
    options.maps = {.beside = true, .patience = 0.0};
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
  static bool is_there(Viewer& viewer) {
    const SurfaceMap* map = viewer.map();
    return map != nullptr && map->revision != 0 && map->legend.note != "Computing ...";
  }

  ScreenTarget target;
  ViewerOptions options;
  Input input;
};

TEST_F(LargeMaps, NoFrameWaitsForOneThatIsChosen) {
  Viewer one(options);
  open(one);
  const int joint = find_joint(million()->skeleton, "chest");
  one.apply({SetSelection{joint}});
  int beside = 0;  // maps that were not there at once
  for (const Show show : {Show::Weights, Show::Joints, Show::Dominant, Show::Influences, Show::Sum,
                          Show::Limit, Show::Distance}) {
    ViewSettings view = one.document().scene().view;
    view.show = show;
    one.apply({SetView{view}});
    beside += is_there(one) ? 0 : 1;
    double longest = 0.0;
    int frames = 0;
    do {
      longest = std::max(longest, frame(one));
      ++frames;
    } while (!is_there(one) && frames < 5000);
    EXPECT_TRUE(is_there(one));
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

TEST_F(LargeMaps, NoFrameWaitsWhileAJointIsDraggedUnderOne) {
  Viewer one(options);
  open(one);
  const int joint = find_joint(million()->skeleton, "chest");
  one.apply({SetSelection{joint}});
  ViewSettings view = one.document().scene().view;
  view.show = Show::Distance;
  one.apply({SetView{view}});
  while (!is_there(one)) frame(one);
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
  while (!is_there(one)) frame(one);
  const PosedScene posed = evaluate(one.document().scene());
  BoneSet bones;
  build_bones(one.document().scene(), posed, bones);
  const SurfaceMap right = surface_map(one.document().scene(), posed, bones, Show::Distance);
  EXPECT_EQ(one.map()->mesh.front().value, right.mesh.front().value) << "at rest: that of the pose";
}

// Pointing at it: the first time finds neighbours, each new pose moves all vertices.
TEST_F(LargeMaps, NoFrameWaitsForTheProbe) {
  Viewer one(options);
  open(one);
  ViewSettings view = one.document().scene().view;
  view.show = Show::Sum;
  view.probe = true;
  one.apply({SetView{view}});
  while (!is_there(one)) frame(one);
  const vec2 middle = one.ui_state().rects.at("view").center();
  double longest = 0.0;
  for (int i = 0; i < 8; ++i) {
    longest = std::max(longest, frame(one, {ui::mouse_move(middle.x + float(i), middle.y)}));
    frame(one);
  }
  EXPECT_FALSE(one.document().scene().selection.hovered_vertex.empty());
  EXPECT_LT(longest, 2.0 * kLongest);
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::large_maps_test
