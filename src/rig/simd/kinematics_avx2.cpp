#include <cstddef>

#include "rig/simd/kinematics_kernels.h"

#if defined(BINDPOSE_AVX2)

// Bare pointers: a call that the compiler does not inline would cost as much as the product.
namespace bindpose::kernels {
namespace {

const float* floats(std::span<const mat4> m) {
  return reinterpret_cast<const float*>(m.data());
}
float* floats(std::span<mat4> m) {
  return reinterpret_cast<float*>(m.data());
}

}  // namespace

BINDPOSE_TARGET_AVX2 void forward_kinematics_avx2(std::span<const int> parent,
                                                  std::span<const mat4> local, JointRange range,
                                                  std::span<mat4> world) {
  const int* up = parent.data();
  const float* from = floats(local);
  float* to = floats(world);
  for (std::ptrdiff_t j = range.first; j < range.last; ++j) {
    if (up[j] < 0) {
      world[static_cast<std::size_t>(j)] = local[static_cast<std::size_t>(j)];
    } else {
      simd::mul_affine_avx2(to + 16 * std::ptrdiff_t{up[j]}, from + 16 * j, to + 16 * j);
    }
  }
}

BINDPOSE_TARGET_AVX2 void skin_matrices_avx2(std::span<const int> joint,
                                             std::span<const mat4> world,
                                             std::span<const mat4> inverse_bind,
                                             std::span<mat4> palette) {
  const float* pose = floats(world);
  const float* back = floats(inverse_bind);
  float* to = floats(palette);
  for (std::size_t s = 0; s < joint.size(); ++s) {
    simd::mul_affine_avx2(pose + 16 * std::ptrdiff_t{joint[s]}, back + 16 * s, to + 16 * s);
  }
}

}  // namespace bindpose::kernels

#endif
