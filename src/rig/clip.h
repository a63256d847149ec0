// Animation clips and their sampling.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "math/transform.h"
#include "math/types.h"
#include "rig/skeleton.h"

namespace bindpose {

enum class Interpolation { Linear, Step, Cubic };  // Cubic: glTF's in-tangent, value, out-tangent

// Keys of one component. Times are in seconds, ascending. Empty: the fallback is used; one key: a
// constant. Before the first and after the last key the end values hold. For Cubic, `value` has three
// entries a key (in-tangent, value, out-tangent).
template <typename T>
struct Keys {
  std::vector<double> time;
  std::vector<T> value;
  Interpolation interpolation = Interpolation::Linear;
};

// One factor of a joint's local matrix: T(t) R(q) S(s) sampled, or a constant where no keys are.
struct TrackFactor {
  Keys<vec3> translation;
  Keys<quat> rotation;   // unit length; sampled by slerp, the short way
  Keys<vec3> scale;
  Transform fallback;    // stands in for a component without keys
  bool constant = false; // true: `matrix` is the factor and there are no keys
  mat4 matrix{1.0f};
};

// L_j(t) = factor_0(t) factor_1(t) ... Most files have one factor a joint; FBX pivots have several.
struct JointTrack {
  int joint = 0;
  std::vector<TrackFactor> factors;
};

struct Clip {
  std::string name;
  double duration = 0.0;  // seconds; clips start at 0
  std::vector<JointTrack> tracks;
};

Transform sample(const TrackFactor& factor, double time);
mat4 sample(const JointTrack& track, double time);

// L_j at `time` seconds (clamped to [0, duration]) for all joints: joints without a track keep their
// rest_local. base_local: #J. No allocation.
void sample_clip(const Clip& clip, const Skeleton& skeleton, double time,
                 std::span<mat4> base_local);

}  // namespace bindpose
