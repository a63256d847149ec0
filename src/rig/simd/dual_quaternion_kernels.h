// The loops of dual-quaternion skinning with AVX2 and AVX-512, and how they sum up the influences
// of one vertex. Internal to rig.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rig/simd/skinning_kernels.h"

namespace bindpose::kernels {

// Bare pointers into a mesh, a split palette and the output.
struct DualJob {
  std::size_t vertices = 0;
  const float* position = nullptr;        // 3 #V
  const float* normal = nullptr;          // 3 #V, or null: positions only
  const std::uint32_t* offset = nullptr;  // #V + 1
  const std::uint16_t* slot = nullptr;    // #I
  const float* weight = nullptr;          // #I
  const float* motion = nullptr;          // 8 (#S + 1): r_j, d_j
  const float* stretch = nullptr;         // 16 (#S + 1): the rows of A_j and four zeros; or null,
                                          // where no A_j stretches and no vertex follows the node
  std::size_t node = 0;                   // the last slot's number
  bool one_side = false;          // no r_j points away from another: nothing has to be turned over
  float* position_out = nullptr;  // 3 #V
  float* normal_out = nullptr;    // 3 #V, or null where `normal` is
};

#if defined(BINDPOSE_AVX2)

// Both return how many vertices were moved: whole batches; the rest is left.
std::size_t dual_quaternions_avx2(const DualJob& job);
std::size_t dual_quaternions_avx512(const DualJob& job);

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX2 inline __attribute__((always_inline))

// The sum of one vertex's (r_j, d_j), each on the strongest influence's side, with up to four
// influences whose slots and weights these are; `one_side`: they are there already.
template <bool kOneSide>
BINDPOSE_INLINE __m256 blend_motion(const float* motion, std::uint64_t slots, __m128 w) {
  const float* m0 = motion + (slots & 0xffff) * 8;
  const float* m1 = motion + (slots >> 16 & 0xffff) * 8;
  const float* m2 = motion + (slots >> 32 & 0xffff) * 8;
  const float* m3 = motion + (slots >> 48) * 8;
  if constexpr (!kOneSide) {
    const __m128 pivot = _mm_loadu_ps(m0);
    const __m128 p01 = _mm_hadd_ps(_mm_mul_ps(pivot, pivot), _mm_mul_ps(pivot, _mm_loadu_ps(m1)));
    const __m128 p23 =
        _mm_hadd_ps(_mm_mul_ps(pivot, _mm_loadu_ps(m2)), _mm_mul_ps(pivot, _mm_loadu_ps(m3)));
    w = _mm_xor_ps(w, _mm_and_ps(_mm_hadd_ps(p01, p23), _mm_set1_ps(-0.0f)));
  }
  const __m256 both = _mm256_insertf128_ps(_mm256_castps128_ps256(w), w, 1);
  __m256 sum = _mm256_mul_ps(_mm256_permute_ps(both, 0x00), _mm256_loadu_ps(m0));
  sum = _mm256_fmadd_ps(_mm256_permute_ps(both, 0x55), _mm256_loadu_ps(m1), sum);
  sum = _mm256_fmadd_ps(_mm256_permute_ps(both, 0xaa), _mm256_loadu_ps(m2), sum);
  return _mm256_fmadd_ps(_mm256_permute_ps(both, 0xff), _mm256_loadu_ps(m3), sum);
}

// Any number of influences from the k-th on. By value, so that the caller's job has no address.
template <bool kOneSide>
__attribute__((noinline)) BINDPOSE_TARGET_AVX2 __m256 blend_motion_any(DualJob job, std::size_t k,
                                                                       std::size_t n) {
  if (n == 0) return _mm256_loadu_ps(job.motion + job.node * 8);
  const __m128 pivot = _mm_loadu_ps(job.motion + std::size_t{job.slot[k]} * 8);
  __m256 sum = _mm256_setzero_ps();
  for (const std::size_t last = k + n; k < last; ++k) {
    const __m256 motion = _mm256_loadu_ps(job.motion + std::size_t{job.slot[k]} * 8);
    __m256 w = _mm256_broadcast_ss(job.weight + k);
    if constexpr (!kOneSide) {
      const __m128 along = _mm_dp_ps(_mm256_castps256_ps128(motion), pivot, 0xff);
      const __m256 sign = _mm256_insertf128_ps(_mm256_castps128_ps256(along), along, 1);
      w = _mm256_xor_ps(w, _mm256_and_ps(sign, _mm256_set1_ps(-0.0f)));
    }
    sum = _mm256_fmadd_ps(w, motion, sum);
  }
  return sum;
}

// The weights of n influences from the k-th on, 1 to 4 of them; 0 beyond.
BINDPOSE_INLINE __m128 weights_upto_four(const DualJob& job, std::size_t k, std::size_t n) {
  return _mm_and_ps(_mm_loadu_ps(job.weight + k),
                    _mm_load_ps(reinterpret_cast<const float*>(kWeightMask[n])));
}

BINDPOSE_INLINE std::uint64_t four_slots(const std::uint16_t* slot) {
  std::uint64_t slots;
  std::memcpy(&slots, slot, sizeof slots);
  return slots;
}

// k: where the vertex's entries begin, for kFour: it has four.
template <bool kFour, bool kOneSide>
BINDPOSE_INLINE __m256 motion_of(const DualJob& job, std::size_t i, std::size_t k) {
  if constexpr (kFour) {
    return blend_motion<kOneSide>(job.motion, four_slots(job.slot + k),
                                  _mm_loadu_ps(job.weight + k));
  }
  k = job.offset[i];
  const std::size_t n = job.offset[i + 1] - k;
  if (n - 1 >= 4) return blend_motion_any<kOneSide>(job, k, n);
  return blend_motion<kOneSide>(job.motion, slots_upto_four(job.slot + k, n),
                                weights_upto_four(job, k, n));
}

BINDPOSE_INLINE bool eight_have_four_each(const std::uint32_t* offset) {
  const __m256i from = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset));
  const __m256i to = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset + 1));
  const __m256i four = _mm256_cmpeq_epi32(_mm256_sub_epi32(to, from), _mm256_set1_epi32(4));
  return _mm256_movemask_epi8(four) == -1;
}

#undef BINDPOSE_INLINE

#endif

}  // namespace bindpose::kernels
