// Closed forms of the deformers: what a twist, a bend, a scale and a mirror must give.
#include "rig/dual_quaternion.h"

#include <algorithm>
#include <cmath>

#include "rig/fixtures.h"

namespace bindpose::test::dual_quaternion_test {
namespace {

constexpr float kPi = 3.14159265f;

// One vertex with a slot for each weight.
Mesh vertex(const vec3& position, const vec3& normal, const std::vector<float>& weights) {
  Mesh mesh;
  mesh.position = {position};
  mesh.normal = {normal};
  std::vector<WeightEntry> row;
  for (std::size_t s = 0; s < weights.size(); ++s) {
    mesh.file_binding.skin.joint.push_back(static_cast<int>(s));
    mesh.file_binding.skin.bind.push_back(mat4(1.0f));
    mesh.file_binding.skin.inverse_bind.push_back(mat4(1.0f));
    if (weights[s] > 0.0f) row.push_back({static_cast<int>(s), weights[s]});
  }
  mesh.file_binding.influences = pack_influences({row}, weights.size()).influences;
  return mesh;
}

struct Skinned {
  vec3 position, normal;
};

Skinned skin(Deformer method, const Mesh& mesh, const std::vector<mat4>& palette,
             const mat4& node = mat4(1.0f), WeightUse use = WeightUse::Normalised) {
  std::vector<vec3> position(1), normal(1), alone(1);
  const SkinningInput in = skinning_input(bound_as_in_file(mesh), palette, node, use);
  info_of(method).deform(in, position, normal);
  info_of(method).deform(in, alone, {});
  EXPECT_EQ(alone[0], position[0]);
  return {position[0], normal[0]};
}

constexpr Deformer kDual = Deformer::DualQuaternion;

// How far the blend of the identity and a turn by `angle` turns, with weight w for the turn: the
// angle of the normalised sum of the two quaternions.
float blended_angle(float angle, float w) {
  return 2.0f * std::atan2(w * std::sin(0.5f * angle), 1.0f - w + w * std::cos(0.5f * angle));
}

TEST(Deformers, ATwistKeepsTheRadiusWithDualQuaternionsAndShrinksByTheCosineWithout) {
  const float radius = 0.25f;
  const Mesh mesh = vertex({2, radius, 0}, {0, 1, 0}, {0.5f, 0.5f});
  for (const float degrees : {30.0f, 90.0f, 179.0f, 180.0f}) {
    const float half = 0.5f * glm::radians(degrees);
    const std::vector<mat4> palette = {mat4(1.0f), rotation(degrees, {1, 0, 0})};
    const Skinned straight = skin(Deformer::Linear, mesh, palette);
    const Skinned dual = skin(kDual, mesh, palette);
    EXPECT_NEAR(glm::length(vec2(straight.position.y, straight.position.z)),
                radius * std::cos(half), 1e-6f);
    // At half a turn both ways round are equally short.
    const float side = degrees == 180.0f && dual.position.z < 0.0f ? -1.0f : 1.0f;
    const vec3 out(0, std::cos(half), side * std::sin(half));
    expect_near(dual.position, dvec3(vec3(2, 0, 0) + radius * out), 1e-6);
    expect_near(dual.normal, dvec3(out), 1e-6);
  }
}

TEST(Deformers, UnevenWeightsTurnByTheAngleOfTheNormalisedSum) {
  for (const float w : {0.1f, 0.3f, 0.7f, 0.95f}) {
    const Mesh mesh = vertex({0, 1, 0}, {0, 1, 0}, {1.0f - w, w});
    const float angle = blended_angle(0.6f * kPi, w);
    const Skinned dual = skin(kDual, mesh, {mat4(1.0f), rotation(108, {1, 0, 0})});
    expect_near(dual.position, {0, std::cos(angle), std::sin(angle)}, 1e-6);
  }
}

TEST(Deformers, RotationsAreBlendedTheShortWay) {
  // 350 degrees are -10: the quaternion has the other sign, and its blend with I is a turn by -5.
  const Mesh mesh = vertex({0, 1, 0}, {0, 1, 0}, {0.5f, 0.5f});
  const mat4 parts[] = {rotation(175, {1, 0, 0}), rotation(185, {1, 0, 0})};
  const Skinned over = skin(kDual, mesh, {parts[0], parts[1]});
  expect_near(over.position, {0, -1, 0}, 1e-6);
  const Skinned back = skin(kDual, mesh, {mat4(1.0f), rotation(350, {1, 0, 0})});
  const float angle = glm::radians(-5.0f);
  expect_near(back.position, {0, std::cos(angle), std::sin(angle)}, 1e-6);
}

TEST(Deformers, OneInfluenceIsItsMatrixWhateverItIs) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const vec3 p = random.point(2), n = glm::normalize(random.point(1) + vec3(0, 0, 2));
    Mesh mesh = vertex(p, n, {1.0f, 0.0f});
    mesh.file_binding.skin.bind[0] = translation(random.point(3));
    const mat4 t = random.affine();  // sheared; mirrored half of the time
    const vec3 expected = glm::normalize(cofactor(mat3(t)) * n);
    for (const DeformerInfo& d : kDeformers) {
      const Skinned out = skin(d.method, mesh, {t, random.affine()});
      expect_near(out.position, dvec3(t * vec4(p, 1)), 1e-5);
      expect_near(out.normal, dvec3(expected), 2e-5);
    }
  }
}

