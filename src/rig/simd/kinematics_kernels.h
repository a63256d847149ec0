// The loops of kinematics, for any machine and with AVX2 and FMA. Internal to rig; see kinematics.h
// for what they do.
#pragma once

#include <span>

#include "math/affine_simd.h"
#include "rig/kinematics.h"

namespace bindpose::kernels {

void forward_kinematics_plain(std::span<const int> parent, std::span<const mat4> local,
                              JointRange range, std::span<mat4> world);
void skin_matrices_plain(std::span<const int> joint, std::span<const mat4> world,
                         std::span<const mat4> inverse_bind, std::span<mat4> palette);

#if defined(BINDPOSE_AVX2)
void forward_kinematics_avx2(std::span<const int> parent, std::span<const mat4> local,
                             JointRange range, std::span<mat4> world);
void skin_matrices_avx2(std::span<const int> joint, std::span<const mat4> world,
                        std::span<const mat4> inverse_bind, std::span<mat4> palette);
#endif

}  // namespace bindpose::kernels
