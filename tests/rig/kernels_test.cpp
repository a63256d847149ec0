// Every way that this machine has to compute poses and surfaces, the plain one included, against
// the formulas in double precision: what a machine without AVX runs is tested on one that has it.
#include <array>

#include "rig/dual_quaternion.h"
#include "rig/fixtures.h"
#include "rig/simd/kinematics_kernels.h"

namespace bindpose::test::kernels_test {
namespace {

using glm::dquat;

// The products in their order. Plain code comes first.
using ForwardKernel = void (*)(std::span<const int>, std::span<const mat4>, JointRange,
                               std::span<mat4>);
using PaletteKernel = void (*)(std::span<const int>, std::span<const mat4>, std::span<const mat4>,
                               std::span<mat4>);

std::vector<ForwardKernel> forward_kernels() {
  std::vector<ForwardKernel> all{kernels::forward_kinematics_plain, forward_kinematics};
#if defined(BINDPOSE_AVX2)
  if (simd::cpu_has_avx2()) all.push_back(kernels::forward_kinematics_avx2);
#endif
  return all;
}

std::vector<PaletteKernel> palette_kernels() {
  std::vector<PaletteKernel> all{kernels::skin_matrices_plain, skin_matrices};
#if defined(BINDPOSE_AVX2)
  if (simd::cpu_has_avx2()) all.push_back(kernels::skin_matrices_avx2);
#endif
  return all;
}

TEST(Kernels, EveryProductOfTwoMatricesIsTheirProduct) {
  Random random(21);
  for (int i = 0; i < 50; ++i) {
    const mat4 a = random.affine(), b = random.affine();
    const dmat4 expected = dmat4(a) * dmat4(b);
    std::array<mat4, 2> out;
    simd::mul_affine_plain(&a[0][0], &b[0][0], &out[0][0][0]);
    simd::mul_affine(&a[0][0], &b[0][0], &out[1][0][0]);
    for (const mat4& m : out) expect_near(m, expected, 1e-6);
    mat4 first = a, second = b;  // the result may take an operand's place
    simd::mul_affine_plain(&first[0][0], &b[0][0], &first[0][0]);
    simd::mul_affine_plain(&a[0][0], &second[0][0], &second[0][0]);
    EXPECT_EQ(first, out[0]);
    EXPECT_EQ(second, out[0]);
  }
}

TEST(Kernels, ForwardKinematicsMultipliesParentTimesLocal) {
  Random random(22);
  const std::vector<int> parent = random_parents(random, 40);
  std::vector<mat4> local;
  std::vector<dmat4> expected;
  for (std::size_t j = 0; j < parent.size(); ++j) {
    local.push_back(random.affine());
    const dmat4 own(local[j]);
    expected.push_back(parent[j] < 0 ? own : expected[static_cast<std::size_t>(parent[j])] * own);
  }
  const mat4 untouched(7.0f);
  for (const ForwardKernel kernel : forward_kernels()) {
    std::vector<mat4> world(40, untouched);
    kernel(parent, local, {0, 24}, world);
    EXPECT_EQ(world[24], untouched);
    kernel(parent, local, {24, 40}, world);
    for (std::size_t j = 0; j < parent.size(); ++j) expect_near(world[j], expected[j]);
  }
}

TEST(Kernels, ThePaletteIsThePoseTimesTheInverseBind) {
  Random random(23);
  std::vector<mat4> world, inverse_bind;
  for (int j = 0; j < 9; ++j) world.push_back(random.affine());
  const std::vector<int> joint{8, 0, 3, 3, 5};
  for (std::size_t s = 0; s < joint.size(); ++s) inverse_bind.push_back(random.affine());
  for (const PaletteKernel kernel : palette_kernels()) {
    std::vector<mat4> palette(joint.size());
    kernel(joint, world, inverse_bind, palette);
    for (std::size_t s = 0; s < joint.size(); ++s) {
      const dmat4 pose(world[static_cast<std::size_t>(joint[s])]);
      expect_near(palette[s], pose * dmat4(inverse_bind[s]));
    }
  }
}

// A joint's matrix from its parts: it stretches by S about c, turns by R and moves by t.
struct Parts {
  dquat turn;
  dmat3 stretch;
  dvec3 center, shift;

