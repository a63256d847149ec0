#include "math/transform.h"

#include <cmath>
#include <limits>

#include "rig/fixtures.h"

namespace bindpose::test::transform_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(Transform, ScalesThenRotatesThenMoves) {
  const Transform x{{1, 2, 3}, rotation_from_degrees({0, 0, 90}), {2, 3, 4}};
  // (1, 1, 1) -> scaled (2, 3, 4) -> turned a quarter about z (-3, 2, 4) -> moved.
  expect_near(vec3(to_matrix(x) * vec4(1, 1, 1, 1)), {-2, 4, 7}, 1e-6);
}

TEST(Transform, MulAffineIsTheMatrixProduct) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const mat4 a = random.affine();
    const mat4 b = random.affine();
    expect_near(mul_affine(a, b), dmat4(a) * dmat4(b), 1e-6);
    EXPECT_EQ(mul_affine(a, b)[3][3], 1.0f);
    EXPECT_EQ(mul_affine(a, mat4(1.0f)), a);
    EXPECT_EQ(mul_affine(mat4(1.0f), b), b);
  }
}

TEST(Transform, DecomposeGivesBackWhatWentIn) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const float mirror = i % 2 ? -1.0f : 1.0f;
    const Transform in{
        random.point(10),
        random.rotation(),
        {mirror * random.number(0.1f, 5), random.number(0.1f, 5), random.number(0.1f, 5)}};
    const Transform out = decompose(to_matrix(in));
    expect_near(out.t, dvec3(in.t), 0);
    expect_near(out.s, dvec3(in.s), 1e-5);
    EXPECT_NEAR(std::abs(glm::dot(out.q, in.q)), 1.0f, 1e-6f);
    EXPECT_LT(recompose_error(to_matrix(in)), 1e-6f);
  }
}

TEST(Transform, MirroredAlongAnyAxisRecomposes) {
  for (const vec3& s : {vec3(1, -1, 1), vec3(1, 1, -1), vec3(-1, -1, -1), vec3(-2, 3, 4)}) {
    const mat4 m = rotation(37, {0.6f, 0.8f, 0}) * scaling(s);
    EXPECT_LT(decompose(m).s.x, 0.0f);
    EXPECT_LT(recompose_error(m), 1e-6f);
  }
}

TEST(Transform, ShearIsReported) {
  mat4 shear(1.0f);
  shear[1][0] = 0.25f;
  EXPECT_NEAR(recompose_error(shear), 0.25f, 1e-6f);
  EXPECT_LT(recompose_error(rotation(20, {1, 0, 0}) * scaling({1, 2, 3})), 1e-6f);
}

TEST(Transform, VanishedAxesKeepTheRotationOfTheOthers) {
  const quat q = rotation_from_degrees({20, 30, 40});
  for (const vec3& s : {vec3(0, 2, 3), vec3(2, 0, 3), vec3(2, 3, 0)}) {
    const Transform x = decompose(to_matrix({vec3(1), q, s}));
    EXPECT_NEAR(std::abs(glm::dot(x.q, q)), 1.0f, 1e-6f);
    expect_near(x.s, dvec3(s));
  }
  for (const vec3& s : {vec3(2, 0, 0), vec3(0, 2, 0), vec3(0, 0, 2)}) {
    const mat4 m = to_matrix({vec3(1), q, s});
    EXPECT_NEAR(glm::length(decompose(m).q), 1.0f, 1e-6f);
    EXPECT_LT(recompose_error(m), 1e-6f);
  }
  const Transform nothing = decompose(scaling(vec3(0)));
  EXPECT_EQ(nothing.q, quat(1, 0, 0, 0));
  EXPECT_EQ(nothing.s, vec3(0));
}

TEST(Transform, InverseUndoes) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const mat4 m = random.affine();
    EXPECT_TRUE(is_invertible(m));
    expect_near(inverse_affine(m), glm::inverse(dmat4(m)), 1e-6);
  }
  const mat4 tiny = scaling(vec3(1e-12f)) * translation({1, 2, 3});
  EXPECT_TRUE(is_invertible(tiny));
  EXPECT_NEAR(inverse_affine(tiny)[0][0], 1e12f, 1e6f);
}

TEST(Transform, SingularOrBrokenMatricesHaveAStandIn) {
  const mat4 flat = translation({1, 2, 3}) * scaling({1, 0, 1});
  EXPECT_FALSE(is_invertible(flat));
  EXPECT_EQ(inverse_affine(flat), translation({-1, -2, -3}));
  EXPECT_FALSE(is_invertible(scaling(vec3(1e-42f))));  // its inverse is no float
  EXPECT_FALSE(is_invertible(mat4(kNan)));
  EXPECT_FALSE(is_invertible(mat4(kInf)));
  EXPECT_EQ(decompose(mat4(kNan)).q, quat(1, 0, 0, 0));
}

TEST(Transform, FiniteMeansEveryEntry) {
  for (int i = 0; i < 16; ++i) {
    mat4 m(1.0f);
    EXPECT_TRUE(is_finite(m));
    m[i / 4][i % 4] = i % 2 ? kNan : kInf;
    EXPECT_FALSE(is_finite(m));
    EXPECT_FALSE(max_difference(m, mat4(1.0f)) < 1e30f);
  }
}

TEST(Transform, CofactorIsDeterminantTimesInverseTranspose) {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const dmat3 m(mat3(random.affine()));
    const dmat3 expected = glm::determinant(m) * glm::transpose(glm::inverse(m));
    expect_near(mat4(cofactor(mat3(m))), dmat4(expected));
  }
}

TEST(Transform, DegreesTurnAboutXThenYThenZ) {
  const quat q = rotation_from_degrees({90, 90, 0});
  expect_near(q * vec3(0, 1, 0), {1, 0, 0}, 1e-6);  // y -(x)-> z -(y)-> x
  const vec3 degrees(10, -20, 170);
  expect_near(mat4(glm::mat3_cast(rotation_from_degrees(degrees))),
              dmat4(rotation(170, {0, 0, 1}) * rotation(-20, {0, 1, 0}) * rotation(10, {1, 0, 0})));
  expect_near(degrees_from_rotation(rotation_from_degrees(degrees)), dvec3(degrees), 1e-4);
}

TEST(Transform, DegreesComeBackAsTheSameRotation) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    quat q = random.rotation();
    if (i % 3 == 0) q = rotation_from_degrees({random.number(-180, 180), i % 2 ? 90 : -90, 30});
    const vec3 degrees = degrees_from_rotation(q);
    EXPECT_NEAR(std::abs(glm::dot(rotation_from_degrees(degrees), q)), 1.0f, 1e-6f);
    for (int k = 0; k < 3; ++k) {
      EXPECT_GT(degrees[k], -180.0f);
      EXPECT_LE(degrees[k], 180.0f);
    }
  }
}

}  // namespace
}  // namespace bindpose::test::transform_test
