// The two sides of the open model.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "rig/pose/mirror.h"
#include "scene/scene.h"

namespace bindpose {

// Found when it is first asked for; copies of a scene share it. From any thread.
class LazyMirror {
 public:
  const RigMirror& of(const Model& model) const;

 private:
  mutable std::once_flag once_;
  mutable RigMirror mirror_;
};

// Which joint stands opposite to which, by names and by the bind pose (rig/pose/joint_pairs.h), and
// what mirrors a pose. There is a model, and the scene is one that make_scene() made.
const RigMirror& rig_mirror(const Scene& scene);
RigMirror rig_mirror(const Model& model);

// The joint on the other side, itself in the middle, kNoPartner.
int partner_of(const Scene& scene, int joint);

// One sentence on what has no partner among these joints (empty: all that skins name), or "":
// "3 of 40 joints have no other side: sword, sheath and hat."
std::string without_partner(const Scene& scene, const std::vector<int>& joints);

}  // namespace bindpose
