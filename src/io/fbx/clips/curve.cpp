#include "io/fbx/clips/curve.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/fbx/clips/tangent.h"

namespace bindpose {
namespace {

constexpr double kUsualWeight = 1.0 / 3.0;

// One key's attributes, shared by the keys of a run.
struct Attributes {
  std::uint32_t flags = 0;
  float value[4] = {};  // right slope, next key's left slope, two weights, two velocities

  // Weights are two numbers of four decimals in the bits of one float.
  double weight(bool next_left) const {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value[2]);
    return static_cast<double>(next_left ? bits >> 16 : bits & 0xffffu) * 0.0001;
  }
  double right_weight() const {
    return (flags & fbx_key::kWeightedRight) != 0 ? weight(false) : kUsualWeight;
  }
  double next_left_weight() const {
    return (flags & fbx_key::kWeightedNextLeft) != 0 ? weight(true) : kUsualWeight;
  }
};

struct RawCurve {
  std::vector<double> time;  // seconds
  std::vector<double> value;
  std::vector<Attributes> attributes;  // of the runs
  std::vector<std::int64_t> length;    // of the runs
};

std::optional<std::vector<float>> attribute_data(const FbxTree& tree, std::uint32_t node,
                                                 std::size_t& budget) {
  if (!tree.text || tree.version < kFbxBitsVersion) return fbx_array<float>(tree, node, budget);
  const auto bits = fbx_array<std::int64_t>(tree, node, budget);
  if (!bits) return {};
  std::vector<float> out;
  out.reserve(bits->size());
  for (const std::int64_t b : *bits) {
    out.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(b)));
  }
  return out;
}

bool read_runs(const FbxTree& tree, std::uint32_t node, std::size_t& budget, RawCurve& out) {
  const auto flags = fbx_array<std::int64_t>(tree, fbx_child(tree, node, "KeyAttrFlags"), budget);
  const auto data = attribute_data(tree, fbx_child(tree, node, "KeyAttrDataFloat"), budget);
  auto length = fbx_array<std::int64_t>(tree, fbx_child(tree, node, "KeyAttrRefCount"), budget);
  if (!flags || !data || !length || flags->size() != length->size() ||
      data->size() != 4 * flags->size()) {
    return false;
  }
  std::size_t covered = 0;
  for (const std::int64_t n : *length) {
    if (n <= 0) return false;
    covered += std::min(static_cast<std::size_t>(n), out.time.size());
  }
  if (covered < out.time.size()) return false;
  for (std::size_t r = 0; r < flags->size(); ++r) {
    Attributes a;
    a.flags = static_cast<std::uint32_t>((*flags)[r]);
    std::copy_n(data->begin() + static_cast<std::ptrdiff_t>(4 * r), 4, a.value);
    out.attributes.push_back(a);
  }
  out.length = std::move(*length);
  return true;
}

std::optional<RawCurve> read_raw(const FbxTree& tree, std::uint32_t node, const FbxUnits& units,
                                 std::size_t& budget) {
  RawCurve out;
  const auto ticks = fbx_array<std::int64_t>(tree, fbx_child(tree, node, "KeyTime"), budget);
  auto value = fbx_array<double>(tree, fbx_child(tree, node, "KeyValueFloat"), budget);
  if (!ticks || !value || ticks->empty() || ticks->size() != value->size() ||
      !std::is_sorted(ticks->begin(), ticks->end())) {
    return {};
  }
  const auto finite = [](double v) { return std::isfinite(static_cast<float>(v)); };
  if (!std::all_of(value->begin(), value->end(), finite)) return {};
  out.time.reserve(ticks->size());
  for (const std::int64_t t : *ticks) {
    out.time.push_back((static_cast<double>(t) - units.start) / units.ticks_per_second);
  }
  out.value = std::move(*value);
  if (!read_runs(tree, node, budget, out)) return {};
  return out;
}

FbxNeighbours neighbours(const RawCurve& raw, std::size_t k) {
  FbxNeighbours at;
  at.time = raw.time[k];
  at.value = raw.value[k];
  if (k > 0 && raw.time[k - 1] < raw.time[k]) {
    at.before = true;
    at.time_before = raw.time[k - 1];
    at.value_before = raw.value[k - 1];
  }
  if (k + 1 < raw.time.size() && raw.time[k] < raw.time[k + 1]) {
    at.after = true;
    at.time_after = raw.time[k + 1];
    at.value_after = raw.value[k + 1];
  }
  return at;
}

