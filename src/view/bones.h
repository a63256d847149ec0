// Where bones are drawn and picked: one list for the renderer, the picker and the labels.
#pragma once

#include <vector>

#include "scene/scene.h"
#include "view/camera.h"

namespace bindpose {

// A bone from a joint's head to its tail, in display space. A joint with several children has one bone, to
// the child that continues the chain (the one with the largest subtree), and thin links to the others; a leaf gets a fraction of
// its parent's length along the parent's direction; a helper (a node without weights) is a thin line.
struct Bone {
  int joint;
  vec3 head, tail;
  float length;      // |tail - head|
  float radius;      // half width of the octahedron, follows the length
  vec3 side;         // unit, across the bone: the joint's own x or z axis, so that a twist shows
  bool helper;       // thin line
};

struct BoneLink {    // a thin line from a joint to a child that its bone does not reach
  int parent, child;
  vec3 from, to;
};

struct BoneSet {
  std::vector<Bone> bones;
  std::vector<BoneLink> links;
};

// Reuses `out`. Nodes that carry nothing but meshes, and nodes above the first joint, have no bone unless
// the model has no joints at all.
void build_bones(const Scene& scene, const PosedScene& posed, BoneSet& out);

// World position of a joint in display space.
vec3 joint_position(const Scene& scene, const PosedScene& posed, int joint);

inline constexpr float kJointRadiusPixels = 5.0f;

// The joint under the mouse: joint spheres first (within kCatch pixels), then bones (inside the octahedron's
// outline); the nearest to the eye wins. -1: none.
int pick_bone(const BoneSet& bones, const Camera& camera, const Viewport& viewport,
              const vec2& pixel);

}  // namespace bindpose
