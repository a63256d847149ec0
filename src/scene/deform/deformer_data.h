// What deformers need of a mesh beside its weights (DeformerInfo::needs), and what that costs:
// centres of rotation take seconds where a mesh is large.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "rig/skinning.h"
#include "scene/scene.h"

namespace bindpose {

// Found when it is first asked for and kept while the model's weights are as they were; weights
// that come back (undo) find theirs again. Copies of a scene share it. From any thread.
class DeformerStore {
 public:
  using Centers = std::vector<std::vector<vec4>>;  // of rotation_centers(): a mesh, a vertex

  // Those of the scene's weights. Where somebody makes them beside the window: null until they are
  // there.
  std::shared_ptr<const Centers> centers(const Scene& scene);
  // From now on centers() makes none: make_centers() does, on another thread.
  void make_beside() { beside_ = true; }
  // What centers() was asked for and did not have, since this was asked last.
  bool take_wanted() { return wanted_.exchange(false); }
  // How often centers() had none: a number that was computed meanwhile is of something else.
  std::uint64_t misses() const { return misses_; }
  // A store of its own that has what this one has, and makes what it lacks.
  std::shared_ptr<DeformerStore> at_once();
  // Makes and keeps those of the scene; null where `go_on` (0 to 1 of the work) said no.
  std::shared_ptr<const Centers> make_centers(const Scene& scene,
                                              const std::function<bool(float)>& go_on = {});
  // #S: the bones of the joints of a mesh, in its bind space.
  std::shared_ptr<const std::vector<BoneEnds>> bones(const Scene& scene, std::size_t mesh);
  // The mesh's surface, smoothed as the view says.
  std::shared_ptr<const MushSurface> surface(const Scene& scene, std::size_t mesh);

 private:
  struct Known {
    std::uint64_t weights;  // what they are of: a hash of all rows
    std::shared_ptr<const Centers> centers;
  };
  void follow(const Model& model);
  std::uint64_t weights_of(const Scene& scene);
  std::shared_ptr<const Centers> known(std::uint64_t weights);

  struct Bones {
    std::vector<int> joint;
    std::shared_ptr<const std::vector<BoneEnds>> bones;
  };
  std::atomic<bool> beside_{false}, wanted_{false};
  std::atomic<std::uint64_t> misses_{0};
  std::mutex mutex_, making_;
  ModelId model_;                                                  // whose all this is
  std::vector<Known> known_;                                       // newest last
  std::vector<std::pair<std::uint64_t, std::uint64_t>> revision_;  // of WeightLog, and the hash
  std::vector<Bones> bones_;                                       // #M
  std::vector<std::shared_ptr<const MushSurface>> surface_;        // #M; null: not asked for yet
};

// What those deformers need of mesh m.
DeformerData deformer_data(const Scene& scene, std::size_t mesh,
                           std::initializer_list<Deformer> by);
// What they move of mesh m: its own points, by the view's use of weights and normals.
SkinningInput skinning_input(const Scene& scene, const PosedScene& posed, std::size_t mesh,
                             std::initializer_list<Deformer> by);

// Whether a deformer that is shown, in any pane, asks for centres of rotation.
bool shows_centers(const Scene& scene);
// Whether they are not there: the linear blend stands in for one of these deformers.
bool lacks_centers(const Scene& scene, std::initializer_list<Deformer> by);

// A copy whose data is made where it is asked for: an export beside the window must not write what
// is shown in the meantime.
Scene with_data_at_once(const Scene& scene);

}  // namespace bindpose
