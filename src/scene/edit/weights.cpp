#include "scene/edit/weights.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxSlots = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t kLogLength = 64;  // beyond it a whole upload is no slower

void log_change(WeightLog& log, int mesh, std::int64_t vertex) {
  if (log.recent.size() >= kLogLength) log.recent.erase(log.recent.begin());
  log.recent.push_back({mesh, vertex, log.revision});
  // Two documents of one file may go different ways: equal numbers mean equal weights even then.
  static std::atomic<std::uint64_t> last{0};
  log.revision = ++last;
}

bool valid_joint(const Model& model, int joint) {
  return joint >= 0 && joint < model.skeleton.size();
}

// The scene's own binding of a mesh, to be written.
MeshBinding& own_binding(Scene& scene, int mesh) {
  auto& bindings = scene.edited.binding;
  bindings.resize(scene.model->meshes.size());
  CopyOnWrite<MeshBinding>& own = bindings[idx(mesh)];
  if (!own) own = CopyOnWrite(scene.model->meshes[idx(mesh)].file_binding);
  return own.write();
}

// B_j for a joint that the skin lacks: in the bind pose it moves points as the skin's first slot
// does, which is not at all where the mesh was bound in that pose.
mat4 bind_of_new_slot(const Model& model, const Skin& skin, int joint) {
  constexpr float kRounding = 1e-4f;
  const Skeleton& skeleton = model.skeleton;
  const auto bind_of = [&](int j) {
    return bind_from_locals(skeleton.parent, model.bind_local, j);
  };
  const mat4 own = bind_of(joint);
  if (skin.joint.empty()) return own;
  const mat4 first = mul_affine(bind_of(skin.joint[0]), skin.inverse_bind[0]);
  const bool same = max_difference(first, mat4(1.0f)) < kRounding;
  return same || !is_invertible(first) ? own : mul_affine(inverse_affine(first), own);
}

// Slots for joints, those that the skin lacks behind those it has.
struct SlotFinder {
  const Model& model;
  const Skin& skin;
  WeightDelta::Growth growth;

  int operator()(int joint) {
    if (const int slot = find_slot(skin, joint); slot >= 0) return slot;
    const auto found = std::find(growth.joint.begin(), growth.joint.end(), joint);
    const auto place = found - growth.joint.begin();
    if (found == growth.joint.end()) {
      growth.joint.push_back(joint);
      growth.bind.push_back(bind_of_new_slot(model, skin, joint));
    }
    return static_cast<int>(skin.joint.size()) + static_cast<int>(place);
  }
  std::size_t count() const { return skin.joint.size() + growth.joint.size(); }
  bool matters() const { return !growth.joint.empty() || !growth.was_skinned; }
};

SlotFinder slots_of(const Scene& scene, int mesh) {
  const Skin& skin = binding_of(scene, idx(mesh)).skin;
  return {*scene.model, skin, {mesh, {}, {}, skin.skinned}};
}

void grow(Skin& skin, const WeightDelta::Growth& growth, bool forward) {
  skin.skinned = forward || growth.was_skinned;
  if (!forward) {
    const std::size_t kept = skin.joint.size() - growth.joint.size();
    skin.joint.resize(kept);
    skin.bind.resize(kept);
    skin.inverse_bind.resize(kept);
    return;
  }
  for (std::size_t k = 0; k < growth.joint.size(); ++k) {
    skin.joint.push_back(growth.joint[k]);
    skin.bind.push_back(growth.bind[k]);
    skin.inverse_bind.push_back(inverse_affine(growth.bind[k]));
  }
}

bool any_weight(const Influences& in, int slot) {
  for (std::size_t k = 0; k < in.slot.size(); ++k) {
    if (in.slot[k] == slot && in.weight[k] > 0.0f) return true;
  }
  return false;
}

// What the bindings make of one joint.
void refresh_flags(const Scene& scene, int joint, JointFlags& flags) {
  bool named = false, weighted = false;
  for (const auto& [mesh, influences, skin] : bound_meshes(scene)) {
    const int slot = skin.skinned ? find_slot(skin, joint) : -1;
    if (slot < 0) continue;
    named = true;
    weighted = weighted || any_weight(influences, slot);
  }
  flags.is_joint[idx(joint)] = named ? 1 : 0;
  flags.has_weight[idx(joint)] = weighted ? 1 : 0;
}

// And of all of them, in one go over the weights.
JointFlags all_flags(const Scene& scene) {
  const std::size_t joints = scene.model->skeleton.parent.size();
  JointFlags flags{std::vector<std::uint8_t>(joints), std::vector<std::uint8_t>(joints)};
  for (const auto& [mesh, influences, skin] : bound_meshes(scene)) {
    if (!skin.skinned) continue;
    std::vector<std::uint8_t> pulls(skin.joint.size());
    for (std::size_t k = 0; k < influences.slot.size(); ++k) {
      if (influences.weight[k] > 0.0f) pulls[influences.slot[k]] = 1;
    }
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      flags.is_joint[idx(skin.joint[s])] = 1;
      if (pulls[s] != 0) flags.has_weight[idx(skin.joint[s])] = 1;
    }
  }
  return flags;
}

