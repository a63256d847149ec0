// Ghosts and capsules in the picture: where they are, in whose colour, and how much shows through.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <memory>

#include "gl/post.h"
#include "math/numbers.h"
#include "render/frame.h"
#include "render/passes/ghosts.h"
#include "view/colors.h"

namespace bindpose::test::ghosts_capsules_test {
namespace {

// The post of post.h with its upper joint turned so that it points along x: what is above y = 1
// lies between x = 0 and 1 then.
class OverlayTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    scene.view.surface = false;
    camera.pitch = 0.0f;
  }
  void bend() {
    scene.pose.user_local[1] =
        to_matrix({vec3(0.0f), rotation_from_degrees({0.0f, 0.0f, -90.0f}), vec3(1.0f)});
  }
  Image of(Ghosts ghosts) {
    scene.view.ghosts = ghosts;
    return picture();
  }
  bool differ(const Image& a, const Image& b, const vec3& point) const {
    return glm::length(at(a, point) - at(b, point)) > 1.5f / 255.0f;
  }
  // How opaque what is drawn at a point is: the two grounds show through by what is left.
  float opacity(const vec3& point, bool capsules, Ghosts ghosts) {
    vec3 with[2], without[2];
    for (const bool dark : {false, true}) {
      scene.view.dark = dark;
      scene.view.capsules = capsules;
      with[dark] = at(of(ghosts), point);
      scene.view.capsules = false;
      without[dark] = at(of(Ghosts::Off), point);
    }
    scene.view.dark = true;
    return 1.0f - glm::length(with[0] - with[1]) / glm::length(without[0] - without[1]);
  }
  void reach(float radius) {
    auto r = std::make_shared<BoneReach>();
    r->segments = {{0, {0, 0, 0}, {0, 1, 0}, radius}, {1, {0, 1, 0}, {0, 2, 0}, radius}};
    scene.reach = r;
    scene.view.surface = true;  // capsules belong to it, but here it is not to cover them
    scene.mesh_hidden = {1};
  }
};

// In front of the standing copy only, and of the lying one only.
const vec3 kStanding{0.0f, 0.2f, 0.4f}, kLying{-0.8f, 1.0f, 0.4f};

TEST_F(OverlayTest, AGhostIsTheWholeMeshWhereOneJointPutsIt) {
  bend();
  const Image off = of(Ghosts::Off), all = of(Ghosts::All);
  EXPECT_TRUE(differ(all, off, kStanding));
  EXPECT_TRUE(differ(all, off, kLying));
  EXPECT_TRUE(differ(all, off, -kLying + vec3(0, 2, 0)));
  EXPECT_FALSE(differ(all, off, {0.8f, 1.8f, 0.4f}));
  EXPECT_FALSE(differ(all, off, {-0.8f, 0.3f, 0.4f}));
  scene.selection.joint = 1;
  const Image upper = of(Ghosts::Selected);
  EXPECT_FALSE(differ(upper, off, kStanding));
  EXPECT_TRUE(differ(upper, off, kLying));
  scene.selection.joint = 0;
  const Image lower = of(Ghosts::Selected);
  EXPECT_TRUE(differ(lower, off, kStanding));
  EXPECT_FALSE(differ(lower, off, kLying));
  scene.selection.joint = -1;
  EXPECT_EQ(of(Ghosts::Selected).pixels, of(Ghosts::Off).pixels);
}

TEST_F(OverlayTest, AGhostHasItsJointsColourAndLetsTheRestThrough) {
  bend();
  scene.selection.joint = -1;
  BoneSet bones;
  build_bones(scene, evaluate(scene), bones);
  const Image off = of(Ghosts::Off), all = of(Ghosts::All);
  const auto hue = [](const vec3& srgb) {
    const vec3 lab = to_oklab(srgb);
    return std::atan2(lab.z, lab.y);
  };
  for (const auto& [point, joint] : {std::pair{kStanding, 0}, std::pair{kLying, 1}}) {
    const float part = opacity(point, false, Ghosts::All);
    EXPECT_NEAR(part, 0.34f, 0.03f);
    const vec3 own = (at(all, point) - (1.0f - part) * at(off, point)) / part;
    const float wanted = hue(bones.color[static_cast<std::size_t>(joint)]);
    EXPECT_LT(std::abs(std::remainder(hue(own) - wanted, 6.2831853f)), 0.2f) << joint;
  }
  // Its outline is denser, and its own far side does not show.
  // (Of its pixels one is looked at: 0.66 in one drawing without smoothing, 0.49 where a GPU
  // multisamples.)
  EXPECT_GT(opacity({0.385f, 0.2f, 0.1f}, false, Ghosts::All), 0.45f);
}

