#include "rig/simd/dual_quaternion_kernels.h"

#include "rig/simd/batch_avx2.h"

#if defined(BINDPOSE_AVX2)

// Influences are summed up vertex by vertex, (r_j, d_j) in one register; then eight vertices are
// turned over so that each register holds one component of all, and moved together. As in
// skinning_avx2.cpp a step sums up one batch and moves the one before, half by half in turns.
namespace bindpose::kernels {
namespace {

using namespace avx2;

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX2 inline __attribute__((always_inline))

// The stretch's first two rows and its third, of one vertex.
struct Stretch {
  __m256 rows;
  __m128 last;
};

BINDPOSE_INLINE void add(Stretch& sum, __m256 w, const float* joint) {
  sum.rows = _mm256_fmadd_ps(w, _mm256_loadu_ps(joint), sum.rows);
  sum.last = _mm_fmadd_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(joint + 8), sum.last);
}

// With up to four influences.
BINDPOSE_INLINE Stretch blend_stretch(const float* stretch, std::uint64_t slots, __m128 w) {
  const __m256 both = _mm256_insertf128_ps(_mm256_castps128_ps256(w), w, 1);
  Stretch sum{_mm256_setzero_ps(), _mm_setzero_ps()};
  add(sum, _mm256_permute_ps(both, 0x00), stretch + (slots & 0xffff) * 16);
  add(sum, _mm256_permute_ps(both, 0x55), stretch + (slots >> 16 & 0xffff) * 16);
  add(sum, _mm256_permute_ps(both, 0xaa), stretch + (slots >> 32 & 0xffff) * 16);
  add(sum, _mm256_permute_ps(both, 0xff), stretch + (slots >> 48) * 16);
  return sum;
}

__attribute__((noinline)) BINDPOSE_TARGET_AVX2 Stretch blend_stretch_any(DualJob job, std::size_t k,
                                                                         std::size_t n) {
  const float* node = job.stretch + job.node * 16;
  if (n == 0) return {_mm256_loadu_ps(node), _mm_loadu_ps(node + 8)};
  Stretch sum{_mm256_setzero_ps(), _mm_setzero_ps()};
  for (const std::size_t last = k + n; k < last; ++k) {
    add(sum, _mm256_broadcast_ss(job.weight + k), job.stretch + std::size_t{job.slot[k]} * 16);
  }
  return sum;
}

template <bool kFour>
BINDPOSE_INLINE Stretch stretch_of(const DualJob& job, std::size_t i, std::size_t k) {
  if constexpr (kFour) {
    return blend_stretch(job.stretch, four_slots(job.slot + k), _mm_loadu_ps(job.weight + k));
  }
  k = job.offset[i];
  const std::size_t n = job.offset[i + 1] - k;
  if (n - 1 >= 4) return blend_stretch_any(job, k, n);
  return blend_stretch(job.stretch, slots_upto_four(job.slot + k, n), weights_upto_four(job, k, n));
}

// Eight vertices' A, row by row: x, y, z and the shift.
struct Rows {
  Vec x, y, z;
  __m256 shift_x, shift_y, shift_z;
};

BINDPOSE_INLINE Vec stretched(const Rows& a, const Vec& p) {
  return {_mm256_add_ps(dot(a.x, p), a.shift_x), _mm256_add_ps(dot(a.y, p), a.shift_y),
          _mm256_add_ps(dot(a.z, p), a.shift_z)};
}
BINDPOSE_INLINE Vec stretched_normal(const Rows& a, const Vec& n) {
  return {dot(cross(a.y, a.z), n), dot(cross(a.z, a.x), n), dot(cross(a.x, a.y), n)};
}

template <bool kFour>
BINDPOSE_INLINE Rows blend_rows(const DualJob& job, std::size_t begin) {
  const std::size_t k = job.offset[begin];
  Stretch s[kBatch];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kBatch; ++i) {
    s[i] = stretch_of<kFour>(job, begin + kOrder[i], k + 4 * kOrder[i]);
  }
  const Quad a = transposed_quad(s[0].rows, s[1].rows, s[2].rows, s[3].rows);
  const Quad b = transposed_quad(s[4].rows, s[5].rows, s[6].rows, s[7].rows);
  __m256 last[4];
  for (int i = 0; i < 4; ++i) {
    last[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(s[i].last), s[i + 4].last, 1);
  }
  const Quad x = lower(a, b), y = upper(a, b);
  const Quad z = transposed_quad(last[0], last[1], last[2], last[3]);
  return {x.v, y.v, z.v, x.w, y.w, z.w};
}

