// A clip of one rig on another one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rig/clip.h"
#include "rig/retarget/joint_map.h"

namespace bindpose {

// How the two rigs stand to each other, in display space. Found once for a table of pairs.
struct RetargetFit {
  double ratio = 1.0;     // of the heights of the hips over the feet, target to source
  double turn = 0.0;      // degrees about the vertical, a multiple of 90: so that both face one way
  bool same_rig = false;  // all joints of the target's skins (all nodes, where there is none) have
                          // a partner of the same name below the same one
  bool alike = false;     // all bones between pairs have the same ratio of lengths, to 1 %
  std::size_t aligned = 0;  // target joints whose reference pose was turned by 1 degree or more
};

// Makes the poses of a clip on another rig. Rotations, with O_j the product of the rotations from
// the root down to j in display space and _ref for the reference pose:
//
//   D_j(t) = O_j(t) O_j,ref^-1           the source's turn away from its reference, in world axes
//   O'_j(t) = D_s(t) C_j O'_j,ref        the same turn on the partner, j' of s
//
// which is N = W L^-1 q W^-1 and q' = L' W'^-1 N W' of the VRM animation specification, but with
// what lies between pairs passed on: a source joint without partner turns the pairs below it, a
// target joint without one stays in its rest pose. C_j turns the target's bone (to the next pair
// below) from where its reference pose has it to where the source's has it, by the smallest turn
// after C of the pair above: so that an A-pose is read as the T-pose that it stands for. That is
// done for upper and lower limbs and fingers; for all bones, also where several leave a joint,
// where the rigs are alike. Hands go along with their arm, feet stay as they stand on the ground.
//
// The hips' place is that of the source's by the ratio of hip heights, over the ground and away
// from where the hips stand in the reference pose; a recording with its hips at the origin is
// stood on the ground first. Other joints keep their own place and size; where it is the same rig
// they take those of the clip, too (sizes only where the joints' axes agree), hips like the others.
//
// The clip and both rigs must outlive it. One thread.
class Retargeter {
 public:
  Retargeter(const Clip& clip, const RigPose& source, const RigPose& target, const JointMap& map);

  const RetargetFit& fit() const { return fit_; }

  // L_j of the target at `time` seconds (clamped to the clip), #J, all of them. No allocation.
  void frame(double time, std::span<mat4> local);

 private:
  friend class ClipMaker;
  using dmat3 = glm::dmat3;
  using dvec3 = glm::dvec3;

  struct Source {
    const JointTrack* track = nullptr;
    bool used = false;  // a pair, or above one
    mat4 rest{1.0f};
    dmat3 rest_turn{1.0}, reference{1.0}, turn{1.0};  // of rest_local; O_ref; O(t)
    mat4 local{1.0f};                                 // at the time of the frame
  };
  struct Target {
    int partner = -1;
    Transform rest;
    dmat3 rest_turn{1.0}, reference{1.0};
    dmat3 aligned{1.0};                                // C O'_ref
    dmat3 turn{1.0};                                   // O'(t)
    bool carries_place = false, carries_size = false;  // where it is the same rig
    bool as_it_is = false;  // the same joint in the same rest: L_j is the source's, shear and all
    dmat3 place{1.0};       // from the source parent's axes
    dvec3 source_place{0.0}, own_place{0.0};  // in the reference poses
    vec3 size{1.0f};                          // own size for the source's size 1
  };

  void find_fit();
  void find_turn_and_ratio();
  void find_alignment();
  glm::dmat3 alignment_of(int joint, const glm::dmat3& above, bool all) const;
  void find_carried();
  std::vector<int> pairs_below(int target) const;
  int target_above(int target) const;
  double scale_above(const RigPose& rig, int joint) const;
  dvec3 source_hips_at(double time);
  void place_hips(std::span<mat4> local) const;

  const Clip& clip_;
  const RigPose& source_rig_;
  const RigPose& target_rig_;
  JointMap map_;
  RetargetFit fit_;
  bool around_origin_ = false;  // the source's reference pose: see above
  std::vector<Source> source_;
  std::vector<Target> target_;
  std::vector<dvec3> source_at_, target_at_;       // reference places; the source's turned
  glm::dmat4 source_display_{1.0};                 // with the turn about the vertical
  dvec3 source_origin_{0.0}, target_origin_{0.0};  // on the ground below the hips
  glm::dmat4 hips_to_target_{1.0};                 // display of the source -> target's world
};

// What became of a clip.
struct RetargetSummary {
  RetargetFit fit;
  std::vector<int> source_without;  // moved by the clip, but without a partner
  std::vector<int> target_without;  // joints of a skin without a partner
  std::size_t held_back = 0;  // pairs beside the hips that also change place or size in the clip,
                              // which was not taken over
  std::size_t contacts = 0;   // spans of time in which a foot was held
  double slip_before = 0.0, slip_after = 0.0;  // metres, the farthest that a held foot slid
};

struct Retargeted {
  Clip clip;
  RetargetSummary summary;
};

// The clip as tracks of the target: keys of the source become keys at the same times with the same
// interpolation (exact between keys as well) wherever a pair's turn depends on one track of plain
// keys; else cubic keys that follow it (resample.h). Joints that stay in the
// target's rest pose get no track. `feet`: see hold_feet. Morphs are left out: they belong to
// meshes. The map is taken as sound_map leaves it.
Retargeted retarget_clip(const Clip& clip, const RigPose& source, const RigPose& target,
                         const JointMap& map, bool feet = false);

}  // namespace bindpose
