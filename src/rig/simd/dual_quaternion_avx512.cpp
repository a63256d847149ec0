// GCC 12 takes the deliberately undefined operands in its own header for mistakes (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "rig/simd/dual_quaternion_kernels.h"

#if defined(BINDPOSE_AVX512)

// Influences are summed up vertex by vertex, (r_j, d_j) in half a register; then sixteen vertices
// are turned over so that each register holds one component of all, and moved together.
namespace bindpose::kernels {
namespace {

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX512 inline __attribute__((always_inline))

constexpr std::size_t kBatch = 16;

using V = __m512;

struct V3 {
  V x, y, z;
};

BINDPOSE_INLINE V3 cross(const V3& a, const V3& b) {
  return {_mm512_fmsub_ps(a.y, b.z, _mm512_mul_ps(a.z, b.y)),
          _mm512_fmsub_ps(a.z, b.x, _mm512_mul_ps(a.x, b.z)),
          _mm512_fmsub_ps(a.x, b.y, _mm512_mul_ps(a.y, b.x))};
}
BINDPOSE_INLINE V dot(const V3& a, const V3& b) {
  return _mm512_fmadd_ps(a.x, b.x, _mm512_fmadd_ps(a.y, b.y, _mm512_mul_ps(a.z, b.z)));
}
BINDPOSE_INLINE V3 mul(V s, const V3& a) {
  return {_mm512_mul_ps(s, a.x), _mm512_mul_ps(s, a.y), _mm512_mul_ps(s, a.z)};
}
// a + s b
BINDPOSE_INLINE V3 add(const V3& a, V s, const V3& b) {
  return {_mm512_fmadd_ps(s, b.x, a.x), _mm512_fmadd_ps(s, b.y, a.y), _mm512_fmadd_ps(s, b.z, a.z)};
}

// 1 / sqrt: 14 bits and one Newton step, r' = r (3 - s r^2) / 2.
BINDPOSE_INLINE V inverse_root(V square) {
  const V r = _mm512_rsqrt14_ps(square);
  const V half = _mm512_mul_ps(_mm512_set1_ps(0.5f), r);
  return _mm512_mul_ps(half, _mm512_fnmadd_ps(_mm512_mul_ps(square, r), r, _mm512_set1_ps(3.0f)));
}

BINDPOSE_INLINE V3 unit_or_same(const V3& n) {
  const V square = dot(n, n);
  const __mmask16 tiny = _mm512_cmp_ps_mask(square, _mm512_set1_ps(kTinySquare), _CMP_LT_OQ);
  // Too long for a float: 1 / inf, and not the step's inf * 0.
  const __mmask16 fits = _mm512_cmp_ps_mask(square, _mm512_set1_ps(kInfinity), _CMP_NEQ_UQ);
  const V unit = _mm512_maskz_mov_ps(fits, inverse_root(square));
  return mul(_mm512_mask_mov_ps(unit, tiny, _mm512_set1_ps(1.0f)), n);
}

// Quadruples of sixteen vertices, four a register: 0, 4, 8, 12, then 1, 5, 9, 13, and so on.
// Afterwards r[c] holds component c of all, in order.
BINDPOSE_INLINE void transpose(V (&r)[4]) {
  const V xy01 = _mm512_unpacklo_ps(r[0], r[1]), zw01 = _mm512_unpackhi_ps(r[0], r[1]);
  const V xy23 = _mm512_unpacklo_ps(r[2], r[3]), zw23 = _mm512_unpackhi_ps(r[2], r[3]);
  r[0] = _mm512_shuffle_ps(xy01, xy23, 0x44);
  r[1] = _mm512_shuffle_ps(xy01, xy23, 0xee);
  r[2] = _mm512_shuffle_ps(zw01, zw23, 0x44);
  r[3] = _mm512_shuffle_ps(zw01, zw23, 0xee);
}

// Where the xyz of sixteen vertices lie among three registers, and back.
struct Places {
  alignas(64) std::uint32_t from[3][2][16];
  alignas(64) std::uint32_t to[3][2][16];
};
constexpr Places make_places() {
  Places p{};
  for (std::uint32_t c = 0; c < 3; ++c) {
    for (std::uint32_t i = 0; i < 16; ++i) {
      // Component c of vertex i is float 3 i + c: first from the two lower registers, then, where
      // it is not there, from the third (numbers of the second operand begin at 16).
      const std::uint32_t at = 3 * i + c;
      p.from[c][0][i] = at < 32 ? at : 0;
      p.from[c][1][i] = at < 32 ? i : at - 32 + 16;
      // Float 16 c + i is a component of vertex n: from x and y, then from z.
      const std::uint32_t n = (16 * c + i) / 3, component = (16 * c + i) % 3;
      p.to[c][0][i] = component < 2 ? n + 16 * component : 0;
      p.to[c][1][i] = component < 2 ? i : n + 16;
    }
  }
  return p;
}
alignas(64) constexpr Places kPlaces = make_places();

BINDPOSE_INLINE V pick(const std::uint32_t (&at)[2][16], V a, V b, V c) {
  const V ab = _mm512_permutex2var_ps(a, _mm512_load_si512(at[0]), b);
  return _mm512_permutex2var_ps(ab, _mm512_load_si512(at[1]), c);
}

BINDPOSE_INLINE V3 load(const float* p) {
  const V a = _mm512_loadu_ps(p), b = _mm512_loadu_ps(p + 16), c = _mm512_loadu_ps(p + 32);
  return {pick(kPlaces.from[0], a, b, c), pick(kPlaces.from[1], a, b, c),
          pick(kPlaces.from[2], a, b, c)};
}

BINDPOSE_INLINE void store(float* out, const V3& v) {
  _mm512_storeu_ps(out, pick(kPlaces.to[0], v.x, v.y, v.z));
  _mm512_storeu_ps(out + 16, pick(kPlaces.to[1], v.x, v.y, v.z));
  _mm512_storeu_ps(out + 32, pick(kPlaces.to[2], v.x, v.y, v.z));
}

BINDPOSE_INLINE V pair(__m256 a, __m256 b) {
  return _mm512_castpd_ps(
      _mm512_insertf64x4(_mm512_castps_pd(_mm512_castps256_ps512(a)), _mm256_castps_pd(b), 1));
}

// Components of (r, d), each of sixteen vertices.
struct Motion {
  V r[4], d[4];
};

template <bool kFour, bool kOneSide>
BINDPOSE_INLINE Motion blend_motions(const DualJob& job, std::size_t begin) {
  Motion out;
  const std::size_t k = job.offset[begin];
#pragma GCC unroll 4
  for (std::size_t q = 0; q < 4; ++q) {
    const auto one = [&](std::size_t i) __attribute__((always_inline)) BINDPOSE_TARGET_AVX512 {
      return motion_of<kFour, kOneSide>(job, begin + i, k + 4 * i);
    };
    const V low = pair(one(q), one(q + 4)), high = pair(one(q + 8), one(q + 12));
    out.r[q] = _mm512_shuffle_f32x4(low, high, 0x88);
    out.d[q] = _mm512_shuffle_f32x4(low, high, 0xdd);
  }
  transpose(out.r);
  transpose(out.d);
  return out;
}

// w: four weights, four times each.
BINDPOSE_INLINE V blend_stretch(const float* stretch, std::uint64_t slots, V w) {
  V sum =
      _mm512_mul_ps(_mm512_permute_ps(w, 0x00), _mm512_loadu_ps(stretch + (slots & 0xffff) * 16));
  const auto add = [&](V weight, std::uint64_t slot) __attribute__((always_inline))
  BINDPOSE_TARGET_AVX512 {
    sum = _mm512_fmadd_ps(weight, _mm512_loadu_ps(stretch + slot * 16), sum);
  };
  add(_mm512_permute_ps(w, 0x55), slots >> 16 & 0xffff);
  add(_mm512_permute_ps(w, 0xaa), slots >> 32 & 0xffff);
  add(_mm512_permute_ps(w, 0xff), slots >> 48);
  return sum;
}

__attribute__((noinline)) BINDPOSE_TARGET_AVX512 V blend_stretch_any(DualJob job, std::size_t k,
                                                                     std::size_t n) {
  if (n == 0) return _mm512_loadu_ps(job.stretch + job.node * 16);
  V sum = _mm512_setzero_ps();
  for (const std::size_t last = k + n; k < last; ++k) {
    sum = _mm512_fmadd_ps(_mm512_set1_ps(job.weight[k]),
                          _mm512_loadu_ps(job.stretch + std::size_t{job.slot[k]} * 16), sum);
  }
  return sum;
}

template <bool kFour>
BINDPOSE_INLINE V stretch_of(const DualJob& job, std::size_t i, std::size_t k) {
  if constexpr (kFour) {
    return blend_stretch(job.stretch, four_slots(job.slot + k),
                         _mm512_broadcast_f32x4(_mm_loadu_ps(job.weight + k)));
  }
  k = job.offset[i];
  const std::size_t n = job.offset[i + 1] - k;
  if (n - 1 >= 4) return blend_stretch_any(job, k, n);
  return blend_stretch(job.stretch, slots_upto_four(job.slot + k, n),
                       _mm512_broadcast_f32x4(weights_upto_four(job, k, n)));
}

// Sixteen vertices' A: row[r][c] is its entry in row r, column c.
struct Rows {
  V row[3][4];