TEST(Deformers, AScaledJointThatDoesNotTurnIsTheLinearBlend) {
  Random random(6);
  for (int i = 0; i < 50; ++i) {
    Mesh mesh = vertex(random.point(2), {0, 0, 1}, {0.4f, 0.35f, 0.25f});
    std::vector<mat4> palette;
    for (mat4& bind : mesh.file_binding.skin.bind) {
      const vec3 c = random.point(3);
      bind = translation(c);
      palette.push_back(translation(c + random.point(1)) *
                        scaling(vec3(0.5f) + 0.4f * (random.point(1) + 1.0f)) * translation(-c));
    }
    const Skinned dual = skin(kDual, mesh, palette);
    const Skinned straight = skin(Deformer::Linear, mesh, palette);
    expect_near(dual.position, dvec3(straight.position), 5e-6);
    expect_near(dual.normal, dvec3(straight.normal), 5e-6);
  }
}

TEST(Deformers, AJointThatTurnsAndStretchesDoesBothAboutItsOwnPlace) {
  const vec3 c(2, -1, 0.5f), p(2.4f, -0.3f, 0.5f), s(1.5f, 0.6f, 2);
  for (const float w : {0.25f, 0.5f, 0.8f}) {
    Mesh mesh = vertex(p, {0, 1, 0}, {1.0f - w, w});
    mesh.file_binding.skin.bind[1] = translation(c);
    const mat4 turn = rotation(100, {0, 0, 1});
    const mat4 t = translation(c) * turn * scaling(s) * translation(-c);
    // Stretched by the blend, then turned about c by the blended angle.
    const vec3 stretched = (vec3(1.0f) + w * (s - 1.0f)) * (p - c);
    const float angle = blended_angle(glm::radians(100.0f), w);
    const vec3 expected = c + mat3(rotation(glm::degrees(angle), {0, 0, 1})) * stretched;
    expect_near(skin(kDual, mesh, {mat4(1.0f), t}).position, dvec3(expected), 2e-6);
  }
}

TEST(Deformers, AMirroredJointThatDoesNotTurnIsTheLinearBlend) {
  const vec3 c(1, 2, 3);
  for (const vec3& s : {vec3(-1, 1, 1), vec3(1, -2, 1), vec3(1, 1, -0.5f)}) {
    Mesh mesh = vertex({1.5f, 1.2f, 3.7f}, {0, 0, 1}, {0.7f, 0.3f});
    mesh.file_binding.skin.bind[1] = translation(c);
    const mat4 frame = rotation(33, {0.6f, 0, 0.8f});
    const mat4 mirror = frame * scaling(s) * glm::transpose(frame);
    const std::vector<mat4> palette = {mat4(1.0f), translation(c) * mirror * translation(-c)};
    const Skinned straight = skin(Deformer::Linear, mesh, palette);
    expect_near(skin(kDual, mesh, palette).position, dvec3(straight.position), 5e-6);
  }
}

