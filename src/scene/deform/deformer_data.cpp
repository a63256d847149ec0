#include "scene/deform/deformer_data.h"

#include <algorithm>
#include <bit>

#include "math/transform.h"
#include "rig/deform/mush_surface.h"
#include "scene/deform/bound_together.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

constexpr std::size_t kKeptCenters = 3, kKeptRevisions = 16;

void add_to_hash(std::uint64_t word, std::uint64_t& hash) {
  hash = (std::rotl(hash, 5) ^ word) * 0x9e3779b97f4a7c15ull;
}

std::uint64_t hash_of_weights(const Scene& scene) {
  std::uint64_t hash = 0;
  for (const BoundMesh& b : bound_meshes(scene)) {
    for (const int joint : b.skin.joint) add_to_hash(static_cast<std::uint64_t>(joint), hash);
    for (const std::uint32_t offset : b.influences.offset) add_to_hash(offset, hash);
    for (std::size_t k = 0; k < b.influences.slot.size(); ++k) {
      const std::uint64_t bits = std::bit_cast<std::uint32_t>(b.influences.weight[k]);
      add_to_hash(bits << 16 | b.influences.slot[k], hash);
    }
  }
  return hash;
}

}  // namespace

// Under mutex_, as all that is private.
void DeformerStore::follow(const Model& model) {
  if (model_ == model.id) return;
  model_ = model.id;
  known_.clear();
  revision_.clear();
  bones_.clear();
  surface_.clear();
}

std::uint64_t DeformerStore::weights_of(const Scene& scene) {
  follow(*scene.model);
  const std::uint64_t revision = scene.weights.revision;
  const auto at =
      std::ranges::find(revision_, revision, &std::pair<std::uint64_t, std::uint64_t>::first);
  if (at != revision_.end()) return at->second;
  if (revision_.size() == kKeptRevisions) revision_.erase(revision_.begin());
  return revision_.emplace_back(revision, hash_of_weights(scene)).second;
}

std::shared_ptr<const DeformerStore::Centers> DeformerStore::known(std::uint64_t weights) {
  const auto at = std::ranges::find(known_, weights, &Known::weights);
  return at == known_.end() ? nullptr : at->centers;
}

std::shared_ptr<const DeformerStore::Centers> DeformerStore::centers(const Scene& scene) {
  {
    const std::scoped_lock lock(mutex_);
    if (auto found = known(weights_of(scene))) return found;
  }
  if (!beside_) return make_centers(scene);
  wanted_ = true;
  ++misses_;
  return nullptr;
}

std::shared_ptr<DeformerStore> DeformerStore::at_once() {
  auto out = std::make_shared<DeformerStore>();
  const std::scoped_lock lock(mutex_);
  out->model_ = model_;
  out->known_ = known_;
  out->revision_ = revision_;
  return out;
}

std::shared_ptr<const DeformerStore::Centers> DeformerStore::make_centers(
    const Scene& scene, const std::function<bool(float)>& go_on) {
  const std::scoped_lock one(making_);
  std::uint64_t weights = 0;
  {
    const std::scoped_lock lock(mutex_);
    weights = weights_of(scene);
    if (auto found = known(weights)) return found;
  }
  auto made = std::make_shared<const Centers>(centers_of_all(scene, go_on));
  if (made->size() != scene.model->meshes.size()) return nullptr;
  const std::scoped_lock lock(mutex_);
  follow(*scene.model);
  if (known_.size() == kKeptCenters) known_.erase(known_.begin());
  known_.push_back({weights, made});
  return made;
}

