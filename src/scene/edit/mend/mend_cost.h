// How far vertices move where their weights are changed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rig/automatic/bind_input.h"
#include "rig/mesh.h"
#include "scene/edit/mend/pose_samples.h"

namespace bindpose {

struct MendCost {
  float metres = 0.0f;   // the farthest that any vertex goes in any of the poses
  int clip = -1;         // in which; -1: where joints were turned
  double squares = 0.0;  // of all distances, m^2, summed
};

// Of these vertices of a mesh, by what moves it (deformer_of), with influences of its own slots.
// Distances are those of display space.
void add_cost(const Scene& scene, int mesh, const Influences& before, const Influences& after,
              std::span<const std::uint32_t> vertices, std::span<const SampledPose> poses,
              MendCost& cost);

// Rows of a mesh that a mend has changed.
struct ChangedRows {
  int mesh = 0;
  const Influences *before = nullptr, *after = nullptr;  // outlive it
  std::vector<std::uint32_t> vertices;
};
// The same in all clips (clip_moments.h: what the check measures a limit in), or where there is
// none in the `turned` poses.
MendCost cost_in_motion(const Scene& scene, std::span<const ChangedRows> rows,
                        std::span<const SampledPose> turned, const BindProgress& progress);

// "0.8 mm", "less than 0.1 mm", "1.2 m"
std::string distance_words(float metres);
// "; at most 0.8 mm in clip walk"
std::string cost_words(const Scene& scene, const MendCost& cost);

}  // namespace bindpose
