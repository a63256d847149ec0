// What the bone pass draws, as plain lists of instances.
#pragma once

#include <vector>

#include "render/frame.h"
#include "scene/scene.h"
#include "view/bones.h"

namespace bindpose {

struct BoneInstance {  // a solid octahedron
  vec3 head;
  vec3 tail;
  vec3 side;  // unit, across
  float radius;
  vec3 color;      // sRGB
  float emphasis;  // 0 quiet, 1 selected or hovered: more solid
};

struct LineInstance {
  vec3 from, to;  // display space
  vec4 color;     // sRGB, straight alpha
  float width;    // pixels
};

struct JointInstance {
  vec3 center;
  float radius;  // pixels
  vec3 color;
  float lift;  // display units towards the eye, so that its own bone does not cover it
  float emphasis;
};

struct BoneInstances {
  std::vector<BoneInstance> bones;
  std::vector<LineInstance> lines;
  std::vector<JointInstance> joints;
  std::vector<LineInstance> axes;
};

// Reuses `out`. `camera` and the frame's size decide the size of spheres and axes; `show` is what
// the surface around the bones shows.
void build_bone_instances(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                          const Camera& camera, const Frame& frame, Show show, BoneInstances& out);

// What the pose's joints span, display space. Nodes that are no joints (lamps, cameras) may be
// anywhere.
Box joint_box(const Scene& scene, const PosedScene& posed);

}  // namespace bindpose