  BINDPOSE_INLINE V3 linear(int r) const { return {row[r][0], row[r][1], row[r][2]}; }
};

template <bool kFour>
BINDPOSE_INLINE Rows blend_stretches(const DualJob& job, std::size_t begin) {
  Rows out;
  const std::size_t k = job.offset[begin];
#pragma GCC unroll 4
  for (std::size_t q = 0; q < 4; ++q) {
    const auto one = [&](std::size_t i) __attribute__((always_inline)) BINDPOSE_TARGET_AVX512 {
      return stretch_of<kFour>(job, begin + i, k + 4 * i);
    };
    const V a = one(q), b = one(q + 4), c = one(q + 8), d = one(q + 12);
    const V ab01 = _mm512_shuffle_f32x4(a, b, 0x44), cd01 = _mm512_shuffle_f32x4(c, d, 0x44);
    const V ab2 = _mm512_shuffle_f32x4(a, b, 0xee), cd2 = _mm512_shuffle_f32x4(c, d, 0xee);
    out.row[0][q] = _mm512_shuffle_f32x4(ab01, cd01, 0x88);
    out.row[1][q] = _mm512_shuffle_f32x4(ab01, cd01, 0xdd);
    out.row[2][q] = _mm512_shuffle_f32x4(ab2, cd2, 0x88);
  }
  for (auto& row : out.row) transpose(row);
  return out;
}

BINDPOSE_INLINE V3 stretched(const Rows& a, const V3& p) {
  return {_mm512_add_ps(dot(a.linear(0), p), a.row[0][3]),
          _mm512_add_ps(dot(a.linear(1), p), a.row[1][3]),
          _mm512_add_ps(dot(a.linear(2), p), a.row[2][3])};
}
BINDPOSE_INLINE V3 stretched_normal(const Rows& a, const V3& n) {
  const V3 x = a.linear(0), y = a.linear(1), z = a.linear(2);
  return {dot(cross(y, z), n), dot(cross(z, x), n), dot(cross(x, y), n)};
}

// For (r, w) of any length; s = 2 / (r r + w^2).
BINDPOSE_INLINE V3 rotate(const V3& r, V w, V s, const V3& v) {
  return add(v, s, cross(r, add(cross(r, v), w, v)));
}

// As in dual_quaternion_avx2.cpp.
template <bool kFour, bool kStretch, bool kOneSide>
BINDPOSE_INLINE void skin_batch(const DualJob& job, std::size_t begin) {
  const Motion m = blend_motions<kFour, kOneSide>(job, begin);
  const V3 r{m.r[0], m.r[1], m.r[2]}, d{m.d[0], m.d[1], m.d[2]};
  const V w = m.r[3], minus_dw = _mm512_sub_ps(_mm512_setzero_ps(), m.d[3]);
  const V s = _mm512_div_ps(_mm512_set1_ps(2.0f), _mm512_fmadd_ps(w, w, dot(r, r)));
  const V3 shift = add(add(cross(r, d), w, d), minus_dw, r);
  V3 p = load(job.position + 3 * begin), n{};
  if (job.normal != nullptr) n = load(job.normal + 3 * begin);
  if constexpr (kStretch) {
    const Rows a = blend_stretches<kFour>(job, begin);
    p = stretched(a, p);
    if (job.normal != nullptr) n = stretched_normal(a, n);
  }
  store(job.position_out + 3 * begin, add(rotate(r, w, s, p), s, shift));
  if (job.normal != nullptr) store(job.normal_out + 3 * begin, unit_or_same(rotate(r, w, s, n)));
}

template <bool kStretch, bool kOneSide>
BINDPOSE_TARGET_AVX512 std::size_t skin_all(const DualJob job) {
  const std::size_t end = end_of_batches(job, kBatch, job.vertices);
  for (std::size_t i = 0; i < end; i += kBatch) {
    for (std::size_t half = i; half < i + kBatch; half += kBatch / 2) {
      job.normal != nullptr ? prefetch<true, kBatch / 2>(job, half)
                            : prefetch<false, kBatch / 2>(job, half);
    }
    const std::uint32_t* offset = job.offset + i;
    eight_have_four_each(offset) && eight_have_four_each(offset + 8)
        ? skin_batch<true, kStretch, kOneSide>(job, i)
        : skin_batch<false, kStretch, kOneSide>(job, i);
  }
  return end;
}

#undef BINDPOSE_INLINE

}  // namespace

std::size_t dual_quaternions_avx512(const DualJob& job) {
  if (job.stretch != nullptr) {
    return job.one_side ? skin_all<true, true>(job) : skin_all<true, false>(job);
  }
  return job.one_side ? skin_all<false, true>(job) : skin_all<false, false>(job);
}

}  // namespace bindpose::kernels

#endif
