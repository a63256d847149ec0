// Numbers that say how good weights are: how smooth, how much leaks, what bending them costs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/automatic/bind_input.h"

namespace bindpose {

struct WeightFigures {
  // How unevenly weights change: their Laplacian energy, sum_j |M^-1 L w_j|^2 over the surface,
  // times its area, with the L and M of laplacian.h over points. It is what bounded biharmonic
  // weights make small (A. Jacobson, I. Baran, J. Popovic, O. Sorkine, "Bounded biharmonic weights
  // for real-time deformation", 2011): kinks and jumps count most. 0 is smoothest.
  double roughness = 0.0;
  // How steeply they change: their Dirichlet energy, sum_j w_j^T L w_j, the integral of
  // |grad w_j|^2. Sharp transitions have more, which need not be bad. Neither has a unit nor
  // depends on the model's size.
  double steepness = 0.0;
  // What part of all weight leaks: sum of w_ij area_i over pairs that do, by the area. Vertex i and
  // bone j do where w_ij >= kLeakWeight, j is not the joint with the largest weight at i, nor its
  // parent or child, and i is far from j's region along the surface, but near in space: the way
  // along edges is over kLeakRatio times the straight one. j's region, on each connected part of
  // the surface: the largest connected piece where j has the largest weight. Where the part has
  // none, j leaks if it is three or more steps away in the tree.
  double leak = 0.0;
  std::size_t leaking = 0;  // vertices with such a weight
  std::size_t walked = 0;   // what that took: points that ways along edges went over, of all bones
  // The volume that is left of the whole, 1: all, when one joint alone is bent by 60 degrees under
  // linear blend skinning, over all joints below another one. Signed, holes closed by fans. Nothing
  // where the surface has no volume to speak of, or no joint can be bent.
  bool has_volume = false;
  double volume_mean = 1.0, volume_least = 1.0;
  int least_slot = -1;  // whose bend costs most
  std::size_t most_influences = 0;
  double mean_influences = 0.0;
};
inline constexpr float kLeakWeight = 0.01f;
inline constexpr float kLeakRatio = 3.0f;

// weights: #V, slots count into in.segments. parent: #S, the slot of the bone above, or -1. Throws
// BindStopped.
WeightFigures weight_figures(const BindInput& in, const Influences& weights,
                             std::span<const int> parent, const BindProgress& progress = {});

}  // namespace bindpose
