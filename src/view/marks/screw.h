// A rigid T_j drawn as the screw that it is: the line it turns about, the turn, the way along the
// line. A function of matrices; who draws it is not its concern.
#pragma once

#include <string>
#include <vector>

#include "math/types.h"

namespace bindpose {

// All in the space of T_j: the file's world.
struct ScrewMark {
  enum Kind {
    Still,     // T_j moves nothing: nothing to draw
    Shift,     // all points move alike: the arrow alone
    Turn,      // about a line, and maybe along it
    NotRigid,  // T_j scales, shears or mirrors: no screw says it
  };
  Kind kind = Still;
  vec3 line_from{0.0f}, line_to{0.0f};  // Turn: a part of the axis, the joint's height in it
  std::vector<vec3> arc;  // Turn: from where something stood to where the turn puts it
  vec3 middle{0.0f};      // Turn: of the arc, on the axis
  // Shift: from the joint at bind to where it is; Turn: from the arc's middle along the axis, of no
  // length where nothing slides.
  vec3 slide_from{0.0f}, slide_to{0.0f};
  vec3 label_at{0.0f};
  std::string label;  // what it does in words, angle in degrees and lengths in the file's unit
};

// `skin`: T_j; `joint_at_bind`: B_j's origin, beside which the screw is drawn; `size`: of the
// model. Any rigid motion is a turn about a line and a shift along it (M. Chasles 1830, G. Mozzi
// 1763; R. Murray, Z. Li, S. Sastry, "A Mathematical Introduction to Robotic Manipulation", 1994,
// ch. 2); the line: screw_of() in rig/rigid.h. The arc has the joint's own way where the joint is
// neither near the line nor far from it, in parts of `size`.
ScrewMark screw_mark(const mat4& skin, const vec3& joint_at_bind, float size);

}  // namespace bindpose
