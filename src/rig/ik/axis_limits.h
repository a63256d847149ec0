// How far a joint may turn about its own x, y and z.
#pragma once

#include <span>

#include "math/numbers.h"
#include "math/types.h"

namespace bindpose::ik {

// Of the angles (a, b, c) in R = Rz(c) Ry(b) Rx(a), radians, within [-pi, pi]; an axis from -pi to
// pi is not limited. These are Euler angles, as the limits of joints in FBX files and in Maya and
// Blender are, and the numbers that a person reads: a hinge is one range and two that are 0 to 0.
// Swing and twist (P. Baerlocher and R. Boulic, "Parametrization and range of motion of the
// ball-and-socket joint", 2001) have no gimbal lock, but limits about a bone and about two
// directions across it, which are not the joint's axes; the cone of IkJoint is such a limit.
struct AxisLimits {
  glm::dvec3 low{-double(kPi)}, high{double(kPi)};

  bool limits(int axis) const { return high[axis] - low[axis] < 2.0 * double(kPi) - 1e-6; }
  bool any() const { return limits(0) || limits(1) || limits(2); }
};

// The angles of a rotation, or of one after a mirror in x (as decompose() of math/transform.h). Of
// the two ways to write it, (a, b, c) and (a + pi, pi - b, c + pi), the one that is less beyond the
// limits; in [-pi, pi]. Where b is a right angle only a - c, or a + c, is known: a counts as 0.
glm::dvec3 angles_within(const glm::dmat3& turn, const AxisLimits& limits);

// Each angle to the end of its range that is nearer round the circle; true where one was beyond.
bool keep_axes(glm::dmat3& turn, const AxisLimits& limits);

// Takes out of `allowed`, a projection of turns (in the frame, from the left), those that would
// lead out of a limit that the joint stands at; `omega` is the turn that is wanted. True where that
// takes something. Near gimbal lock nothing is taken: keep_axes() does the rest.
bool forbid_beyond(const glm::dmat3& turn, const AxisLimits& limits, const glm::dvec3& omega,
                   glm::dmat3& allowed);

// allowed, without the direction; false where it has none of that.
bool take_out(glm::dmat3& allowed, const glm::dvec3& direction);

}  // namespace bindpose::ik
