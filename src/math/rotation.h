// Rotations as the numbers that people type: unit quaternions, Euler angles, axis and angle.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "math/types.h"

namespace bindpose {

// Which angle turns first, about axes that stay: XYZ is x, then y, then z, R = Rz Ry Rx, as Blender
// and Maya write it. About axes that turn along it is the same read backwards: XYZ about fixed axes
// is z, y', x'' about moving ones.
enum class EulerOrder : std::uint8_t { XYZ, XZY, YZX, YXZ, ZXY, ZYX };  // as FBX counts them
// The axes of an order, 0 to 2, the first that turns first.
std::array<int, 3> axes_of(EulerOrder order);

// Degrees about x, y and z whatever the order; a sum of any size.
quat rotation_from_degrees(EulerOrder order, const vec3& degrees);
// The same back: the middle angle in [-90, 90], the others in (-180, 180]. In gimbal lock (the
// middle angle is 90 or -90) only the sum or the difference of the others is known: the axis that
// turns first gets 0.
vec3 degrees_from_rotation(EulerOrder order, const quat& q);
// The middle angle is within a tenth of a degree of a right angle: the other two turn about the
// same line.
bool is_gimbal_locked(EulerOrder order, const vec3& degrees);

// The angle of the turn from one to the other, 0 to 180. Unit quaternions.
double degrees_apart(const quat& a, const quat& b);

// `n` by form. Quaternion: w, x, y, z of any length but 0. Euler: degrees about x, y, z; n.w does
// not count. AxisAngle: x, y, z of any length but 0, then degrees.
struct RotationNumbers {
  enum Form { Euler, Quaternion, AxisAngle };
  Form form = Euler;
  EulerOrder order = EulerOrder::XYZ;  // of Euler
  vec4 n{0.0f};

  bool operator==(const RotationNumbers&) const = default;
};
// The unit quaternion; nothing where a number is not finite or a quaternion or axis has no length.
std::optional<quat> rotation_of(const RotationNumbers& numbers);
// The numbers of a rotation: w >= 0, an angle in [0, 180]; no turn is about z.
RotationNumbers numbers_of(const quat& q, RotationNumbers::Form form, EulerOrder order);

// Two unit quaternions mean the same rotation, up to what floats can tell.
bool is_same_rotation(const quat& a, const quat& b);

// The axes of a frame without its scale and shear: the orthogonal part of its 3x3 part (with a
// mirror, where the frame has one).
glm::dmat3 turning_axes(const mat4& frame);
// A turn that is `q` in a frame with those axes, as seen from outside it, A R A^T; and the other
// way, A^T R A.
quat seen_outside(const glm::dmat3& axes, const quat& q);
quat seen_inside(const glm::dmat3& axes, const quat& q);

}  // namespace bindpose