TEST_F(OverlayTest, AVertexThatWalksTakesItsMeshAlong) {
  bend();
  scene.selection.pinned_vertex = {0, 40 * 48};  // of the upper joint alone
  const Image off = of(Ghosts::Off), usual = of(Ghosts::Selected);
  scene.view.walker = WalkOf::Joint;
  const vec3 top{0.0f, 1.8f, 0.4f}, below{0.0f, -0.6f, 0.4f};
  const auto at_stage = [&](float stage) {
    scene.view.walker_at = stage;
    return of(Ghosts::Selected);
  };
  EXPECT_FALSE(differ(usual, off, top)) << "nothing is selected";
  EXPECT_TRUE(differ(at_stage(0), off, top)) << "in bind space";
  EXPECT_FALSE(differ(at_stage(1), off, top)) << "one lower, in its bone's own frame";
  EXPECT_TRUE(differ(at_stage(1), off, below));
  EXPECT_TRUE(differ(at_stage(3), off, kLying)) << "where T_j puts it";
  EXPECT_FALSE(differ(at_stage(3), off, kStanding));
}

TEST_F(OverlayTest, GhostsAreDrawnFromTheFarthestOn) {
  bend();
  scene.view.ghosts = Ghosts::All;
  const std::vector<vec3> color{{1, 0, 0}, {0, 1, 0}};
  ASSERT_EQ(scene.model->skeleton.parent.size(), color.size());
  Frame frame;
  for (const int nearest : {0, 1}) {
    frame.eye = vec3(0.0f, nearest == 0 ? -5.0f : 5.0f, 0.0f);
    const std::vector<Ghost> ghosts = ghosts_of(scene, evaluate(scene), frame, color);
    ASSERT_EQ(ghosts.size(), 2u);
    EXPECT_EQ(ghosts.back().color, color[idx(nearest)]);
  }
}

TEST_F(OverlayTest, TheSurfaceHidesTheGhosts) {
  bend();
  scene.view.surface = true;
  const Image off = of(Ghosts::Off), all = of(Ghosts::All);
  for (const vec3& point : {kStanding, vec3(0.8f, 1.0f, 0.4f)}) {
    EXPECT_LT(glm::length(at(all, point) - at(off, point)), 1.5f / 255.0f);
  }
  EXPECT_TRUE(differ(all, off, kLying));
}

// Against the picture that is drawn four times as large and made smaller.
TEST_F(OverlayTest, RefiningSmoothsGhostsAndWhatIsBeforeThem) {
  if (renderer().multisampled()) GTEST_SKIP() << "this driver multisamples instead";
  bend();
  scene.view.ghosts = Ghosts::All;
  for (const bool surface : {false, true}) {
    scene.view.surface = surface;
    const Image rough = picture(), fine = picture(kRefineSteps);
    width = 4 * kWidth;
    height = 4 * kHeight;
    const Image large = picture();
    width = kWidth;
    height = kHeight;
    double rough_off = 0.0, fine_off = 0.0, most = 0.0;
    for (std::size_t i = 0; i < fine.pixels.size(); ++i) {
      const std::size_t x = i / 4 % kWidth, y = i / 4 / kWidth;
      double sum = 0.0;
      for (std::size_t k = 0; k < 16; ++k) {
        sum += large.pixels[4 * ((4 * y + k / 4) * 4 * kWidth + 4 * x + k % 4) + i % 4];
      }
      rough_off += std::pow(rough.pixels[i] - sum / 16, 2);
      fine_off += std::pow(fine.pixels[i] - sum / 16, 2);
      most = std::max(most, std::abs(fine.pixels[i] - sum / 16));
    }
    EXPECT_LT(fine_off, 0.4 * rough_off) << surface;
    EXPECT_LT(most, 40.0) << surface;
  }
}

