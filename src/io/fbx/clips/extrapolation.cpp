#include "io/fbx/clips/extrapolation.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

// The curve played backwards, in the same time.
std::vector<CurveKey> mirrored(const std::vector<CurveKey>& keys) {
  const double sum = keys.front().time + keys.back().time;
  std::vector<CurveKey> out;
  out.reserve(keys.size());
  for (std::size_t i = keys.size(); i-- > 0;) {
    CurveKey key = keys[i];
    key.time = sum - key.time;
    key.arriving = keys[i].leaving * vec2(-1.0f, 1.0f);
    key.leaving = keys[i].arriving * vec2(-1.0f, 1.0f);
    key.segment = i > 0 ? keys[i - 1].segment : Segment::Step;
    if (i > 0 && key.segment == Segment::Step) {
      key.segment = Segment::StepToNext;
    } else if (key.segment == Segment::StepToNext) {
      key.segment = Segment::Step;
    }
    out.push_back(key);
  }
  return out;
}

void shift_keys(std::vector<CurveKey>& keys, double time, float value) {
  for (CurveKey& key : keys) {
    key.time += time;
    key.value += value;
  }
}

// How many rounds of the curve fill `gap` seconds.
double rounds(const FbxExtrapolation& how, double gap, double round) {
  const double needed = std::ceil(gap / round);
  return how.times < 0 ? needed : std::min(needed, static_cast<double>(how.times));
}

// Round n beside the curve, n = 1, 2, ... after it and -1, -2, ... before it.
std::vector<CurveKey> round_at(const std::vector<CurveKey>& keys, FbxBeyond how, int n) {
  const double length = keys.back().time - keys.front().time;
  std::vector<CurveKey> out = how == FbxBeyond::Mirror && n % 2 != 0 ? mirrored(keys) : keys;
  const float rise = how == FbxBeyond::RepeatRelative
                         ? static_cast<float>(n) * (keys.back().value - keys.front().value)
                         : 0.0f;
  shift_keys(out, n * length, rise);
  return out;
}

// A straight line on from an end, along the handle that points into the curve.
void add_slope(Curve& curve, bool before, double time) {
  const CurveKey end = before ? curve.key.front() : curve.key.back();
  const vec2 handle = before ? end.leaving : end.arriving;
  const double slope = double{handle.y} / double{handle.x};
  CurveKey key;
  key.time = time;
  key.value = static_cast<float>(double{end.value} + slope * (time - end.time));
  if (!std::isfinite(key.value)) return;
  key.segment = Segment::Linear;
  if (before) {
    curve.key.insert(curve.key.begin(), key);
  } else {
    curve.key.back().segment = Segment::Linear;
    curve.key.push_back(key);
  }
}

}  // namespace

FbxExtrapolation read_fbx_extrapolation(const FbxTree& tree, std::uint32_t node,
                                        std::string_view side) {
  FbxExtrapolation out;
  const std::uint32_t found = fbx_child(tree, node, side);
  if (found == 0) return out;
  const FbxProperty* type = tree.get(fbx_child(tree, found, "Type"), 0);
  if (type == nullptr || type->data.empty()) return out;
  // The letter is a word in text files and the first byte of a number in binary ones.
  switch (type->data.front()) {
    case 'A':
      out.how = FbxBeyond::RepeatRelative;
      break;
    case 'K':
      out.how = FbxBeyond::Slope;
      break;
    case 'M':
      out.how = FbxBeyond::Mirror;
      break;
    case 'R':
      out.how = FbxBeyond::Repeat;
      break;
    default:
      break;
  }
  const auto times = fbx_integer(tree.get(fbx_child(tree, found, "Repetition"), 0));
  if (times && *times >= 0) out.times = *times;
  return out;
}

bool extend(Curve& curve, const FbxExtrapolation& before, const FbxExtrapolation& after,
            double from, double to, std::size_t most) {
  const std::vector<CurveKey> keys = curve.key;
  if (keys.size() < 2) return true;
  const double length = keys.back().time - keys.front().time;
  const double gap_before = keys.front().time - from;
  const double gap_after = to - keys.back().time;
  if (!(length > 0.0)) return true;
  const auto repeats = [](const FbxExtrapolation& e) {
    return e.how != FbxBeyond::Hold && e.how != FbxBeyond::Slope;
  };
  const double first = repeats(before) && gap_before > 0.0 ? rounds(before, gap_before, length) : 0;
  const double last = repeats(after) && gap_after > 0.0 ? rounds(after, gap_after, length) : 0;
  if ((first + last + 1.0) * static_cast<double>(keys.size()) > static_cast<double>(most)) {
    return false;
  }
  if (first > 0.0 || last > 0.0) curve.key.clear();
  for (int n = -static_cast<int>(first); (first > 0.0 || last > 0.0) && n <= last; ++n) {
    const FbxBeyond how = n < 0 ? before.how : n > 0 ? after.how : FbxBeyond::Hold;
    const std::vector<CurveKey> next = round_at(keys, how, n);
    curve.key.insert(curve.key.end(), next.begin(), next.end());
  }
  if (before.how == FbxBeyond::Slope && gap_before > 0.0) add_slope(curve, true, from);
  if (after.how == FbxBeyond::Slope && gap_after > 0.0) add_slope(curve, false, to);
  return true;
}

}  // namespace bindpose
