// Rest pose and clips of a model on the same model with another skeleton.
#pragma once

#include <vector>

#include "scene/model.h"

namespace bindpose {

// A joint that both have (kept_joints) keeps its motion: W'_j = W_j B_j^-1 B'_j, so that T_j is
// what it was. Joints that only the new one has keep still below their parents. Both models have
// their bind poses, and must outlive it.
class CarriedMotion {
 public:
  CarriedMotion(const Model& from, const Model& to);

  // L_j on the new joints for locals of the old ones, #J each.
  std::vector<mat4> locals(const std::vector<mat4>& old_local) const;
  // Whether the locals of a new joint are those of the old one, with another parent's frame or not.
  bool as_before(std::size_t joint) const { return as_is_[joint] != 0; }
  int old_joint(std::size_t joint) const { return old_of_[joint]; }  // or -1

  // L_j of the old rest pose on the new joints. #J of the new model.
  void set_rest(std::vector<mat4>& rest_local) const;
  // The clip on the new joints: tracks as they are where neither the joint's axes nor what it hangs
  // on differ, else cubic keys that follow the motion.
  Clip carried(const Clip& clip) const;

 private:
  const Model& from_;
  const Model& to_;
  std::vector<int> old_of_;          // #J of the new one: the old joint that it is, or -1
  std::vector<int> new_of_;          // #J of the old one
  std::vector<mat4> turn_;           // B_j^-1 B'_j, one a new joint
  std::vector<std::uint8_t> as_is_;  // its locals are those of before
};

}  // namespace bindpose
