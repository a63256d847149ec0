// How the weight of a joint falls with the distance to its bone: the curve w(d) as the weights of a
// scene have it, whoever made them.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace bindpose {

// Vertices by d_ij, the distance to the joint's bone in the bind pose (bind_segments), in bins of
// equal width from 0 to `longest`; file units. Bins without a vertex have a `count` of 0.
struct WeightOverDistance {
  struct Bin {
    float least = 1.0f, mean = 0.0f, most = 0.0f;  // w_ij, normalised
    std::size_t count = 0;
  };
  float longest = 0.0f;
  std::vector<Bin> bin;
  std::size_t pulled = 0;  // vertices that follow the joint at all

  bool empty() const { return bin.empty(); }
};

// Of all meshes that are bound (meshes_to_bind). `longest` 0: as far as the joint pulls. Empty
// where the joint has no bone, or pulls on nothing and no `longest` is given. There is a model.
WeightOverDistance weight_over_distance(const Scene& scene, int joint, float longest = 0.0f);

}  // namespace bindpose
