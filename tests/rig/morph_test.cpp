#include "rig/morph.h"

#include <gtest/gtest.h>

#include "rig/clip.h"
#include "rig/skinning.h"

namespace bindpose::morph_test {
namespace {

// Two vertices; target 0 lifts both and tips the normal of the second, target 1 moves the second.
Mesh two_points() {
  Mesh mesh;
  mesh.position = {vec3(1, 0, 0), vec3(2, 0, 0)};
  mesh.normal = {vec3(0, 0, 1), vec3(0, 0, 1)};
  mesh.morph = {{0, {0, 1}, {vec3(0, 1, 0), vec3(0, 2, 0)}, {vec3(0), vec3(1, 0, 0)}},
                {1, {1}, {vec3(0, 0, 4)}, {}}};
  mesh.file_binding.skin.joint = {0};
  mesh.file_binding.influences = pack_influences({{{0, 1.0f}}, {{0, 1.0f}}}, 1).influences;
  return mesh;
}

TEST(Morph, deltas_are_added_by_weight_and_normals_are_of_unit_length) {
  const Mesh mesh = two_points();
  std::vector<vec3> p(2), n(2);
  morph_points(mesh, std::vector<float>{0.5f, -0.25f}, p, n);
  EXPECT_EQ(p[0], vec3(1, 0.5f, 0));
  EXPECT_EQ(p[1], vec3(2, 1, -1));
  EXPECT_EQ(n[0], vec3(0, 0, 1));
  const vec3 expected = glm::normalize(vec3(0.5f, 0, 1));
  EXPECT_NEAR(glm::length(n[1] - expected), 0.0f, 1e-6f);
}

TEST(Morph, a_normal_that_vanishes_stays_the_mesh_s_own) {
  Mesh mesh = two_points();
  mesh.morph[0].normal[1] = vec3(0, 0, -1);
  std::vector<vec3> p(2), n(2);
  morph_points(mesh, std::vector<float>{1.0f}, p, n);
  EXPECT_EQ(n[1], vec3(0, 0, 1));
}

TEST(Morph, one_point_alone_is_what_it_is_among_all) {
  Mesh mesh = two_points();
  mesh.morph.push_back({0, {0}, {vec3(0, 0, 3)}, {}});  // behind one that has the other point only
  for (const std::vector<float>& weight :
       {std::vector<float>{0.5f, -0.25f}, {0.0f, 1.0f}, {0.0f, 0.0f}, {2.0f}}) {
    std::vector<vec3> p(2), n(2);
    morph_points(mesh, weight, p, n);
    for (std::size_t v = 0; v < 2; ++v) {
      EXPECT_EQ(morph_point(mesh, weight, v).position, p[v]);
      EXPECT_EQ(morph_point(mesh, weight, v).normal, n[v]);
    }
  }
}

TEST(Morph, weights_of_zero_change_nothing) {
  const Mesh mesh = two_points();
  EXPECT_FALSE(is_morphed(mesh, std::vector<float>{0.0f, 0.0f}));
  EXPECT_FALSE(is_morphed(mesh, {}));
  EXPECT_TRUE(is_morphed(mesh, std::vector<float>{0.0f, -1.0f}));
}

TEST(Morph, at_weight_zero_a_normal_keeps_its_length) {
  Mesh mesh = two_points();
  mesh.normal[1] = vec3(0, 0, 2);
  std::vector<vec3> p(2), n(2);
  morph_points(mesh, std::vector<float>{0.0f, 1.0f}, p, n);
  EXPECT_EQ(n[1], vec3(0, 0, 2));
  EXPECT_EQ(morph_point(mesh, std::vector<float>{0.0f, 1.0f}, 1).normal, vec3(0, 0, 2));
}

// A channel through two shapes: the first holds at 0.5, the second at 1; straight lines go on
// beyond.
TEST(Morph, in_between_shapes_share_the_weight) {
  Mesh mesh = two_points();
  mesh.morph[0].share = {{0.0f, 0.0f}, {0.5f, 1.0f}, {1.0f, 0.0f}};
  mesh.morph[1].share = {{0.0f, 0.0f}, {0.5f, 0.0f}, {1.0f, 1.0f}};
  mesh.morph[1].channel = 0;
  const auto shares = [&](float m) {
    return vec2(morph_share(mesh.morph[0], m), morph_share(mesh.morph[1], m));
  };
  EXPECT_EQ(shares(0.0f), vec2(0.0f, 0.0f));
  EXPECT_EQ(shares(0.25f), vec2(0.5f, 0.0f));
  EXPECT_EQ(shares(0.5f), vec2(1.0f, 0.0f));
  EXPECT_EQ(shares(0.75f), vec2(0.5f, 0.5f));
  EXPECT_EQ(shares(1.5f), vec2(-1.0f, 2.0f));
  EXPECT_EQ(shares(-0.5f), vec2(-1.0f, 0.0f));
  std::vector<vec3> p(2), n(2);
  morph_points(mesh, std::vector<float>{0.75f}, p, n);
  EXPECT_EQ(p[1], vec3(2, 1, 2));
  EXPECT_FALSE(is_morphed(mesh, std::vector<float>{0.0f}));
}

TEST(Morph, first_the_shape_then_the_skin) {
  const Mesh mesh = two_points();
  mat4 quarter(0.0f);  // x -> y, y -> -x
  quarter[0][1] = 1.0f;
  quarter[1][0] = -1.0f;
  quarter[2][2] = quarter[3][3] = 1.0f;
  std::vector<vec3> p(2), n(2), shaped(2), turned(2);
  morph_points(mesh, std::vector<float>{1.0f}, shaped, turned);
  const mat4 node(1.0f);
  SkinningInput in = skinning_input(bound_as_in_file(mesh), {&quarter, 1}, node);
  in.position = shaped;
  in.normal = turned;
  linear_blend_skinning(in, p, n);
  EXPECT_NEAR(glm::length(p[0] - vec3(-1, 1, 0)), 0.0f, 1e-6f);
  EXPECT_NEAR(glm::length(n[1] - glm::normalize(vec3(0, 1, 1))), 0.0f, 1e-6f);
}

TEST(Morph, tracks_leave_other_channels_alone) {
  Clip clip;
  clip.duration = 2.0;
  clip.morphs = {{1, {{0.0, 2.0}, {-1.0f, 1.0f}, Interpolation::Linear}},
                 {7, {{0.0}, {5.0f}, Interpolation::Linear}}};
  std::vector<float> weight{0.25f, 0.5f};
  sample_morphs(clip, 0.5, weight);
  EXPECT_EQ(weight, (std::vector<float>{0.25f, -0.5f}));
  sample_morphs(clip, 9.0, weight);
  EXPECT_EQ(weight[1], 1.0f);
}

TEST(Morph, cubic_tracks_are_hermite_splines) {
  Clip clip;
  clip.duration = 2.0;
  // In-tangent, value, out-tangent a key; p(s) = h00 p0 + h10 d m0 + h01 p1 + h11 d m1.
  clip.morphs = {{0, {{0.0, 2.0}, {0, 1, 3, -2, 5, 0}, Interpolation::Cubic}}};
  std::vector<float> weight{0.0f};
  sample_morphs(clip, 0.5, weight);
  const float s = 0.25f, s2 = s * s, s3 = s2 * s;
  const float expected = (2 * s3 - 3 * s2 + 1) * 1 + (s3 - 2 * s2 + s) * 2 * 3 +
                         (3 * s2 - 2 * s3) * 5 + (s3 - s2) * 2 * -2;
  EXPECT_NEAR(weight[0], expected, 1e-6f);
}

}  // namespace
}  // namespace bindpose::morph_test
