#include "math/transform.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/affine_simd.h"

namespace bindpose {
namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;

// Below this part of the largest column a column has no direction of its own.
constexpr double kVanishing = 1e-12;
constexpr double kSingular = 1e-30;

dvec3 most_orthogonal_axis(const dvec3& a) {
  const dvec3 size = glm::abs(a);
  if (size.x <= size.y && size.x <= size.z) return {1, 0, 0};
  return size.y <= size.z ? dvec3(0, 1, 0) : dvec3(0, 0, 1);
}

// Axis `i` of the identity made orthogonal to the unit vector `a`, or another axis where those two
// are parallel.
dvec3 axis_beside(int i, const dvec3& a) {
  dvec3 e(0.0);
  e[i] = 1.0;
  dvec3 rest = e - glm::dot(e, a) * a;
  if (glm::length(rest) < 1e-6) {
    e = most_orthogonal_axis(a);
    rest = e - glm::dot(e, a) * a;
  }
  return glm::normalize(rest);
}

// Rotation whose columns follow those of `m`, first column first; what vanishes is filled in.
dmat3 orthonormal_columns(const dmat3& m) {
  const double limit =
      kVanishing * std::max({glm::length(m[0]), glm::length(m[1]), glm::length(m[2])});
  std::array<bool, 3> known{};
  dmat3 r(1.0);
  for (int i = 0; i < 3; ++i) {
    dvec3 rest = m[i];
    for (int k = 0; k < i; ++k) {
      if (known[static_cast<std::size_t>(k)]) rest -= glm::dot(r[k], rest) * r[k];
    }
    if (!(glm::length(rest) > limit)) continue;
    r[i] = glm::normalize(rest);
    known[static_cast<std::size_t>(i)] = true;
  }
  const auto count = std::count(known.begin(), known.end(), true);
  if (count == 0) return dmat3(1.0);
  if (count == 1) {
    const int have = known[0] ? 0 : known[1] ? 1 : 2;
    const int next = (have + 1) % 3;
    r[next] = axis_beside(next, r[have]);
    known[static_cast<std::size_t>(next)] = true;
  }
  for (int i = 0; i < 3; ++i) {
    if (!known[static_cast<std::size_t>(i)]) r[i] = glm::cross(r[(i + 1) % 3], r[(i + 2) % 3]);
  }
  return r;
}

// Turns columns p and q of `u` in their plane so that they become orthogonal; `v` takes the same
// turn. False where they were so already.
bool make_orthogonal(dmat3& u, dmat3& v, int p, int q) {
  constexpr double kParallel = 1e-15;
  const double pp = glm::dot(u[p], u[p]), qq = glm::dot(u[q], u[q]), pq = glm::dot(u[p], u[q]);
  if (!(std::abs(pq) > kParallel * std::sqrt(pp * qq))) return false;
  const double zeta = (qq - pp) / (2.0 * pq);
  const double t = (zeta < 0.0 ? -1.0 : 1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
  const double c = 1.0 / std::sqrt(1.0 + t * t), s = c * t;
  for (dmat3* m : {&u, &v}) {
    const dvec3 first = (*m)[p];
    (*m)[p] = c * first - s * (*m)[q];
    (*m)[q] = s * first + c * (*m)[q];
  }
  return true;
}

bool fits_float(const dvec3& v) {
  const vec3 f(v);
  return std::isfinite(f.x) && std::isfinite(f.y) && std::isfinite(f.z);
}

// The inverse in double; false where there is none that floats can hold.
bool invert(const mat4& m, mat4& out) {
  if (!is_finite(m)) return false;
  const dmat3 a(m);
  const double scale = std::max({glm::length(a[0]), glm::length(a[1]), glm::length(a[2])});
  const dmat3 rows(glm::cross(a[1], a[2]), glm::cross(a[2], a[0]), glm::cross(a[0], a[1]));
  const double det = glm::dot(a[0], rows[0]);
  if (!(std::abs(det) > kSingular * scale * scale * scale)) return false;
  const dmat3 inverse = glm::transpose(rows) * (1.0 / det);
  const dvec3 t = -(inverse * dvec3(m[3]));
  if (!fits_float(inverse[0]) || !fits_float(inverse[1]) || !fits_float(inverse[2]) ||
      !fits_float(t)) {
    return false;
  }
  out = mat4(mat3(inverse));
  out[3] = vec4(vec3(t), 1.0f);
  return true;
}

}  // namespace

mat4 to_matrix(const Transform& x) {
  const mat3 r = glm::mat3_cast(x.q);
  return {vec4(r[0] * x.s.x, 0.0f), vec4(r[1] * x.s.y, 0.0f), vec4(r[2] * x.s.z, 0.0f),
          vec4(x.t, 1.0f)};
}

Transform decompose(const mat4& m) {
  if (!is_finite(m)) return {};
  dmat3 a(m);
  const bool mirrored = glm::dot(a[0], glm::cross(a[1], a[2])) < 0.0;
  if (mirrored) a[0] = -a[0];
  const dmat3 r = orthonormal_columns(a);
  dvec3 s(glm::dot(r[0], a[0]), glm::dot(r[1], a[1]), glm::dot(r[2], a[2]));
  if (mirrored) s.x = -s.x;
  return {vec3(m[3]), quat(glm::normalize(glm::quat_cast(r))), vec3(s)};
}

float recompose_error(const mat4& m) {
  float largest = 0.0f;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) largest = std::max(largest, std::abs(m[c][r]));
  }
  const float difference = max_difference(m, to_matrix(decompose(m)));
  return largest > 0.0f ? difference / largest : difference;
}

