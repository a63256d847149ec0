#include "rig/kinematics.h"

#include <cassert>
#include <cstddef>

#include "math/affine_simd.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/simd/kinematics_kernels.h"

namespace bindpose {
namespace {

// The loops below run over ranges that a skeleton or its arrays gave, so the sizes are not
// negative.
// mul_affine inlined, without a copy of the result; out may be a or b.
void multiply(const mat4& a, const mat4& b, mat4& out) {
  simd::mul_affine(&a[0][0], &b[0][0], &out[0][0]);
}

}  // namespace

namespace kernels {

void forward_kinematics_plain(std::span<const int> parent, std::span<const mat4> local,
                              JointRange range, std::span<mat4> world) {
  for (int j = range.first; j < range.last; ++j) {
    const int p = parent[idx(j)];
    assert(p < j);
    if (p < 0) {
      world[idx(j)] = local[idx(j)];
    } else {
      multiply(world[idx(p)], local[idx(j)], world[idx(j)]);
    }
  }
}

void skin_matrices_plain(std::span<const int> joint, std::span<const mat4> world,
                         std::span<const mat4> inverse_bind, std::span<mat4> palette) {
  for (std::size_t s = 0; s < joint.size(); ++s) {
    assert(joint[s] >= 0 && idx(joint[s]) < world.size());
    multiply(world[idx(joint[s])], inverse_bind[s], palette[s]);
  }
}

}  // namespace kernels

void compose_local(std::span<const mat4> base_local, std::span<const mat4> user_local,
                   JointRange range, std::span<mat4> local) {
  assert(base_local.size() == local.size() && user_local.size() == local.size());
  assert(range.first >= 0 && idx(range.last) <= local.size());
  for (int j = range.first; j < range.last; ++j) {
    multiply(base_local[idx(j)], user_local[idx(j)], local[idx(j)]);
  }
}

void forward_kinematics(std::span<const int> parent, std::span<const mat4> local, JointRange range,
                        std::span<mat4> world) {
  assert(local.size() == parent.size() && world.size() == parent.size());
  assert(range.first >= 0 && idx(range.last) <= parent.size());
#if defined(BINDPOSE_AVX2)
  if (simd::cpu_has_avx2()) {
    return kernels::forward_kinematics_avx2(parent, local, range, world);
  }
#endif
  kernels::forward_kinematics_plain(parent, local, range, world);
}

void forward_kinematics(std::span<const int> parent, std::span<const mat4> base_local,
                        std::span<const mat4> user_local, JointRange range, std::span<mat4> world) {
  assert(base_local.size() == parent.size() && user_local.size() == parent.size());
  assert(world.size() == parent.size());
  for (int j = range.first; j < range.last; ++j) {
    const int p = parent[idx(j)];
    assert(p < j);
    multiply(base_local[idx(j)], user_local[idx(j)], world[idx(j)]);
    if (p >= 0) multiply(world[idx(p)], world[idx(j)], world[idx(j)]);
  }
}

void skin_matrices(std::span<const int> joint, std::span<const mat4> world,
                   std::span<const mat4> inverse_bind, std::span<mat4> palette) {
  assert(inverse_bind.size() == joint.size() && palette.size() == joint.size());
#if defined(BINDPOSE_AVX2)
  if (simd::cpu_has_avx2()) return kernels::skin_matrices_avx2(joint, world, inverse_bind, palette);
#endif
  kernels::skin_matrices_plain(joint, world, inverse_bind, palette);
}

void bind_from_locals(std::span<const int> parent, std::span<const mat4> bind_local,
                      std::span<mat4> bind) {
  forward_kinematics(parent, bind_local, {0, static_cast<int>(parent.size())}, bind);
}

mat4 bind_from_locals(std::span<const int> parent, std::span<const mat4> bind_local, int joint) {
  std::vector<int> path;
  for (int j = joint; j >= 0; j = parent[idx(j)]) path.push_back(j);
  mat4 bind(1.0f);  // from the root down, for another order rounds otherwise
  for (auto j = path.rbegin(); j != path.rend(); ++j) bind = mul_affine(bind, bind_local[idx(*j)]);
  return bind;
}

void locals_from_bind(std::span<const int> parent, std::span<const mat4> bind,
                      std::span<mat4> bind_local) {
  assert(bind.size() == parent.size() && bind_local.size() == parent.size());
  // Children first, so that bind_local may be bind itself.
  for (std::size_t j = parent.size(); j-- > 0;) {
    const int p = parent[j];
    bind_local[j] = p < 0 ? bind[j] : mul_affine(inverse_affine(bind[idx(p)]), bind[j]);
  }
}

void skin_from_worlds(std::span<const mat4> world, std::span<const mat4> bind,
                      std::span<mat4> skin) {
  assert(bind.size() == world.size() && skin.size() == world.size());
  for (std::size_t j = 0; j < world.size(); ++j) {
    skin[j] = mul_affine(world[j], inverse_affine(bind[j]));
  }
}

void world_from_skin(std::span<const mat4> skin, std::span<const mat4> bind,
                     std::span<mat4> world) {
  assert(bind.size() == skin.size() && world.size() == skin.size());
  for (std::size_t j = 0; j < skin.size(); ++j) world[j] = mul_affine(skin[j], bind[j]);
}

mat4 user_local_from_world(const mat4& parent_world, const mat4& base_local, const mat4& world) {
  return mul_affine(inverse_affine(mul_affine(parent_world, base_local)), world);
}

mat4 user_local_times_local(const mat4& user_local, const mat4& increment) {
  return mul_affine(user_local, increment);
}

mat4 user_local_times_world(const mat4& parent_world, const mat4& base_local, const mat4& world,
                            const mat4& world_increment) {
  return user_local_from_world(parent_world, base_local, mul_affine(world_increment, world));
}

}  // namespace bindpose
