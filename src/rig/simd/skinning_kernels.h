// What `linear_blend_skinning` runs: one job, several ways to do it. Internal to rig.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "math/affine_simd.h"
#include "math/types.h"

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
  const float* raw_weight_sum = nullptr;  // #V, or null: weights as they are, normalised
  const float* palette = nullptr;         // 16 #S
  const float* node = nullptr;            // 16
  bool plain_normals = false;             // by the blended 3x3: skin_scalar alone knows how
  float* position_out = nullptr;          // 3 #V
  float* normal_out = nullptr;            // 3 #V, or null where `normal` is
};

// Below this squared length (where floats lose their digits) a normal has no direction.
inline constexpr float kTinySquare = 1.17549435e-38f;
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

inline vec3 normalized_or_same(const vec3& n) {
  const float square = glm::dot(n, n);
  return square < kTinySquare ? n : n * (1.0f / std::sqrt(square));
}

void skin_scalar(const SkinningJob& job, std::size_t first, std::size_t last);

// The last vertices are left to plain code: before the one returned here, a multiple of `batch` and
// at most `most`, batches may read every row of weights as if it had four entries.
template <typename Job>
std::size_t end_of_batches(const Job& job, std::size_t batch, std::size_t most) {
  const std::uint32_t entries = job.offset[job.vertices];
  std::size_t end = most - most % batch;
  while (end > 0 && job.offset[end] + 4 > entries) end -= batch;
  return end;
}

#if defined(BINDPOSE_SSE2)
void skin_sse(const SkinningJob& job);
#endif
#if defined(BINDPOSE_AVX2)
void skin_avx2(const SkinningJob& job);
#endif
#if defined(BINDPOSE_AVX512)
void skin_avx512(const SkinningJob& job);
#endif

#if defined(BINDPOSE_SSE2)

#if defined(__GNUC__)
#define BINDPOSE_PREFETCH_INLINE inline __attribute__((always_inline))
#else
#define BINDPOSE_PREFETCH_INLINE inline
#endif

// Asks for the one or two cache lines of `kBytes` bytes at `data`. Beyond an array's end nothing
// happens. Inlined by force: GCC 12 takes a function that only prefetches for one without effects,
// and drops the call.
template <std::size_t kBytes>
BINDPOSE_PREFETCH_INLINE void prefetch_bytes(const void* data) {
  static_assert(kBytes <= 128);
  _mm_prefetch(static_cast<const char*>(data), _MM_HINT_T0);
  if constexpr (kBytes > 64) _mm_prefetch(static_cast<const char*>(data) + 64, _MM_HINT_T0);
}

// Asks for what the batch of vertices some way after i will read: the processor's own prefetching
// loses its way among so many streams once they come from main memory.
template <bool kNormals, std::size_t kBatch, typename Job>
BINDPOSE_PREFETCH_INLINE void prefetch(const Job& job, std::size_t i) {
  constexpr std::uint32_t kAhead = 64;
  const std::size_t vertex = i + kAhead;
  const std::size_t entry = job.offset[i] + 4u * kAhead;
  prefetch_bytes<12 * kBatch>(job.position + 3 * vertex);
  prefetch_bytes<8 * kBatch>(job.slot + entry);
  prefetch_bytes<16 * kBatch>(job.weight + entry);
  if constexpr (kNormals) prefetch_bytes<12 * kBatch>(job.normal + 3 * vertex);
}

#undef BINDPOSE_PREFETCH_INLINE

#endif

// One to four influences without a branch: four are read, those beyond the n-th get the weight 0
// and the vertex's first slot, so that no foreign matrix (which may be broken) is touched.
alignas(16) inline constexpr std::uint32_t kWeightMask[5][4] = {
    {0, 0, 0, 0}, {~0u, 0, 0, 0}, {~0u, ~0u, 0, 0}, {~0u, ~0u, ~0u, 0}, {~0u, ~0u, ~0u, ~0u}};
inline constexpr std::uint64_t kSlotMask[5] = {0, 0xffff, 0xffff'ffff, 0xffff'ffff'ffff, ~0ull};

// The slots as four 16-bit lanes, the first in the lowest. Little-endian, as x86 is.
inline std::uint64_t slots_upto_four(const std::uint16_t* slot, std::size_t n) {
  std::uint64_t slots;
  std::memcpy(&slots, slot, sizeof slots);
  const std::uint64_t first = (slots & 0xffff) * 0x0001'0001'0001'0001u;
  return (slots & kSlotMask[n]) | (first & ~kSlotMask[n]);
}

}  // namespace bindpose::kernels
