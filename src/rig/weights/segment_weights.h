// Weights from the distance to bones: the simplest automatic weights, and the ones that leak where
// two bones are close but not joined.
#pragma once

#include <span>
#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// A bone as a segment from `head` to `tail`; nothing farther away than `radius` follows it.
struct BoneSegment {
  int joint = -1;
  vec3 head{0.0f}, tail{0.0f};
  float radius = 0.0f;  // r_j; <= 0 or not finite: the bone pulls on nothing
};

// d_ij: distance from p to the closest point of the segment.
float segment_distance(const vec3& p, const BoneSegment& segment);

// With d_ij as above, w^_ij = max(0, r_j - d_ij) / r_j and w_ij = w^_ij / sum_j w^_ij. Only weights
// above 0 are stored, none where all are 0 (such a vertex follows its mesh's node) or where p is
// not finite. Slots count into `segments`; points and segments share one space. #V rows;
// raw_weight_sum is 1, or 0 for an empty row. At most 65,536 segments. Source: CMU Scotty3D,
// assignment A4, task 3.
Influences segment_weights(std::span<const vec3> position, std::span<const BoneSegment> segments);

// Radii with which every point has a weight: `reach` times the distance of the farthest of the
// points that are nearest to the segment; 0 where it is nearest to none. #segments.
std::vector<float> covering_radii(std::span<const vec3> position,
                                  std::span<const BoneSegment> segments, float reach);

}  // namespace bindpose
