#include "rig/simd/dual_quaternion_kernels.h"

#include "math/affine_simd.h"

#if defined(BINDPOSE_AVX2)

// Influences are summed up vertex by vertex, (r_j, d_j) in one register; then eight vertices are
// turned over so that each register holds one component of all, and moved together.
namespace bindpose::kernels {
namespace {

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX2 inline __attribute__((always_inline))

constexpr std::size_t kBatch = 8;

using V = __m256;

struct V3 {
  V x, y, z;
};

BINDPOSE_INLINE V3 cross(const V3& a, const V3& b) {
  return {_mm256_fmsub_ps(a.y, b.z, _mm256_mul_ps(a.z, b.y)),
          _mm256_fmsub_ps(a.z, b.x, _mm256_mul_ps(a.x, b.z)),
          _mm256_fmsub_ps(a.x, b.y, _mm256_mul_ps(a.y, b.x))};
}
BINDPOSE_INLINE V dot(const V3& a, const V3& b) {
  return _mm256_fmadd_ps(a.x, b.x, _mm256_fmadd_ps(a.y, b.y, _mm256_mul_ps(a.z, b.z)));
}
BINDPOSE_INLINE V3 mul(V s, const V3& a) {
  return {_mm256_mul_ps(s, a.x), _mm256_mul_ps(s, a.y), _mm256_mul_ps(s, a.z)};
}
// a + s b
BINDPOSE_INLINE V3 add(const V3& a, V s, const V3& b) {
  return {_mm256_fmadd_ps(s, b.x, a.x), _mm256_fmadd_ps(s, b.y, a.y), _mm256_fmadd_ps(s, b.z, a.z)};
}

// Rows to columns.
BINDPOSE_INLINE void transpose(V (&r)[8]) {
  V t[8], u[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
    t[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
  }
  for (int i = 0; i < 8; i += 4) {
    u[i] = _mm256_shuffle_ps(t[i], t[i + 2], _MM_SHUFFLE(1, 0, 1, 0));
    u[i + 1] = _mm256_shuffle_ps(t[i], t[i + 2], _MM_SHUFFLE(3, 2, 3, 2));
    u[i + 2] = _mm256_shuffle_ps(t[i + 1], t[i + 3], _MM_SHUFFLE(1, 0, 1, 0));
    u[i + 3] = _mm256_shuffle_ps(t[i + 1], t[i + 3], _MM_SHUFFLE(3, 2, 3, 2));
  }
  for (int i = 0; i < 4; ++i) {
    r[i] = _mm256_permute2f128_ps(u[i], u[i + 4], 0x20);
    r[i + 4] = _mm256_permute2f128_ps(u[i], u[i + 4], 0x31);
  }
}

// Four floats from each of two places.
BINDPOSE_INLINE V load_halves(const float* low, const float* high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}
BINDPOSE_INLINE void store_halves(float* low, float* high, V v) {
  _mm_storeu_ps(low, _mm256_castps256_ps128(v));
  _mm_storeu_ps(high, _mm256_extractf128_ps(v, 1));
}

// Three floats a vertex, eight vertices: four in each half.
BINDPOSE_INLINE V3 load(const float* p) {
  const V a = load_halves(p, p + 12), b = load_halves(p + 4, p + 16),
          c = load_halves(p + 8, p + 20);
  const V xy = _mm256_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));
  const V yz = _mm256_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1));
  return {_mm256_shuffle_ps(a, xy, _MM_SHUFFLE(2, 0, 3, 0)),
          _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)),
          _mm256_shuffle_ps(yz, c, _MM_SHUFFLE(3, 0, 3, 1))};
}