Polar polar(const dmat3& m) {
  constexpr int kMaxSweeps = 30;  // five are enough for any matrix met
  const double size = std::max({glm::length(m[0]), glm::length(m[1]), glm::length(m[2])});
  if (!std::isfinite(size) || size == 0.0) {
    return {dmat3(1.0), size == 0.0 ? dmat3(0.0) : dmat3(1.0)};
  }
  dmat3 u = m * (1.0 / size), v(1.0);
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    const bool turned[] = {make_orthogonal(u, v, 0, 1), make_orthogonal(u, v, 0, 2),
                           make_orthogonal(u, v, 1, 2)};
    if (!turned[0] && !turned[1] && !turned[2]) break;
  }
  dmat3 scaled = v;
  for (int i = 0; i < 3; ++i) scaled[i] *= size * glm::length(u[i]);
  const dmat3 to_rows = glm::transpose(v);
  return {orthonormal_columns(u) * to_rows, scaled * to_rows};
}

mat4 mul_affine(const mat4& a, const mat4& b) {
  mat4 out;
  simd::mul_affine(&a[0][0], &b[0][0], &out[0][0]);
  return out;
}

mat4 inverse_affine(const mat4& m) {
  mat4 out(1.0f);
  if (!invert(m, out)) out[3] = vec4(-vec3(m[3]), 1.0f);
  return out;
}

bool is_invertible(const mat4& m) {
  mat4 ignored;
  return invert(m, ignored);
}

bool is_finite(const mat4& m) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!std::isfinite(m[c][r])) return false;
    }
  }
  return true;
}

mat3 cofactor(const mat3& m) {
  return {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])};
}

quat rotation_from_degrees(const vec3& degrees) {
  const dvec3 half = glm::radians(dvec3(degrees)) * 0.5;
  const dquat x(std::cos(half.x), std::sin(half.x), 0.0, 0.0);
  const dquat y(std::cos(half.y), 0.0, std::sin(half.y), 0.0);
  const dquat z(std::cos(half.z), 0.0, 0.0, std::sin(half.z));
  return quat(z * y * x);
}

vec3 degrees_from_rotation(const quat& q) {
  const dmat3 r = glm::mat3_cast(glm::normalize(dquat(q)));
  const double cos_y = std::hypot(r[0][0], r[0][1]);
  dvec3 angle;
  angle.y = std::atan2(-r[0][2], cos_y);
  if (cos_y > 1e-6) {
    angle.x = std::atan2(r[1][2], r[2][2]);
    angle.z = std::atan2(r[0][1], r[0][0]);
  } else {  // x and z turn about the same axis: all of it goes to z
    angle.x = 0.0;
    angle.z = std::atan2(-r[1][0], r[1][1]);
  }
  vec3 degrees(glm::degrees(angle));
  for (int i = 0; i < 3; ++i) {
    if (degrees[i] <= -180.0f) degrees[i] = 180.0f;
  }
  return degrees;
}

float max_difference(const mat4& a, const mat4& b) {
  float largest = 0.0f;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      const float d = std::abs(a[c][r] - b[c][r]);
      if (std::isnan(d)) return d;
      largest = std::max(largest, d);
    }
  }
  return largest;
}

}  // namespace bindpose