// A motion or a mirror of the whole pose moves or mirrors the surface, nothing else.
TEST(Deformers, WhatMovesAllJointsMovesTheSurface) {
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    Mesh mesh = vertex(random.point(1), {0, 0, 1}, {0.5f, 0.3f, 0.2f});
    std::vector<mat4> palette = {random.affine(), random.affine(), random.affine()};
    const mat4 whole = random.rigid() * scaling({i % 2 ? -1.0f : 1.0f, 1, 1});
    // Mirrored joints beside others have no blend that all agree on; here all of a palette are
    // alike.
    for (mat4& t : palette) {
      if (glm::determinant(mat3(t)) < 0.0f) t = t * scaling({-1, 1, 1});
    }
    const Skinned here = skin(kDual, mesh, palette);
    for (mat4& t : palette) t = whole * t;
    expect_near(skin(kDual, mesh, palette).position, dvec3(whole * vec4(here.position, 1)), 2e-5);
  }
}

TEST(Deformers, NormalsStandOnTheSurface) {
  Random random(8);
  for (int i = 0; i < 100; ++i) {
    const vec3 n = glm::normalize(random.point(1) + vec3(0, 0, 2));
    const vec3 along = glm::normalize(glm::cross(n, vec3(1, 0, 0))), beside = glm::cross(n, along);
    const std::vector<float> weights = {0.45f, 0.35f, 0.2f};
    std::vector<mat4> palette;
    for (int k = 0; k < 3; ++k) {
      palette.push_back(random.rigid() * scaling(vec3(1.0f) + 0.5f * random.point(1)));
    }
    const vec3 p = random.point(1);
    const Skinned at = skin(kDual, vertex(p, n, weights), palette);
    const vec3 a = skin(kDual, vertex(p + along, n, weights), palette).position - at.position;
    const vec3 b = skin(kDual, vertex(p + beside, n, weights), palette).position - at.position;
    expect_near(at.normal, dvec3(glm::normalize(glm::cross(a, b))), 2e-4);
  }
}

TEST(Deformers, WithoutInfluencesTheNodeCounts) {
  Random random(9);
  const Mesh mesh = vertex({1, 2, 3}, {0, 1, 0}, {0.0f, 0.0f});
  const mat4 node = random.affine();
  for (const DeformerInfo& d : kDeformers) {
    const Skinned out = skin(d.method, mesh, {random.affine(), random.affine()}, node);
    expect_near(out.position, dvec3(node * vec4(1, 2, 3, 1)), 1e-5);
    expect_near(out.normal, dvec3(glm::normalize(cofactor(mat3(node)) * vec3(0, 1, 0))), 1e-5);
  }
}

TEST(Deformers, RigidFollowsTheLargestWeight) {
  const std::vector<mat4> palette = {translation({1, 0, 0}), translation({0, 1, 0}),
                                     translation({0, 0, 1})};
  const Mesh mesh = vertex({0, 0, 0}, {0, 0, 1}, {0.2f, 0.45f, 0.35f});
  expect_near(skin(Deformer::Rigid, mesh, palette).position, {0, 1, 0}, 0);
}

TEST(Deformers, RawSumsScaleTheLinearBlendAlone) {
  Mesh mesh = vertex({0, 2, 0}, {0, 1, 0}, {0.5f, 0.5f});
  mesh.file_binding.influences.raw_weight_sum[0] = 1.5f;
  const std::vector<mat4> palette(2, mat4(1.0f));
  for (const DeformerInfo& d : kDeformers) {
    const bool linear = resolved(d.method, mesh.file_binding.skin) == Deformer::Linear;
    const float expected = linear ? 3.0f : 2.0f;
    expect_near(skin(d.method, mesh, palette, mat4(1.0f), WeightUse::Raw).position,
                {0, expected, 0}, 1e-6);
  }
}

