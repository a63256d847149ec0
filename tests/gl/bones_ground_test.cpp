// Pictures of the skeleton and of the ground.
#include <gtest/gtest.h>

#include <algorithm>

#include "gl/post.h"
#include "view/colors.h"

namespace bindpose::test::bones_ground_test {
namespace {

// Difference in OKLab's colour plane: how far two hues with their chroma are apart.
float tint_difference(const vec3& a, const vec3& b) {
  const vec3 d = to_oklab(a) - to_oklab(b);
  return std::hypot(d.y, d.z);
}

// Angle between two hues, radians.
float hue_difference(const vec3& a, const vec3& b) {
  const vec3 p = to_oklab(a), q = to_oklab(b);
  return std::abs(std::atan2(p.y * q.z - p.z * q.y, p.y * q.y + p.z * q.z));
}

// Pixels that differ by more than rounding.
float share_of_other_pixels(const Image& a, const Image& b) {
  std::size_t other = 0;
  for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
    int largest = 0;
    for (std::size_t c = 0; c < 3; ++c)
      largest = std::max(largest, std::abs(int(a.pixels[i + c]) - int(b.pixels[i + c])));
    other += largest > 8 ? 1 : 0;
  }
  return static_cast<float>(4 * other) / static_cast<float>(a.pixels.size());
}

class BonesTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    scene.view.skeleton = true;
  }
  vec3 in_bone(float y) const { return {0.0f, y, 0.0f}; }
};

TEST_F(BonesTest, TheSelectedBoneHasTheAccent) {
  for (bool surface : {false, true}) {
    scene.view.surface = surface;
    scene.selection.joint = -1;
    const vec3 quiet = at(picture(), in_bone(0.25f));
    scene.selection.joint = 0;
    const vec3 selected = at(picture(), in_bone(0.25f));
    const vec3 accent = theme(true).accent;
    EXPECT_LT(hue_difference(selected, accent), 0.2f) << surface;
    EXPECT_GT(chroma(selected), 0.5f * chroma(accent)) << surface;
    EXPECT_LT(chroma(quiet), 0.03f) << surface;
  }
}

TEST_F(BonesTest, BonesShowThroughTheSurfaceButDimmer) {
  scene.view.surface = false;
  const vec3 free = at(picture(), in_bone(0.25f));
  scene.view.surface = true;
  const vec3 behind = at(picture(), in_bone(0.25f));
  scene.view.skeleton = false;
  const vec3 surface = at(picture(), in_bone(0.25f));
  EXPECT_GT(glm::length(behind - surface), 0.05f) << "seen through the surface";
  EXPECT_LT(glm::length(behind - surface), glm::length(free - surface) + 0.25f);
}

TEST_F(BonesTest, HoverIsBrighter) {
  scene.view.surface = false;
  const vec3 quiet = at(picture(), in_bone(0.25f));
  scene.selection.joint = 0;
  const vec3 selected = at(picture(), in_bone(0.25f));
  scene.selection.hovered_joint = 0;
  EXPECT_GT(to_oklab(at(picture(), in_bone(0.25f))).x, to_oklab(selected).x + 0.02f);
  scene.selection.joint = -1;
  EXPECT_GT(to_oklab(at(picture(), in_bone(0.25f))).x, to_oklab(quiet).x + 0.02f);
}

TEST_F(BonesTest, JointSpheresKeepTheirSizeOnTheScreen) {
  scene.view.surface = false;
  const auto width_of_sphere = [&] {
    const Image with = picture();
    scene.view.skeleton = false;
    const Image without = picture();
    scene.view.skeleton = true;
    const vec3 center = project(camera, {kWidth, kHeight}, in_bone(0.0f));
    int count = 0;  // along a row through the lower joint, where no bone is wider
    for (int x = 0; x < kWidth; ++x)
      if (glm::length(pixel(with, static_cast<float>(x), center.y + 1.0f) -
                      pixel(without, static_cast<float>(x), center.y + 1.0f)) > 0.05f)
        ++count;
    return count;
  };
  const int far_away = width_of_sphere();
  camera.distance = 4.0f;
  const int near_by = width_of_sphere();
  EXPECT_NEAR(far_away, near_by, 2);
  EXPECT_GE(far_away, 7);
  EXPECT_LE(far_away, 13);
}

