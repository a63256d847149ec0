#include "rig/simd/skinning_kernels.h"

#if defined(BINDPOSE_AVX2)

// Influences are summed a vertex at a time, two columns of its matrix a register. Then a batch of
// eight vertices is transposed, a component of all eight a register: points, normals and lengths
// take few instructions so, and no lane is idle. From a batch's slots to its normals it is a long
// chain, so a step blends the matrices of one batch and transforms the one before, half by half in
// turns: the processor finds work of one while it waits for the other.
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

// The palette twice: from its columns 0 and 1, and from its columns 2 and 3. Told of one pointer
// only, GCC adds base and offset of every matrix beforehand, an instruction each, where the two
// loads could do it.
struct Palette {
  const float* c01;
  const float* c23;
};

BINDPOSE_INLINE Palette palette_of(const SkinningJob& job) {
  const float* c23 = job.palette + 8;
  asm("" : "+r"(c23));
  return {job.palette, c23};
}

BINDPOSE_INLINE void add(Blend& m, __m256 w, const Palette& p, std::size_t slot) {
  m.c01 = _mm256_fmadd_ps(w, _mm256_loadu_ps(p.c01 + slot * 16), m.c01);
  m.c23 = _mm256_fmadd_ps(w, _mm256_loadu_ps(p.c23 + slot * 16), m.c23);
}

// w: four weights, twice. Broadcast from memory they would cost a load each, and loads are what
// there are most of: eight for the matrices of one vertex.
BINDPOSE_INLINE Blend blend_slots(const Palette& p, std::size_t s0, std::size_t s1, std::size_t s2,
                                  std::size_t s3, __m256 w) {
  const __m256 w0 = _mm256_permute_ps(w, 0x00);
  Blend m{_mm256_mul_ps(w0, _mm256_loadu_ps(p.c01 + s0 * 16)),
          _mm256_mul_ps(w0, _mm256_loadu_ps(p.c23 + s0 * 16))};
  add(m, _mm256_permute_ps(w, 0x55), p, s1);
  add(m, _mm256_permute_ps(w, 0xaa), p, s2);
  add(m, _mm256_permute_ps(w, 0xff), p, s3);
  return m;
}

BINDPOSE_INLINE Blend blend_four(const SkinningJob& job, const Palette& p, std::size_t k) {
  const std::uint16_t* s = job.slot + k;
  return blend_slots(p, s[0], s[1], s[2], s[3],
                     _mm256_broadcast_ps(reinterpret_cast<const __m128*>(job.weight + k)));
}

BINDPOSE_INLINE Blend blend_upto_four(const SkinningJob& job, const Palette& p, std::size_t k,
                                      std::size_t n) {
  const __m128 mask = _mm_load_ps(reinterpret_cast<const float*>(kWeightMask[n]));
  const __m128 used = _mm_and_ps(_mm_loadu_ps(job.weight + k), mask);
  const __m256 w = _mm256_insertf128_ps(_mm256_castps128_ps256(used), used, 1);
  const std::uint64_t s = slots_upto_four(job.slot + k, n);
  return blend_slots(p, s & 0xffff, s >> 16 & 0xffff, s >> 32 & 0xffff, s >> 48, w);
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
BINDPOSE_INLINE Blend blend(const SkinningJob& job, const Palette& p, std::size_t i,
                            std::size_t first_entry) {
  if constexpr (kFour) return blend_four(job, p, first_entry);
  const std::size_t k = job.offset[i];
  const std::size_t n = job.offset[i + 1] - k;
  return n - 1 < 4 ? blend_upto_four(job, p, k, n) : blend_any(job, k, n);
}

// One component of eight vertices. In either half the second vertex and the fourth change places:
// that is how x lies in memory after two blends, and it saves a permutation each time.
struct Vec {
  __m256 x, y, z;
};

// The columns of eight matrices.
struct Matrices {
  Vec c0, c1, c2, c3;
};

BINDPOSE_INLINE __m256 load_halves(const float* v) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(v)), _mm_loadu_ps(v + 12), 1);
}

BINDPOSE_INLINE void store_halves(float* out, __m256 v) {
  _mm_storeu_ps(out, _mm256_castps256_ps128(v));
  _mm_storeu_ps(out + 12, _mm256_extractf128_ps(v, 1));
}

