#include "scene/weights.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxSlots = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint64_t kForgotten =
    std::numeric_limits<std::uint64_t>::max();  // no revision is that
constexpr std::ptrdiff_t kLogLength = 64;       // beyond it a whole upload is no slower

Mesh& mesh_at(Model& model, int mesh) {
  return model.meshes[static_cast<std::size_t>(mesh)];
}
const Mesh& mesh_at(const Model& model, int mesh) {
  return model.meshes[static_cast<std::size_t>(mesh)];
}

// Of those beyond kLogLength one a vertex stays, so that the log names every vertex that was
// written.
void forget_oldest(WeightLog& log) {
  const auto oldest = std::ranges::find_if(
      log.recent, [](const WeightLog::Entry& e) { return e.before != kForgotten; });
  if (log.recent.end() - oldest < kLogLength) return;
  const auto same = [&oldest](const WeightLog::Entry& e) {
    return &e != &*oldest && e.mesh == oldest->mesh && e.vertex == oldest->vertex;
  };
  if (std::ranges::any_of(log.recent, same)) {
    log.recent.erase(oldest);
  } else {
    oldest->before = kForgotten;
  }
}

void log_change(WeightLog& log, int mesh, std::int64_t vertex) {
  forget_oldest(log);
  log.recent.push_back({mesh, vertex, log.revision});
  // Two documents of one file may go different ways: equal numbers mean equal weights even then.
  static std::atomic<std::uint64_t> last{0};
  log.revision = ++last;
}

bool valid_joint(const Model& model, int joint) {
  return joint >= 0 && joint < model.skeleton.size();
}

// Slots for joints, those that the skin lacks behind those it has.
struct SlotFinder {
  const Model& model;
  const Mesh& mesh;
  WeightDelta::Growth growth;

  int operator()(int joint) {
    if (const int slot = find_slot(mesh.skin, joint); slot >= 0) return slot;
    const auto found = std::find(growth.joint.begin(), growth.joint.end(), joint);
    const auto place = found - growth.joint.begin();
    if (found == growth.joint.end()) {
      growth.joint.push_back(joint);
      growth.bind.push_back(bind_of_new_slot(model, mesh, joint));
    }
    return static_cast<int>(mesh.skin.joint.size()) + static_cast<int>(place);
  }
  std::size_t count() const { return mesh.skin.joint.size() + growth.joint.size(); }
  bool matters() const { return !growth.joint.empty() || !growth.was_skinned; }
};

SlotFinder slots_of(const Model& model, int mesh) {
  const Mesh& m = mesh_at(model, mesh);
  return {model, m, {mesh, {}, {}, m.skin.skinned}};
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

bool any_weight(const Mesh& mesh, int slot) {
  const Influences& in = mesh.influences;
  for (std::size_t k = 0; k < in.slot.size(); ++k) {
    if (in.slot[k] == slot && in.weight[k] > 0.0f) return true;
  }
  return false;
}

void refresh_flags(Model& model, int joint) {
  bool named = false, weighted = false;
  for (const Mesh& mesh : model.meshes) {
    const int slot = mesh.skin.skinned ? find_slot(mesh.skin, joint) : -1;
    if (slot < 0) continue;
    named = true;
    weighted = weighted || any_weight(mesh, slot);
  }
  const auto j = static_cast<std::size_t>(joint);
  model.skeleton.is_joint[j] = named ? 1 : 0;
  model.skeleton.has_weight[j] = weighted ? 1 : 0;
}

// The joints whose part in the mesh a row changes.
void add_joints(const Skin& skin, const WeightRow& row, std::vector<int>& joints) {
  for (const WeightEntry& e : row.entry) {
    joints.push_back(skin.joint[static_cast<std::size_t>(e.slot)]);
  }
}

bool fits(const Model& model, const MeshWeights& w) {
  if (w.mesh < 0 || static_cast<std::size_t>(w.mesh) >= model.meshes.size()) return false;
  const Influences& in = w.influences;
  const std::size_t vertices = mesh_at(model, w.mesh).position.size();
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

mat4 bind_of_new_slot(const Model& model, const Mesh& mesh, int joint) {
  constexpr float kRounding = 1e-4f;
  const Skeleton& skeleton = model.skeleton;
  const auto bind_of = [&](int j) {
    return bind_from_locals(skeleton.parent, model.bind_local, j);
  };
  const mat4 own = bind_of(joint);
  if (mesh.skin.joint.empty()) return own;
  const mat4 first = mul_affine(bind_of(mesh.skin.joint[0]), mesh.skin.inverse_bind[0]);
  float off = 0.0f;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 3; ++r) off = std::max(off, std::abs(first[c][r] - mat4(1.0f)[c][r]));
  }
  return off < kRounding || !is_invertible(first) ? own : mul_affine(inverse_affine(first), own);
}

