// New weights where the weights of joints are locked: what a vertex has of those, it keeps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scene/edit/edits.h"
#include "scene/edit/weights.h"

namespace bindpose {

// What locks did to weights that were computed, taken from another file or loaded.
struct LockTally {
  std::size_t kept = 0;  // vertices that keep what they have of locked joints
  std::size_t left = 0;  // that stay as they are, for nothing else is wanted of what they have left
  std::size_t changed = 0;  // that get something else than is wanted, by more than rounding
};

// `wanted` with what each vertex has of locked joints as it is in the scene, and no more of them;
// the other joints share the rest in the proportions that are wanted. Rows that no locked joint
// has, or should have, are as wanted, to the last bit. What does not fit the model
// (weight_delta()) comes back as it is.
std::vector<MeshWeights> keeping_locked(const Scene& scene, std::span<const MeshWeights> wanted,
                                        LockTally* tally = nullptr);
// The same of one vertex, which the model has.
std::vector<JointWeight> keeping_locked(const Scene& scene, const VertexRef& at,
                                        std::span<const JointWeight> wanted);

// What locks will make of the edit, for the user, before it is applied: a sentence or two; "" where
// they change nothing of it.
std::string lock_note(const Scene& scene, const Edit& edit);

}  // namespace bindpose
