// Clips that are added to a scene: carried over from another model, or baked.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "rig/retarget/retarget.h"
#include "scene/scene.h"

namespace bindpose {

// Whether a clip may be added: joints and channels that the model has, one factor of plain keys a
// track, as many values as keys, times that ascend, all finite.
bool is_playable(const Clip& clip, const Model& model);

// The same motion with one factor of plain keys a track; what they cannot hold gets cubic keys that
// follow it (rig/retarget/resample.h). Of keys at one time the last one stays, and the first one
// just before it. Shear is lost.
Clip plain_clip(const Clip& clip);

// `name`, with a number behind it where a clip of the scene has it already.
std::string free_clip_name(const Scene& scene, const std::string& name);

// The clip that the scene shows, with its fade, Ul_j and m_k in it: L_j(t) Ul_j for all t. Keys
// stay keys where nothing is faded, Ul_j only turns and the joint's scale is the same along all
// axes; else cubic keys. `sheared` counts joints of which shear was lost. The scene shows a clip.
AddedClip baked_clip(const Scene& scene, const std::string& name, std::size_t* sheared = nullptr);

// The rig as clips are carried over to and from it: by its bind pose. The model must outlive it.
RigPose rig_pose(const Model& model);

struct TakenClip {
  std::shared_ptr<const AddedClip> clip;
  RetargetSummary summary;
};
// A clip of `source` for the scene's model, by a free name. Morphs come along where it is the same
// rig, by the names of their channels. `clip` is one of source's. Throws std::runtime_error with
// one sentence where it is longer than an hour.
TakenClip take_clip(const Model& source, int clip, const Scene& scene, const JointMap& map,
                    bool feet);

}  // namespace bindpose
