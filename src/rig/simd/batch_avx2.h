// Eight vertices at a time with AVX2, a component of all eight a register: how they are read,
// turned over and written, and what is done with vectors of them. Internal to rig/simd.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rig/simd/skinning_kernels.h"

#if defined(BINDPOSE_AVX2)

namespace bindpose::kernels::avx2 {

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX2 inline __attribute__((always_inline))

inline constexpr std::size_t kBatch = 8;

// One component of eight vertices, in the order 0 3 6 1 4 7 2 5: so x lies after two blends of the
// three registers that hold x0 y0 z0 x1 ... z7, y a lane further round and z two lanes back.
struct Vec {
  __m256 x, y, z;
};
inline constexpr std::size_t kOrder[kBatch] = {0, 3, 6, 1, 4, 7, 2, 5};

BINDPOSE_INLINE Vec load(const float* v) {
  const __m256 a = _mm256_loadu_ps(v);       // x0 y0 z0 x1 y1 z1 x2 y2
  const __m256 b = _mm256_loadu_ps(v + 8);   // z2 x3 y3 z3 x4 y4 z4 x5
  const __m256 c = _mm256_loadu_ps(v + 16);  // y5 z5 x6 y6 z6 x7 y7 z7
  const __m256 x = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x92), c, 0x24);
  const __m256 y = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x24), c, 0x49);  // y5 y0 y3 ...
  const __m256 z = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x49), c, 0x92);  // z2 z5 z0 ...
  const __m256i left = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
  return {x, _mm256_permutevar8x32_ps(y, left),
          _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(z), _MM_SHUFFLE(0, 3, 2, 1)))};
}

BINDPOSE_INLINE void store(float* out, const Vec& v) {
  const __m256i right = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
  const __m256 y = _mm256_permutevar8x32_ps(v.y, right);
  const __m256 z =
      _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(v.z), _MM_SHUFFLE(2, 1, 0, 3)));
  _mm256_storeu_ps(out, _mm256_blend_ps(_mm256_blend_ps(v.x, y, 0x92), z, 0x24));
  _mm256_storeu_ps(out + 8, _mm256_blend_ps(_mm256_blend_ps(v.x, y, 0x24), z, 0x49));
  _mm256_storeu_ps(out + 16, _mm256_blend_ps(_mm256_blend_ps(v.x, y, 0x49), z, 0x92));
}

BINDPOSE_INLINE __m256 low_pairs(__m256 a, __m256 b) {
  return _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)));
}
BINDPOSE_INLINE __m256 high_pairs(__m256 a, __m256 b) {
  return _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)));
}

// Three numbers of four vertices in each half: from a vertex a register to a component a register.
// The vertices come in the order of Vec.
BINDPOSE_INLINE Vec transposed(__m256 a, __m256 b, __m256 c, __m256 d) {
  const __m256 ab = _mm256_unpacklo_ps(a, b);
  const __m256 cd = _mm256_unpacklo_ps(c, d);
  return {low_pairs(ab, cd), high_pairs(ab, cd),
          low_pairs(_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d))};
}

BINDPOSE_INLINE __m256 lower(__m256 a, __m256 b) {
  return _mm256_permute2f128_ps(a, b, 0x20);
}
BINDPOSE_INLINE __m256 upper(__m256 a, __m256 b) {
  return _mm256_permute2f128_ps(a, b, 0x31);
}
BINDPOSE_INLINE Vec lower(const Vec& a, const Vec& b) {
  return {lower(a.x, b.x), lower(a.y, b.y), lower(a.z, b.z)};
}
BINDPOSE_INLINE Vec upper(const Vec& a, const Vec& b) {
  return {upper(a.x, b.x), upper(a.y, b.y), upper(a.z, b.z)};
}

// The same for four numbers a vertex.
struct Quad {
  Vec v;
  __m256 w;
};

BINDPOSE_INLINE Quad transposed_quad(__m256 a, __m256 b, __m256 c, __m256 d) {
  const Vec v = transposed(a, b, c, d);
  return {v, high_pairs(_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d))};
}
BINDPOSE_INLINE Quad lower(const Quad& a, const Quad& b) {
  return {lower(a.v, b.v), lower(a.w, b.w)};
}
BINDPOSE_INLINE Quad upper(const Quad& a, const Quad& b) {
  return {upper(a.v, b.v), upper(a.w, b.w)};
}

