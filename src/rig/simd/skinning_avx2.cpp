#include "rig/simd/batch_avx2.h"

#if defined(BINDPOSE_AVX2)

// Influences are summed a vertex at a time, two columns of its matrix a register. Then a batch of
// eight vertices is transposed, a component of all eight a register: points, normals and lengths
// take few instructions so, and no lane is idle. From a batch's slots to its normals it is a long
// chain, so a step blends the matrices of one batch and transforms the one before, half by half in
// turns: the processor finds work of one while it waits for the other.
namespace bindpose::kernels {
namespace {

using namespace avx2;

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX2 inline __attribute__((always_inline))

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

BINDPOSE_INLINE Blend weighted(__m256 w, const Palette& p, std::size_t slot) {
  return {_mm256_mul_ps(w, _mm256_loadu_ps(p.c01 + slot * 16)),
          _mm256_mul_ps(w, _mm256_loadu_ps(p.c23 + slot * 16))};
}

// The entries of a batch whose vertices have four each. Known as two pointers, what is read lies at
// constant places behind them.
struct Entries {
  const std::uint16_t* slot;
  const float* weight;
};

BINDPOSE_INLINE void read_entries(const SkinningJob& job, std::size_t k, Entries& out) {
  out.slot = job.slot + k;
  out.weight = job.weight + k;
  asm("" : "+r"(out.weight), "+r"(out.slot));
}

// Of one vertex of such a batch. A weight that comes as a load of its own and three that are spread
// from the register of all four: so loads and permutations are about as many as can be done at
// once.
BINDPOSE_INLINE Blend blend_four(const Palette& p, const Entries& entries, std::size_t vertex) {
  const std::uint16_t* slot = entries.slot + 4 * vertex;
  const float* weight = entries.weight + 4 * vertex;
  const __m256 w = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(weight));
  Blend m = weighted(_mm256_broadcast_ss(weight), p, slot[0]);
  add(m, _mm256_permute_ps(w, 0x55), p, slot[1]);
  add(m, _mm256_permute_ps(w, 0xaa), p, slot[2]);
  add(m, _mm256_permute_ps(w, 0xff), p, slot[3]);
  return m;
}

BINDPOSE_INLINE Blend blend_upto_four(const SkinningJob& job, const Palette& p, std::size_t k,
                                      std::size_t n) {
  const __m128 mask = _mm_load_ps(reinterpret_cast<const float*>(kWeightMask[n]));
  const __m128 used = _mm_and_ps(_mm_loadu_ps(job.weight + k), mask);
  const __m256 w = _mm256_insertf128_ps(_mm256_castps128_ps256(used), used, 1);
  const std::uint64_t s = slots_upto_four(job.slot + k, n);
  Blend m = weighted(_mm256_permute_ps(w, 0x00), p, s & 0xffff);
  add(m, _mm256_permute_ps(w, 0x55), p, s >> 16 & 0xffff);
  add(m, _mm256_permute_ps(w, 0xaa), p, s >> 32 & 0xffff);
  add(m, _mm256_permute_ps(w, 0xff), p, s >> 48);
  return m;
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

BINDPOSE_INLINE Blend blend(const SkinningJob& job, const Palette& p, std::size_t i) {
  const std::size_t k = job.offset[i];
  const std::size_t n = job.offset[i + 1] - k;
  return n - 1 < 4 ? blend_upto_four(job, p, k, n) : blend_any(job, k, n);
}

// The columns of eight matrices.
struct Matrices {
  Vec c0, c1, c2, c3;
};

// The matrices of four vertices, two columns a vector: one in the lower halves, the next in the
// upper ones.
struct Group {
  Vec c01, c23;
};

// The first four vertices of the batch at i in their order, or the others.
template <bool kFour, std::size_t kFirst>
BINDPOSE_INLINE Group blend_group(const SkinningJob& job, const Palette& p, std::size_t i,
                                  const Entries& entries) {
  const auto one = [&](std::size_t n) __attribute__((always_inline)) BINDPOSE_TARGET_AVX2 {
    const std::size_t vertex = kOrder[kFirst + n];
    return kFour ? blend_four(p, entries, vertex) : blend(job, p, i + vertex);
  };
  const Blend a = one(0), b = one(1), c = one(2), d = one(3);
  return {transposed(a.c01, b.c01, c.c01, d.c01), transposed(a.c23, b.c23, c.c23, d.c23)};
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

BINDPOSE_INLINE Vec scaled_by_sum(const SkinningJob& job, std::size_t i, const Vec& p) {
  const __m256 sum = _mm256_permutevar8x32_ps(_mm256_loadu_ps(job.raw_weight_sum + i),
                                              _mm256_setr_epi32(0, 3, 6, 1, 4, 7, 2, 5));
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
  Entries entries;
  if constexpr (kFour) read_entries(job, job.offset[i], entries);
  const std::size_t before = i - kBatch;
  const Surface s = transform<kNormals, kRaw>(job, before, matrices(pipeline));
  pipeline.first = blend_group<kFour, 0>(job, p, i, entries);
  write<kNormals>(job, before, s);
  pipeline.second = blend_group<kFour, 4>(job, p, i, entries);
}

template <bool kNormals, bool kRaw>
BINDPOSE_TARGET_AVX2 void skin_all(const SkinningJob job) {
  const std::size_t end = end_of_batches(job, kBatch, job.vertices);
  if (end > 0) {
    const Palette p = palette_of(job);
    const Entries none{};
    Pipeline pipeline{blend_group<false, 0>(job, p, 0, none),
                      blend_group<false, 4>(job, p, 0, none)};
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
