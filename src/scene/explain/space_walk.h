// A vertex taken through the spaces one matrix at a time: bind space, B_j^-1 v_i in the bone's own
// frame, L_k Ul_k from frame to frame up the chain into the world, weighted, summed. Each space is
// drawn as if it were the file's world: coordinates are taken as they are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// The way of one influence. Chains that are shorter than the longest wait in their bone's own frame
// until the others come to the same depth: below a common ancestor they go on together.
struct WalkLeg {
  int joint = -1;
  float weight = 0.0f;  // w_ij
  mat4 bind{1.0f};      // B_j
  // By stage; the first entries stand for bind space. `factor[k]` takes stage k - 1 to k, `so_far`
  // is their product. From Weighted on `so_far` is not affine alone: w_ij T_j, then the sum of
  // those of the legs up to this one; [3][3] stays 1.
  std::vector<mat4> factor, so_far;
  std::vector<int> factor_joint;  // whose L_k Ul_k it is; -1: another factor, or it waits
};

struct WalkStage {
  enum Kind { Bind, Bone, Chain, Weighted, Summed };
  Kind kind = Bind;
  int depth = -1;  // Chain: of the joints whose L_k Ul_k is applied; the root has 0
};

struct SpaceWalk {
  VertexRef at;
  vec3 point{0.0f};               // v_i
  std::vector<WalkLeg> legs;      // largest weight first; Joint: one
  std::vector<WalkStage> stages;  // at least five where there are legs
  // What the influences that do not walk add to the sum, as a matrix (3 rows); Joint alone.
  mat4 others{0.0f};
  float other_weight = 0.0f;
  int other_joint = -1;      // the only one of them; -1: none, or several
  const char* why_not = "";  // there are no legs: one sentence

  bool empty() const { return legs.empty(); }
  float last() const { return stages.empty() ? 0.0f : static_cast<float>(stages.size() - 1); }
};
// Of the pinned vertex, else of the one that is pointed at, as ViewSettings::walker wants it. The
// sum is the linear blend's, whatever deformer is shown.
SpaceWalk space_walk(const Scene& scene, const PosedScene& posed);

// Where the walk stands, `at` stages from the start, at most SpaceWalk::last().
struct WalkMoment {
  std::size_t stage = 0;  // that it is at, or on the way to
  float part = 1.0f;      // of the way there; 1: there
  struct Leg {
    mat4 matrix{1.0f};  // what moved the point so far
    vec3 point{0.0f};
    vec3 tail{0.0f};  // from Weighted on, of the arrow that ends at the point
  };
  std::vector<Leg> legs;  // one a SpaceWalk::legs
};
// Between two stages a factor is applied in part: motion_part(). Weights are applied and arrows put
// end to end in proportion.
WalkMoment walk_at(const SpaceWalk& walk, float at);

// A part of an affine map, 0: nothing, 1: all of it. Its polar decomposition is a rigid motion
// after a stretch: the motion goes along its screw (rig/rigid.h), so that what is rigid stays so on
// the way; the stretch grows in proportion. What mirrors has no way without a flat moment: it goes
// straight, entry by entry.
mat4 motion_part(const mat4& whole, float part);

// "bind space", "frame of upper", "world"; Weighted and Summed are in the world.
std::string walk_space(const SpaceWalk& walk, const Model& model, std::size_t leg,
                       std::size_t stage);
// What the stage does, in a few words: "L Ul of lower: into the frame of upper".
std::string walk_words(const SpaceWalk& walk, const Model& model, std::size_t stage);

}  // namespace bindpose
