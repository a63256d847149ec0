// GCC 12 takes the deliberately undefined operands in its own header for mistakes (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "rig/simd/skinning_kernels.h"

#if defined(BINDPOSE_AVX512)

// A register holds a whole matrix while weights are summed, and afterwards one column of four
// vertices' matrices. Four vertices are a batch. From a batch's slots to its normals it is a chain
// of some 110 cycles, too long for the processor to overlap enough batches by itself: so a step
// blends one batch, transforms the one before, and normalises the normals of the one before that.
namespace bindpose::kernels {
namespace {

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX512 inline __attribute__((always_inline))

constexpr std::size_t kBatch = 4;
constexpr std::size_t kBlock = 16;     // vertices for which one branch decides how weights are read
constexpr __mmask16 kTwelve = 0x0fff;  // xyz of four vertices

BINDPOSE_INLINE const float* matrix(const SkinningJob& job, std::size_t k) {
  return job.palette + std::size_t{job.slot[k]} * 16;
}

// w: four weights, four times each. Weights broadcast from memory would cost a load each.
BINDPOSE_INLINE __m512 blend_slots(const SkinningJob& job, std::uint64_t slots, __m512 w) {
  const float* p = job.palette;
  const __m512 t0 = _mm512_loadu_ps(p + (slots & 0xffff) * 16);
  const __m512 t1 = _mm512_loadu_ps(p + (slots >> 16 & 0xffff) * 16);
  const __m512 t2 = _mm512_loadu_ps(p + (slots >> 32 & 0xffff) * 16);
  const __m512 t3 = _mm512_loadu_ps(p + (slots >> 48) * 16);
  __m512 m = _mm512_mul_ps(_mm512_permute_ps(w, 0x00), t0);
  m = _mm512_fmadd_ps(_mm512_permute_ps(w, 0x55), t1, m);
  m = _mm512_fmadd_ps(_mm512_permute_ps(w, 0xaa), t2, m);
  return _mm512_fmadd_ps(_mm512_permute_ps(w, 0xff), t3, m);
}

BINDPOSE_INLINE __m512 blend_four(const SkinningJob& job, std::size_t k) {
  std::uint64_t slots;
  std::memcpy(&slots, job.slot + k, sizeof slots);
  return blend_slots(job, slots, _mm512_broadcast_f32x4(_mm_loadu_ps(job.weight + k)));
}

BINDPOSE_INLINE __m512 blend_upto_four(const SkinningJob& job, std::size_t k, std::size_t n) {
  const __m128 mask = _mm_load_ps(reinterpret_cast<const float*>(kWeightMask[n]));
  const __m128 used = _mm_and_ps(_mm_loadu_ps(job.weight + k), mask);
  return blend_slots(job, slots_upto_four(job.slot + k, n), _mm512_broadcast_f32x4(used));
}

// By value, so that the caller's job has no address and its pointers can stay in registers.
__attribute__((noinline)) BINDPOSE_TARGET_AVX512 __m512 blend_any(SkinningJob job, std::size_t k,
                                                                  std::size_t n) {
  if (n == 0) return _mm512_loadu_ps(job.node);
  __m512 m = _mm512_setzero_ps();
  for (const std::size_t last = k + n; k < last; ++k) {
    m = _mm512_fmadd_ps(_mm512_set1_ps(job.weight[k]), _mm512_loadu_ps(matrix(job, k)), m);
  }
  return m;
}

template <bool kFour>
BINDPOSE_INLINE __m512 blend(const SkinningJob& job, std::size_t i, std::size_t first_entry) {
  if constexpr (kFour) return blend_four(job, first_entry);
  const std::size_t k = job.offset[i];
  const std::size_t n = job.offset[i + 1] - k;
  return n - 1 < 4 ? blend_upto_four(job, k, n) : blend_any(job, k, n);
}

// The matrices of a batch.
struct Rows {
  __m512 a, b, c, d;
};

// k: where the batch's entries begin, for kFour.
template <bool kFour>
BINDPOSE_INLINE Rows blend_batch(const SkinningJob& job, std::size_t i, std::size_t k) {
  return {blend<kFour>(job, i, k), blend<kFour>(job, i + 1, k + 4), blend<kFour>(job, i + 2, k + 8),
          blend<kFour>(job, i + 3, k + 12)};
}

struct Columns {
  __m512 c0, c1, c2, c3;
};

BINDPOSE_INLINE Columns transposed(const Rows& rows) {
  const auto& [a, b, c, d] = rows;
  const __m512 ab01 = _mm512_shuffle_f32x4(a, b, 0x44);
  const __m512 cd01 = _mm512_shuffle_f32x4(c, d, 0x44);
  const __m512 ab23 = _mm512_shuffle_f32x4(a, b, 0xee);
  const __m512 cd23 = _mm512_shuffle_f32x4(c, d, 0xee);
  return {_mm512_shuffle_f32x4(ab01, cd01, 0x88), _mm512_shuffle_f32x4(ab01, cd01, 0xdd),
          _mm512_shuffle_f32x4(ab23, cd23, 0x88), _mm512_shuffle_f32x4(ab23, cd23, 0xdd)};
}

// One component of four vertices, four times each.
struct Components {
  __m512 x, y, z;
};

BINDPOSE_INLINE Components load(const float* v) {
  const __m512i x = _mm512_setr_epi32(0, 0, 0, 0, 3, 3, 3, 3, 6, 6, 6, 6, 9, 9, 9, 9);
  const __m512i one = _mm512_set1_epi32(1);
  const __m512i y = _mm512_add_epi32(x, one);
  const __m512i z = _mm512_add_epi32(y, one);
  const __m512 packed = _mm512_maskz_loadu_ps(kTwelve, v);
  return {_mm512_permutexvar_ps(x, packed), _mm512_permutexvar_ps(y, packed),
          _mm512_permutexvar_ps(z, packed)};
}

BINDPOSE_INLINE void store(float* out, __m512 v) {
  const __m512i xyz = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15);
  const __m512 packed = _mm512_permutexvar_ps(xyz, v);
  _mm256_storeu_ps(out, _mm512_castps512_ps256(packed));
  _mm_storeu_ps(out + 8, _mm512_extractf32x4_ps(packed, 2));
}

BINDPOSE_INLINE __m512 transform_point(const Columns& m, const Components& v) {
  return _mm512_fmadd_ps(m.c0, v.x, _mm512_fmadd_ps(m.c1, v.y, _mm512_fmadd_ps(m.c2, v.z, m.c3)));
}

BINDPOSE_INLINE __m512 yzx(__m512 v) {
  return _mm512_permute_ps(v, _MM_SHUFFLE(3, 0, 2, 1));
}

// The cofactor matrix times v, as in skinning_avx2.cpp.
BINDPOSE_INLINE __m512 transform_normal(const Columns& m, const Components& v) {
  const __m512 d0 = yzx(m.c0);
  const __m512 d1 = yzx(m.c1);
  const __m512 d2 = yzx(m.c2);
  const __m512 x = _mm512_fmsub_ps(m.c1, d2, _mm512_mul_ps(d1, m.c2));
  const __m512 y = _mm512_fmsub_ps(m.c2, d0, _mm512_mul_ps(d2, m.c0));
  const __m512 z = _mm512_fmsub_ps(m.c0, d1, _mm512_mul_ps(d0, m.c1));
  return yzx(_mm512_fmadd_ps(x, v.x, _mm512_fmadd_ps(y, v.y, _mm512_mul_ps(z, v.z))));
}

// Unit length; normals without a direction stay as they are. The fourth lanes are 0.
BINDPOSE_INLINE __m512 normalized(__m512 n) {
  __m512 square = _mm512_mul_ps(n, n);
  square = _mm512_add_ps(square, _mm512_permute_ps(square, 0xb1));
  square = _mm512_add_ps(square, _mm512_permute_ps(square, 0x4e));
  // 14 bits and one Newton step: r' = r (3 - s r^2) / 2.
  const __m512 r = _mm512_rsqrt14_ps(square);
  const __m512 half = _mm512_mul_ps(_mm512_set1_ps(0.5f), r);
  const __m512 rest = _mm512_fnmadd_ps(_mm512_mul_ps(square, r), r, _mm512_set1_ps(3.0f));
  const __mmask16 tiny = _mm512_cmp_ps_mask(square, _mm512_set1_ps(kTinySquare), _CMP_LT_OQ);
  // Too long for a float: 1 / inf, and not the step's inf * 0.
  const __mmask16 fits = _mm512_cmp_ps_mask(square, _mm512_set1_ps(kInfinity), _CMP_NEQ_UQ);
  return _mm512_mask_mul_ps(n, static_cast<__mmask16>(~tiny), n,
                            _mm512_maskz_mul_ps(fits, half, rest));
}

BINDPOSE_INLINE __m512 scaled_by_sum(const SkinningJob& job, std::size_t i, __m512 p) {
  const __m512i each = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  const __m512 four = _mm512_castps128_ps512(_mm_loadu_ps(job.raw_weight_sum + i));
  const __m512 sum = _mm512_permutexvar_ps(each, four);
  // A vertex without influences has the sum 0 and follows its node unscaled.
  const __mmask16 some = _mm512_cmp_ps_mask(sum, _mm512_setzero_ps(), _CMP_NEQ_UQ);
  return _mm512_mask_mul_ps(p, some, p, sum);
}

// Between two steps: the matrices of one batch, and the normals, not yet of unit length, of the
// batch before it.
struct Pipeline {
  Rows blended;
  __m512 normal;
};

BINDPOSE_INLINE std::size_t batch_before(std::size_t i) {
  return i < kBatch ? 0 : i - kBatch;
}

// Writes the positions of the batch at i and the normals of the one before. At the pipeline's
// start, when it is still empty, that goes to the first batch, where the next steps write again.
template <bool kNormals, bool kRaw>
BINDPOSE_INLINE void transform_batch(const SkinningJob& job, std::size_t i, const Columns& m,
                                     Pipeline& pipeline) {
  // All is read before anything is written: large arrays often lie whole pages apart, and a load
  // whose address ends like that of a store just made waits for it.
  __m512 p = transform_point(m, load(job.position + 3 * i));
  if constexpr (kRaw) p = scaled_by_sum(job, i, p);
  __m512 n = pipeline.normal;
  if constexpr (kNormals) n = transform_normal(m, load(job.normal + 3 * i));
  store(job.position_out + 3 * i, p);
  if constexpr (kNormals) store(job.normal_out + 3 * batch_before(i), normalized(pipeline.normal));
  pipeline.normal = n;
}

template <bool kFour, bool kNormals, bool kRaw>
BINDPOSE_INLINE void step(const SkinningJob& job, std::size_t i, std::size_t k,
                          Pipeline& pipeline) {
  prefetch<kNormals, kBatch>(job, i);
  const Columns m = transposed(pipeline.blended);
  pipeline.blended = blend_batch<kFour>(job, i, k);
  transform_batch<kNormals, kRaw>(job, batch_before(i), m, pipeline);
}

BINDPOSE_INLINE bool block_has_four_each(const std::uint32_t* offset) {
  const __m512i fours =
      _mm512_setr_epi32(4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64);
  const __m512i expected = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(*offset)), fours);
  return _mm512_cmpneq_epi32_mask(_mm512_loadu_si512(offset + 1), expected) == 0;
}

