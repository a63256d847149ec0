// Pictures of the surface, judged by what they mean rather than by stored images.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gl/post.h"
#include "view/colors.h"

namespace bindpose::test::picture_test {
namespace {

// On the front of the post, y up.
vec3 front(float y) {
  return {0.0f, y, 0.4f};
}

TEST_F(PictureTest, BackgroundIsTheThemesGradient) {
  scene.view.surface = false;
  for (bool dark : {true, false}) {
    scene.view.dark = dark;
    const Image image = picture();
    for (float x : {0.0f, kWidth - 1.0f}) {
      const vec3 top = pixel(image, x, 0.0f) - theme(dark).background_top;
      const vec3 bottom = pixel(image, x, kHeight - 1.0f) - theme(dark).background_bottom;
      EXPECT_LT(glm::length(top), 2.0f / 255.0f);
      EXPECT_LT(glm::length(bottom), 2.0f / 255.0f);
    }
  }
}

TEST_F(PictureTest, EveryPixelIsOpaque) {
  scene.view.grid = scene.view.skeleton = true;
  const Image image = picture(kRefineSteps);
  ASSERT_EQ(image.pixels.size(), 4u * kWidth * kHeight);
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) ASSERT_EQ(image.pixels[i], 255);
}

TEST_F(PictureTest, HeatMapHasTheRampsColours) {
  scene.view.show = Show::Weights;
  scene.selection.joint = 1;
  const Image image = picture();
  for (const auto& [y, weight] : {std::pair{1.7f, 1.0f}, std::pair{1.0f, 0.5f}}) {
    const vec3 seen = to_oklab(at(image, front(y))), wanted = to_oklab(weight_color(weight));
    EXPECT_NEAR(seen.x, wanted.x, 0.12f) << weight;
    // The light changes lightness and chroma together; the hue stays.
    const float cross = seen.y * wanted.z - seen.z * wanted.y;
    const float dot = seen.y * wanted.y + seen.z * wanted.z;
    EXPECT_LT(std::abs(std::atan2(cross, dot)), 0.12f) << weight;
  }
  EXPECT_LT(chroma(at(image, front(0.3f))), 0.03f) << "weight 0 is neutral";
  EXPECT_LT(glm::length(at(image, front(0.3f)) - weight_zero_color()), 0.25f);
}

TEST_F(PictureTest, HeatMapOfRawWeightsShowsWhatTheFileStored) {
  auto model = post_model();
  for (float& sum : model->meshes[0].file_binding.influences.raw_weight_sum) sum = 0.5f;
  open(model);
  scene.view.show = Show::Weights;
  scene.selection.joint = 1;
  const auto hue_error = [&](const vec3& seen, float weight) {
    const vec3 a = to_oklab(seen), b = to_oklab(weight_color(weight));
    return std::abs(std::atan2(a.y * b.z - a.z * b.y, a.y * b.y + a.z * b.z));
  };
  EXPECT_LT(hue_error(at(picture(), front(1.7f)), 1.0f), 0.12f);
  scene.view.weights = WeightUse::Raw;  // which halves the post, too
  EXPECT_LT(hue_error(at(picture(), 0.5f * front(1.7f)), 0.5f), 0.12f);
  scene.view.weights = WeightUse::Normalised;
  EXPECT_LT(hue_error(at(picture(), front(1.7f)), 1.0f), 0.12f);
}

TEST_F(PictureTest, WhatIsNotFiniteHasAColourOfItsOwn) {
  scene.view.show = Show::Sum;
  const vec3 sound = at(picture(), front(1.7f));
  for (const float broken :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    auto model = post_model();
    for (float& sum : model->meshes[0].file_binding.influences.raw_weight_sum) sum = broken;
    open(model);
    const vec3 seen = to_oklab(at(picture(), front(1.7f))), wanted = to_oklab(not_finite_color());
    const float cross = seen.y * wanted.z - seen.z * wanted.y;
    const float dot = seen.y * wanted.y + seen.z * wanted.z;
    EXPECT_LT(std::abs(std::atan2(cross, dot)), 0.15f);
    EXPECT_GT(glm::length(from_oklab(seen) - sound), 0.1f);
  }
}

TEST_F(PictureTest, HeatMapFollowsTheSelection) {
  scene.view.show = Show::Weights;
  scene.selection.joint = 1;
  const Image upper = picture();
  scene.selection.joint = 0;
  const Image lower = picture();
  EXPECT_GT(chroma(at(lower, front(0.3f))), 0.08f);
  EXPECT_LT(chroma(at(lower, front(1.7f))), 0.03f);
  scene.selection.joint = -1;
  const Image none = picture();
  for (float y : {0.3f, 1.0f, 1.7f}) EXPECT_LT(chroma(at(none, front(y))), 0.03f) << y;
  scene.selection.joint = 1;
  EXPECT_EQ(picture().pixels, upper.pixels);
}

TEST_F(PictureTest, SurfaceFollowsThePose) {
  const Image rest = picture();
  scene.pose.user_local[1] =
      to_matrix(Transform{vec3(0.0f), rotation_from_degrees(vec3(0.0f, 0.0f, -90.0f)), vec3(1.0f)});
  const Image bent = picture();
  const vec3 tip{0.8f, 1.0f, 0.2f};  // where the upper half lies now
  EXPECT_GT(glm::length(at(bent, tip) - at(rest, tip)), 0.3f);
  EXPECT_GT(glm::length(at(bent, front(1.8f)) - at(rest, front(1.8f))), 0.3f);
}

TEST_F(PictureTest, HiddenSurfaceLeavesTheBackground) {
  scene.view.surface = false;
  const Image hidden = picture();
  open(nullptr);
  EXPECT_EQ(picture().pixels, hidden.pixels);
}

TEST_F(PictureTest, XrayShowsWhatLiesBehindTheNearestSurface) {
  const vec3 opaque = at(picture(), front(1.5f));
  scene.view.surface = false;
  const vec3 behind = at(picture(), front(1.5f));
  scene.view.surface = scene.view.xray = true;
  const vec3 seen = at(picture(), front(1.5f));
  // A third of it is the surface; were its back side drawn as well, it would be more than half.
  EXPECT_LT(glm::length(seen - glm::mix(behind, opaque, 0.34f)), 0.04f);
  scene.view.skeleton = true;
  const Image bones = picture();
  scene.view.xray = false;
  EXPECT_NE(picture().pixels, bones.pixels);
}

TEST_F(PictureTest, TheSamePictureTwiceIsTheSameBytes) {
  scene.view.grid = scene.view.skeleton = scene.view.joint_axes = true;
  scene.selection.joint = 1;
  const Image first = picture();
  const Image refined = picture(kRefineSteps);
  scene.view.wireframe = true;
  scene.view.show = Show::Weights;
  camera.yaw = 1.0f;
  picture();
  scene.view.wireframe = false;
  scene.view.show = Show::Shaded;
  camera.yaw = 0.0f;
  EXPECT_EQ(picture().pixels, first.pixels);
  EXPECT_EQ(picture(kRefineSteps).pixels, refined.pixels);
}

TEST_F(PictureTest, ResizingThereAndBackChangesNothing) {
  const Image first = picture();
  width = 201;
  height = 99;
  const Image small = picture(2);
  EXPECT_EQ(small.width, 201);
  EXPECT_EQ(small.height, 99);
  width = kWidth;
  height = kHeight;
  EXPECT_EQ(picture().pixels, first.pixels);
}

TEST_F(PictureTest, RefiningSmoothsEdgesAndKeepsFlatAreas) {
  if (renderer().multisampled()) GTEST_SKIP() << "this driver multisamples instead";
  scene.view.grid = true;
  const Image rough = picture();
  const Image fine = picture(kRefineSteps);
  std::size_t changed = 0;
  for (int y = 2; y < kHeight - 2; ++y)
    for (int x = 2; x < kWidth - 2; ++x) {
      const auto value = [&](const Image& image, int dx, int dy) {
        return pixel(image, static_cast<float>(x + dx), static_cast<float>(y + dy)) * 255.0f;
      };
      float range = 0.0f;
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
          range = std::max(range, glm::length(value(rough, dx, dy) - value(rough, 0, 0)));
      const float change = glm::length(value(fine, 0, 0) - value(rough, 0, 0));
      if (range < 3.0f) {
        ASSERT_LT(change, 3.0f) << x << ' ' << y;
      }
      if (change > 16.0f) ++changed;
    }
  EXPECT_GT(changed, 50u) << "the silhouette has steps that refining smooths";
}

// Where one picture is wanted its drawings are read while the next are made.
TEST_F(PictureTest, DrawingsThatAreReadLaterMakeTheSamePicture) {
  if (renderer().multisampled()) GTEST_SKIP() << "this driver multisamples instead";
  scene.view.grid = scene.view.skeleton = true;
  const Image each = picture(kRefineSteps);
  more = true;
  EXPECT_EQ(largest_difference(picture(kRefineSteps), each), 0);
  EXPECT_EQ(largest_difference(picture(3), each) > 0, true) << "each drawing counts";
  more = false;
  EXPECT_EQ(picture(kRefineSteps).pixels, each.pixels);
}

TEST_F(PictureTest, RefiningConverges) {
  if (renderer().multisampled()) GTEST_SKIP() << "this driver multisamples instead";
  const Image four = picture(4), seven = picture(7), eight = picture(8);
  EXPECT_LT(largest_difference(seven, eight), 255 / 7 + 2) << "one drawing of eight";
  EXPECT_GE(largest_difference(four, eight), largest_difference(seven, eight));
}

TEST_F(PictureTest, MultisamplingSmoothsEdgesAtOnce) {
  scene.view.skeleton = scene.view.grid = true;
  scene.selection.joint = 1;
  Renderer multisampled(BINDPOSE_SOURCE_DIR "/shaders", Antialiasing::Multisample);
  if (!multisampled.multisampled()) GTEST_SKIP() << "this driver has no multisampled framebuffers";
  multisampled.set_model(scene.model);
  const PosedScene posed = evaluate(scene);
  BoneSet bones;
  build_bones(scene, posed, bones);
  multisampled.draw({scene, posed, bones, camera, width, height, 1.0f, 0});
  const Image one = multisampled.read_pixels();
  multisampled.draw({scene, posed, bones, camera, width, height, 1.0f, 3});
  EXPECT_EQ(multisampled.read_pixels().pixels, one.pixels) << "refinement is ignored";

  // Only the silhouette tells: lines and spheres smooth their edges themselves.
  scene.view.skeleton = scene.view.grid = false;
  multisampled.draw({scene, posed, bones, camera, width, height, 1.0f, 0});
  const Image smooth = multisampled.read_pixels();
  // The fixture's own may multisample as well: what a GPU does unasked.
  Renderer refining(BINDPOSE_SOURCE_DIR "/shaders", Antialiasing::Refine);
  refining.set_model(scene.model);
  Image rough, fine;
  for (int step = 0; step < kRefineSteps; ++step) {
    refining.draw({scene, posed, bones, camera, width, height, 1.0f, step});
    if (step == 0) rough = refining.read_pixels();
  }
  fine = refining.read_pixels();
  const auto distance = [&](const Image& a) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i)
      sum += std::abs(int(a.pixels[i]) - int(fine.pixels[i]));
    return sum;
  };
  EXPECT_LT(distance(smooth), 0.6 * distance(rough));
}