// What a skin asks for, by closed form: half of a half turn shrinks to the axis by the linear
// blend, and stays as long as it is by dual quaternions.
TEST(Deformers, TheFilesOwnIsWhatItsSkinAsksFor) {
  Mesh mesh = vertex({0, 2, 0}, {0, 1, 0}, {0.5f, 0.5f});
  const mat4 quarter = glm::rotate(mat4(1.0f), glm::half_pi<float>(), vec3(0, 0, 1));
  const std::vector<mat4> palette = {mat4(1.0f), quarter};
  const auto length = [&](Deformer method) {
    return glm::length(skin(method, mesh, palette).position);
  };
  EXPECT_NEAR(length(Deformer::File), std::sqrt(2.0f), 1e-6f);
  mesh.file_binding.skin.wants_dual_quaternions = true;
  EXPECT_NEAR(length(Deformer::File), 2.0f, 1e-6f);
  EXPECT_NEAR(length(Deformer::Linear), std::sqrt(2.0f), 1e-6f);
  mesh.dq_blend_weight = {0.0f};
  EXPECT_NEAR(length(Deformer::File), std::sqrt(2.0f), 1e-6f);
}

TEST(Deformers, AFilesPartsMixTheTwoMatrices) {
  Random random(10);
  const vec3 p(0.3f, 1, -0.5f), n = glm::normalize(vec3(1, 2, 3));
  Mesh mesh = vertex(p, n, {0.6f, 0.4f});
  const std::vector<mat4> palette = {random.rigid(), random.rigid() * scaling({1, 2, 1})};
  const Skinned dual = skin(kDual, mesh, palette);
  const Skinned straight = skin(Deformer::Linear, mesh, palette);
  for (const float part : {0.0f, 0.25f, 1.0f}) {
    mesh.dq_blend_weight = {part};
    const Skinned mixed = skin(kDual, mesh, palette);
    expect_near(mixed.position, dvec3(glm::mix(straight.position, dual.position, part)), 2e-6);
    if (part == 0.0f) expect_near(mixed.normal, dvec3(straight.normal), 2e-6);
    if (part == 1.0f) expect_near(mixed.normal, dvec3(dual.normal), 2e-6);
  }
  mesh.dq_blend_weight = {0.5f};
  EXPECT_NEAR(glm::length(skin(kDual, mesh, palette).normal), 1.0f, 1e-6f);
}

// Many vertices are moved in batches; a vertex on its own is not.
TEST(Deformers, ManyVerticesMoveAsEachWouldAlone) {
  Random random(12);
  for (const bool stretch : {false, true}) {
    std::vector<mat4> palette;
    for (int s = 0; s < 9; ++s) palette.push_back(stretch ? random.affine() : random.rigid());
    const mat4 node = random.affine();
    for (const std::size_t count : {1u, 7u, 8u, 9u, 240u}) {
      Mesh mesh = vertex({}, {}, std::vector<float>(9, 0.0f));
      std::vector<std::vector<WeightEntry>> rows(count);
      mesh.position.clear();
      mesh.normal.clear();
      for (std::size_t i = 0; i < count; ++i) {
        for (int k = random.integer(stretch ? 0 : 1, 7); k > 0; --k) {
          rows[i].push_back({random.integer(0, 8), random.number(0.1f, 1)});
        }
        mesh.position.push_back(random.point(2));
        mesh.normal.push_back(glm::normalize(random.point(1) + vec3(0, 0, 2)));
      }
      mesh.file_binding.influences = pack_influences(rows, 9).influences;
      std::vector<vec3> position(count + 1, vec3(-7)), normal(count + 1, vec3(-7));
      dual_quaternion_skinning(skinning_input(bound_as_in_file(mesh), palette, node),
                               std::span(position).first(count), std::span(normal).first(count));
      EXPECT_EQ(position[count], vec3(-7)) << "written past the end";
      EXPECT_EQ(normal[count], vec3(-7));
      for (std::size_t i = 0; i < count; ++i) {
        Mesh one = mesh;
        one.position = {mesh.position[i]};
        one.normal = {mesh.normal[i]};
        one.file_binding.influences = pack_influences({rows[i]}, 9).influences;
        const Skinned alone = skin(kDual, one, palette, node);
        expect_near(position[i], dvec3(alone.position), 2e-5);
        if (glm::length(alone.normal) > 0.5f) expect_near(normal[i], dvec3(alone.normal), 2e-3);
      }
    }
  }
}