WeightDelta weight_delta(const Model& model, const VertexRef& at,
                         std::span<const JointWeight> row) {
  if (!has_vertex(model, at)) return {};
  for (const JointWeight& w : row) {
    if (!valid_joint(model, w.joint) || !std::isfinite(w.weight) || w.weight < 0.0f) return {};
  }
  SlotFinder slots = slots_of(model, at.mesh);
  std::vector<WeightEntry> entries;
  for (const JointWeight& w : row) {
    if (w.weight > 0.0f) entries.push_back({slots(w.joint), w.weight});
  }
  if (slots.count() > kMaxSlots) return {};
  WeightDelta::Row changed{at, read_row(slots.mesh.influences, at.vertex),
                           make_row(entries, slots.count())};
  if (changed.before == changed.after) return {};
  WeightDelta delta;
  delta.rows.push_back(std::move(changed));
  if (slots.matters()) delta.growth.push_back(std::move(slots.growth));
  return delta;
}

WeightDelta weight_delta(const Model& model, std::span<const MeshWeights> weights) {
  WeightDelta delta;
  for (const MeshWeights& w : weights) {
    if (!fits(model, w)) return {};
    SlotFinder slots = slots_of(model, w.mesh);
    std::vector<std::uint16_t> renamed;
    for (const int joint : w.joint) renamed.push_back(static_cast<std::uint16_t>(slots(joint)));
    if (slots.count() > kMaxSlots) return {};
    auto after = std::make_shared<Influences>(w.influences);
    for (std::uint16_t& s : after->slot) s = renamed[s];
    delta.meshes.push_back(
        {w.mesh, std::make_shared<const Influences>(slots.mesh.influences), std::move(after)});
    if (slots.matters()) delta.growth.push_back(std::move(slots.growth));
  }
  return delta;
}

void apply_delta(const WeightDelta& delta, bool forward, Model& model, WeightLog& log) {
  std::vector<int> joints;
  if (forward) {
    for (const auto& g : delta.growth) grow(mesh_at(model, g.mesh).skin, g, true);
  }
  for (const auto& row : delta.rows) {
    Mesh& mesh = mesh_at(model, row.at.mesh);
    write_row(mesh.influences, row.at.vertex, forward ? row.after : row.before);
    add_joints(mesh.skin, row.before, joints);
    add_joints(mesh.skin, row.after, joints);
    log_change(log, row.at.mesh, row.at.vertex);
  }
  for (const auto& whole : delta.meshes) {
    mesh_at(model, whole.mesh).influences = forward ? *whole.after : *whole.before;
    log_change(log, whole.mesh, -1);
  }
  for (const auto& g : delta.growth) {
    joints.insert(joints.end(), g.joint.begin(), g.joint.end());
    if (!forward) grow(mesh_at(model, g.mesh).skin, g, false);
    log_change(log, g.mesh, -1);
  }
  if (!delta.meshes.empty() || std::any_of(delta.growth.begin(), delta.growth.end(),
                                           [](const auto& g) { return !g.was_skinned; })) {
    for (int j = 0; j < model.skeleton.size(); ++j) joints.push_back(j);
  }
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  for (const int j : joints) refresh_flags(model, j);
}

}  // namespace bindpose