TEST_F(OverlayTest, TheDepthAfterAPictureIsWhatAFreshContextHas) {
  for (const Ghosts ghosts : {Ghosts::Off, Ghosts::All}) {
    scene.view.ghosts = ghosts;
    picture(2);
    GLdouble cleared = -1.0, range[2]{};
    GLint function = 0;
    glGetDoublev(GL_DEPTH_CLEAR_VALUE, &cleared);
    glGetDoublev(GL_DEPTH_RANGE, range);
    glGetIntegerv(GL_DEPTH_FUNC, &function);
    EXPECT_EQ(cleared, 1.0);
    EXPECT_EQ(range[0], 0.0);
    EXPECT_EQ(range[1], 1.0);
    EXPECT_EQ(function, GL_LESS);
  }
}

TEST_F(OverlayTest, ACapsuleIsAsFarFromItsBoneAsItsRadius) {
  reach(0.5f);
  scene.selection.joint = 1;
  const Image shown = picture();
  scene.view.capsules = false;
  const Image none = picture();
  // Sides, the round end below y = 1 and the one above y = 2, in the plane of the bone.
  for (const vec3& inside : {vec3(0.48f, 1.5f, 0), vec3(-0.48f, 1.5f, 0), vec3(0, 0.52f, 0),
                             vec3(0, 2.47f, 0), vec3(0.33f, 0.66f, 0), vec3(0, 1.5f, 0)}) {
    EXPECT_TRUE(differ(shown, none, inside)) << inside.x << ' ' << inside.y;
  }
  for (const vec3& outside : {vec3(0.54f, 1.5f, 0), vec3(-0.54f, 1.5f, 0), vec3(0, 0.45f, 0),
                              vec3(0.4f, 0.6f, 0), vec3(-0.4f, 2.4f, 0)}) {
    EXPECT_FALSE(differ(shown, none, outside)) << outside.x << ' ' << outside.y;
  }
  // It follows its joint.
  bend();
  const Image bent_none = picture();
  scene.view.capsules = true;
  const Image bent = picture();
  EXPECT_TRUE(differ(bent, bent_none, {1.46f, 1.0f, 0}));
  EXPECT_TRUE(differ(bent, bent_none, {0.5f, 1.46f, 0}));
  EXPECT_FALSE(differ(bent, bent_none, {0, 1.8f, 0}));
}

TEST_F(OverlayTest, ACapsuleOfASlantedBoneIsAsThick) {
  auto slanted = std::make_shared<BoneReach>();
  slanted->segments = {{0, {-0.6f, 0.2f, 0}, {0.6f, 1.8f, 0}, 0.5f}};
  reach(0.5f);
  scene.reach = slanted;
  const Image shown = picture();
  scene.view.capsules = false;
  const Image none = picture();
  const vec3 middle(0, 1, 0), across(0.8f, -0.6f, 0);
  for (const float side : {-1.0f, 1.0f}) {
    EXPECT_TRUE(differ(shown, none, middle + side * 0.47f * across));
    EXPECT_FALSE(differ(shown, none, middle + side * 0.55f * across));
  }
}

TEST_F(OverlayTest, CapsulesAreClearInTheMiddleAndDenseAtTheOutline) {
  reach(0.3f);
  // Both, faint: two clear sides of 0.35 x 0.12 each.
  EXPECT_NEAR(opacity({0, 1.5f, 0}, true, Ghosts::Off), 1.0f - 0.958f * 0.958f, 0.03f);
  EXPECT_NEAR(opacity({0, 0.5f, 0}, true, Ghosts::Off), 1.0f - 0.958f * 0.958f, 0.03f);
  EXPECT_GT(opacity({0.292f, 1.5f, 0}, true, Ghosts::Off), 0.25f);
  // The selected one alone, clearer to see.
  scene.selection.joint = 1;
  EXPECT_NEAR(opacity({0, 1.5f, 0}, true, Ghosts::Off), 1.0f - 0.892f * 0.892f, 0.03f);
  EXPECT_NEAR(opacity({0, 0.5f, 0}, true, Ghosts::Off), 0.0f, 0.02f);
  EXPECT_GT(opacity({0.292f, 1.5f, 0}, true, Ghosts::Off), 0.6f);
  scene.reach = nullptr;
  EXPECT_NEAR(opacity({0, 1.5f, 0}, true, Ghosts::Off), 0.0f, 0.02f);
}

}  // namespace
}  // namespace bindpose::test::ghosts_capsules_test