TEST_F(PictureTest, ASkeletonWithoutAMeshAndAMeshWithoutASkeletonAreShown) {
  const auto shown = [&] {
    scene.view.grid = scene.view.surface = scene.view.skeleton = false;
    const Image empty = picture();
    scene.view.surface = scene.view.skeleton = true;
    const Image full = picture();
    std::size_t pixels = 0;
    for (std::size_t i = 0; i < full.pixels.size(); i += 4) {
      pixels += full.pixels[i] != empty.pixels[i] || full.pixels[i + 1] != empty.pixels[i + 1];
    }
    return pixels;
  };
  auto bones = post_model();
  bones->meshes.clear();
  derive_bind_pose(*bones);
  derive_weight_flags(*bones);
  open(bones);
  EXPECT_GT(shown(), 100u) << "bones and joints";
  auto still = post_model();
  const std::vector<RawJoint> node{{"post", kNoParent, mat4(1.0f), false}};
  still->skeleton = build_skeleton(node).skeleton;
  Mesh& mesh = still->meshes[0];
  mesh.file_binding.skin = {};
  mesh.file_binding.skin.joint = {0};
  mesh.file_binding.skin.bind = mesh.file_binding.skin.inverse_bind = {mat4(1.0f)};
  mesh.file_binding.influences =
      pack_influences(std::vector<std::vector<WeightEntry>>(mesh.position.size(), {{0, 1.0f}}), 1)
          .influences;
  derive_bind_pose(*still);
  derive_weight_flags(*still);
  ASSERT_EQ(check_model(*still), "");
  open(still);
  EXPECT_GT(shown(), 3000u);
}