BINDPOSE_INLINE Vec mul(const Vec& a, __m256 s) {
  return {_mm256_mul_ps(a.x, s), _mm256_mul_ps(a.y, s), _mm256_mul_ps(a.z, s)};
}
// a s + b
BINDPOSE_INLINE Vec mul_add(const Vec& a, __m256 s, const Vec& b) {
  return {_mm256_fmadd_ps(a.x, s, b.x), _mm256_fmadd_ps(a.y, s, b.y), _mm256_fmadd_ps(a.z, s, b.z)};
}
// a s - b
BINDPOSE_INLINE Vec mul_sub(const Vec& a, __m256 s, const Vec& b) {
  return {_mm256_fmsub_ps(a.x, s, b.x), _mm256_fmsub_ps(a.y, s, b.y), _mm256_fmsub_ps(a.z, s, b.z)};
}
// b - a s
BINDPOSE_INLINE Vec sub_mul(const Vec& b, const Vec& a, __m256 s) {
  return {_mm256_fnmadd_ps(a.x, s, b.x), _mm256_fnmadd_ps(a.y, s, b.y),
          _mm256_fnmadd_ps(a.z, s, b.z)};
}
BINDPOSE_INLINE __m256 dot(const Vec& a, const Vec& b) {
  return _mm256_fmadd_ps(a.x, b.x, _mm256_fmadd_ps(a.y, b.y, _mm256_mul_ps(a.z, b.z)));
}
BINDPOSE_INLINE Vec cross(const Vec& a, const Vec& b) {
  return {_mm256_fmsub_ps(a.y, b.z, _mm256_mul_ps(a.z, b.y)),
          _mm256_fmsub_ps(a.z, b.x, _mm256_mul_ps(a.x, b.z)),
          _mm256_fmsub_ps(a.x, b.y, _mm256_mul_ps(a.y, b.x))};
}
// a x b + c
BINDPOSE_INLINE Vec cross_add(const Vec& a, const Vec& b, const Vec& c) {
  return {_mm256_fmadd_ps(a.y, b.z, _mm256_fnmadd_ps(a.z, b.y, c.x)),
          _mm256_fmadd_ps(a.z, b.x, _mm256_fnmadd_ps(a.x, b.z, c.y)),
          _mm256_fmadd_ps(a.x, b.y, _mm256_fnmadd_ps(a.y, b.x, c.z))};
}

// Unit length; normals without a direction stay as they are.
BINDPOSE_INLINE Vec normalized(const Vec& n) {
  const __m256 square = dot(n, n);
  const __m256 one = _mm256_set1_ps(1.0f);
  const __m256 tiny = _mm256_cmp_ps(square, _mm256_set1_ps(kTinySquare), _CMP_LT_OQ);
  // 12 bits and one Newton step: r' = r (3 - s r^2) / 2.
  const __m256 r = _mm256_rsqrt_ps(square);
  const __m256 half = _mm256_mul_ps(_mm256_set1_ps(0.5f), r);
  const __m256 rest = _mm256_fnmadd_ps(_mm256_mul_ps(square, r), r, _mm256_set1_ps(3.0f));
  // Too long for a float: 1 / inf, and not the step's inf * 0.
  const __m256 huge = _mm256_cmp_ps(square, _mm256_set1_ps(kInfinity), _CMP_EQ_OQ);
  const __m256 unit = _mm256_andnot_ps(huge, _mm256_mul_ps(half, rest));
  return mul(n, _mm256_blendv_ps(unit, one, tiny));
}

BINDPOSE_INLINE bool all_have_four(const std::uint32_t* offset) {
  const __m256i from = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset));
  const __m256i to = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset + 1));
  const __m256i four = _mm256_cmpeq_epi32(_mm256_sub_epi32(to, from), _mm256_set1_epi32(4));
  return _mm256_movemask_epi8(four) == -1;
}

#undef BINDPOSE_INLINE

}  // namespace bindpose::kernels::avx2

#endif
