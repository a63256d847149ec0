// Automatic weights: bone heat (I. Baran and J. Popovic, "Automatic rigging and animation of 3D
// characters", 2007). Heat flows along the surface only, so that nothing leaks between fingers or
// from an arm to the belly beside it.
#pragma once

#include <span>
#include <vector>

#include "character.h"
#include "field.h"
#include "polygonise.h"

namespace bindpose::gen {

// A joint may have several segments.
struct Segment {
  int joint;
  vec3 a, b;
};

using WeightRows = std::vector<std::vector<Influence>>;  // a row a vertex

// Solves (L + M H) w_j = M H p_j with the cotangent Laplacian L, vertex areas M, H = heat / d^2 for
// the distance d to the nearest segment that the vertex sees through the inside of the field, and
// p_j = 1 where that segment is j's. Columns of the result: joints 0 ... joint_count - 1.
std::vector<std::vector<float>> heat_weights(const TriangleMesh& mesh, const Field& inside,
                                             std::span<const Segment> segments, int joint_count,
                                             float heat);

// Averages each vertex with its mirror image; mirror_joint[j] is the joint on the other side.
void make_symmetric(std::vector<std::vector<float>>& weight, const TriangleMesh& mesh,
                    std::span<const int> mirror_joint);

// Dense rows to influences: at most `most` a vertex, none below 0.01, sum 1, largest first. What is
// cut is subtracted from what stays, so that the weights remain continuous along the surface.
WeightRows to_influences(const std::vector<std::vector<float>>& weight, int most);

// Weights for points near a weighted surface: those of the nearest vertices, by inverse distance.
WeightRows transfer_weights(std::span<const vec3> points, const TriangleMesh& from,
                            const WeightRows& weight, int most);

// Every vertex follows one joint.
WeightRows rigid_weights(std::size_t vertices, int joint);

}  // namespace bindpose::gen