TEST_F(PictureTest, WindingDoesNotChangeTheLight) {
  const Image right = picture();
  auto turned = post_model();
  for (std::size_t t = 0; t < turned->meshes[0].triangle.size(); t += 3)
    std::swap(turned->meshes[0].triangle[t], turned->meshes[0].triangle[t + 1]);
  open(turned);
  const Image wrong = picture();
  for (float y : {0.2f, 0.9f, 1.8f})
    EXPECT_LT(glm::length(at(right, front(y)) - at(wrong, front(y))), 0.01f);
}

TEST_F(PictureTest, LightComesFromTheUpperLeft) {
  const Image image = picture();
  const vec3 left = at(image, {-0.3f, 1.0f, 0.26f}), right = at(image, {0.3f, 1.0f, 0.26f});
  EXPECT_GT(left.y, right.y + 0.1f);
  EXPECT_GT(right.y, 0.25f) << "the fill light keeps the far side readable";
}

TEST_F(PictureTest, MissingNormalsDrawNoHoles) {
  auto model = post_model();
  for (vec3& n : model->meshes[0].normal) n = vec3(0.0f);
  open(model);
  const Image image = picture();
  for (float y : {0.2f, 0.9f, 1.8f}) EXPECT_GT(at(image, front(y)).y, 0.2f) << y;
}

