// What `linear_blend_skinning` runs: one job, several ways to do it. Internal to rig.
#pragma once

#include <cstddef>
#include <cstdint>

#include "math/affine_simd.h"

namespace bindpose::kernels {

// Bare pointers into a mesh, a palette and the output; matrices are 16 floats, column-major,
// affine.
struct SkinningJob {
  std::size_t vertices = 0;
  const float* position = nullptr;        // 3 #V
  const float* normal = nullptr;          // 3 #V, or null: positions only
  const std::uint32_t* offset = nullptr;  // #V + 1
  const std::uint16_t* slot = nullptr;    // #I
  const float* weight = nullptr;          // #I
  const float* stored_sum = nullptr;      // #V, or null: weights as they are, normalised
  const float* palette = nullptr;         // 16 #S
  const float* node = nullptr;            // 16
  float* position_out = nullptr;          // 3 #V
  float* normal_out = nullptr;            // 3 #V, or null where `normal` is
};

// Below this squared length (where floats lose their digits) a normal has no direction.
inline constexpr float kTinySquare = 1.17549435e-38f;

void skin_scalar(const SkinningJob& job, std::size_t first, std::size_t last);
#if defined(BINDPOSE_SSE2)
void skin_sse(const SkinningJob& job);
#endif
#if defined(BINDPOSE_AVX2)
void skin_avx2(const SkinningJob& job);
#endif

}  // namespace bindpose::kernels
