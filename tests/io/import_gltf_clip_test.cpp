// Animations of glTF files: what their samplers say between keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/import.h"
#include "io/import_files.h"
#include "math/transform.h"

namespace bindpose::import_gltf_clip_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::skinned_square;

bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(), [&](const ReportEntry& r) {
    return r.message.find(part) != std::string::npos;
  });
}

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

TEST(ImportGltfClip, clip_moves_one_component_and_leaves_the_rest) {
  Gltf g = skinned_square();
  const std::size_t times = g.accessor<float>({0.5f, 1.5f}, "SCALAR", 1, 5126);
  g.root["accessors"][times]["min"] = {0.5};
  g.root["accessors"][times]["max"] = {1.5};
  const float h = std::sqrt(0.5f);
  const std::size_t turn = g.floats({0, 0, 0, 1, 0, 0, h, h}, "VEC4", 4);
  g.root["animations"] = {
      {{"name", "wave"},
       {"samplers", {{{"input", times}, {"output", turn}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 3}, {"path", "rotation"}}}}}}}};
  const auto model = load(g);
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_EQ(model->clips[0].name, "wave");
  EXPECT_NEAR(model->clips[0].duration, 1.5, 1e-6);
  std::vector<mat4> local(model->skeleton.parent.size());
  sample_clip(model->clips[0], model->skeleton, 1.0, local);
  const int b = find_joint(model->skeleton, "b");
  const Transform at = decompose(local[static_cast<std::size_t>(b)]);
  EXPECT_LT(glm::distance(at.t, vec3(2, 0, 0)), 1e-6f);
  EXPECT_NEAR(degrees_from_rotation(at.q).z, 45.0f, 1e-3f);
}

// A clip that moves joint b, at 0 and 2 seconds where nothing else is said.
std::shared_ptr<const Model> moved_b(const std::vector<float>& values, const char* interpolation,
                                     const std::vector<float>& at = {0.0f, 2.0f}) {
  Gltf g = skinned_square();
  const std::size_t times = g.accessor<float>(at, "SCALAR", 1, 5126);
  g.root["accessors"][times]["min"] = {0.0};
  g.root["accessors"][times]["max"] = {2.0};
  const std::size_t move = g.floats(values, "VEC3", 3);
  g.root["animations"] = {
      {{"samplers", {{{"input", times}, {"output", move}, {"interpolation", interpolation}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 3}, {"path", "translation"}}}}}}}};
  return load(g);
}

// Joint b goes along x from 0 to 4.
double x_at(const Model& model, double time) {
  std::vector<mat4> local(model.skeleton.parent.size());
  sample_clip(model.clips.at(0), model.skeleton, time, local);
  return static_cast<double>(local[static_cast<std::size_t>(find_joint(model.skeleton, "b"))][3].x);
}
double x_at_half(const std::vector<float>& values, const char* interpolation) {
  return x_at(*moved_b(values, interpolation), 0.5);
}

TEST(ImportGltfClip, steps_and_splines_are_not_straight_lines) {
  EXPECT_NEAR(x_at_half({0, 0, 0, 4, 0, 0}, "LINEAR"), 1.0, 1e-6);
  EXPECT_NEAR(x_at_half({0, 0, 0, 4, 0, 0}, "STEP"), 0.0, 1e-6);
  // Hermite at s = 1/4 with an out-tangent of 3 per second over 2 seconds and an in-tangent of 0:
  // 4 (3 s^2 - 2 s^3) + 2 * 3 (s^3 - 2 s^2 + s) = 0.625 + 0.84375.
  EXPECT_NEAR(x_at_half({0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0}, "CUBICSPLINE"),
              1.46875, 1e-6);
}

// Degrees about z of joint b half a second into a spline from no turn to `last`, without tangents.
float spline_turn(const std::vector<float>& last, std::shared_ptr<const Model>& model) {
  Gltf g = skinned_square();
  const std::size_t times = g.accessor<float>({0.0f, 1.0f}, "SCALAR", 1, 5126);
  g.root["accessors"][times]["min"] = {0.0};
  g.root["accessors"][times]["max"] = {1.0};
  std::vector<float> values(24, 0.0f);
  values[7] = 2.0f;  // the first key: twice the identity
  std::copy(last.begin(), last.end(), values.begin() + 16);
  const std::size_t turn = g.floats(values, "VEC4", 4);
  g.root["animations"] = {
      {{"name", "turn"},
       {"samplers", {{{"input", times}, {"output", turn}, {"interpolation", "CUBICSPLINE"}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 3}, {"path", "rotation"}}}}}}}};
  model = load(g);
  std::vector<mat4> local(model->skeleton.parent.size());
  sample_clip(model->clips.at(0), model->skeleton, 0.5, local);
  const int b = find_joint(model->skeleton, "b");
  return degrees_from_rotation(decompose(local[static_cast<std::size_t>(b)]).q).z;
}