// Light falls from the upper left on half a ball: z = sqrt(1 - x^2 - y^2) at (x, y) of its disc.
TEST_F(BonesTest, JointsAreLitAsSpheres) {
  scene.view.surface = false;
  scene.selection.joint = 0;
  camera.target = vec3(0.0f);
  camera.distance = 1.0f;
  BoneSet bones;
  const PosedScene posed = evaluate(scene);
  build_bones(scene, posed, bones);
  FrameInput in{scene, posed, bones, camera, width, height};
  in.ui_scale = 6.0f;
  renderer().draw(in);
  const Image image = renderer().read_pixels();
  const vec3 center = project(camera, {kWidth, kHeight}, in_bone(0.0f));
  float radius = 0.0f;
  const auto light = [](const vec2& at) {
    const vec3 n(at, std::sqrt(std::max(0.0f, 1.0f - glm::dot(at, at))));
    return 0.7f + 0.45f * std::max(0.0f, glm::dot(n, glm::normalize(vec3(-0.5f, 0.62f, 0.6f))));
  };
  const vec3 middle = pixel(image, center.x, center.y);
  for (const Bone& bone : bones.bones) {
    if (bone.joint == 0)
      radius = in.ui_scale *
               joint_radius_pixels(bone, scene.selection, camera, {kWidth, kHeight}, in.ui_scale);
  }
  ASSERT_GT(radius, 15.0f);
  int looked_at = 0;
  for (float y = -0.7f; y <= 0.7f; y += 0.2f) {
    for (float x = -0.7f; x <= 0.7f; x += 0.2f) {
      const vec2 pixel_at = glm::floor(vec2(center) + radius * vec2(x, -y)) + 0.5f;
      const vec2 disc = (pixel_at - vec2(center)) * vec2(1, -1) / radius;
      if (glm::length(disc) > 0.85f) continue;
      const vec3 seen = pixel(image, pixel_at.x, pixel_at.y);
      const vec3 wanted = middle * light(disc) / light(vec2(0.0f));
      for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(seen[c], std::min(wanted[c], 1.0f), 0.02f) << x << ' ' << y << ' ' << c;
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 30);
}

// Along each edge of a face runs a line of one pixel, drawn within the face, and thinner where the
// face is small, so that its filling stays. Two faces are seen here: a row through both crosses
// four lines.
TEST_F(BonesTest, OutlinesAreThinLines) {
  scene.view.surface = false;
  camera.pitch = 0.0f;
  camera.yaw = 0.3f;
  camera.target = vec3(0.0f, 0.3f, 0.0f);
  const float outline = theme(true).bone_outline.x;
  const float quiet = 143.0f / 255.0f;  // the darker face
  // One drawing without smoothed edges, on a driver that multisamples as well: what shines through
  // from behind an edge would count as ink.
  Renderer drawing(app::shader_folder(), Antialiasing::Refine);
  drawing.set_model(scene.model);
  const auto taken = [&] {
    const PosedScene posed = evaluate(scene);
    BoneSet bones;
    build_bones(scene, posed, bones);
    drawing.draw({scene, posed, bones, camera, width, height});
    return drawing.read_pixels();
  };
  // Pixels of the row through the target that the bone covers, and how many of them its lines do.
  const auto row_at = [&](float distance) {
    camera.distance = distance;
    const Image with = taken();
    scene.view.skeleton = false;
    const Image without = taken();
    scene.view.skeleton = true;
    const float y = project(camera, {kWidth, kHeight}, camera.target).y;
    vec2 drawn_inked(0.0f);
    for (int x = 0; x < kWidth; ++x) {
      const vec3 seen = pixel(with, float(x), y);
      if (glm::length(seen - pixel(without, float(x), y)) < 0.02f) continue;
      drawn_inked += vec2(1.0f, std::max((quiet - seen.x) / (quiet - outline), 0.0f));
    }
    return drawn_inked;
  };
  for (const float distance : {0.5f, 1.0f}) {
    const vec2 row = row_at(distance);
    EXPECT_GT(row.x, 20.0f);
    EXPECT_NEAR(row.y, 3.7f, 0.4f) << distance;
  }
  for (const float distance : {3.0f, 4.0f, 6.0f}) {
    const vec2 row = row_at(distance);
    EXPECT_GT(row.x, 3.0f);
    EXPECT_LT(row.y, 0.25f * row.x) << distance;
    EXPECT_GT(row.y, 0.1f * row.x) << distance;
  }
}

TEST_F(BonesTest, TheDrawnWaistIsWhereClicksFindIt) {
  scene.view.surface = false;
  camera.target = vec3(0.0f, 0.1f, 0.0f);
  camera.distance = 0.6f;
  camera.pitch = 0.0f;
  const Image with = picture();
  scene.view.skeleton = false;
  const Image without = picture();
  const PosedScene posed = evaluate(scene);
  BoneSet set;
  build_bones(scene, posed, set);
  const Bone& bone = set.bones[0];
  // Half way from the head to the waist the bone is half as wide as there.
  const vec3 half_way = bone.head + 0.5f * kBoneWaist * (bone.tail - bone.head);
  const vec3 p = project(camera, {kWidth, kHeight}, half_way);
  int drawn = 0;
  for (int x = 0; x < kWidth; ++x)
    if (glm::length(pixel(with, static_cast<float>(x), p.y) -
                    pixel(without, static_cast<float>(x), p.y)) > 0.05f)
      ++drawn;
  const float wanted = bone.radius / pixel_size(camera, {kWidth, kHeight}, half_way);
  EXPECT_GT(wanted, 15.0f) << "too small to tell";
  EXPECT_NEAR(static_cast<float>(drawn), wanted, 2.5f);
}

// The waist is a square: a quarter turn about the bone changes nothing, wherever one looks from.
TEST_F(BonesTest, ABoneIsTheSameFromItsFourSides) {
  scene.view.surface = false;
  camera.distance = 1.5f;
  for (const float from : {0.0f, 0.3f, 0.785f}) {
    camera.yaw = from;
    const Image first = picture();
    for (int side = 1; side < 4; ++side) {
      camera.yaw = from + static_cast<float>(side) * 1.57079633f;
      EXPECT_LE(share_of_other_pixels(first, picture()), 0.002f) << from << ' ' << side;
    }
  }
}

TEST_F(BonesTest, AGhostIsFaintAndHasNoJoint) {
  scene.view.surface = false;
  scene.selection.joint = 0;
  const Image all = picture();
  scene.view.bones = Bones::Chain;
  const Image chain = picture();
  const vec3 ground = theme(true).background_top;
  const auto light = [&](const Image& image, float part) {
    return to_oklab(at(image, in_bone(part))).x - to_oklab(ground).x;
  };
  EXPECT_GT(light(all, 0.2f), 0.2f);
  EXPECT_LT(light(chain, 0.2f), 0.5f * light(all, 0.2f))
      << "the bone leads to no joint of the chain";
  EXPECT_GT(light(chain, 0.0f), 0.2f) << "the selected joint itself is drawn";
}

TEST_F(BonesTest, AxesHaveTheirColours) {
  scene.view.surface = false;
  scene.view.joint_axes = true;
  const Image image = picture();
  const float size = pixel_size(camera, {kWidth, kHeight}, in_bone(0.0f));
  // Beyond the sphere, along x of the lower joint.
  float best = 1.0f;
  for (float pixels = 7.0f; pixels < 12.0f; pixels += 1.0f)
    best = std::min(
        best, tint_difference(at(image, vec3(pixels * size, 0.0f, 0.0f)), theme(true).axis[0]));
  EXPECT_LT(best, 0.06f);
}

TEST_F(PictureTest, TheGridHasALineAlongX) {
  scene.view.surface = false;
  scene.view.grid = true;
  camera.pitch = 0.6f;
  const Image image = picture();
  const vec3 on = at(image, {0.35f, 0.0f, 0.0f}), off = at(image, {0.35f, 0.0f, 0.13f});
  EXPECT_GT(to_oklab(on).x, to_oklab(off).x + 0.05f);
}

TEST_F(PictureTest, TheGridDoesNotShimmer) {
  // The camera creeps along over far, dense lines: no pixel there may flicker.
  scene.view.surface = false;
  scene.view.grid = true;
  camera.pitch = 0.06f;
  camera.distance = 5.0f;
  Image before = picture();
  int largest = 0;
  for (int k = 1; k < 6; ++k) {
    camera.target += vec3(0.004f, 0.0f, 0.003f);
    const Image image = picture();
    const vec3 far_edge = project(camera, {kWidth, kHeight}, {0.0f, 0.0f, -4.0f});
    const int first = static_cast<int>(far_edge.y) - 20, last = static_cast<int>(far_edge.y) + 3;
    for (int y = first; y < last; ++y)
      for (int x = 0; x < kWidth; ++x) {
        const float fx = static_cast<float>(x), fy = static_cast<float>(y);
        const vec3 change = glm::abs(pixel(image, fx, fy) - pixel(before, fx, fy)) * 255.0f;
        // The two bold lines move; they are no pattern that could shimmer.
        if (chroma(pixel(image, fx, fy)) < 0.02f && chroma(pixel(before, fx, fy)) < 0.02f)
          largest = std::max(largest, static_cast<int>(std::max({change.x, change.y, change.z})));
      }
    before = image;
  }
  EXPECT_LE(largest, 9);
}

TEST_F(PictureTest, TheModelDarkensTheGroundAtItsFoot) {
  scene.view.grid = true;
  scene.view.dark = false;
  camera.pitch = 0.5f;
  const vec3 foot{0.06f, 0.0f, 0.47f}, away{0.06f, 0.0f, 1.9f};
  const Image with = picture();
  scene.view.surface = false;
  const Image without = picture();
  EXPECT_LT(to_oklab(at(with, foot)).x, to_oklab(at(without, foot)).x - 0.025f);
  EXPECT_NEAR(to_oklab(at(with, away)).x, to_oklab(at(without, away)).x, 0.01f);
}

// Away from the foot, but still on the map of the shadow, the ground is as bright as without the
// model.
TEST_F(PictureTest, TheGroundBesideTheModelIsNotDarkened) {
  scene.view.grid = true;
  scene.view.dark = false;
  camera.pitch = 0.5f;
  camera.distance = 8.0f;
  const Image with = picture();
  scene.view.surface = false;
  const Image without = picture();
  for (const vec3& beside : {vec3(0.64f, 0, 0.07f), vec3(-0.64f, 0, 0.07f), vec3(0.6f, 0, 0.6f)})
    EXPECT_NEAR(to_oklab(at(with, beside)).x, to_oklab(at(without, beside)).x, 0.01f);
}

TEST_F(PictureTest, AnEmptySceneIsJustTheStage) {
  open(nullptr);
  scene.view.grid = scene.view.skeleton = true;
  camera.pitch = 0.3f;
  const Image image = picture(2);
  EXPECT_LT(glm::length(pixel(image, 0, 0) - theme(true).background_top), 0.02f);
  EXPECT_GT(to_oklab(at(image, vec3(0.0f))).x, to_oklab(theme(true).background_bottom).x + 0.05f);
}

}  // namespace
}  // namespace bindpose::test::bones_ground_test
