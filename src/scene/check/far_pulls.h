// Points that follow a joint far away, and another one at whose bone they lie.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/weights/segment_weights.h"
#include "scene/check/surface.h"

namespace bindpose {

// How much of a point follows a joint.
struct Pull {
  std::uint32_t point;
  float weight;
};

// What is none of a joint's own, however large and however it hangs together with what is: a hand
// that follows the head. There another joint pulls by a tenth or more, more than two steps away in
// the same tree, whose bone is less than two fifths as far, in the bind pose; and it is twice as
// far from the joint's bone as four fifths of what the joint moves most and are no such points.
// Somewhere weight times distance to the joint's bone has to be 3 % of the surface's size (8 cm of
// a giant: what it moves where the joint turns by a radian); from there on along the surface
// weights count however small.
class FarPulls {
 public:
  explicit FarPulls(const Checking& c);
  // Takes them out of a joint's points; both come back in the order they had.
  std::vector<Pull> taken_from(int joint, std::vector<Pull>& pulls);

 private:
  bool lies_at_another(std::uint32_t point, int joint) const;
  bool is_foreign(std::uint32_t point, int joint) const;
  // How far its own goes from its bone.
  float reach(int joint, const std::vector<Pull>& pulls) const;
  float to_bone(std::uint32_t point, int joint) const;

  const Checking& c_;
  std::vector<vec3> place_;                     // #P, in the file's world of the bind pose
  std::vector<std::vector<BoneSegment>> bone_;  // #J
  std::vector<int> root_;                       // #J: of its tree; of another one nothing is said
  std::vector<std::uint32_t> local_;            // #P: which of the pulls
  float size_ = 0.0f;
  float reach_ = 0.0f;  // of the joint that is asked for
};

}  // namespace bindpose
