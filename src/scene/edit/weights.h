// What edits of weights do to a scene, as data that can be undone.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "rig/weights/weight_rows.h"
#include "scene/scene.h"

namespace bindpose {

struct JointWeight {
  int joint;  // of the skeleton
  float weight;
};

// All weights of one mesh. Slot s of `influences` is joint[s] of the skeleton.
struct MeshWeights {
  int mesh = 0;
  std::vector<int> joint;
  Influences influences;
};

// The difference between two states of a scene's weights.
struct WeightDelta {
  struct Row {
    VertexRef at;
    WeightRow before, after;
  };
  // Shared with the scene that it is put into. Null: the file's.
  struct Whole {
    int mesh;
    CopyOnWrite<MeshBinding> before, after;
  };
  // Slots that the skin got behind those it had, for rows.
  struct Growth {
    int mesh;
    std::vector<int> joint;
    std::vector<mat4> bind;
    bool was_skinned;  // as Skin::skinned says; afterwards it is
  };
  std::vector<Row> rows;
  std::vector<Whole> meshes;
  std::vector<Growth> growth;
  // Scene::reach and reach_edited.
  struct Reach {
    std::shared_ptr<const BoneReach> of{};
    bool edited = false;
  };
  Reach reach_before, reach_after;

  bool empty() const { return rows.empty() && meshes.empty() && growth.empty(); }
};

// What writing these weights changes. Empty where nothing does, and for what cannot be written: a
// vertex or joint that the model lacks, a weight that is negative or not finite, influences that do
// not have the mesh's number of vertices or point past their joints. Of one vertex, and as
// edited_delta() says it, they come from where they came from, but edited.
WeightDelta weight_delta(const Scene& scene, const VertexRef& at, std::span<const JointWeight> row);
WeightDelta weight_delta(const Scene& scene, std::span<const MeshWeights> weights,
                         WeightDelta::Reach reach);
WeightDelta edited_delta(const Scene& scene, std::span<const MeshWeights> weights);
// What becomes of the reach where some weights are changed by hand, by a mend, by a brush.
void note_edited(const Scene& scene, WeightDelta& delta);

// Takes the scene from before to after, or back: Scene::edited, its flags, the log and the reach.
// Only what the scene shares with others is copied. Writes nothing else.
void apply_delta(const WeightDelta& delta, bool forward, Scene& scene);

// Slots for joints in a mesh's skin while rows for it are made.
class RowSlots {
 public:
  RowSlots(const Scene& scene, int mesh);
  int of_joint(int joint);  // behind those that the skin has, where it lacks the joint
  int joint_of(int slot) const;
  bool fits() const;  // as many as a slot's number can be
  // What the skin lacks; nothing where that is nothing.
  std::vector<WeightDelta::Growth> growth() const;

 private:
  const Model* model_;
  const Skin* skin_;  // of the scene, which must outlive it unchanged
  WeightDelta::Growth growth_;
};

// Writes some of a delta's rows, forward, to a scene that has its growth: for a stroke that goes
// on.
void apply_rows(const WeightDelta& delta, std::span<const std::size_t> rows, Scene& scene);

// The row with `joint` pulling with `share` (0 to 1) of the whole; the others keep their
// proportions and make up the rest. Where they are all 0 they share it evenly; a joint that is
// alone keeps all. The order stays, and what is new comes last.
std::vector<JointWeight> with_share(std::span<const JointWeight> row, int joint, float share);

}  // namespace bindpose