BINDPOSE_INLINE void store(float* out, const V3& v) {
  const V xy = _mm256_shuffle_ps(v.x, v.y, _MM_SHUFFLE(2, 0, 2, 0));
  const V yz = _mm256_shuffle_ps(v.y, v.z, _MM_SHUFFLE(3, 1, 3, 1));
  const V zx = _mm256_shuffle_ps(v.z, v.x, _MM_SHUFFLE(3, 1, 2, 0));
  store_halves(out, out + 12, _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
  store_halves(out + 4, out + 16, _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
  store_halves(out + 8, out + 20, _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
}

// The stretch's first two rows and its third, of one vertex.
struct Stretch {
  V rows;
  __m128 last;
};

BINDPOSE_INLINE void add(Stretch& sum, V w, const float* joint) {
  sum.rows = _mm256_fmadd_ps(w, _mm256_loadu_ps(joint), sum.rows);
  sum.last = _mm_fmadd_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(joint + 8), sum.last);
}

// With up to four influences.
BINDPOSE_INLINE Stretch blend_stretch(const float* stretch, std::uint64_t slots, __m128 w) {
  const V both = _mm256_insertf128_ps(_mm256_castps128_ps256(w), w, 1);
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
  V3 x, y, z;
  V shift_x, shift_y, shift_z;
};

BINDPOSE_INLINE V3 stretched(const Rows& a, const V3& p) {
  return {_mm256_add_ps(dot(a.x, p), a.shift_x), _mm256_add_ps(dot(a.y, p), a.shift_y),
          _mm256_add_ps(dot(a.z, p), a.shift_z)};
}
BINDPOSE_INLINE V3 stretched_normal(const Rows& a, const V3& n) {
  return {dot(cross(a.y, a.z), n), dot(cross(a.z, a.x), n), dot(cross(a.x, a.y), n)};
}

BINDPOSE_INLINE V3 rotate(const V3& r, V w, const V3& v) {
  const V3 t = add(cross(r, v), w, v);
  return add(v, _mm256_set1_ps(2.0f), cross(r, t));
}

// 1 / sqrt: 12 bits and two Newton steps, r' = r (3 - s r^2) / 2.
BINDPOSE_INLINE V inverse_root(V square) {
  V r = _mm256_rsqrt_ps(square);
  for (int step = 0; step < 2; ++step) {
    const V half = _mm256_mul_ps(_mm256_set1_ps(0.5f), r);
    r = _mm256_mul_ps(half, _mm256_fnmadd_ps(_mm256_mul_ps(square, r), r, _mm256_set1_ps(3.0f)));
  }
  return r;
}

BINDPOSE_INLINE V3 unit_or_same(const V3& n) {
  const V square = dot(n, n);
  const V tiny = _mm256_cmp_ps(square, _mm256_set1_ps(kTinySquare), _CMP_LT_OQ);
  // Too long for a float: 1 / inf, and not the steps' inf * 0.
  const V huge = _mm256_cmp_ps(square, _mm256_set1_ps(kInfinity), _CMP_EQ_OQ);
  const V unit = _mm256_andnot_ps(huge, inverse_root(square));
  return mul(_mm256_blendv_ps(unit, _mm256_set1_ps(1.0f), tiny), n);
}

template <bool kFour, bool kStretch, bool kOneSide>
BINDPOSE_INLINE void skin_batch(const DualJob& job, std::size_t begin) {
  V motion[kBatch], rows[kBatch], last[kBatch];
  const std::size_t k = job.offset[begin];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kBatch; ++i) {
    motion[i] = motion_of<kFour, kOneSide>(job, begin + i, k + 4 * i);
  }
  if constexpr (kStretch) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kBatch; ++i) {
      const Stretch sum = stretch_of<kFour>(job, begin + i, k + 4 * i);
      rows[i] = sum.rows;
      last[i] = _mm256_castps128_ps256(sum.last);
    }
  }
  transpose(motion);
  const V3 r0{motion[0], motion[1], motion[2]}, d0{motion[4], motion[5], motion[6]};
  const V square = _mm256_fmadd_ps(motion[3], motion[3], dot(r0, r0));
  const V scale = inverse_root(square);
  const V3 r = mul(scale, r0), d = mul(scale, d0);
  const V rw = _mm256_mul_ps(scale, motion[3]), dw = _mm256_mul_ps(scale, motion[7]);
  const V minus_dw = _mm256_sub_ps(_mm256_setzero_ps(), dw);
  const V3 half_shift = add(add(cross(r, d), rw, d), minus_dw, r);
  V3 p = load(job.position + 3 * begin);
  Rows a{};
  if constexpr (kStretch) {
    transpose(rows);
    transpose(last);
    a = {{rows[0], rows[1], rows[2]},
         {rows[4], rows[5], rows[6]},
         {last[0], last[1], last[2]},
         rows[3],
         rows[7],
         last[3]};
    p = stretched(a, p);
  }
  store(job.position_out + 3 * begin, add(rotate(r, rw, p), _mm256_set1_ps(2.0f), half_shift));
  if (job.normal == nullptr) return;
  V3 n = load(job.normal + 3 * begin);
  if constexpr (kStretch) n = stretched_normal(a, n);
  store(job.normal_out + 3 * begin, unit_or_same(rotate(r, rw, n)));
}

template <bool kStretch, bool kOneSide>
BINDPOSE_TARGET_AVX2 std::size_t skin_all(const DualJob job) {
  const std::size_t end = end_of_batches(job, kBatch, job.vertices);
  for (std::size_t i = 0; i < end; i += kBatch) {
    job.normal != nullptr ? prefetch<true, kBatch>(job, i) : prefetch<false, kBatch>(job, i);
    eight_have_four_each(job.offset + i) ? skin_batch<true, kStretch, kOneSide>(job, i)
                                         : skin_batch<false, kStretch, kOneSide>(job, i);
  }
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
