// Which child a joint's bone goes to, and which joints have a bone: what about the bones does not
// change with the pose. Drawing, picking and automatic weights share it.
#pragma once

#include <utility>
#include <vector>

#include "scene/model.h"

namespace bindpose {

struct BoneLayout {
  struct Plan {
    int joint;
    int child;       // the tail is this joint's head, or -1: `tail`
    vec3 tail;       // in the joint's frame
    bool side_is_z;  // else x
    bool helper;
  };
  std::vector<Plan> plan;
  std::vector<std::pair<int, int>> link;  // parent, child
  float height = 1.0f;                    // model_height
  vec3 sides{0.0f};                       // model_sides
};

// Made once a model and what its nodes are: joint_flags() of the scene that shows it. See `Bone`
// (view/bones.h) for the rules.
BoneLayout bone_layout(const Model& model, const JointFlags& flags);

// The sides of the model's box in display space (metres, y up) in its rest pose; 0 without a mesh
// and joints. Goes over all vertices.
vec3 model_sides(const Model& model);
// Largest side of the model's box in display space in its rest pose: the height of a standing
// character. > 0. Goes over all vertices: for loading and clicks, not for frames.
float model_height(const Model& model);

}  // namespace bindpose
