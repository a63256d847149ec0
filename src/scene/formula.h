// The numbers behind the formulas of one joint: the matrices of W_j = W_p(j) L_j Ul_j and
// T_j = W_j B_j^-1 as the frame has them, the chain from the root, and the rigid-bone form beside
// them. The Math tab, `bindpose matrices` and lessons all print these.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/rigid.h"
#include "scene/scene.h"

namespace bindpose {

// W_j = W_p(j) L_j Ul_j, the file's world.
struct JointFactors {
  int joint = -1;
  int parent = kNoParent;
  mat4 parent_world{1.0f};  // W_p(j); the identity at a root
  mat4 base_local{1.0f};    // L_j
  mat4 user_local{1.0f};    // Ul_j
  mat4 world{1.0f};         // W_j
};
// `posed` is what evaluate() made of the scene, here and below; the joint is one of the skeleton's.
JointFactors joint_factors(const Scene& scene, const PosedScene& posed, int joint);

// U_j, the user's Ul_j told in the world's axes: W_j = U_j W_p(j) L_j, hence U_j = F Ul_j F^-1 with
// F = W_p(j) L_j (Craig, Introduction to Robotics, 2.3: moving axes multiply on the right, fixed
// ones on the left). A turn about the joint stays one about the joint: its axis goes through where
// F has the joint. Nothing where F has no inverse (a scale of 0 above).
std::optional<mat4> world_increment(const JointFactors& joint);

// The factors of all joints from the root to `joint`, the root first: W_j is the product of their
// L_k Ul_k from left to right, and `world` the product so far.
std::vector<JointFactors> chain_to(const Scene& scene, const PosedScene& posed, int joint);

// T_j = W_j B_j^-1 for one slot of a mesh's skin.
struct SkinFactors {
  int mesh = -1;
  int slot = -1;
  mat4 world{1.0f};         // W_j
  mat4 bind{1.0f};          // B_j
  mat4 inverse_bind{1.0f};  // B_j^-1
  mat4 skin{1.0f};          // T_j
};
SkinFactors skin_factors(const Scene& scene, const PosedScene& posed, int mesh, int slot);

// The meshes whose skin names the joint.
std::vector<int> meshes_of_joint(const Scene& scene, int joint);

// The rigid-bone form beside T_j (rig/rigid.h): Q_j = Q_p q_j, t_j = t_p + Q_p x_j - Q_j x_j, with
// T_j v = Q_j v + t_j.
struct RigidFactors {
  RigidBone parent;                       // Q_p, t_p; the identity at a root
  quat relative{1.0f, 0.0f, 0.0f, 0.0f};  // q_j
  vec3 center{0.0f};                      // x_j, bind space
  RigidBone bone;                         // Q_j the rotation in T_j, t_j its translation
  float stretch =
      0.0f;  // largest |A^T A - I| of T_j's and T_p's 3x3; far from 0 the form does not hold
  float gap = 0.0f;    // |T_p x_j - T_j x_j|: how far the joint has left its parent, file units
  float reach = 0.0f;  // how far out the joint is, to measure the gap by, file units
};
RigidFactors rigid_factors(const Scene& scene, const PosedScene& posed, int joint);
// Beyond these the rigid form is said not to hold: `stretch` as it is, `gap` as a part of `reach`.
inline constexpr float kRigidStretch = 1e-3f, kRigidGap = 1e-3f;

// A matrix as a person says it: T(translation) R(degrees about axis) S(scale).
struct MatrixParts {
  vec3 translation{0.0f};
  vec3 axis{0.0f, 0.0f, 1.0f};  // unit length; of no meaning where degrees is 0
  float degrees = 0.0f;         // 0 to 180
  vec3 scale{1.0f};             // x negative: mirrored
  bool sheared = false;         // translation, rotation and scale do not say it all
  std::optional<Screw> screw;   // where it is rigid and turns: the same as one motion
};
MatrixParts parts_of(const mat4& m);
struct AxisAngle {
  vec3 axis{0.0f, 0.0f, 1.0f};
  float degrees = 0.0f;
};
AxisAngle axis_angle(const quat& q);

// One short sentence each for translation, rotation and scale (and shear, where there is any):
// "Sends the origin to (0, 1.2, 0).", "Turns 30° about (0, 0, 1), the z axis.", "Does not scale."
// Where all points move alike: "Moves by (0, 1.2, 0)." A rigid motion that turns has the line it
// turns about as well: the place of the origin tells nothing of it.
std::vector<std::string> in_words(const MatrixParts& parts);

// Four rows as `bindpose matrices` writes them, digits enough to read back the same floats.
std::string rows_text(const mat4& m);
// "[0.25, 1.0, -0.5]", likewise.
std::string list_text(std::span<const float> numbers);

}  // namespace bindpose