// In either half: x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3.
BINDPOSE_INLINE Vec load(const float* v) {
  const __m256 a = load_halves(v);
  const __m256 b = load_halves(v + 4);
  const __m256 c = load_halves(v + 8);
  const __m256 x = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x44), c, 0x22);  // x0 x3 x2 x1
  const __m256 y = _mm256_blend_ps(_mm256_blend_ps(b, a, 0x22), c, 0x44);  // y1 y0 y3 y2
  const __m256 z = _mm256_blend_ps(_mm256_blend_ps(c, b, 0x22), a, 0x44);  // z2 z1 z0 z3
  return {x, _mm256_permute_ps(y, _MM_SHUFFLE(0, 3, 2, 1)),
          _mm256_permute_ps(z, _MM_SHUFFLE(1, 0, 3, 2))};
}

BINDPOSE_INLINE void store(float* out, const Vec& v) {
  const __m256 y = _mm256_permute_ps(v.y, _MM_SHUFFLE(2, 1, 0, 3));
  const __m256 z = _mm256_permute_ps(v.z, _MM_SHUFFLE(1, 0, 3, 2));
  store_halves(out, _mm256_blend_ps(_mm256_blend_ps(v.x, y, 0x22), z, 0x44));
  store_halves(out + 4, _mm256_blend_ps(_mm256_blend_ps(y, z, 0x22), v.x, 0x44));
  store_halves(out + 8, _mm256_blend_ps(_mm256_blend_ps(z, v.x, 0x22), y, 0x44));
}

BINDPOSE_INLINE __m256 low_pairs(__m256 a, __m256 b) {
  return _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)));
}
BINDPOSE_INLINE __m256 high_pairs(__m256 a, __m256 b) {
  return _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)));
}

// One column of four matrices in each half: from a matrix a register to a component a register.
BINDPOSE_INLINE Vec transposed(__m256 a, __m256 b, __m256 c, __m256 d) {
  const __m256 ab = _mm256_unpacklo_ps(a, b);
  const __m256 cd = _mm256_unpacklo_ps(c, d);
  return {low_pairs(ab, cd), high_pairs(ab, cd),
          low_pairs(_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d))};
}

// The matrices of four vertices, two columns a vector: one in the lower halves, the next in the
// upper ones.
struct Group {
  Vec c01, c23;
};

// k: where the group's entries begin, for kFour.
template <bool kFour>
BINDPOSE_INLINE Group blend_group(const SkinningJob& job, const Palette& p, std::size_t i,
                                  std::size_t k) {
  const Blend a = blend<kFour>(job, p, i, k);
  const Blend b = blend<kFour>(job, p, i + 3, k + 12);
  const Blend c = blend<kFour>(job, p, i + 2, k + 8);
  const Blend d = blend<kFour>(job, p, i + 1, k + 4);
  return {transposed(a.c01, b.c01, c.c01, d.c01), transposed(a.c23, b.c23, c.c23, d.c23)};
}