template <bool kNormals, bool kRaw>
BINDPOSE_TARGET_AVX512 void skin_all(const SkinningJob job) {
  const std::size_t end = end_of_batches(job, kBatch, job.vertices);
  const __m512 zero = _mm512_setzero_ps();
  Pipeline pipeline{{zero, zero, zero, zero}, zero};
  for (std::size_t i = 0; i < end;) {
    const std::size_t stop = std::min(i + kBlock, end);
    std::size_t k = job.offset[i];
    // Small loops: unrolled, they run slower.
    if (stop - i == kBlock && block_has_four_each(job.offset + i)) {
#pragma GCC unroll 1
      for (; i < stop; i += kBatch, k += 4 * kBatch)
        step<true, kNormals, kRaw>(job, i, k, pipeline);
    } else {
#pragma GCC unroll 1
      for (; i < stop; i += kBatch) step<false, kNormals, kRaw>(job, i, 0, pipeline);
    }
  }
  if (end > 0) {
    transform_batch<kNormals, kRaw>(job, end - kBatch, transposed(pipeline.blended), pipeline);
    if constexpr (kNormals) {
      store(job.normal_out + 3 * (end - kBatch), normalized(pipeline.normal));
    }
  }
  skin_scalar(job, end, job.vertices);
}

#undef BINDPOSE_INLINE

}  // namespace

void skin_avx512(const SkinningJob& job) {
  if (job.normal && job.raw_weight_sum) return skin_all<true, true>(job);
  if (job.normal) return skin_all<true, false>(job);
  if (job.raw_weight_sum) return skin_all<false, true>(job);
  skin_all<false, false>(job);
}

}  // namespace bindpose::kernels

#endif
