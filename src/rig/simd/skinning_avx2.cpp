#include "rig/simd/skinning_kernels.h"

#if defined(BINDPOSE_AVX2)

// Vertices go in pairs, one in each half of a register, and in batches of eight, so that lengths of
// normals are taken eight at a time and one branch decides for eight vertices how weights are read.
namespace bindpose::kernels {
namespace {

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX2 inline __attribute__((always_inline))

constexpr std::size_t kBatch = 8;

// A blended matrix: columns 0 and 1, columns 2 and 3.
struct Blend {
  __m256 c01, c23;
};

BINDPOSE_INLINE void add(Blend& m, __m256 w, const float* t) {
  m.c01 = _mm256_fmadd_ps(w, _mm256_loadu_ps(t), m.c01);
  m.c23 = _mm256_fmadd_ps(w, _mm256_loadu_ps(t + 8), m.c23);
}

BINDPOSE_INLINE Blend weighted(__m256 w, const float* t) {
  return {_mm256_mul_ps(w, _mm256_loadu_ps(t)), _mm256_mul_ps(w, _mm256_loadu_ps(t + 8))};
}

BINDPOSE_INLINE const float* matrix(const SkinningJob& job, std::size_t k) {
  return job.palette + std::size_t{job.slot[k]} * 16;
}

// w: four weights, twice. Slots read one by one and weights broadcast from memory would cost a load
// each, and loads are what there are most of: eight for the matrices of one vertex.
BINDPOSE_INLINE Blend blend_slots(const SkinningJob& job, std::uint64_t slots, __m256 w) {
  const float* p = job.palette;
  Blend m = weighted(_mm256_permute_ps(w, 0x00), p + (slots & 0xffff) * 16);
  add(m, _mm256_permute_ps(w, 0x55), p + (slots >> 16 & 0xffff) * 16);
  add(m, _mm256_permute_ps(w, 0xaa), p + (slots >> 32 & 0xffff) * 16);
  add(m, _mm256_permute_ps(w, 0xff), p + (slots >> 48) * 16);
  return m;
}

BINDPOSE_INLINE Blend blend_four(const SkinningJob& job, std::size_t k) {
  std::uint64_t slots;
  std::memcpy(&slots, job.slot + k, sizeof slots);
  return blend_slots(job, slots,
                     _mm256_broadcast_ps(reinterpret_cast<const __m128*>(job.weight + k)));
}

BINDPOSE_INLINE Blend blend_upto_four(const SkinningJob& job, std::size_t k, std::size_t n) {
  const __m128 mask = _mm_load_ps(reinterpret_cast<const float*>(kWeightMask[n]));
  const __m128 used = _mm_and_ps(_mm_loadu_ps(job.weight + k), mask);
  const __m256 w = _mm256_insertf128_ps(_mm256_castps128_ps256(used), used, 1);
  return blend_slots(job, slots_upto_four(job.slot + k, n), w);
}

// By value, so that the caller's job has no address and its pointers can stay in registers.
__attribute__((noinline)) BINDPOSE_TARGET_AVX2 Blend blend_any(SkinningJob job, std::size_t k,
                                                               std::size_t n) {
  if (n == 0) return {_mm256_loadu_ps(job.node), _mm256_loadu_ps(job.node + 8)};
  Blend m = weighted(_mm256_broadcast_ss(job.weight + k), matrix(job, k));
  for (const std::size_t last = k + n; ++k < last;) {
    add(m, _mm256_broadcast_ss(job.weight + k), matrix(job, k));
  }
  return m;
}

template <bool kFour>
BINDPOSE_INLINE Blend blend(const SkinningJob& job, std::size_t i, std::size_t first_entry) {
  if constexpr (kFour) return blend_four(job, first_entry);
  const std::size_t k = job.offset[i];
  const std::size_t n = job.offset[i + 1] - k;
  return n - 1 < 4 ? blend_upto_four(job, k, n) : blend_any(job, k, n);
}

// The xyz of two neighbours, one in each half; the fourth lanes are what follows in memory.
BINDPOSE_INLINE __m256 load_pair(const float* v) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(v)), _mm_loadu_ps(v + 3), 1);
}