std::shared_ptr<const std::vector<BoneEnds>> DeformerStore::bones(const Scene& scene,
                                                                  std::size_t mesh) {
  const Skin& skin = binding_of(scene, mesh).skin;
  const std::scoped_lock lock(mutex_);
  follow(*scene.model);
  bones_.resize(scene.model->meshes.size());
  Bones& own = bones_[mesh];
  if (own.bones && own.joint == skin.joint) return own.bones;
  auto ends = std::make_shared<std::vector<BoneEnds>>();
  for (const mat4& bind : skin.bind) ends->push_back({vec3(bind[3]), vec3(bind[3])});
  const std::vector<mat4> world = bind_worlds(*scene.model);
  for (const BoneSegment& segment : bind_segments(*scene.model)) {
    const int slot = find_slot(skin, segment.joint);
    const mat4& joint = world[static_cast<std::size_t>(segment.joint)];
    if (slot < 0 || !is_invertible(joint)) continue;
    // As the joint's own frame has it: this mesh may have been bound in another pose.
    const mat4 way = mul_affine(skin.bind[static_cast<std::size_t>(slot)], inverse_affine(joint));
    const auto at = [&](const vec3& p) { return vec3(way * vec4(p, 1.0f)); };
    (*ends)[static_cast<std::size_t>(slot)] = {at(segment.head), at(segment.tail)};
  }
  own = {skin.joint, ends};
  return ends;
}

std::shared_ptr<const MushSurface> DeformerStore::surface(const Scene& scene, std::size_t mesh) {
  const MushSmoothing wanted{scene.view.mush_steps, scene.view.mush_lambda};
  const Mesh& of = scene.model->meshes[mesh];
  const std::scoped_lock lock(mutex_);
  follow(*scene.model);
  surface_.resize(scene.model->meshes.size());
  std::shared_ptr<const MushSurface>& own = surface_[mesh];
  if (own && own->smoothing == wanted) return own;
  auto graph =
      own ? own->graph : std::make_shared<const MushGraph>(mush_graph(of.position, of.triangle));
  own = std::make_shared<const MushSurface>(mush_surface(std::move(graph), wanted, of.position));
  return own;
}

DeformerData deformer_data(const Scene& scene, std::size_t mesh,
                           std::initializer_list<Deformer> by) {
  DeformerData out;
  out.mix = scene.view.mix;
  if (!scene.deformers) return out;
  for (const Deformer method : by) {
    const DeformerNeeds needs = info_of(method).needs;
    if (needs == DeformerNeeds::Centers && out.center.empty()) {
      if (const auto centers = scene.deformers->centers(scene)) {
        out.center = (*centers)[mesh];
        out.keep_center = centers;
      }
    } else if (needs == DeformerNeeds::Bones && out.bone.empty()) {
      const auto bones = scene.deformers->bones(scene, mesh);
      out.bone = *bones;
      out.keep_bone = bones;
    } else if (needs == DeformerNeeds::Surface && !out.surface) {
      out.surface = scene.deformers->surface(scene, mesh);
    }
  }
  return out;
}

SkinningInput skinning_input(const Scene& scene, const PosedScene& posed, std::size_t mesh,
                             std::initializer_list<Deformer> by) {
  return skinning_input(bound_mesh(scene, mesh), posed.palette[mesh], posed.node_matrix[mesh],
                        scene.view.weights, scene.view.normals, deformer_data(scene, mesh, by));
}

namespace {

bool asks_for_centers(Deformer method) {
  return info_of(method).needs == DeformerNeeds::Centers;
}

}  // namespace

bool shows_centers(const Scene& scene) {
  const ViewSettings& v = scene.view;
  if (!scene.model || asks_for_centers(v.method)) return scene.model != nullptr;
  if (v.panes == Panes::One && v.show != Show::Distance) return false;
  return asks_for_centers(v.compare) || asks_for_centers(v.pane3) || asks_for_centers(v.pane4);
}

bool lacks_centers(const Scene& scene, std::initializer_list<Deformer> by) {
  return scene.deformers && std::ranges::any_of(by, asks_for_centers) &&
         !scene.deformers->centers(scene);
}

Scene with_data_at_once(const Scene& scene) {
  Scene out = scene;
  if (out.deformers) out.deformers = out.deformers->at_once();
  return out;
}

}  // namespace bindpose
