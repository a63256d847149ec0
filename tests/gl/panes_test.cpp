// Panes against pictures of one pane each.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "gl/gl_fixture.h"
#include "gl/random_rig.h"
#include "view/panes.h"

namespace bindpose::test::panes_test {
namespace {

class PanesPicture : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    const RigPlan plan{.joints = 12, .vertices = 600, .seed = 21};
    scene = random_pose(random_model(plan), plan);
    scene.view.method = Deformer::Linear;
    scene.view.grid = false;
    posed = evaluate(scene);
    build_bones(scene, posed, bones);
    renderer().set_model(scene.model);
    const Box box = transformed(posed_bounds(scene, posed), scene.model->to_display);
    camera = first_view({kPane, kHigh}, box);
  }
  void TearDown() override {
    renderer().set_model(nullptr);
    GlTest::TearDown();
  }
  Image picture(const ViewSettings& view, float width, float height) {
    scene.view = view;
    renderer().draw(
        {scene, posed, bones, camera, static_cast<int>(width), static_cast<int>(height)});
    return renderer().read_pixels();
  }
  // Pixels of the pane that differ from a picture of its own by more than dithering does.
  int differing(const Image& whole, const Pane& pane, const Image& alone) {
    int count = 0;
    for (int y = static_cast<int>(pane.shown_from.y); y < static_cast<int>(pane.shown_to.y); ++y) {
      for (int x = static_cast<int>(pane.shown_from.x); x < static_cast<int>(pane.shown_to.x);
           ++x) {
        const int px = x - static_cast<int>(pane.corner.x),
                  py = y - static_cast<int>(pane.corner.y);
        const auto a = 4 * static_cast<std::size_t>(y * whole.width + x);
        const auto b = 4 * static_cast<std::size_t>(py * alone.width + px);
        for (std::size_t c = 0; c < 3; ++c) {
          count += std::abs(whole.pixels[a + c] - alone.pixels[b + c]) > 6 ? 1 : 0;
        }
      }
    }
    return count;
  }

  Image part(const Image& whole, const Pane& pane) {
    Image out;
    out.width = static_cast<int>(pane.viewport.width);
    out.height = static_cast<int>(pane.viewport.height);
    const std::size_t row = 4 * static_cast<std::size_t>(out.width);
    for (int y = 0; y < out.height; ++y) {
      const auto from =
          4 * static_cast<std::size_t>((y + static_cast<int>(pane.corner.y)) * whole.width +
                                       static_cast<int>(pane.corner.x));
      const auto at = whole.pixels.begin() + static_cast<std::ptrdiff_t>(from);
      out.pixels.insert(out.pixels.end(), at, at + static_cast<std::ptrdiff_t>(row));
    }
    return out;
  }

  static constexpr float kPane = 180.0f, kHigh = 160.0f;
  Scene scene;
  PosedScene posed;
  BoneSet bones;
  Camera camera;
};

TEST_F(PanesPicture, EachPaneIsThePictureOfItsDeformer) {
  for (const Panes kind : {Panes::Two, Panes::Four, Panes::Split}) {
    ViewSettings view{.grid = false};
    view.panes = kind;
    view.method = Deformer::Linear;
    view.split = 0.4f;
    const bool split = kind == Panes::Split;
    const float width = split ? kPane : 2.0f * kPane + kPaneGap;
    const float height = kind == Panes::Four ? 2.0f * kHigh + kPaneGap : kHigh;
    const Image whole = picture(view, width, height);
    int apart = 0;
    for (const Pane& pane : layout_panes(view, {width, height})) {
      ViewSettings one = in_pane(view, pane);
      one.panes = Panes::One;
      const Image alone = picture(one, kPane, kHigh);
      // The background's gradient runs over the whole view: four panes have other shades of it.
      if (kind != Panes::Four) {
        EXPECT_EQ(differing(whole, pane, alone), 0);
      }
      one.method = pane.method == Deformer::Rigid ? Deformer::Linear : Deformer::Rigid;
      apart += differing(whole, pane, picture(one, kPane, kHigh));
    }
    EXPECT_GT(apart, 200) << "the deformers look alike: the test would prove nothing";
  }
}