// Writes two neighbours and one float beyond them, which the next pair overwrites.
BINDPOSE_INLINE void store_pair(float* out, __m256 v) {
  _mm_storeu_ps(out, _mm256_castps256_ps128(v));
  _mm_storeu_ps(out + 3, _mm256_extractf128_ps(v, 1));
}

struct Columns {
  __m256 c0, c1, c2, c3;
};

BINDPOSE_INLINE Columns pair_up(const Blend& a, const Blend& b) {
  return {_mm256_permute2f128_ps(a.c01, b.c01, 0x20), _mm256_permute2f128_ps(a.c01, b.c01, 0x31),
          _mm256_permute2f128_ps(a.c23, b.c23, 0x20), _mm256_permute2f128_ps(a.c23, b.c23, 0x31)};
}

BINDPOSE_INLINE __m256 transform_point(const Columns& m, __m256 v) {
  __m256 p = _mm256_fmadd_ps(m.c2, _mm256_permute_ps(v, 0xaa), m.c3);
  p = _mm256_fmadd_ps(m.c1, _mm256_permute_ps(v, 0x55), p);
  return _mm256_fmadd_ps(m.c0, _mm256_permute_ps(v, 0x00), p);
}

BINDPOSE_INLINE __m256 yzx(__m256 v) {
  return _mm256_permute_ps(v, _MM_SHUFFLE(3, 0, 2, 1));
}

// The cofactor matrix times v: v.x (c1 x c2) + v.y (c2 x c0) + v.z (c0 x c1). Each cross product
// a x b is yzx(a yzx(b) - yzx(a) b), and the outer yzx is taken once, of the sum.
BINDPOSE_INLINE __m256 transform_normal(const Columns& m, __m256 v) {
  const __m256 d0 = yzx(m.c0);
  const __m256 d1 = yzx(m.c1);
  const __m256 d2 = yzx(m.c2);
  const __m256 x = _mm256_fmsub_ps(m.c1, d2, _mm256_mul_ps(d1, m.c2));
  const __m256 y = _mm256_fmsub_ps(m.c2, d0, _mm256_mul_ps(d2, m.c0));
  const __m256 z = _mm256_fmsub_ps(m.c0, d1, _mm256_mul_ps(d0, m.c1));
  __m256 n = _mm256_mul_ps(z, _mm256_permute_ps(v, 0xaa));
  n = _mm256_fmadd_ps(y, _mm256_permute_ps(v, 0x55), n);
  n = _mm256_fmadd_ps(x, _mm256_permute_ps(v, 0x00), n);
  return yzx(n);
}

// Unit length for the eight normals in four pairs; those without a direction stay as they are.
// Their fourth lanes are 0, as those of the matrices' columns are.
BINDPOSE_INLINE void normalize(__m256 (&n)[4]) {
  const __m256 s01 = _mm256_hadd_ps(_mm256_mul_ps(n[0], n[0]), _mm256_mul_ps(n[1], n[1]));
  const __m256 s23 = _mm256_hadd_ps(_mm256_mul_ps(n[2], n[2]), _mm256_mul_ps(n[3], n[3]));
  const __m256 square = _mm256_hadd_ps(s01, s23);
  const __m256 one = _mm256_set1_ps(1.0f);
  const __m256 tiny = _mm256_cmp_ps(square, _mm256_set1_ps(kTinySquare), _CMP_LT_OQ);
  // 12 bits and one Newton step: r' = r (3 - s r^2) / 2.
  const __m256 r = _mm256_rsqrt_ps(square);
  const __m256 half = _mm256_mul_ps(_mm256_set1_ps(0.5f), r);
  const __m256 rest = _mm256_fnmadd_ps(_mm256_mul_ps(square, r), r, _mm256_set1_ps(3.0f));
  // Too long for a float: 1 / inf, and not the step's inf * 0.
  const __m256 huge = _mm256_cmp_ps(square, _mm256_set1_ps(kInfinity), _CMP_EQ_OQ);
  const __m256 unit = _mm256_andnot_ps(huge, _mm256_mul_ps(half, rest));
  const __m256 scale = _mm256_blendv_ps(unit, one, tiny);
  n[0] = _mm256_mul_ps(n[0], _mm256_permute_ps(scale, 0x00));
  n[1] = _mm256_mul_ps(n[1], _mm256_permute_ps(scale, 0x55));
  n[2] = _mm256_mul_ps(n[2], _mm256_permute_ps(scale, 0xaa));
  n[3] = _mm256_mul_ps(n[3], _mm256_permute_ps(scale, 0xff));
}

