// The product of two affine matrices as the hot loops use it: inline, on bare column-major floats,
// and what this build and this machine have in vector instructions.
#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#define BINDPOSE_SSE2 1
#include <immintrin.h>
#endif

// AVX code is compiled into every x86-64 build and chosen at run time, function by
// function: GCC and Clang need to be told per function, and only functions told so inline each
// other.
#if defined(BINDPOSE_SSE2) && defined(__x86_64__) && defined(__GNUC__)
#define BINDPOSE_AVX2 1
#define BINDPOSE_TARGET_AVX2 __attribute__((target("avx2,fma")))
#define BINDPOSE_AVX512 1
#define BINDPOSE_TARGET_AVX512 __attribute__((target("avx512f,avx2,fma")))
#endif

namespace bindpose::simd {

inline bool cpu_has_avx2() {
#if defined(BINDPOSE_AVX2)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

inline bool cpu_has_avx512() {
#if defined(BINDPOSE_AVX512)
  return cpu_has_avx2() && __builtin_cpu_supports("avx512f") != 0;
#else
  return false;
#endif
}

// out = a b, entry by entry; out may be a or b. For any machine, and what the others are tested
// against.
inline void mul_affine_plain(const float* a, const float* b, float* out) {
  float product[16];
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      product[4 * c + r] = a[r] * b[4 * c] + a[4 + r] * b[4 * c + 1] + a[8 + r] * b[4 * c + 2] +
                           (c == 3 ? a[12 + r] : 0.0f);
    }
  }
  for (int i = 0; i < 16; ++i) out[i] = product[i];
}

#if defined(BINDPOSE_SSE2)

inline __m128 affine_column(__m128 a0, __m128 a1, __m128 a2, __m128 b) {
  const __m128 x = _mm_shuffle_ps(b, b, _MM_SHUFFLE(0, 0, 0, 0));
  const __m128 y = _mm_shuffle_ps(b, b, _MM_SHUFFLE(1, 1, 1, 1));
  const __m128 z = _mm_shuffle_ps(b, b, _MM_SHUFFLE(2, 2, 2, 2));
  return _mm_add_ps(_mm_add_ps(_mm_mul_ps(a0, x), _mm_mul_ps(a1, y)), _mm_mul_ps(a2, z));
}

// The same. No alignment is asked for.
inline void mul_affine(const float* a, const float* b, float* out) {
  const __m128 a0 = _mm_loadu_ps(a);
  const __m128 a1 = _mm_loadu_ps(a + 4);
  const __m128 a2 = _mm_loadu_ps(a + 8);
  const __m128 a3 = _mm_loadu_ps(a + 12);
  const __m128 c0 = affine_column(a0, a1, a2, _mm_loadu_ps(b));
  const __m128 c1 = affine_column(a0, a1, a2, _mm_loadu_ps(b + 4));
  const __m128 c2 = affine_column(a0, a1, a2, _mm_loadu_ps(b + 8));
  const __m128 c3 = _mm_add_ps(affine_column(a0, a1, a2, _mm_loadu_ps(b + 12)), a3);
  _mm_storeu_ps(out, c0);
  _mm_storeu_ps(out + 4, c1);
  _mm_storeu_ps(out + 8, c2);
  _mm_storeu_ps(out + 12, c3);
}

#else

inline void mul_affine(const float* a, const float* b, float* out) {
  mul_affine_plain(a, b, out);
}

#endif

#if defined(BINDPOSE_AVX2)

// The same, two columns at a time; differs by FMA's rounding.
BINDPOSE_TARGET_AVX2 inline void mul_affine_avx2(const float* a, const float* b, float* out) {
  const __m256 a0 = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(a));
  const __m256 a1 = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(a + 4));
  const __m256 a2 = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(a + 8));
  const __m256 a3 = _mm256_insertf128_ps(_mm256_setzero_ps(), _mm_loadu_ps(a + 12), 1);
  const __m256 b01 = _mm256_loadu_ps(b);
  const __m256 b23 = _mm256_loadu_ps(b + 8);
  __m256 c01 = _mm256_mul_ps(a2, _mm256_permute_ps(b01, _MM_SHUFFLE(2, 2, 2, 2)));
  __m256 c23 = _mm256_fmadd_ps(a2, _mm256_permute_ps(b23, _MM_SHUFFLE(2, 2, 2, 2)), a3);
  c01 = _mm256_fmadd_ps(a1, _mm256_permute_ps(b01, _MM_SHUFFLE(1, 1, 1, 1)), c01);
  c23 = _mm256_fmadd_ps(a1, _mm256_permute_ps(b23, _MM_SHUFFLE(1, 1, 1, 1)), c23);
  c01 = _mm256_fmadd_ps(a0, _mm256_permute_ps(b01, _MM_SHUFFLE(0, 0, 0, 0)), c01);
  c23 = _mm256_fmadd_ps(a0, _mm256_permute_ps(b23, _MM_SHUFFLE(0, 0, 0, 0)), c23);
  _mm256_storeu_ps(out, c01);
  _mm256_storeu_ps(out + 8, c23);
}

#endif

}  // namespace bindpose::simd