TEST_F(PictureTest, TexturesTintAndCutHoles) {
  auto model = post_model();
  Image red;
  red.width = red.height = 2;
  for (int i = 0; i < 4; ++i) red.pixels.insert(red.pixels.end(), {200, 30, 30, 255});
  Image clear = red;
  for (std::size_t i = 3; i < clear.pixels.size(); i += 4) clear.pixels[i] = 10;
  model->images = {red, clear};
  Material material;
  material.base_color = vec4(1.0f);
  material.use(TextureSlot::BaseColor).image = 0;
  model->materials.push_back(material);
  material.use(TextureSlot::BaseColor).image = 1;
  material.alpha_mode = AlphaMode::Mask;
  model->materials.push_back(material);
  model->meshes[0].material = 0;
  open(model);
  const vec3 textured = at(picture(), front(1.0f));
  EXPECT_GT(textured.x, 2.0f * textured.y);
  scene.view.textures = false;
  EXPECT_LT(chroma(at(picture(), front(1.0f))), 0.03f);

  auto holes = std::make_shared<Model>(*model);
  holes->id = ModelId::fresh();
  holes->meshes[0].material = 1;
  open(holes);
  scene.view.textures = true;
  const Image cut = picture();
  scene.view.surface = false;
  EXPECT_EQ(at(cut, front(1.0f)), at(picture(), front(1.0f)));
}

}  // namespace
}  // namespace bindpose::test::picture_test
