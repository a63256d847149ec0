// A model with a skeleton that was made by hand, and what of an edited scene goes over to it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scene/draft/bound_anew.h"
#include "scene/draft/skeleton_draft.h"
#include "scene/scene.h"

namespace bindpose {

// What a model was built of: Model::built. Building again gives the same model, whatever was edited
// since: that is how it is saved.
struct BuiltSkeleton {
  std::shared_ptr<const Model> from;           // as its file has it, or built before it
  std::shared_ptr<const SkeletonDraft> draft;  // what was built; null: its joints were bound anew
  std::shared_ptr<const NewBinds> binds{};     // where; null: a draft was built
};

// A mesh in the bind pose, in the file's world, without morphs. One a mesh.
struct BindSurface {
  std::vector<vec3> position;  // #V
};
std::vector<BindSurface> bind_surface(const Model& model);

// The joints that skins name, where the bind pose has them and with their axes (none where they
// were drafted without and it is the same); empty: none does.
SkeletonDraft adopted_draft(const Model& model);

// The model with the draft in place of its skeleton. Where `model` is built of a draft itself, what
// it was built of counts. Points lie in the file's world of the bind pose, where
// the new B_j are, so that T_j is the identity there; every mesh is skinned to all joints of the
// draft. Vertices keep the weights they have of joints that stay (kept_joints); those of joints
// that are gone go to what was above them; rigid parts follow the joint that they hung on, and what
// followed none has no weights yet. A rest pose goes over likewise, and of clips the tracks of
// joints whose axes and place in the tree are as before, the others as keys that follow the motion:
// T_j are what they were. Throws std::runtime_error with one sentence: no joints, no surface, too
// many.
std::shared_ptr<const Model> built_model(const std::shared_ptr<const Model>& model,
                                         std::shared_ptr<const SkeletonDraft> draft);

// What `model` was built of, from the file's on.
std::vector<const BuiltSkeleton*> build_steps(const Model& model);
// The model of the file that `model` is, where its joints were bound anew at most: indices of
// joints and meshes are the same. Null: a skeleton was built since.
const Model* bound_from(const Model& model);
// A file's model with the skeleton of `model`, step by step; as it is where that has the file's.
// Throws as built_model().
std::shared_ptr<const Model> built_like(const Model& model, std::shared_ptr<const Model> file);

// Which joint of `to` each node of `from` is, or -1: by key_of() where they were drafted, else by
// name. #J of `from`.
std::vector<int> kept_joints(const Model& from, const Model& to);
// Whether the draft is the model's own skeleton, changed: it has at least half of the joints with
// weights, and what somebody made of these stays.
bool keeps_own_weights(const Scene& scene, const SkeletonDraft& draft);
// Where each node of `old` goes: to what it is in `fresh`, of the joints listed, else to that of
// the nearest node above; -1: to none. #J of `old`.
std::vector<int> heirs(const Model& old, const Model& fresh, const std::vector<int>& joints);
// The weights by other slots, -1 for those that go. Where each slot keeps a place of its own
// nothing is computed, so that nothing rounds.
Influences reslotted(const Influences& in, const std::vector<int>& slot_of, std::size_t slots);

// The draft alone as a scene, to be drawn and picked as bones: a model without meshes, in its bind
// pose, that stands where `model` stands.
Scene draft_scene(const SkeletonDraft& draft, const Model& model);

}  // namespace bindpose