// Twice, so that the map of the view and that of the pane find their buffers again.
TEST_F(PanesPicture, TheFourthHasAMapOfItsOwn) {
  for (const Show show : {Show::Shaded, Show::Joints, Show::Limit, Show::Shaded, Show::Joints}) {
    ViewSettings view{.grid = false};
    view.panes = Panes::Four;
    view.show = show;
    const float width = 2.0f * kPane + kPaneGap, height = 2.0f * kHigh + kPaneGap;
    const Image whole = picture(view, width, height);
    const Pane last = layout_panes(view, {width, height}).back();
    view.pane4_distance = false;
    view.pane4 = view.method;
    EXPECT_GT(differing(whole, last, part(picture(view, width, height), last)), 200);
    view.show = Show::Distance;
    EXPECT_EQ(differing(whole, last, part(picture(view, width, height), last)), 0);
  }
}

// What a limit costs depends on the deformer. Rigid loses nothing, so that one scale serves both
// pictures.
TEST_F(PanesPicture, EachPaneHasTheCostOfALimitUnderItsDeformer) {
  ViewSettings view = scene.view;
  view.show = Show::Limit;
  view.limit = 1;
  view.panes = Panes::Two;
  view.method = Deformer::Linear;
  view.compare = Deformer::Rigid;
  for (int turn = 0; turn < 3; ++turn) {  // either way round, and back: buffers are used again
    const float width = 2.0f * kPane + kPaneGap;
    const Image whole = picture(view, width, kHigh);
    for (const Pane& pane : layout_panes(view, {width, kHigh})) {
      ViewSettings one = in_pane(view, pane);
      one.panes = Panes::One;
      const Image alone = picture(one, kPane, kHigh);
      EXPECT_EQ(differing(whole, pane, alone), 0) << info_of(pane.method).key;
      one.show = Show::Shaded;
      EXPECT_GT(differing(whole, pane, picture(one, kPane, kHigh)), 200) << "no map";
    }
    std::swap(view.method, view.compare);
  }
}

// The last pane is the picture of a model that has the rest pose for its bind pose, by the shaders
// and by the processor alike; the first one is right.
TEST_F(PanesPicture, AMistakeIsDrawnInTheLastPaneAlone) {
  // The fixture's rig was bound at rest; this one was not.
  auto askew = std::make_shared<Model>(*scene.model);
  askew->id = ModelId::fresh();
  for (mat4& local : askew->skeleton.rest_local) {
    local = mul_affine(local, to_matrix({{0.05f, 0, 0}, rotation_from_degrees({20, 10, 0})}));
  }
  scene.model = askew;
  posed = evaluate(scene);
  renderer().set_model(scene.model);
  auto broken = std::make_shared<Model>(*scene.model);
  broken->id = ModelId::fresh();
  Scene rest = make_scene(scene.model);
  const PosedScene at_rest = evaluate(rest);
  for (Mesh& mesh : broken->meshes) {
    Skin& skin = mesh.file_binding.skin;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      skin.bind[s] = at_rest.world[static_cast<std::size_t>(skin.joint[s])];
      skin.inverse_bind[s] = inverse_affine(skin.bind[s]);
    }
  }
  for (const bool by_shader : {false, true}) {
    SCOPED_TRACE(by_shader ? "by the shaders" : "by the processor");
    renderer().force_shader_skinning(by_shader);
    ViewSettings view = scene.view;
    view.skeleton = false;
    view.panes = Panes::Two;
    view.method = view.compare = Deformer::Linear;
    view.mistake = Mistake::RestForBind;
    const float width = 2.0f * kPane + kPaneGap;
    const std::vector<Pane> panes = layout_panes(view, {width, kHigh});
    const Image whole = picture(view, width, kHigh), again = picture(view, width, kHigh);
    EXPECT_EQ(whole.pixels, again.pixels);
    view.panes = Panes::One;
    const Image mistaken = picture(view, kPane, kHigh);
    view.mistake = Mistake::None;
    const Image right = picture(view, kPane, kHigh);
    EXPECT_EQ(differing(whole, panes[0], right), 0);
    EXPECT_EQ(differing(whole, panes[1], mistaken), 0);
    EXPECT_GT(differing(whole, panes[1], right), 200);
    const Scene kept = scene;
    const PosedScene kept_posed = posed;
    scene = make_scene(broken);
    scene.pose = kept.pose;
    posed = evaluate(scene);
    renderer().set_model(broken);
    EXPECT_EQ(differing(whole, panes[1], picture(view, kPane, kHigh)), 0);
    scene = kept;
    posed = kept_posed;
    renderer().set_model(scene.model);
  }
  renderer().force_shader_skinning(false);
}