BINDPOSE_INLINE Vec lower(const Vec& a, const Vec& b) {
  return {_mm256_permute2f128_ps(a.x, b.x, 0x20), _mm256_permute2f128_ps(a.y, b.y, 0x20),
          _mm256_permute2f128_ps(a.z, b.z, 0x20)};
}
BINDPOSE_INLINE Vec upper(const Vec& a, const Vec& b) {
  return {_mm256_permute2f128_ps(a.x, b.x, 0x31), _mm256_permute2f128_ps(a.y, b.y, 0x31),
          _mm256_permute2f128_ps(a.z, b.z, 0x31)};
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

BINDPOSE_INLINE Vec transform_point(const Matrices& m, const Vec& v) {
  return mul_add(m.c0, v.x, mul_add(m.c1, v.y, mul_add(m.c2, v.z, m.c3)));
}

// The cofactor matrix times v: x (c1 x c2) + y (c2 x c0) + z (c0 x c1), the first two as
// c2 x (y c0 - x c1).
BINDPOSE_INLINE Vec transform_normal(const Matrices& m, const Vec& v) {
  const Vec u = mul_sub(m.c0, v.y, mul(m.c1, v.x));
  return cross_add(m.c2, u, mul(cross(m.c0, m.c1), v.z));
}

// Unit length; normals without a direction stay as they are.
BINDPOSE_INLINE Vec normalized(const Vec& n) {
  const __m256 square =
      _mm256_fmadd_ps(n.x, n.x, _mm256_fmadd_ps(n.y, n.y, _mm256_mul_ps(n.z, n.z)));
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

BINDPOSE_INLINE Vec scaled_by_sum(const SkinningJob& job, std::size_t i, const Vec& p) {
  const __m256 sum =
      _mm256_permute_ps(_mm256_loadu_ps(job.raw_weight_sum + i), _MM_SHUFFLE(1, 2, 3, 0));
  // A vertex without influences has the sum 0 and follows its node unscaled.
  const __m256 none = _mm256_cmp_ps(sum, _mm256_setzero_ps(), _CMP_EQ_OQ);
  return mul(p, _mm256_blendv_ps(sum, _mm256_set1_ps(1.0f), none));
}

// Between two steps: the matrices of a batch.
struct Pipeline {
  Group first, second;
};

BINDPOSE_INLINE Matrices matrices(const Pipeline& pipeline) {
  const auto& [a, b] = pipeline;
  return {lower(a.c01, b.c01), upper(a.c01, b.c01), lower(a.c23, b.c23), upper(a.c23, b.c23)};
}

// What a batch of vertices becomes. Normals are not of unit length yet.
struct Surface {
  Vec position, normal;
};

template <bool kNormals, bool kRaw>
BINDPOSE_INLINE Surface transform(const SkinningJob& job, std::size_t i, const Matrices& m) {
  Surface s;
  s.position = transform_point(m, load(job.position + 3 * i));
  if constexpr (kRaw) s.position = scaled_by_sum(job, i, s.position);
  if constexpr (kNormals) s.normal = transform_normal(m, load(job.normal + 3 * i));
  return s;
}

template <bool kNormals>
BINDPOSE_INLINE void write(const SkinningJob& job, std::size_t i, const Surface& s) {
  store(job.position_out + 3 * i, s.position);
  if constexpr (kNormals) store(job.normal_out + 3 * i, normalized(s.normal));
}

// Blends the batch at i and writes the one before it.
template <bool kFour, bool kNormals, bool kRaw>
BINDPOSE_INLINE void step(const SkinningJob& job, const Palette& p, std::size_t i,
                          Pipeline& pipeline) {
  prefetch<kNormals, kBatch>(job, i);
  const std::size_t k = job.offset[i];
  const std::size_t before = i - kBatch;
  const Surface s = transform<kNormals, kRaw>(job, before, matrices(pipeline));
  pipeline.first = blend_group<kFour>(job, p, i, k);
  write<kNormals>(job, before, s);
  pipeline.second = blend_group<kFour>(job, p, i + 4, k + 16);
}

BINDPOSE_INLINE bool all_have_four(const std::uint32_t* offset) {
  const __m256i from = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset));
  const __m256i to = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset + 1));
  const __m256i four = _mm256_cmpeq_epi32(_mm256_sub_epi32(to, from), _mm256_set1_epi32(4));
  return _mm256_movemask_epi8(four) == -1;
}

template <bool kNormals, bool kRaw>
BINDPOSE_TARGET_AVX2 void skin_all(const SkinningJob job) {
  const std::size_t end = end_of_batches(job, kBatch, job.vertices);
  if (end > 0) {
    const Palette p = palette_of(job);
    Pipeline pipeline{blend_group<false>(job, p, 0, 0), blend_group<false>(job, p, 4, 0)};
    // A loop each, so that each has the registers for itself.
    for (std::size_t i = kBatch; i < end;) {
      for (; i < end && all_have_four(job.offset + i); i += kBatch) {
        step<true, kNormals, kRaw>(job, p, i, pipeline);
      }
      for (; i < end && !all_have_four(job.offset + i); i += kBatch) {
        step<false, kNormals, kRaw>(job, p, i, pipeline);
      }
    }
    const std::size_t last = end - kBatch;
    write<kNormals>(job, last, transform<kNormals, kRaw>(job, last, matrices(pipeline)));
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