BINDPOSE_INLINE __m256 raw_weight_sums(const float* sum) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_set1_ps(sum[0])), _mm_set1_ps(sum[1]), 1);
}

BINDPOSE_INLINE __m256 scaled_by_sum(const SkinningJob& job, std::size_t i, __m256 p) {
  const __m256 sum = raw_weight_sums(job.raw_weight_sum + i);
  // A vertex without influences has the sum 0 and follows its node unscaled.
  const __m256 none = _mm256_cmp_ps(sum, _mm256_setzero_ps(), _CMP_EQ_OQ);
  return _mm256_blendv_ps(_mm256_mul_ps(p, sum), p, none);
}

template <bool kFour, bool kNormals, bool kRaw>
BINDPOSE_INLINE void skin_batch(const SkinningJob& job, std::size_t begin) {
  __m256 normal[4];
  std::size_t k = job.offset[begin];
#pragma GCC unroll 4
  for (std::size_t pair = 0; pair < 4; ++pair, k += 8) {
    const std::size_t i = begin + 2 * pair;
    const Columns m = pair_up(blend<kFour>(job, i, k), blend<kFour>(job, i + 1, k + 4));
    __m256 p = transform_point(m, load_pair(job.position + 3 * i));
    if constexpr (kRaw) p = scaled_by_sum(job, i, p);
    store_pair(job.position_out + 3 * i, p);
    if constexpr (kNormals) normal[pair] = transform_normal(m, load_pair(job.normal + 3 * i));
  }
  if constexpr (kNormals) {
    normalize(normal);
#pragma GCC unroll 4
    for (std::size_t pair = 0; pair < 4; ++pair) {
      store_pair(job.normal_out + 3 * (begin + 2 * pair), normal[pair]);
    }
  }
}

BINDPOSE_INLINE bool all_have_four(const std::uint32_t* offset) {
  const __m256i from = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset));
  const __m256i to = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset + 1));
  const __m256i four = _mm256_cmpeq_epi32(_mm256_sub_epi32(to, from), _mm256_set1_epi32(4));
  return _mm256_movemask_epi8(four) == -1;
}

template <bool kNormals, bool kRaw>
BINDPOSE_TARGET_AVX2 void skin_all(const SkinningJob job) {
  // A batch reads and writes a little beyond its own vertices, hence not the very last ones.
  const std::size_t most = job.vertices > 0 ? job.vertices - 1 : 0;
  const std::size_t end = end_of_batches(job, kBatch, most);
  // A loop each, so that each has the registers for itself.
  for (std::size_t i = 0; i < end;) {
    for (; i < end && all_have_four(job.offset + i); i += kBatch) {
      prefetch<kNormals, kBatch>(job, i);
      skin_batch<true, kNormals, kRaw>(job, i);
    }
    for (; i < end && !all_have_four(job.offset + i); i += kBatch) {
      prefetch<kNormals, kBatch>(job, i);
      skin_batch<false, kNormals, kRaw>(job, i);
    }
  }
  skin_scalar(job, end, job.vertices);
}

#undef BINDPOSE_INLINE

}  // namespace

void skin_avx2(const SkinningJob& job) {
  if (job.normal && job.raw_weight_sum) return skin_all<true, true>(job);
  if (job.normal) return skin_all<true, false>(job);
  if (job.raw_weight_sum) return skin_all<false, true>(job);
  skin_all<false, false>(job);
}

}  // namespace bindpose::kernels

#endif