// Each pane is the picture of its file alone: surface, map, bones and shadow, whatever units the
// other one has.
TEST_F(PanesPicture, TheOtherFileHasAPaneOfItsOwn) {
  const RigPlan plan{.joints = 9, .vertices = 500, .seed = 4};
  auto model = std::make_shared<Model>(*random_model(plan));
  model->id = ModelId::fresh();
  model->to_display = glm::scale(mat4(1.0f), vec3(0.8f)) * model->to_display;
  Scene other = random_pose(model, plan);
  const PosedScene other_posed = evaluate(other);
  BoneSet other_bones;
  build_bones(other, other_posed, other_bones);
  const float width = 2.0f * kPane + kPaneGap;
  ViewSettings view = scene.view;
  view.panes = Panes::Two;
  view.other_file = true;
  for (const Show show : {Show::Shaded, Show::Influences}) {
    view.show = show;
    scene.view = other.view = view;
    renderer().set_other(model);
    FrameInput beside{other, other_posed, other_bones, camera};
    FrameInput input{scene, posed, bones, camera, static_cast<int>(width), static_cast<int>(kHigh)};
    input.other = &beside;
    renderer().draw(input);
    const Image whole = renderer().read_pixels();
    const std::vector<Pane> panes = layout_panes(view, {width, kHigh});
    renderer().set_other(nullptr);
    ViewSettings one = view;
    one.panes = Panes::One;
    const Image own = picture(one, kPane, kHigh);
    EXPECT_EQ(differing(whole, panes[0], own), 0) << static_cast<int>(show);
    EXPECT_GT(differing(whole, panes[1], own), 200) << "the same picture twice";
    const Scene kept = scene;
    const PosedScene kept_posed = posed;
    const BoneSet kept_bones = bones;
    scene = other;
    posed = other_posed;
    bones = other_bones;
    renderer().set_model(model);
    // Where bones are cut off in front of the eye follows from the model's size.
    EXPECT_LT(differing(whole, panes[1], picture(one, kPane, kHigh)), 60) << static_cast<int>(show);
    scene = kept;
    posed = kept_posed;
    bones = kept_bones;
    renderer().set_model(scene.model);
  }
}

TEST_F(PanesPicture, SkinsOnceForADeformerAndAPose) {
  ViewSettings view = scene.view;
  view.panes = Panes::Four;
  picture(view, 300, 200);
  const std::size_t count = renderer().skin_count();
  camera = orbit(camera, {20, 10});
  picture(view, 300, 200);
  view.panes = Panes::Two;
  picture(view, 300, 200);
  EXPECT_EQ(renderer().skin_count(), count);
  posed = evaluate(scene);
  picture(view, 300, 200);
  EXPECT_EQ(renderer().skin_count(), count + 2) << "two deformers, one mesh";
}

}  // namespace
}  // namespace bindpose::test::panes_test