// The first four vertices of a batch in their order, or the others. k: where the batch's entries
// begin, for kFour.
template <bool kFour, bool kOneSide, std::size_t kFirst>
BINDPOSE_INLINE Quad blend_group(const DualJob& job, std::size_t i, std::size_t k) {
  constexpr const std::size_t* kAt = kOrder + kFirst;
  return transposed_quad(motion_of<kFour, kOneSide>(job, i + kAt[0], k + 4 * kAt[0]),
                         motion_of<kFour, kOneSide>(job, i + kAt[1], k + 4 * kAt[1]),
                         motion_of<kFour, kOneSide>(job, i + kAt[2], k + 4 * kAt[2]),
                         motion_of<kFour, kOneSide>(job, i + kAt[3], k + 4 * kAt[3]));
}

// Between two steps: the sums of a batch's (r, d), the first four vertices and the others.
struct Pipeline {
  Quad first, second;
};

// What a batch of vertices becomes. Normals are not of unit length yet.
struct Surface {
  Vec position, normal;
};

// The sums need not be of unit length: v + 2 r x (r x v + w v) for a unit (r, w) is
// v + s r x (r x v + w v) for any, with s = 2 / (r r + w^2), and so it is with the shift.
template <bool kStretch>
BINDPOSE_INLINE Surface move(const DualJob& job, std::size_t i, const Pipeline& pipeline) {
  const Quad r = lower(pipeline.first, pipeline.second);
  const Quad d = upper(pipeline.first, pipeline.second);
  const __m256 square = _mm256_fmadd_ps(r.w, r.w, dot(r.v, r.v));
  const __m256 s = _mm256_div_ps(_mm256_set1_ps(2.0f), square);
  const Vec shift = cross_add(r.v, d.v, sub_mul(mul(d.v, r.w), r.v, d.w));
  Vec p = load(job.position + 3 * i), n{};
  if (job.normal != nullptr) n = load(job.normal + 3 * i);
  if constexpr (kStretch) {
    const Rows a =
        all_have_four(job.offset + i) ? blend_rows<true>(job, i) : blend_rows<false>(job, i);
    p = stretched(a, p);
    if (job.normal != nullptr) n = stretched_normal(a, n);
  }
  Surface out;
  const Vec t = cross_add(r.v, p, mul(p, r.w));
  out.position = mul_add(cross_add(r.v, t, shift), s, p);
  if (job.normal != nullptr) {
    out.normal = mul_add(cross(r.v, cross_add(r.v, n, mul(n, r.w))), s, n);
  }
  return out;
}

BINDPOSE_INLINE void write(const DualJob& job, std::size_t i, const Surface& s) {
  store(job.position_out + 3 * i, s.position);
  if (job.normal != nullptr) store(job.normal_out + 3 * i, normalized(s.normal));
}

// Sums up the batch at i and moves the one before.
template <bool kFour, bool kStretch, bool kOneSide>
BINDPOSE_INLINE void step(const DualJob& job, std::size_t i, Pipeline& pipeline) {
  job.normal != nullptr ? prefetch<true, kBatch>(job, i) : prefetch<false, kBatch>(job, i);
  const std::size_t k = job.offset[i];
  const Surface s = move<kStretch>(job, i - kBatch, pipeline);
  pipeline.first = blend_group<kFour, kOneSide, 0>(job, i, k);
  write(job, i - kBatch, s);
  pipeline.second = blend_group<kFour, kOneSide, 4>(job, i, k);
}

template <bool kStretch, bool kOneSide>
BINDPOSE_TARGET_AVX2 std::size_t skin_all(const DualJob job) {
  const std::size_t end = end_of_batches(job, kBatch, job.vertices);
  if (end == 0) return 0;
  Pipeline pipeline{blend_group<false, kOneSide, 0>(job, 0, 0),
                    blend_group<false, kOneSide, 4>(job, 0, 0)};
  for (std::size_t i = kBatch; i < end;) {
    for (; i < end && all_have_four(job.offset + i); i += kBatch) {
      step<true, kStretch, kOneSide>(job, i, pipeline);
    }
    for (; i < end && !all_have_four(job.offset + i); i += kBatch) {
      step<false, kStretch, kOneSide>(job, i, pipeline);
    }
  }
  write(job, end - kBatch, move<kStretch>(job, end - kBatch, pipeline));
  return end;
}

#undef BINDPOSE_INLINE

}  // namespace

std::size_t dual_quaternions_avx2(const DualJob& job) {
  if (job.stretch != nullptr) {
    return job.one_side ? skin_all<true, true>(job) : skin_all<true, false>(job);
  }
  return job.one_side ? skin_all<false, true>(job) : skin_all<false, false>(job);
}

}  // namespace bindpose::kernels

#endif
