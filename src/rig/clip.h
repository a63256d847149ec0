// Animation clips and their sampling.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "math/rotation.h"
#include "math/transform.h"
#include "math/types.h"
#include "rig/curve.h"
#include "rig/skeleton.h"

namespace bindpose {

enum class Interpolation { Linear, Step, Cubic };  // Cubic: glTF's in-tangent, value, out-tangent

// Keys of one component. Times are in seconds, ascending. Empty: the fallback is used; one key: a
// constant. Before the first and after the last key the end values hold. For Cubic, `value` has
// three entries a key (in-tangent, value, out-tangent).
template <typename T>
struct Keys {
  std::vector<double> time;
  std::vector<T> value;
  Interpolation interpolation = Interpolation::Linear;
};

enum class CurveTarget : std::uint8_t { None, Translation, Rotation, Scale };

// One curve for each of x, y and z, as FBX and Collada animate. Angles are in radians. They can not
// be had as quaternion keys: between its keys each angle has a course of its own.
struct ComponentCurves {
  CurveTarget target = CurveTarget::None;
  EulerOrder order = EulerOrder::XYZ;  // Rotation only
  std::array<Curve, 3> axis;
  vec3 fallback{0.0f};  // stands in for an axis without keys
};

// One factor of a joint's local matrix: T(t) R(q) S(s) sampled from keys or curves, or a constant.
struct TrackFactor {
  Keys<vec3> translation;
  Keys<quat> rotation;  // unit length; sampled by slerp, the short way
  Keys<vec3> scale;
  Transform fallback;     // stands in for a component without keys
  bool constant = false;  // true: `matrix` is the factor and there are no keys
  mat4 matrix{1.0f};
  ComponentCurves curves;  // with a target: all there is of the factor, no keys beside it
};

// The matrix at all times.
TrackFactor constant_factor(const mat4& matrix);

// L_j(t) = factor_0(t) factor_1(t) ... Most files have one factor a joint; FBX pivots have several.
// FBX joints may also leave scales of their ancestors out and take others over axis by axis. With
// T(t) A for the product of the factors: L_j = T(t) D^-1 A M, where D and M are the products of the
// diagonal matrices in `left_out` and `taken_over` (targets: Scale). A scale of 0 is not divided
// by.
struct JointTrack {
  int joint = 0;
  std::vector<TrackFactor> factors;
  std::vector<ComponentCurves> left_out;
  std::vector<ComponentCurves> taken_over;
};

// m_k(t) of a morph channel.
struct MorphTrack {
  int channel = 0;  // index into Model::morph_channels
  Keys<float> weight;
  Curve curve{};  // with keys: all there is, none in `weight`
};

struct Clip {
  std::string name;
  double duration = 0.0;  // seconds; clips start at 0
  std::vector<JointTrack> tracks;
  std::vector<MorphTrack> morphs;
  double rate = 0.0;  // frames a second, as the file has it; 0: it has none
};

// T(t) D^-1 A M for local = T(t) A: see JointTrack.
mat4 inherit_scales(const mat4& local, const vec3& left_out, const vec3& taken_over);

vec3 sample(const ComponentCurves& curves, double time);
quat rotation_from_euler(const vec3& radians, EulerOrder order);
Transform sample(const TrackFactor& factor, double time);
mat4 sample(const JointTrack& track, double time);

// L_j at `time` seconds (clamped to [0, duration]) for all joints: joints without a track keep
// their rest_local. base_local: #J. No allocation.
void sample_clip(const Clip& clip, const Skeleton& skeleton, double time,
                 std::span<mat4> base_local);

// m_k at `time` for the channels that the clip moves; the others keep what `weight` holds. #C.
void sample_morphs(const Clip& clip, double time, std::span<float> weight);

}  // namespace bindpose
