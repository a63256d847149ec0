#include "rig/simd/dual_quaternion_kernels.h"

#include "math/affine_simd.h"

#if defined(BINDPOSE_AVX2)

// Influences are summed up vertex by vertex, (r_j, d_j) in one register; then eight vertices are
// turned over so that each register holds one component of all, and moved together.
namespace bindpose::kernels {
namespace {

#define BINDPOSE_INLINE BINDPOSE_TARGET_AVX2 inline __attribute__((always_inline))

constexpr std::size_t kBatch = 8;
constexpr std::size_t kRow = sizeof(SplitJoint) / sizeof(float);

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

// Three floats a vertex, eight vertices.
BINDPOSE_INLINE V3 load(const float* p) {
  const __m256i at = _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21);
  return {_mm256_i32gather_ps(p, at, 4), _mm256_i32gather_ps(p + 1, at, 4),
          _mm256_i32gather_ps(p + 2, at, 4)};
}

BINDPOSE_INLINE void store(float* out, const V3& v) {
  alignas(32) float lane[3][kBatch];
  _mm256_store_ps(lane[0], v.x);
  _mm256_store_ps(lane[1], v.y);
  _mm256_store_ps(lane[2], v.z);
  for (std::size_t i = 0; i < kBatch; ++i) {
    for (std::size_t a = 0; a < 3; ++a) out[3 * i + a] = lane[a][i];
  }
}

// Sums of one vertex: (r, d), the stretch's first two rows, its third.
struct Sum {
  V motion, rows;
  __m128 last;
};

template <bool kStretch>
BINDPOSE_INLINE Sum blend(const DualJob& job, std::size_t i) {
  const std::size_t first = job.offset[i], last = job.offset[i + 1];
  const float* node = job.joints + job.node * kRow;
  if (first == last) {
    return {_mm256_loadu_ps(node), _mm256_loadu_ps(node + 8), _mm_loadu_ps(node + 16)};
  }
  const float* joint = job.joints + job.slot[first] * kRow;
  const __m128 pivot = _mm_loadu_ps(joint);
  V w = _mm256_broadcast_ss(job.weight + first);
  Sum sum{_mm256_mul_ps(w, _mm256_loadu_ps(joint)), _mm256_setzero_ps(), _mm_setzero_ps()};
  if constexpr (kStretch) {
    sum.rows = _mm256_mul_ps(w, _mm256_loadu_ps(joint + 8));
    sum.last = _mm_mul_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(joint + 16));
  }
  for (std::size_t k = first + 1; k < last; ++k) {
    joint = job.joints + job.slot[k] * kRow;
    w = _mm256_broadcast_ss(job.weight + k);
    const V motion = _mm256_loadu_ps(joint);
    const __m128 along = _mm_dp_ps(_mm256_castps256_ps128(motion), pivot, 0xff);
    const V sign = _mm256_and_ps(_mm256_set_m128(along, along), _mm256_set1_ps(-0.0f));
    sum.motion = _mm256_fmadd_ps(_mm256_xor_ps(w, sign), motion, sum.motion);
    if constexpr (kStretch) {
      sum.rows = _mm256_fmadd_ps(w, _mm256_loadu_ps(joint + 8), sum.rows);
      sum.last = _mm_fmadd_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(joint + 16), sum.last);
    }
  }
  return sum;
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

BINDPOSE_INLINE V3 unit_or_same(const V3& n) {
  const V square = dot(n, n), one = _mm256_set1_ps(1.0f);
  const V tiny = _mm256_cmp_ps(square, _mm256_set1_ps(kTinySquare), _CMP_LT_OQ);
  return mul(_mm256_blendv_ps(_mm256_div_ps(one, _mm256_sqrt_ps(square)), one, tiny), n);
}

template <bool kStretch>
BINDPOSE_INLINE void skin_batch(const DualJob& job, std::size_t begin) {
  V motion[kBatch], rows[kBatch], last[kBatch];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kBatch; ++i) {
    const Sum sum = blend<kStretch>(job, begin + i);
    motion[i] = sum.motion;
    if constexpr (kStretch) {
      rows[i] = sum.rows;
      last[i] = _mm256_castps128_ps256(sum.last);
    }
  }
  transpose(motion);
  const V3 r0{motion[0], motion[1], motion[2]}, d0{motion[4], motion[5], motion[6]};
  const V square = _mm256_fmadd_ps(motion[3], motion[3], dot(r0, r0));
  const V scale = _mm256_div_ps(_mm256_set1_ps(1.0f), _mm256_sqrt_ps(square));
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

template <bool kStretch>
BINDPOSE_TARGET_AVX2 std::size_t skin_all(const DualJob job) {
  std::size_t i = 0;
  for (; i + kBatch <= job.vertices; i += kBatch) skin_batch<kStretch>(job, i);
  return i;
}

#undef BINDPOSE_INLINE

}  // namespace

std::size_t dual_quaternions_avx2(const DualJob& job) {
  return job.stretch ? skin_all<true>(job) : skin_all<false>(job);
}

}  // namespace bindpose::kernels

#endif
