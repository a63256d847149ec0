#include "scene/edit/mend/locked_rows.h"

#include <algorithm>

#include "math/numbers.h"
#include "rig/mend/row_rewriter.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// Of all joints, #J.
MendScope locked_joints(const Scene& scene) {
  return {{}, scene.marks.weights_locked};
}

// Slots of both rows are joints here.
bool concerns(std::span<const ExactWeight> row, const MendScope& scope) {
  return std::ranges::any_of(row,
                             [&](const ExactWeight& e) { return scope.is_locked(idx(e.slot)); });
}

std::vector<ExactWeight> by_joint(std::span<const ExactWeight> row, std::span<const int> joint) {
  std::vector<ExactWeight> out;
  for (const ExactWeight& e : row) {
    const int j = joint[idx(e.slot)];
    const auto there = std::ranges::find(out, j, &ExactWeight::slot);
    if (there != out.end()) {
      there->weight += e.weight;
    } else {
      out.push_back({j, e.weight});
    }
  }
  return out;
}

// What is written of a vertex that locks concern.
std::vector<ExactWeight> kept_row(std::span<const ExactWeight> now,
                                  std::span<const ExactWeight> wanted, const MendScope& scope,
                                  LockTally& tally) {
  std::vector<ExactWeight> out = keeping_locked(now, {wanted.begin(), wanted.end()}, scope);
  ++(out.empty() ? tally.left : tally.kept);
  if (out.empty()) out.assign(now.begin(), now.end());
  return out;
}

bool fits(const Scene& scene, const MeshWeights& w) {
  const auto& meshes = scene.model->meshes;
  return w.mesh >= 0 && idx(w.mesh) < meshes.size() &&
         w.influences.offset.size() == meshes[idx(w.mesh)].position.size() + 1 &&
         std::ranges::all_of(w.influences.slot,
                             [&](std::uint16_t s) { return s < w.joint.size(); });
}

// The slot of a joint in `joint`, which gets it where it lacks it.
int slot_in(std::vector<int>& joint, int wanted) {
  const auto there = std::ranges::find(joint, wanted);
  if (there == joint.end()) joint.push_back(wanted);
  return static_cast<int>(std::ranges::find(joint, wanted) - joint.begin());
}

MeshWeights kept_mesh(const Scene& scene, const MeshWeights& wanted, const MendScope& scope,
                      LockTally& tally) {
  const auto& [now, skin] = binding_of(scene, idx(wanted.mesh));
  RowRewriter rows(wanted.influences);
  MeshWeights out{wanted.mesh, wanted.joint, {}};
  for (std::uint32_t v = 0; v < wanted.influences.vertex_count(); ++v) {
    const auto before = by_joint(exact_row(now, v), skin.joint);
    const auto after = by_joint(exact_row(wanted.influences, v), wanted.joint);
    if (!concerns(before, scope) && !concerns(after, scope)) continue;
    std::vector<ExactWeight> row = kept_row(before, after, scope, tally);
    tally.changed += after.empty() || !same_but_for_rounding(after, row) ? 1 : 0;
    // What comes out as it was stays as it is: weights computed anew differ from those of before by
    // rounding alone.
    const bool same = same_but_for_rounding(before, row);
    if (same) row = before;
    for (ExactWeight& e : row) e.slot = slot_in(out.joint, e.slot);
    rows.put_as_it_is(v, std::move(row), same ? now.raw_weight_sum[v] : 1.0f);
  }
  out.influences = rows.finish().influences;
  return out;
}

std::string words_of(const LockTally& tally) {
  const auto vertices = [](std::size_t n) {
    return grouped(n) + (n == 1 ? " vertex keeps" : " vertices keep");
  };
  std::string out;
  if (tally.kept > 0) out = vertices(tally.kept) + " what the joints with locked weights have.";
  if (tally.left > 0) {
    out += (out.empty() ? "" : " ") + grouped(tally.left) +
           (tally.left == 1 ? " vertex stays as it is" : " vertices stay as they are") +
           ": what they are to follow is locked.";
  }
  return out;
}

}  // namespace

std::vector<MeshWeights> keeping_locked(const Scene& scene, std::span<const MeshWeights> wanted,
                                        LockTally* tally) {
  std::vector<MeshWeights> out;
  LockTally uncounted;
  const MendScope scope = locked_joints(scene);
  for (const MeshWeights& w : wanted) {
    const bool free = scope.locked.empty() || !fits(scene, w);
    out.push_back(free ? w : kept_mesh(scene, w, scope, tally ? *tally : uncounted));
  }
  return out;
}

std::vector<JointWeight> keeping_locked(const Scene& scene, const VertexRef& at,
                                        std::span<const JointWeight> wanted) {
  const MendScope scope = locked_joints(scene);
  const auto& [now, skin] = binding_of(scene, idx(at.mesh));
  std::vector<ExactWeight> after;
  double sum = 0.0;
  for (const JointWeight& w : wanted) {
    after.push_back({w.joint, double{w.weight}});
    sum += double{w.weight};
  }
  const auto before = by_joint(exact_row(now, at.vertex), skin.joint);
  if (!concerns(before, scope) && !concerns(after, scope)) return {wanted.begin(), wanted.end()};
  // Of the whole; the stored sum becomes 1.
  for (ExactWeight& e : after) e.weight = sum > 0.0 ? e.weight / sum : 0.0;
  LockTally uncounted;
  std::vector<JointWeight> out;
  for (const ExactWeight& e : kept_row(before, after, scope, uncounted))
    out.push_back({e.slot, static_cast<float>(e.weight)});
  return out;
}

std::string lock_note(const Scene& scene, const Edit& edit) {
  if (!scene.model || scene.marks.weights_locked.empty()) return "";
  const std::vector<MeshWeights>* wanted = nullptr;
  if (const auto* e = edit.as<SetInfluences>()) wanted = e->weights.get();
  if (const auto* e = edit.as<TransferWeights>()) wanted = e->made.get();
  if (wanted == nullptr) return "";
  LockTally tally;
  keeping_locked(scene, *wanted, &tally);
  return words_of(tally);
}

}  // namespace bindpose
