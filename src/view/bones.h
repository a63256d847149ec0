// Where bones are drawn and picked: one list for the renderer, the picker and the labels.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "scene/bone_layout.h"
#include "scene/scene.h"
#include "view/camera.h"

namespace bindpose {

// A bone from a joint's head to its tail, in display space. A joint with several children has one
// bone, to the child that continues the chain (the one with the largest subtree, or one that is
// clearly more straight ahead and no mere ornament), and thin links to the others. A leaf gets a
// fraction of its parent's length along the parent's direction, fixed in its own frame, so that it
// turns with the joint. A helper (a node without weights) is a thin line; a helper without children
// (`_end`) and a bone whose child sits on top of it are tiny markers along the joint's own y axis.
struct Bone {
  int joint;
  vec3 head, tail;
  float length;  // |tail - head|, always > 0
  float radius;  // half width of the octahedron, follows the length
  vec3 side;     // unit, across the bone: from the joint's own x or z axis, so that a twist shows
  bool helper;   // thin line
  int child;     // the joint that it goes to; -1: none, a leaf
};

struct BoneLink {  // a thin line from a joint to a child that its bone does not reach
  int parent, child;
  vec3 from, to;
};

struct BoneSet {
  std::vector<Bone> bones;
  std::vector<BoneLink> links;
  BoneLayout layout;
  // What `layout` was made for: a model, and which of its nodes are joints and have weights. Edits
  // of weights change that.
  ModelId model;
  JointFlags flags;
  // #J, joint_colors when the model was first shown: editing weights changes no joint's colour.
  // Made by build_bones() where they are another model's; who made them beside it sets both.
  std::vector<vec3> color;
  ModelId color_of;
  // #J, joint_patterns of the model, likewise; as long as ViewSettings::hatching was never on for
  // it, empty.
  std::vector<std::uint8_t> pattern;
};

// Reuses `out`: nothing is allocated while the model stays the same. Nodes that carry nothing but
// meshes, and nodes above the first joint, have no bone unless the model has no joints at all, and
// hidden joints have none; nor has any while a skeleton is drafted.
void build_bones(const Scene& scene, const PosedScene& posed, BoneSet& out);

// The same after evaluate_subtree(scene, joint, posed), where `out` is what build_bones() made of
// the pose before: only what the subtree moves is placed anew. All of it where `out` is of another
// model, of other joints, or not whole.
void move_bones(const Scene& scene, const PosedScene& posed, int joint, BoneSet& out);

// Whether a joint, and the bone or link that leads from it to `child`, is drawn in full; else as a
// ghost: ViewSettings::bones. What is a ghost can be picked all the same.
bool is_drawn(const Scene& scene, int joint);
bool is_drawn(const Scene& scene, int joint, int child);

// World position of a joint in display space.
vec3 joint_position(const Scene& scene, const PosedScene& posed, int joint);

// The octahedron: head, tail, and the four corners around the waist at head + kBoneWaist (tail -
// head), in order around the bone, starting along `side`.
inline constexpr float kBoneWaist = 0.12f;
std::array<vec3, 6> bone_corners(const Bone& bone);

// Joint spheres are kJointRadiusPixels wide where there is room and shrink among short bones
// (fingers seen from afar), down to kJointSmallestPixels, so that they do not hide the bones.
// Helpers' are smaller; those of the selected and the hovered joint stand out. Before ui_scale.
inline constexpr float kJointRadiusPixels = 5.0f;
inline constexpr float kJointSmallestPixels = 1.6f;
float joint_radius_pixels(const Bone& bone, const Selection& selection, const Camera& camera,
                          const Viewport& viewport, float ui_scale = 1.0f);

// The joint under the mouse: joint spheres first (what a sphere covers goes to the one in front;
// beside them, within kJointCatchPixels, to the nearest in pixels), then bones (inside the
// octahedron's outline; helpers within kLineCatchPixels of their line), the nearest to the eye. -1:
// none. `selection`: which spheres are drawn larger.
inline constexpr float kJointCatchPixels = 3.0f;
inline constexpr float kLineCatchPixels = 4.0f;
int pick_bone(const BoneSet& bones, const Camera& camera, const Viewport& viewport,
              const vec2& pixel, float ui_scale = 1.0f, const Selection& selection = {});

}  // namespace bindpose