// All joints near one another's side, turned at random, and with stretches; rows of four, of one to
// seven, and some without any.
TEST(Deformers, EveryKernelOfDualQuaternionsDoesWhatPlainCodeDoes) {
  constexpr std::size_t kCount = 333, kJoints = 9;
  Random random(13);
  for (const bool near : {true, false}) {
    for (const bool stretch : {false, true}) {
      std::vector<mat4> palette;
      for (std::size_t s = 0; s < kJoints; ++s) {
        const mat4 turn = near ? rotation(random.number(-80, 80), random.point(1)) : random.rigid();
        palette.push_back(stretch ? turn * glm::scale(mat4(1.0f), vec3(1.3f, 0.9f, 1.1f)) : turn);
      }
      const mat4 node = random.affine();
      for (const bool four : {true, false}) {
        Mesh mesh = vertex({}, {}, std::vector<float>(kJoints, 0.0f));
        mesh.position.clear();
        mesh.normal.clear();
        std::vector<std::vector<WeightEntry>> rows(kCount);
        for (std::size_t i = 0; i < kCount; ++i) {
          const int first = random.integer(0, 8), most = stretch && i % 37 == 0 ? 0 : 7;
          const int entries = four ? 4 : random.integer(std::min(1, most), most);
          for (int k = 0; k < entries; ++k) {
            rows[i].push_back({(first + k) % 9, random.number(0.1f, 1)});
          }
          mesh.position.push_back(random.point(2));
          mesh.normal.push_back(glm::normalize(random.point(1) + vec3(0, 0, 2)));
        }
        mesh.file_binding.influences = pack_influences(rows, kJoints).influences;
        const SkinningInput in = skinning_input(bound_as_in_file(mesh), palette, node);
        std::vector<vec3> plain(kCount), plain_normal(kCount);
        dual_quaternion_skinning(SkinningPath::Scalar, in, plain, plain_normal);
        for (const SkinningPath path : {SkinningPath::Avx2, SkinningPath::Avx512}) {
          if (!is_supported(path)) continue;
          SCOPED_TRACE(testing::Message() << int(path) << near << stretch << four);
          std::vector<vec3> position(kCount), normal(kCount), alone(kCount);
          dual_quaternion_skinning(path, in, position, normal);
          dual_quaternion_skinning(path, in, alone, {});
          EXPECT_EQ(alone, position);
          for (std::size_t i = 0; i < kCount; ++i) {
            // Sums of opposite turns are short, and rounding counts for more in them.
            const double most = near ? 1e-6 : 2e-5;
            expect_near(position[i], dvec3(plain[i]), 4.0 * most);
            expect_near(normal[i], dvec3(plain_normal[i]), most);
          }
        }
      }
    }
  }
}

TEST(Deformers, KeysAreFoundAndDiffer) {
  for (const DeformerInfo& d : kDeformers) EXPECT_EQ(find_deformer(d.key), d.method);
  EXPECT_FALSE(find_deformer("LBS"));
}

TEST(Polar, IsARotationTimesASymmetricStretch) {
  Random random(11);
  const auto check = [](const dmat3& m) {
    const Polar p = polar(m);
    EXPECT_LT(difference(dmat4(p.orthogonal * p.stretch), dmat4(m)), 1e-12);
    EXPECT_LT(difference(dmat4(glm::transpose(p.orthogonal) * p.orthogonal), dmat4(1.0)), 1e-12);
    EXPECT_LT(difference(dmat4(p.stretch), dmat4(glm::transpose(p.stretch))), 1e-12);
    for (const dvec3& v : {dvec3(1, 0, 0), dvec3(0, 1, 0), dvec3(1, 1, 1), dvec3(-1, 2, 0.5)}) {
      EXPECT_GT(glm::dot(v, p.stretch * v), -1e-12);
    }
  };
  for (int i = 0; i < 200; ++i) check(dmat3(mat3(random.affine())));
  check(dmat3(1.0));
  check(dmat3(0.0));
  check(dmat3(glm::dvec3(1, 2, 3), glm::dvec3(2, 4, 6), glm::dvec3(0, 0, 1)));
  check(dmat3(mat3(rotation(40, {1, 0, 0}) * scaling({2, 0, 1}))));
  check(dmat3(mat3(scaling({-1, 1, 1}))));
}

}  // namespace
}  // namespace bindpose::test::dual_quaternion_test