// Slope and weight of a handle: it reaches `weight` of the way to the neighbour.
struct Tangent {
  double slope = 0.0;
  double weight = kUsualWeight;

  vec2 handle(double interval) const {
    const double reach = std::clamp(weight, 0.0, 1.0) * interval;
    return {static_cast<float>(reach), static_cast<float>(reach * slope)};
  }
};

Segment segment_of(std::uint32_t flags) {
  if ((flags & fbx_key::kConstant) != 0) {
    return (flags & fbx_key::kConstantNext) != 0 ? Segment::StepToNext : Segment::Step;
  }
  return (flags & fbx_key::kCubic) != 0 ? Segment::Cubic : Segment::Linear;
}

// Tangents on both sides of a cubic key. The left one comes from the key before and is changed
// where this key is automatic. Velocities need no heed: where they are used, slopes have them in.
void solve_cubic(const Attributes& a, FbxNeighbours at, Tangent& left, Tangent& right,
                 Tangent& next_left) {
  right = {double{a.value[0]}, a.right_weight()};
  next_left = {double{a.value[1]}, a.next_left_weight()};
  if ((a.flags & fbx_key::kTcb) != 0) {
    const FbxSlopes slopes =
        fbx_tcb_slopes(at, double{a.value[0]}, double{a.value[1]}, double{a.value[2]});
    left.slope = slopes.left;
    right = {slopes.right, kUsualWeight};
    next_left = {};
    return;
  }
  if ((a.flags & fbx_key::kUser) != 0) return;
  at.weight_left = left.weight;
  at.weight_right = right.weight;
  // Automatic tangents keep a bias where the slopes would be; the left one with its sign turned.
  constexpr double kSameBias = 0.0001;
  const double left_bias = -left.slope;
  const double right_bias = right.slope;
  if (at.before && at.after && std::abs(right_bias - left_bias) > kSameBias) {
    left.slope = fbx_auto_slope(at, left_bias, a.flags);
    right.slope = fbx_auto_slope(at, right_bias, a.flags);
  } else {
    left.slope = right.slope =
        fbx_auto_slope(at, at.before && !at.after ? left_bias : right_bias, a.flags);
  }
}

void solve(const RawCurve& raw, double scale, Curve& out) {
  Tangent left;
  std::size_t run = 0;
  std::int64_t used = 0;
  for (std::size_t k = 0; k < raw.time.size(); ++k) {
    const Attributes& a = raw.attributes[run];
    if (++used >= raw.length[run]) {
      ++run;
      used = 0;
    }
    const FbxNeighbours at = neighbours(raw, k);
    CurveKey key;
    key.time = at.time;
    key.value = static_cast<float>(at.value * scale);
    key.segment = segment_of(a.flags);
    Tangent right;
    Tangent next_left;
    if (key.segment == Segment::Cubic) solve_cubic(a, at, left, right, next_left);
    // Values first, then the scale: products of large slopes and small times stay exact.
    const vec2 unit(1.0f, static_cast<float>(scale));
    if (at.before) key.arriving = -left.handle(at.time - at.time_before) * unit;
    if (at.after) key.leaving = right.handle(at.time_after - at.time) * unit;
    out.key.push_back(key);
    left = next_left;
  }
}

bool finite(const Curve& curve) {
  return std::all_of(curve.key.begin(), curve.key.end(), [](const CurveKey& k) {
    return std::isfinite(k.time) && std::isfinite(k.value) && std::isfinite(k.arriving.x) &&
           std::isfinite(k.arriving.y) && std::isfinite(k.leaving.x) && std::isfinite(k.leaving.y);
  });
}

}  // namespace

std::optional<Curve> read_fbx_curve(const FbxTree& tree, std::uint32_t node, const FbxUnits& units,
                                    std::size_t& budget) {
  const std::optional<RawCurve> raw = read_raw(tree, node, units, budget);
  if (!raw || budget < raw->time.size() * sizeof(CurveKey)) return {};
  budget -= raw->time.size() * sizeof(CurveKey);
  Curve out;
  out.key.reserve(raw->time.size());
  solve(*raw, units.scale, out);
  if (!finite(out)) return {};
  return out;
}

std::optional<FbxSpan> fbx_curve_span(const FbxTree& tree, std::uint32_t node,
                                      std::size_t& budget) {
  const auto ticks = fbx_array<std::int64_t>(tree, fbx_child(tree, node, "KeyTime"), budget);
  if (!ticks || ticks->empty()) return {};
  return FbxSpan{ticks->front(), ticks->back()};
}

}  // namespace bindpose
