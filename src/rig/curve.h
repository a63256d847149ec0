// A number over time: straight, stepped and Bezier segments between keys, as animation programs
// draw them.
#pragma once

#include <cstdint>
#include <vector>

#include "math/types.h"

namespace bindpose {

// What happens between a key and the next.
enum class Segment : std::uint8_t {
  Step,        // the key's value until the next key
  StepToNext,  // the next key's value as soon as the key is passed
  Linear,
  Cubic,  // a Bezier curve in time and value through the two keys' handles
};

// Handles are the control points relative to the key: (seconds, value).
struct CurveKey {
  double time = 0.0;  // seconds
  float value = 0.0f;
  Segment segment = Segment::Linear;
  vec2 arriving{0.0f};  // of the segment before; x <= 0
  vec2 leaving{0.0f};   // of the segment after; x >= 0
};

// Times ascend. Before the first and after the last key the end values hold. Handles that reach
// beyond the neighbouring key are pulled back to its time, so that there is one value at any time.
struct Curve {
  std::vector<CurveKey> key;
};

// `fallback` where there are no keys. Of keys at the same time the last counts from that time on.
float sample(const Curve& curve, double time, float fallback);

}  // namespace bindpose
