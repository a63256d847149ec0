// What a brush does to the weights of a surface while it is drawn over it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "rig/surface/vertex_graph.h"
#include "rig/weights/weight_rows.h"

namespace bindpose {

enum class PaintMode { Add, Subtract, Replace, Smooth, Sharpen };
// How much less the brush does towards its rim.
enum class FallOff { Smooth, Linear, Flat };

// Of a place that is `part` of the radius away from the middle: 1 in the middle, 0 from the rim on.
// Smooth: 1 - 3 part^2 + 2 part^3; flat: 1 up to the rim.
double fall_off(FallOff kind, double part);

// Two joints at most: where a stroke is mirrored, the one on the other side is the second.
struct BrushRules {
  PaintMode mode = PaintMode::Add;
  double strength = 0.0;            // 0 to 1
  double value = 1.0;               // Replace: what the weight becomes, 0 to 1
  std::array<int, 2> slot{-1, -1};  // whose weight is painted; Smooth, Sharpen: none, all are
  int limit = 0;                    // influences that a row which is painted has at most; 0: any
  std::function<bool(int slot)> locked{};  // null: none is
  // Where both sides are painted: the slot on the other side, itself or below 0 where it has none.
  // Null: one side is.
  std::function<int(int slot)> opposite{};
};

// How much of the brush a point gets, 0 to 1, for each of the two joints.
struct Covered {
  std::uint32_t point = 0;
  std::array<double, 2> amount{};
};

// One stroke from where the button goes down to where it is let go. Points are those of a graph
// (places of the surface), slots are whatever numbers `row_of` names joints by.
//
// Add, Subtract and Replace go by the most that the stroke has given a point so far, and from the
// weight w that it had at the begin: w + s c, w - s c, w + (value - w) s c, within [0, 1]. So it
// does not matter how many dabs a stroke is cut into, and one that goes over a place twice does
// what one does that goes there once. The other weights keep their proportions and make up the
// rest; where there are no others the weight stays.
//
// Smooth and Sharpen add up from dab to dab. A point goes s c of the way towards the mean of its
// neighbours (nearer ones count more, 1 / length, as smoothed() in rig/mend/surface_mends.h), or as
// far away from it; nothing becomes negative, and rows add up to 1.
//
// Locked weights stay. Weights below a thousandth are not brought into a row that had none.
// Of more than `limit` influences the largest stay, locked ones first and painted ones before
// others that are as large; a row with that many locked ones stays as it is. Where both sides are
// painted, of two opposite ones that are as large both stay or none does: what lies in the middle
// leans to no side.
class PaintStroke {
 public:
  using Row = std::vector<ExactWeight>;
  // `row_of` is asked once for each point that is needed: its row at the begin of the stroke, of
  // sum 1 or empty. The graph is kept by reference and must outlive it.
  PaintStroke(const VertexGraph& graph, BrushRules rules,
              std::function<Row(std::uint32_t point)> row_of);

  // What one dab covers, no point twice. Returns those whose rows it changed. Valid until the next
  // call.
  const std::vector<std::uint32_t>& dab(std::span<const Covered> covered);
  // Of a point that a dab changed: its row now, of sum 1, in any order, no weight 0.
  Row row(std::uint32_t point) const;
  // Points whose weight was to be another one, and which follow the painted joint alone.
  std::size_t alone() const { return alone_; }

 private:
  struct Place {
    Row begin, now;
    std::array<double, 2> most{};  // of the brush, so far
    bool alone = false;
  };
  Place& place(std::uint32_t point);
  const Place& known(std::uint32_t point) const { return places_[number_[point] - 1]; }
  bool aim(Place& place);
  Row evened(std::uint32_t point, double factor);
  bool is_locked(int slot) const { return rules_.locked && rules_.locked(slot); }
  bool is_painted(int slot) const;
  bool loses_its_opposite(const ExactWeight& e, const Row& row) const;

  const VertexGraph& graph_;
  BrushRules rules_;
  std::function<Row(std::uint32_t)> row_of_;
  std::vector<std::uint32_t> number_;  // #P: of a point in places_, from 1; 0: not asked for yet
  std::deque<Place> places_;           // they stay where they are
  std::vector<std::uint32_t> changed_;
  std::size_t alone_ = 0;
};

}  // namespace bindpose