// Joints that rows brought weights, and those that they may have taken all from.
struct TouchedJoints {
  std::vector<int> there, gone;
};

void add_joints(const Skin& skin, const WeightRow& row, std::vector<int>& joints) {
  for (const WeightEntry& e : row.entry) {
    // Of a stroke that is taken back: it goes on to joints that the skin has not got.
    if (idx(e.slot) >= skin.joint.size()) continue;
    const int joint = skin.joint[idx(e.slot)];
    // Neighbouring rows name the same ones.
    if (joints.empty() || joints.back() != joint) joints.push_back(joint);
  }
}

// A whole upload is no slower than so many single ones.
constexpr std::size_t kManyRows = 64;

void put_rows(const WeightDelta& delta, std::span<const std::size_t> rows, bool forward,
              Scene& scene, TouchedJoints& joints) {
  struct Put {
    int mesh;
    RowChange change;
  };
  std::vector<Put> all;
  all.reserve(rows.size());
  for (const std::size_t k : rows) {
    const WeightDelta::Row& row = delta.rows[k];
    all.push_back({row.at.mesh, {row.at.vertex, forward ? &row.after : &row.before}});
    const Skin& skin = binding_of(scene, idx(row.at.mesh)).skin;
    add_joints(skin, *all.back().change.row, joints.there);
    add_joints(skin, forward ? row.before : row.after, joints.gone);
  }
  std::ranges::stable_sort(all, [](const Put& a, const Put& b) {
    return a.mesh != b.mesh ? a.mesh < b.mesh : a.change.vertex < b.change.vertex;
  });
  std::vector<RowChange> changes;
  for (std::size_t k = 0; k < all.size();) {
    const int mesh = all[k].mesh;
    changes.clear();
    for (; k < all.size() && all[k].mesh == mesh; ++k) changes.push_back(all[k].change);
    write_rows(own_binding(scene, mesh).influences, changes);
    if (changes.size() > kManyRows) {
      log_change(scene.weights, mesh, -1);
    } else {
      for (const RowChange& c : changes) log_change(scene.weights, mesh, c.vertex);
    }
  }
}

void refresh_flags(Scene& scene, TouchedJoints& joints) {
  if (!scene.edited.flags) scene.edited.flags = scene.model->skeleton.file_flags;
  const auto unique = [](std::vector<int>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  unique(joints.there);
  unique(joints.gone);
  for (const int j : joints.there) {
    scene.edited.flags->is_joint[idx(j)] = scene.edited.flags->has_weight[idx(j)] = 1;
  }
  for (const int j : joints.gone) {
    if (!std::ranges::binary_search(joints.there, j)) refresh_flags(scene, j, *scene.edited.flags);
  }
}

bool fits(const Model& model, const MeshWeights& w) {
  if (w.mesh < 0 || static_cast<std::size_t>(w.mesh) >= model.meshes.size()) return false;
  const Influences& in = w.influences;
  const std::size_t vertices = model.meshes[idx(w.mesh)].position.size();
  return in.offset.size() == vertices + 1 && in.raw_weight_sum.size() == vertices &&
         in.weight.size() == in.slot.size() && in.offset.front() == 0 &&
         in.offset.back() == in.slot.size() && std::is_sorted(in.offset.begin(), in.offset.end()) &&
         std::all_of(w.joint.begin(), w.joint.end(),
                     [&](int j) { return valid_joint(model, j); }) &&
         std::all_of(in.slot.begin(), in.slot.end(),
                     [&](std::uint16_t s) { return s < w.joint.size(); }) &&
         std::all_of(in.weight.begin(), in.weight.end(),
                     [](float x) { return std::isfinite(x) && x > 0.0f; });
}

}  // namespace

std::vector<JointWeight> with_share(std::span<const JointWeight> row, int joint, float share) {
  std::vector<JointWeight> out(row.begin(), row.end());
  const auto is_joint = [joint](const JointWeight& w) { return w.joint == joint; };
  if (std::find_if(out.begin(), out.end(), is_joint) == out.end()) out.push_back({joint, 0.0f});
  double others = 0.0;
  for (const JointWeight& w : out) others += w.joint == joint ? 0.0 : double{w.weight};
  const std::size_t count = out.size() - 1;
  const double rest = count == 0 ? 0.0 : 1.0 - std::clamp(double{share}, 0.0, 1.0);
  for (JointWeight& w : out) {
    const double part = others > 0.0 ? w.weight / others : 1.0 / static_cast<double>(count);
    w.weight = static_cast<float>(w.joint == joint ? 1.0 - rest : rest * part);
  }
  return out;
}