// Keys of any length a quarter of a second apart, with tangents: Hermite's value half way is the
// mean of the unit keys and an eighth of the interval times the difference of the tangents, which
// are as much too long as the keys that they belong to.
TEST(ImportGltfClip, keys_that_are_no_number_are_left_out_and_reported) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto model = moved_b({3, 0, 0, nan, 0, 0}, "LINEAR");
  EXPECT_TRUE(reported(*model, "1 key is not a finite number; left out"));
  EXPECT_NEAR(x_at_half({3, 0, 0, nan, 0, 0}, "LINEAR"), 3.0, 1e-6);
  EXPECT_FALSE(reported(*moved_b({3, 0, 0, 4, 0, 0}, "LINEAR"), "not a finite number"));
}

TEST(ImportGltfClip, keys_that_go_back_in_time_are_sorted_and_reported) {
  const auto straight = moved_b({4, 0, 0, 0, 0, 0, 8, 0, 0}, "LINEAR", {1.0f, 0.0f, 2.0f});
  EXPECT_TRUE(reported(*straight, "1 list of keys goes back in time; put in the order"));
  EXPECT_NEAR(x_at(*straight, 0.5), 2.0, 1e-6);
  EXPECT_NEAR(x_at(*straight, 1.5), 6.0, 1e-6);
  EXPECT_NEAR(straight->clips[0].duration, 2.0, 1e-6);
  const auto steps = moved_b({4, 0, 0, 0, 0, 0}, "STEP", {2.0f, 0.0f});
  EXPECT_NEAR(x_at(*steps, 1.5), 0.0, 1e-6);
  // As in steps_and_splines_are_not_straight_lines, the second key first.
  const auto spline =
      moved_b({0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0}, "CUBICSPLINE", {2.0f, 0.0f});
  EXPECT_NEAR(x_at(*spline, 0.5), 1.46875, 1e-6);
  EXPECT_FALSE(reported(*spline, "straight lines"));
  EXPECT_FALSE(reported(*moved_b({0, 0, 0, 4, 0, 0}, "LINEAR"), "back in time"));
}

// At a time that two keys share, what is later in the file counts: a jump.
TEST(ImportGltfClip, keys_of_one_time_are_a_jump) {
  for (const char* kind : {"LINEAR", "STEP"}) {
    const auto jump = moved_b({1, 0, 0, 1, 0, 0, 5, 0, 0, 5, 0, 0}, kind, {0.0f, 1.0f, 1.0f, 2.0f});
    EXPECT_NEAR(x_at(*jump, 0.999), 1.0, 1e-6) << kind;
    EXPECT_NEAR(x_at(*jump, 1.0), 5.0, 1e-6) << kind;
    EXPECT_NEAR(x_at(*jump, 2.0), 5.0, 1e-6) << kind;
  }
}

TEST(ImportGltfClip, keys_without_a_time_are_left_out) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto model = moved_b({1, 0, 0, 2, 0, 0, 3, 0, 0}, "LINEAR", {0.0f, nan, 2.0f});
  EXPECT_TRUE(reported(*model, "1 key is not a finite number; left out"));
  EXPECT_NEAR(x_at(*model, 1.0), 2.0, 1e-6);
}

TEST(ImportGltfClip, spline_rotations_have_their_tangents_by_the_second) {
  Gltf g = skinned_square();
  const std::size_t times = g.accessor<float>({1.0f, 1.25f}, "SCALAR", 1, 5126);
  g.root["accessors"][times]["min"] = {1.0};
  g.root["accessors"][times]["max"] = {1.25};
  const float h = std::sqrt(0.5f);
  const std::size_t turn = g.floats({9, 9, 9, 9, 0, 0, 0,     2,     0, 0, 6, -4,  //
                                     0, 0, 1, 3, 0, 0, 4 * h, 4 * h, 9, 9, 9, 9},
                                    "VEC4", 4);
  g.root["animations"] = {
      {{"samplers", {{{"input", times}, {"output", turn}, {"interpolation", "CUBICSPLINE"}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 3}, {"path", "rotation"}}}}}}}};
  const auto model = load(g);
  std::vector<mat4> local(model->skeleton.parent.size());
  sample_clip(model->clips.at(0), model->skeleton, 1.125, local);
  const int b = find_joint(model->skeleton, "b");
  const float z = 0.5f * h + 0.25f / 8.0f * (3.0f - 0.25f);
  const float w = 0.5f * (1.0f + h) + 0.25f / 8.0f * (-2.0f - 0.75f);
  const float degrees = glm::degrees(2.0f * std::atan2(z, w));
  EXPECT_NEAR(degrees_from_rotation(decompose(local[static_cast<std::size_t>(b)]).q).z, degrees,
              1e-3f);
}

TEST(ImportGltfClip, spline_rotations_need_not_be_of_unit_length) {
  std::shared_ptr<const Model> model;
  // Half way between no turn and a quarter turn, whatever the keys' lengths.
  EXPECT_NEAR(spline_turn({0, 0, 0.25f, 0.25f}, model), 45.0f, 1e-3f);
  EXPECT_FALSE(reported(*model, "no rotation"));
  EXPECT_NEAR(spline_turn({0, 0, 0, 0}, model), 0.0f, 1e-3f);
  EXPECT_TRUE(reported(*model, "1 rotation key is zero"));
}

}  // namespace
}  // namespace bindpose::import_gltf_clip_test
