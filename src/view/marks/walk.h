// The walk of a vertex through the spaces (scene/explain/space_walk.h) as it is drawn: frames, a
// grid that is carried along, the point's way so far. Functions of the walk; who draws it is not
// their concern.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "scene/explain/space_walk.h"

namespace bindpose {

// All in coordinates of the space where the walk stands, drawn as the file's world.
struct WalkMark {
  struct Copy {
    int joint = -1;
    mat4 frame{1.0f};                       // of the joint at bind, carried along
    std::vector<std::array<vec3, 2>> grid;  // likewise: one grid of bind space for all copies
    std::vector<vec3> trail;                // the way of the point so far
    vec3 point{0.0f};
    vec3 tail{0.0f};     // of the arrow that ends at the point, where there are arrows
    float alpha = 1.0f;  // of all but the arrow: where parts are summed one sum stays
  };
  std::vector<Copy> copies;  // one an influence that walks
  bool arrows = false;       // w_ij T_j v_i is an arrow from the origin, sums are arrows end to end
  // Of one influence that is summed with the others: where its own arrow ends and theirs begins.
  bool has_rest = false;
  vec3 rest_from{0.0f};
  std::string space;  // where the walk stands; of several influences, that of the largest weight
};

// `size`: of the model, for a vertex that lies on its joint.
WalkMark walk_mark(const SpaceWalk& walk, const Model& model, float at, float size);

}  // namespace bindpose
