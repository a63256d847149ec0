#include "rig/skinning.h"

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "math/transform.h"
#include "rig/simd/skinning_kernels.h"

namespace bindpose {
namespace kernels {
namespace {

struct Matrix {
  float m[16];
};

Matrix blend_matrices(const SkinningJob& job, std::size_t i) {
  Matrix sum{};
  const std::size_t first = job.offset[i];
  const std::size_t last = job.offset[i + 1];
  for (std::size_t k = first; k < last; ++k) {
    const float* t = job.palette + std::size_t{job.slot[k]} * 16;
    for (int e = 0; e < 16; ++e) sum.m[e] += job.weight[k] * t[e];
  }
  if (first == last) {
    for (int e = 0; e < 16; ++e) sum.m[e] = job.node[e];
  }
  return sum;
}

vec3 column(const Matrix& a, int c) {
  return {a.m[4 * c], a.m[4 * c + 1], a.m[4 * c + 2]};
}

vec3 at(const float* v, std::size_t i) {
  return {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
}

void put(float* out, std::size_t i, const vec3& v) {
  for (int axis = 0; axis < 3; ++axis) out[3 * i + static_cast<std::size_t>(axis)] = v[axis];
}

}  // namespace

void skin_scalar(const SkinningJob& job, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    const Matrix blended = blend_matrices(job, i);
    const mat3 m(column(blended, 0), column(blended, 1), column(blended, 2));
    const bool has_weights = job.offset[i] != job.offset[i + 1];
    const float sum = job.raw_weight_sum && has_weights ? job.raw_weight_sum[i] : 1.0f;
    put(job.position_out, i, (m * at(job.position, i) + column(blended, 3)) * sum);
    if (job.normal) {
      put(job.normal_out, i,
          normalized_or_same((job.plain_normals ? m : cofactor(m)) * at(job.normal, i)));
    }
  }
}

}  // namespace kernels

namespace {

// The vectors' storage as floats: glm's vec3 and mat4 are arrays of 3 and 16 of them.
const float* floats(std::span<const vec3> v) {
  return v.empty() ? nullptr : &v[0].x;
}
float* floats(std::span<vec3> v) {
  return v.empty() ? nullptr : &v[0].x;
}
static_assert(sizeof(vec3) == 3 * sizeof(float) && sizeof(mat4) == 16 * sizeof(float));

// Vectors of mat4 begin anywhere, and a matrix that straddles two cache lines costs two loads.
// Where a copy of the palette pays it is made here, on the stack.
class AlignedPalette {
 public:
  AlignedPalette(std::span<const mat4> palette, std::size_t vertices) {
    data_ = reinterpret_cast<const float*>(palette.data());
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(data_) % kLine == 0;
    if (is_aligned || palette.empty() || palette.size() > kMost || vertices < palette.size())
      return;
    std::memcpy(copy_, data_, palette.size_bytes());
    data_ = copy_;
  }
  const float* data() const { return data_; }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kMost = 256;
  const float* data_;
  alignas(kLine) float copy_[kMost * 16];
};

}  // namespace

bool is_supported(SkinningPath path) {
  switch (path) {
    case SkinningPath::Scalar:
      return true;
    case SkinningPath::Sse:
#if defined(BINDPOSE_SSE2)
      return true;
#else
      return false;
#endif
    case SkinningPath::Avx2:
      return simd::cpu_has_avx2();
    case SkinningPath::Avx512:
      return simd::cpu_has_avx512();
  }
  return false;
}

SkinningPath best_skinning_path() {
  if (is_supported(SkinningPath::Avx512)) return SkinningPath::Avx512;
  if (is_supported(SkinningPath::Avx2)) return SkinningPath::Avx2;
  return is_supported(SkinningPath::Sse) ? SkinningPath::Sse : SkinningPath::Scalar;
}

void linear_blend_skinning(SkinningPath path, const SkinningInput& in, std::span<vec3> position_out,
                           std::span<vec3> normal_out) {
  assert(is_supported(path));
  assert(position_out.size() == in.position.size());
  assert(in.weights.vertex_count() == in.position.size());
  assert(normal_out.empty() || normal_out.size() == in.normal.size());
  if (position_out.empty()) return;
  const AlignedPalette aligned(in.palette, position_out.size());
  kernels::SkinningJob job;
  job.vertices = position_out.size();
  job.position = floats(in.position);
  job.normal = normal_out.empty() ? nullptr : floats(in.normal);
  job.offset = in.weights.offset.data();
  job.slot = in.weights.slot.data();
  job.weight = in.weights.weight.data();
  job.raw_weight_sum = in.use == WeightUse::Raw ? in.weights.raw_weight_sum.data() : nullptr;
  job.plain_normals = in.normals == NormalUse::BlendedMatrix;
  job.palette = aligned.data();
  job.node = &in.node_matrix[0][0];
  job.position_out = floats(position_out);
  job.normal_out = floats(normal_out);
  if (job.plain_normals) return kernels::skin_scalar(job, 0, job.vertices);
#if defined(BINDPOSE_AVX512)
  if (path == SkinningPath::Avx512) return kernels::skin_avx512(job);
#endif
#if defined(BINDPOSE_AVX2)
  if (path == SkinningPath::Avx2) return kernels::skin_avx2(job);
#endif
#if defined(BINDPOSE_SSE2)
  if (path == SkinningPath::Sse) return kernels::skin_sse(job);
#endif
  kernels::skin_scalar(job, 0, job.vertices);
}

void linear_blend_skinning(const SkinningInput& in, std::span<vec3> position_out,
                           std::span<vec3> normal_out) {
  linear_blend_skinning(best_skinning_path(), in, position_out, normal_out);
}

mat4 node_skin_matrix(const Mesh& mesh, std::span<const mat4> world) {
  assert(mesh.node >= 0 && static_cast<std::size_t>(mesh.node) < world.size());
  return mul_affine(world[static_cast<std::size_t>(mesh.node)],
                    inverse_affine(mesh.file_binding.skin.mesh_to_bind));
}

DeformerData DeformerData::run(std::size_t first, std::size_t count) const {
  DeformerData out = *this;
  if (!center.empty()) out.center = center.subspan(first, count);
  if (!move.empty()) out.move = move.subspan(first, count);
  out.surface = nullptr;
  return out;
}

SkinningInput with_weights(const SkinningInput& in, const Influences& weights) {
  SkinningInput out{weights,        in.skin, in.dq_blend_weight, in.position, {}, in.palette,
                    in.node_matrix, in.use,  in.normals,         in.data};
  out.data.move = {};
  return out;
}

}  // namespace bindpose
