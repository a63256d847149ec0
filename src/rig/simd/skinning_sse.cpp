#include "rig/simd/skinning_kernels.h"

#if defined(BINDPOSE_SSE2)

namespace bindpose::kernels {
namespace {

constexpr std::size_t kBatch = 4;

struct Columns {
  __m128 c0, c1, c2, c3;
};

Columns load(const float* t) {
  return {_mm_loadu_ps(t), _mm_loadu_ps(t + 4), _mm_loadu_ps(t + 8), _mm_loadu_ps(t + 12)};
}

__m128 mul_add(__m128 a, __m128 b, __m128 sum) {
  return _mm_add_ps(_mm_mul_ps(a, b), sum);
}

Columns blend(const SkinningJob& job, std::size_t i) {
  const std::size_t first = job.offset[i];
  const std::size_t last = job.offset[i + 1];
  if (first == last) return load(job.node);
  Columns sum{_mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps()};
  for (std::size_t k = first; k < last; ++k) {
    const __m128 w = _mm_set1_ps(job.weight[k]);
    const Columns t = load(job.palette + std::size_t{job.slot[k]} * 16);
    sum.c0 = mul_add(w, t.c0, sum.c0);
    sum.c1 = mul_add(w, t.c1, sum.c1);
    sum.c2 = mul_add(w, t.c2, sum.c2);
    sum.c3 = mul_add(w, t.c3, sum.c3);
  }
  return sum;
}

__m128 transform_point(const Columns& m, const float* v) {
  const __m128 xy = mul_add(m.c0, _mm_set1_ps(v[0]), _mm_mul_ps(m.c1, _mm_set1_ps(v[1])));
  return _mm_add_ps(xy, mul_add(m.c2, _mm_set1_ps(v[2]), m.c3));
}

__m128 yzx(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 0, 2, 1));
}

// yzx of the cross product; the caller turns the sum of three back at once.
__m128 turned_cross(__m128 a, __m128 yzx_a, __m128 b, __m128 yzx_b) {
  return _mm_sub_ps(_mm_mul_ps(a, yzx_b), _mm_mul_ps(yzx_a, b));
}

// The cofactor matrix times v: v.x (c1 x c2) + v.y (c2 x c0) + v.z (c0 x c1).
__m128 transform_normal(const Columns& m, const float* v) {
  const __m128 d0 = yzx(m.c0);
  const __m128 d1 = yzx(m.c1);
  const __m128 d2 = yzx(m.c2);
  __m128 n = _mm_mul_ps(turned_cross(m.c0, d0, m.c1, d1), _mm_set1_ps(v[2]));
  n = mul_add(turned_cross(m.c2, d2, m.c0, d0), _mm_set1_ps(v[1]), n);
  n = mul_add(turned_cross(m.c1, d1, m.c2, d2), _mm_set1_ps(v[0]), n);
  return yzx(n);
}

// Unit length for four normals at once; those without a direction stay as they are.
void normalize(__m128 (&n)[4]) {
  _MM_TRANSPOSE4_PS(n[0], n[1], n[2], n[3]);
  const __m128 square = mul_add(n[0], n[0], mul_add(n[1], n[1], _mm_mul_ps(n[2], n[2])));
  const __m128 one = _mm_set1_ps(1.0f);
  const __m128 tiny = _mm_cmplt_ps(square, _mm_set1_ps(kTinySquare));
  const __m128 inverse = _mm_div_ps(one, _mm_sqrt_ps(square));
  const __m128 scale = _mm_or_ps(_mm_and_ps(tiny, one), _mm_andnot_ps(tiny, inverse));
  for (int axis = 0; axis < 3; ++axis) n[axis] = _mm_mul_ps(n[axis], scale);
  _MM_TRANSPOSE4_PS(n[0], n[1], n[2], n[3]);
}

// Writes one float beyond each vertex, which the next one overwrites.
void skin_batch(const SkinningJob& job, std::size_t begin) {
  __m128 normal[kBatch];
  for (std::size_t b = 0; b < kBatch; ++b) {
    const std::size_t i = begin + b;
    const Columns m = blend(job, i);
    __m128 p = transform_point(m, job.position + 3 * i);
    const bool has_weights = job.offset[i] != job.offset[i + 1];
    if (job.raw_weight_sum && has_weights) p = _mm_mul_ps(p, _mm_set1_ps(job.raw_weight_sum[i]));
    _mm_storeu_ps(job.position_out + 3 * i, p);
    if (job.normal) normal[b] = transform_normal(m, job.normal + 3 * i);
  }
  if (!job.normal) return;
  normalize(normal);
  for (std::size_t b = 0; b < kBatch; ++b) {
    _mm_storeu_ps(job.normal_out + 3 * (begin + b), normal[b]);
  }
}

}  // namespace

void skin_sse(const SkinningJob& job) {
  std::size_t i = 0;
  for (; i + kBatch < job.vertices; i += kBatch) {
    if (job.normal) {
      prefetch<true, kBatch>(job, i);
    } else {
      prefetch<false, kBatch>(job, i);
    }
    skin_batch(job, i);
  }
  skin_scalar(job, i, job.vertices);
}

}  // namespace bindpose::kernels

#endif
