// What all ways to compute weights take and give, and how they tell how far they are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rig/mesh.h"
#include "rig/weights/segment_weights.h"

namespace bindpose {

// A surface and its bones in one space: the file's world in the bind pose. Lengths in its units.
struct BindInput {
  std::span<const vec3> position;           // #V
  std::span<const std::uint32_t> triangle;  // 3 #T, all below #V
  std::span<const BoneSegment> segments;  // #S, at most 65,535; radii are not read. Those that are
                                          // not finite pull on nothing
};

// Throws std::runtime_error with one sentence where there is no bone, or neither a bone nor a
// vertex whose place is a number.
void check_bind_input(const BindInput& in);

// Thrown out of a computation whose Progress said to stop.
struct BindStopped {};

// `tell` is given what part is done, 0 to 1, now and then, always on the thread that called; it
// answers whether to go on. Empty: nobody asks.
class BindProgress {
 public:
  BindProgress() = default;
  explicit BindProgress(std::function<bool(double)> tell) : tell_(std::move(tell)) {}
  // The part from..to of this one.
  BindProgress within(double from, double to) const;
  void at(double part) const;  // throws BindStopped

 private:
  std::function<bool(double)> tell_;
  double from_ = 0.0, to_ = 1.0;
};

// work(begin, end) for [0, count) in blocks, by as many threads as there are processors, this one
// among them. What it writes must depend on the index alone: then the result does not depend on the
// threads. What it throws is thrown here.
void for_blocks(std::size_t count, std::size_t block, const BindProgress& progress,
                const std::function<void(std::size_t, std::size_t)>& work);

// Weights, and what could not be done as the method says it.
struct AutomaticWeights {
  // #V rows. Slots count into the segments. Vertices at one place have one row; a vertex that is
  // not finite has none, all others have weights > 0 with the sum 1.
  Influences influences;
  // Vertices of parts of the surface that see no bone (heat) or that no way through the inside
  // joins with one (voxel), and how many parts: for them the nearest bone counted (heat), or they
  // have the weights of the nearest vertex that has some (voxel).
  std::size_t strays = 0, stray_parts = 0;
  // #S for heat, empty for others: whether the bone is the nearest in sight of some vertex.
  std::vector<std::uint8_t> nearest_somewhere;
};

// A row of weights in any order, slots once: sorted, without what is below kLeastWeight of the sum
// and, where limit > 0, with at most so many entries, the largest; made to add up to 1. The largest
// that is left out is subtracted from those that stay: where a bone gives its place to another one
// it weighs nothing, so that weights do not jump, and no side of a symmetric model is preferred.
// Only where all are equal (relative 1e-3) the first ones stay as they are.
inline constexpr float kLeastWeight = 5e-5f;
void keep_largest(std::vector<WeightEntry>& row, int limit);

// A sorted row with the sum 1 that was cut: without what 8 bits round to nothing, unless its
// largest is no more than that.
void drop_crumbs(std::vector<WeightEntry>& row);

// Rows of points to rows of vertices: Influences with the sum 1 for rows that have entries.
Influences influences_of(std::span<const std::vector<WeightEntry>> rows,
                         std::span<const std::uint32_t> point_of_vertex);

}  // namespace bindpose