WeightDelta weight_delta(const Scene& scene, const VertexRef& at,
                         std::span<const JointWeight> row) {
  const Model& model = *scene.model;
  if (!has_vertex(model, at)) return {};
  for (const JointWeight& w : row) {
    if (!valid_joint(model, w.joint) || !std::isfinite(w.weight) || w.weight < 0.0f) return {};
  }
  SlotFinder slots = slots_of(scene, at.mesh);
  std::vector<WeightEntry> entries;
  for (const JointWeight& w : row) {
    if (w.weight > 0.0f) entries.push_back({slots(w.joint), w.weight});
  }
  if (slots.count() > kMaxSlots) return {};
  WeightDelta::Row changed{at, read_row(binding_of(scene, idx(at.mesh)).influences, at.vertex),
                           make_row(entries, slots.count())};
  if (changed.before == changed.after) return {};
  WeightDelta delta;
  delta.rows.push_back(std::move(changed));
  note_edited(scene, delta);
  if (slots.matters()) delta.growth.push_back(std::move(slots.growth));
  return delta;
}

WeightDelta weight_delta(const Scene& scene, std::span<const MeshWeights> weights,
                         WeightDelta::Reach reach) {
  WeightDelta delta;
  delta.reach_before = {scene.reach, scene.reach_edited};
  delta.reach_after = std::move(reach);
  for (const MeshWeights& w : weights) {
    if (!fits(*scene.model, w)) return {};
    SlotFinder slots = slots_of(scene, w.mesh);
    // Asked once for all: a skin may have tens of thousands of joints.
    std::unordered_map<int, int> known;
    for (std::size_t s = 0; s < slots.skin.joint.size(); ++s) {
      known.try_emplace(slots.skin.joint[s], static_cast<int>(s));
    }
    std::vector<std::uint16_t> renamed;
    for (const int joint : w.joint) {
      const auto own = known.find(joint);
      renamed.push_back(
          static_cast<std::uint16_t>(own == known.end() ? slots(joint) : own->second));
    }
    if (slots.count() > kMaxSlots) return {};
    MeshBinding after{w.influences, slots.skin};
    for (std::uint16_t& s : after.influences.slot) s = renamed[s];
    grow(after.skin, slots.growth, true);
    const auto& edited = scene.edited.binding;
    const auto m = idx(w.mesh);
    delta.meshes.push_back({w.mesh, m < edited.size() ? edited[m] : CopyOnWrite<MeshBinding>(),
                            CopyOnWrite(std::move(after))});
  }
  return delta;
}

WeightDelta edited_delta(const Scene& scene, std::span<const MeshWeights> weights) {
  WeightDelta delta = weight_delta(scene, weights, {});
  note_edited(scene, delta);
  return delta;
}

void note_edited(const Scene& scene, WeightDelta& delta) {
  delta.reach_before = {scene.reach, scene.reach_edited};
  delta.reach_after = {scene.reach, scene.reach != nullptr};
}

void apply_delta(const WeightDelta& delta, bool forward, Scene& scene) {
  TouchedJoints joints;
  bool all_joints = false;
  const auto grow_skins = [&] {
    for (const auto& g : delta.growth) {
      grow(own_binding(scene, g.mesh).skin, g, forward);
      for (const int j : g.joint) joints.gone.push_back(j);
      all_joints = all_joints || !g.was_skinned;
      log_change(scene.weights, g.mesh, -1);
    }
  };
  if (forward) grow_skins();
  std::vector<std::size_t> rows(delta.rows.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  put_rows(delta, rows, forward, scene, joints);
  if (!forward) grow_skins();
  for (const auto& whole : delta.meshes) {
    scene.edited.binding.resize(scene.model->meshes.size());
    scene.edited.binding[idx(whole.mesh)] = forward ? whole.after : whole.before;
    all_joints = true;
    log_change(scene.weights, whole.mesh, -1);
  }
  const WeightDelta::Reach& reach = forward ? delta.reach_after : delta.reach_before;
  if (!delta.empty()) {
    scene.reach = reach.of;
    scene.reach_edited = reach.edited;
  }

  if (all_joints) {
    scene.edited.flags = all_flags(scene);
    return;
  }
  refresh_flags(scene, joints);
}

void apply_rows(const WeightDelta& delta, std::span<const std::size_t> rows, Scene& scene) {
  TouchedJoints joints;
  put_rows(delta, rows, true, scene, joints);
  refresh_flags(scene, joints);
}

RowSlots::RowSlots(const Scene& scene, int mesh)
    : model_(scene.model.get()), skin_(&binding_of(scene, idx(mesh)).skin) {
  growth_ = {mesh, {}, {}, skin_->skinned};
}

int RowSlots::of_joint(int joint) {
  SlotFinder finder{*model_, *skin_, std::move(growth_)};
  const int slot = finder(joint);
  growth_ = std::move(finder.growth);
  return slot;
}

int RowSlots::joint_of(int slot) const {
  const std::size_t s = idx(slot), own = skin_->joint.size();
  return s < own ? skin_->joint[s] : growth_.joint[s - own];
}

bool RowSlots::fits() const {
  return skin_->joint.size() + growth_.joint.size() <= kMaxSlots;
}

std::vector<WeightDelta::Growth> RowSlots::growth() const {
  if (growth_.joint.empty()) return {};
  return {growth_};
}

}  // namespace bindpose