  mat4 matrix() const {
    const dmat3 linear = glm::mat3_cast(turn) * stretch;
    dmat4 m(linear);
    m[3] = dvec4(glm::mat3_cast(turn) * (center - stretch * center) + shift, 1.0);
    return mat4(m);
  }
};

struct DualCase {
  Mesh mesh;
  std::vector<Parts> parts;
  std::vector<mat4> palette;
};

DualCase dual_case(bool stretch) {
  Random random(24);
  DualCase out;
  for (int s = 0; s < 6; ++s) {
    const dmat3 axes = glm::mat3_cast(dquat(random.rotation()));
    dmat3 scale(1.0);
    for (int i = 0; i < 3 && stretch; ++i) scale[i][i] = double{random.number(0.6f, 1.7f)};
    // Turns of up to 100 degrees about z and a little beside it: no two are opposite.
    const dquat turn = glm::angleAxis(double{random.number(-0.9f, 0.9f)},
                                      glm::normalize(dvec3(random.point(0.3f)) + dvec3(0, 0, 1)));
    const dvec3 center(random.point(1)), shift(random.point(2));
    out.parts.push_back(
        {s % 2 == 0 ? turn : -turn, axes * scale * glm::transpose(axes), center, shift});
    out.palette.push_back(out.parts.back().matrix());
    out.mesh.file_binding.skin.joint.push_back(s);
    out.mesh.file_binding.skin.bind.push_back(translation(vec3(center)));
    out.mesh.file_binding.skin.inverse_bind.push_back(translation(-vec3(center)));
  }
  std::vector<std::vector<WeightEntry>> rows(61);
  for (auto& row : rows) {
    for (int s = random.integer(0, 5), k = random.integer(1, 5); k > 0; --k, s = (s + 1) % 6) {
      row.push_back({s, random.number(0.1f, 1)});
    }
    out.mesh.position.push_back(random.point(2));
    out.mesh.normal.push_back(glm::normalize(random.point(1) + vec3(0, 0, 2)));
  }
  out.mesh.file_binding.influences = pack_influences(rows, 6).influences;
  return out;
}

struct Moved {
  dvec3 position, normal;
};

// Kavan et al. 2008: first the blended stretch, then the normalised sum of unit dual quaternions.
Moved dual_by_the_formula(const DualCase& c, std::size_t i) {
  const Influences& in = c.mesh.file_binding.influences;
  dquat real(0, 0, 0, 0), dual(0, 0, 0, 0);
  dmat3 stretch(0.0);
  dvec3 pull(0.0);
  const dquat pivot = c.parts[in.slot[in.offset[i]]].turn;
  for (std::uint32_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
    const Parts& p = c.parts[in.slot[k]];
    const double w = double{in.weight[k]};
    const double sign = glm::dot(p.turn, pivot) < 0.0 ? -1.0 : 1.0;
    real += sign * w * p.turn;
    dual += sign * w * 0.5 * (dquat(0.0, p.shift) * p.turn);
    stretch += w * p.stretch;
    pull += w * (p.center - p.stretch * p.center);
  }
  const double length = glm::length(real);
  real /= length;
  dual /= length;
  const dquat shift = 2.0 * dual * glm::conjugate(real);
  const dmat3 turn = glm::mat3_cast(real);
  const dvec3 p = stretch * dvec3(c.mesh.position[i]) + pull;
  const dvec3 n = glm::transpose(glm::inverse(stretch)) * dvec3(c.mesh.normal[i]);
  return {turn * p + dvec3(shift.x, shift.y, shift.z), glm::normalize(turn * n)};
}

TEST(Kernels, DualQuaternionsOnEveryPathAreTheFormula) {
  for (const bool stretch : {false, true}) {
    const DualCase c = dual_case(stretch);
    const std::size_t n = c.mesh.position.size();
    const mat4 node(1.0f);
    for (const SkinningPath path :
         {SkinningPath::Scalar, SkinningPath::Sse, SkinningPath::Avx2, SkinningPath::Avx512}) {
      if (!is_supported(path)) continue;
      SCOPED_TRACE(static_cast<int>(path));
      std::vector<vec3> position(n), normal(n), alone(n);
      const SkinningInput in = skinning_input(bound_as_in_file(c.mesh), c.palette, node);
      dual_quaternion_skinning(path, in, position, normal);
      dual_quaternion_skinning(path, in, alone, {});
      EXPECT_EQ(alone, position);
      for (std::size_t i = 0; i < n; ++i) {
        SCOPED_TRACE(i);
        const Moved expected = dual_by_the_formula(c, i);
        expect_near(position[i], expected.position, 1e-5);
        expect_near(normal[i], expected.normal, 1e-5);
      }
    }
  }
}

TEST(Kernels, ANormalTooLongForAFloatIsZeroOnEveryPath) {
  DualCase c = dual_case(true);
  const mat4 node(1.0f);
  // Joints scaled by this make normals whose square is infinite.
  for (Parts& p : c.parts) p.turn = dquat(1, 0, 0, 0), p.stretch = dmat3(1e11);
  for (std::size_t s = 0; s < c.parts.size(); ++s) c.palette[s] = c.parts[s].matrix();
  for (const SkinningPath path :
       {SkinningPath::Scalar, SkinningPath::Sse, SkinningPath::Avx2, SkinningPath::Avx512}) {
    if (!is_supported(path)) continue;
    SCOPED_TRACE(static_cast<int>(path));
    std::vector<vec3> position(c.mesh.position.size()), normal(position.size());
    const SkinningInput in = skinning_input(bound_as_in_file(c.mesh), c.palette, node);
    linear_blend_skinning(path, in, position, normal);
    for (const vec3& n : normal) EXPECT_EQ(n, vec3(0.0f));
    dual_quaternion_skinning(path, in, position, normal);
    for (const vec3& n : normal) EXPECT_EQ(n, vec3(0.0f));
  }
}

TEST(Kernels, AJointScaledByHalfAPercentStretchesUnderDualQuaternions) {
  DualCase c = dual_case(false);
  c.parts[0].stretch = dmat3(1.005);
  c.palette[0] = c.parts[0].matrix();
  std::vector<SplitJoint> split;
  split_palette(c.mesh.file_binding.skin, c.palette, mat4(1.0f), split);
  EXPECT_TRUE(split[0].stretches());
  EXPECT_NEAR(split[0].stretch[1].y, 1.005f, 1e-6f);
  EXPECT_FALSE(split[1].stretches());

  c.mesh.position = {vec3(c.parts[0].center) + vec3(2, 0, 0)};
  c.mesh.normal = {vec3(0, 0, 1)};
  c.mesh.file_binding.influences = pack_influences({{{0, 1.0f}}}, 6).influences;
  std::vector<vec3> out(1);
  const mat4 node(1.0f);
  dual_quaternion_skinning(skinning_input(bound_as_in_file(c.mesh), c.palette, node), out, {});
  expect_near(out[0], dvec3(c.palette[0] * vec4(c.mesh.position[0], 1.0f)), 2e-6);
}

TEST(Kernels, WhatRoundingStretchesIsNoStretch) {
  Skin skin;
  skin.joint = {0, 1};
  skin.bind = skin.inverse_bind = {mat4(1.0f), mat4(1.0f)};
  std::vector<SplitJoint> split;
  const std::vector<mat4> palette{scaling(vec3(1.0f + 5e-7f)), scaling(vec3(1.0f + 5e-6f))};
  split_palette(skin, palette, mat4(1.0f), split);
  EXPECT_FALSE(split[0].stretches());
  EXPECT_TRUE(split[1].stretches());
}

}  // namespace
}  // namespace bindpose::test::kernels_test
