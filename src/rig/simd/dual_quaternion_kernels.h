// The loop of dual-quaternion skinning with AVX2. Internal to rig.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rig/dual_quaternion.h"
#include "rig/simd/skinning_kernels.h"

namespace bindpose::kernels {

// Bare pointers into a mesh, a split palette and the output.
struct DualJob {
  std::size_t vertices = 0;
  const float* position = nullptr;        // 3 #V
  const float* normal = nullptr;          // 3 #V, or null: positions only
  const std::uint32_t* offset = nullptr;  // #V + 1
  const std::uint16_t* slot = nullptr;    // #I
  const float* weight = nullptr;          // #I
  const float* joints = nullptr;          // SplitJoint, #S + 1
  std::size_t node = 0;                   // of the last of them
  bool stretch = false;           // some A_j is not the identity, or some vertex follows the node
  float* position_out = nullptr;  // 3 #V
  float* normal_out = nullptr;    // 3 #V, or null where `normal` is
};

#if defined(BINDPOSE_AVX2)
// Returns how many vertices were moved: whole batches; the rest is left.
std::size_t dual_quaternions_avx2(const DualJob& job);
#endif

}  // namespace bindpose::kernels
