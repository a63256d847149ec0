// How each joint is bound, and how far that is from where else it could be: what the bind doctor
// shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/draft/bound_anew.h"

namespace bindpose {

// How far one place of a joint is from another one.
struct BindApart {
  double distance = 0.0;  // of the origins, in the file's units
  double degrees = 0.0;   // that its axes are turned, scale and shear aside
  double scale = 1.0;     // the ratio of lengths that is farthest from 1, of the three axes
  bool apart = false;     // more than what is told: kFitsBind of the model's size, of the axes'
                          // lengths
  bool same = true;       // but for rounding: is_same_bind()
};
// `size`: a length that places are held against, such as the surface's diagonal; > 0.
BindApart bind_apart(const mat4& from, const mat4& to, double size);
inline constexpr double kFitsBind = 1e-3;  // as the report on an FBX file's Pose has it
// But for rounding: a hundredth of that. Binding a joint where it is bound so is no step, and only
// then it is said to be the same: what somebody can have meant is done, and told.
bool is_same_bind(const mat4& a, const mat4& b, double size);

struct BoundJoint {
  int joint = -1;
  int mesh = -1;         // whose B_j is shown: of those that name the joint, that with most of its
                         // weight
  std::size_t slot = 0;  // in that mesh's skin
  std::size_t meshes = 0;       // how many skins name it
  bool differ = false;          // and bind it in different places
  std::optional<mat4> in_pose;  // where the file's own table of the bind pose has it (FBX: Pose)
  BindApart from_pose;          // B_j against that
  BindApart from_rest;          // B_j against W_j of the rest pose: what the rest pose is to T_j
  BindApart from_here;          // B_j against W_j as it is shown: T_j itself
  // The axes of B_j.
  bool singular = false, mirrored = false;
  double shear = 0.0;   // degrees that two of them are away from upright, the most
  double uneven = 1.0;  // the longest by the shortest
};

// What the doctor looks for. Fault: what is likely one, which is axes, the file's Pose, and mesh
// against mesh; to be bound elsewhere than the rest pose or this one is none. Any: all of them, the
// rest pose and this one included.
enum class BindDoubt { Fault, Any, Axes, Pose, Rest, Here, Meshes };

// A length that places of a model's joints are held against: the diagonal of its surface, in bind
// space; > 0.
double surface_size(const Model& model);

// The joints that skins name (edited weights included), in the skeleton's order. `posed` is what
// evaluate() makes of the scene.
std::vector<BoundJoint> bound_joints(const Scene& scene, const PosedScene& posed);
// The same after another pose of the same model and weights: only T_j (from_here) is another, and
// only that is computed. `size`: surface_size() of the model.
void examine_here(const Scene& scene, const PosedScene& posed, double size,
                  std::vector<BoundJoint>& joints);
// Whether it is off in that way.
bool in_doubt(const BoundJoint& joint, BindDoubt about);
// "mirrored, sheared by 12 degrees", or "at right angles, of one length".
std::string axes_sentence(const BoundJoint& joint);

// Whether a skin of the file binds some joint elsewhere than the file's own table has it.
bool apart_from_pose(const Model& model);

}  // namespace bindpose
