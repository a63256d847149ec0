// Where blended rotations shrink: the candidates of the two strongest influences, the chord between
// them on which linear blending puts the vertex, and the arc on which a turn by the blended angle
// would. A function of matrices; who draws it is not its concern.
#pragma once

#include <string>
#include <vector>

#include "scene/vertex_formula.h"

namespace bindpose {

// All in the file's world.
struct ChordMark {
  enum Kind {
    None,      // fewer than two influences
    Turn,      // one joint's T_j is the other's and a turn about a line
    NotRigid,  // it scales, shears or mirrors, or does not turn: there is no arc
  };
  Kind kind = None;
  int joint[2] = {-1, -1};  // of the largest weight, and of the next
  vec3 end[2];              // T_j v_i
  vec3 blend{0.0f};         // (1 - part) T_0 v_i + part T_1 v_i
  vec3 turned{0.0f};        // by the part of the angle: on the arc
  vec3 center{0.0f};        // the line's point on the level of `turned`, where the radii meet
  std::vector<vec3> arc;    // from end[0] to end[1]
  float part = 0.0f;        // w_1 / (w_0 + w_1)
  float degrees = 0.0f;     // between the two
  float radius = 0.0f, blend_radius = 0.0f;  // from the line to the candidates, and to the blend
  // Of the blend: "0.50 of the radius left, ends 120.0° apart". The blend itself is not
  // turned by that angle.
  std::string label;
};

// Of the vertex's terms (scene/vertex_formula.h). For a turn by the angle a in two equal halves the
// blend keeps cos(a / 2) of the radius: the middle of a chord (L. Kavan, S. Collins, J. Zara,
// C. O'Sullivan, "Geometric skinning with approximate dual quaternion blending", 2008); in parts
// 1 - p and p it keeps sqrt(1 - 2 p (1 - p) (1 - cos a)).
ChordMark chord_mark(const std::vector<VertexTerm>& terms);

}  // namespace bindpose
