#include "scene/edit/mend/mend.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "math/numbers.h"
#include "rig/mend/limit_fit.h"
#include "rig/mend/mend_rows.h"
#include "rig/mend/surface_mends.h"
#include "scene/edit/mend/joined_meshes.h"
#include "scene/edit/mend/mend_account.h"
#include "scene/edit/mend/mend_all.h"
#include "scene/edit/mend/mend_mirror.h"
#include "scene/edit/mend/mend_one_sided.h"
#include "scene/edit/mend/mend_regions.h"
#include "scene/edit/mend/own_slots.h"
#include "scene/numerals.h"
#include "scene/pose/symmetry.h"
#include "scene/vertices/choose.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

constexpr int kClipPoses = 64, kTurnedPoses = 24;
constexpr float kTurnDegrees = 30.0f;
// Turned joints beside clips: they speak where no clip does.
constexpr double kTurnedImportance = 1e-3;

// Those of `lists` that the file had broken.
VertexLists broken_among(const Scene& scene, const VertexLists& lists) {
  VertexLists out = vertices_of(scene, {VertexGroup::Broken, 0});
  for (std::size_t m = 0; m < out.size(); ++m) {
    std::erase_if(out[m],
                  [&](std::uint32_t v) { return !std::ranges::binary_search(lists[m], v); });
  }
  return out;
}

// The vertices that are meant, with what lies at their places: a seam of which one side is chosen
// would open. #M lists.
VertexLists vertices_meant(const Scene& scene, const Mend& mend) {
  const VertexGroup& group = scene.selection.vertices;
  if (!mend.all && group.kind != VertexGroup::None)
    return with_places(scene, vertices_of(scene, group));
  return every_vertex(*scene.model);
}

bool is_limit(const Mend& mend) {
  return mend.kind == Mend::Limit || mend.kind == Mend::LimitFit;
}
bool is_mirror(const Mend& mend) {
  return mend.kind == Mend::MirrorPlace || mend.kind == Mend::MirrorTopology ||
         mend.kind == Mend::OneSided;
}
// Of these it is said how far the surface moves: it should not.
bool has_cost(const Mend& mend) {
  return is_limit(mend) || mend.kind == Mend::Prune;
}

struct Poses {
  std::vector<SampledPose> clips, turned;
};

std::vector<PoseSample> samples_of(const Poses& poses, int mesh) {
  std::vector<PoseSample> out;
  for (const SampledPose& p : poses.clips) out.push_back({p.posed.palette[idx(mesh)], 1.0});
  const double importance = poses.clips.empty() ? 1.0 : kTurnedImportance;
  for (const SampledPose& p : poses.turned) out.push_back({p.posed.palette[idx(mesh)], importance});
  return out;
}

MirroredMesh mended_mesh(const Scene& scene, int mesh, const MendScope& in_skin, const Mend& mend,
                         const Poses& poses, OppositeOfAll& all, const MendProgress& progress) {
  const auto& [influences, skin] = binding_of(scene, idx(mesh));
  const Mesh& own = scene.model->meshes[idx(mesh)];
  OwnSlots slot_of{skin};
  MendScope scope = in_skin;
  if (!scene.marks.weights_locked.empty()) {
    scope.beyond = [&](std::size_t slot) {
      return has_locked_weights(scene, slot_of.joint_of(static_cast<int>(slot)));
    };
  }
  switch (mend.kind) {
    case Mend::Normalise:
      return {normalised(influences, scope, mend.strict), {}};
    case Mend::Clean:
      return {said_anew(influences, scope), {}};
    case Mend::Prune:
      return {pruned(influences, scope, mend.amount), {}};
    case Mend::Limit:
      return {limited_to(influences, scope, mend.n), {}};
    case Mend::LimitFit:
      return {limited_by_fit(influences, scope, mend.n, own.position, samples_of(poses, mesh),
                             progress),
              {}};
    case Mend::MirrorPlace:
    case Mend::MirrorTopology:
      return mirrored_weights(scene, mesh, in_skin, mend, all, progress);
    case Mend::SetRow: {
      std::vector<ExactWeight> row;
      for (const JointWeight& w : mend.row) {
        if (w.weight > 0.0f) row.push_back({slot_of(w.joint), double(w.weight)});
      }
      Mended out = with_row(influences, scope, row);
      return {std::move(out), std::move(slot_of.more)};
    }
    case Mend::SetJoint: {
      const int slot = slot_of(mend.joint);
      return {with_share(influences, scope, slot, mend.amount), std::move(slot_of.more)};
    }
    case Mend::ScaleJoint:
      if (find_slot(skin, mend.joint) < 0) return {RowRewriter(influences).finish(), {}};
      return {with_scaled(influences, scope, slot_of(mend.joint), mend.amount), {}};
    case Mend::Fill:  // joined_mended()
    case Mend::Smooth:
    case Mend::Average:
    case Mend::Everything:  // all_mended()
    case Mend::Islands:     // regions_mended()
    case Mend::Leaks:
    case Mend::Jumps:
    case Mend::OneSided:  // one_sided_mended()
      break;
  }
  return {RowRewriter(influences).finish(), {}};
}

// Of slots for these joints.
std::vector<std::uint8_t> locked_slots(const Scene& scene, const std::vector<int>& joints) {
  std::vector<std::uint8_t> locked;
  if (scene.marks.weights_locked.empty()) return locked;
  for (const int joint : joints) locked.push_back(has_locked_weights(scene, joint) ? 1 : 0);
  return locked;
}

// What looks beyond the vertex: all meshes are one surface then.
bool is_joined(const Mend& mend) {
  return mend.kind == Mend::Fill || mend.kind == Mend::Smooth || mend.kind == Mend::Average;
}

void joined_mended(const Scene& scene, const Mend& mend, const VertexLists& lists,
                   const BindProgress& progress, MendTally& tally,
                   std::vector<MeshWeights>& weights) {
  const JoinedSurface surface(scene);
  const JoinedWeights joined(scene, surface);
  const std::vector<std::uint32_t> vertices = surface.with_places(lists);
  const std::vector<std::uint8_t> locked = locked_slots(scene, joined.joint);
  const MendScope scope{vertices, locked};
  const MendProgress tell = [&progress](double done) { progress.at(done); };
  const Influences& in = joined.influences;
  const Mended made =
      mend.kind == Mend::Fill     ? filled(in, scope, surface.graph(), surface.position(), tell)
      : mend.kind == Mend::Smooth ? smoothed(in, scope, surface.graph(), mend.amount, mend.n, tell)
                                  : averaged(in, scope);
  tally.vertices += vertices.size();
  tally.changed += made.changed.size();
  tally.left += made.left.size();
  weights = joined.by_mesh(scene, surface, made);
}

// What stands in the way of a mend as a whole; a sentence, or "".
std::string obstacle(const Scene& scene, const Mend& mend) {
  const bool names_joint = mend.kind == Mend::SetJoint || mend.kind == Mend::ScaleJoint;
  if (mend.needs_selection() && scene.selection.vertices.kind == VertexGroup::None) {
    return "Select vertices first.";
  }
  if (names_joint && has_locked_weights(scene, mend.joint)) {
    return "The weights of " + scene.model->skeleton.name[idx(mend.joint)] + " are locked.";
  }
  if (is_mirror(mend) && !rig_mirror(scene).pairs.has_plane) {
    return "The model has no two sides: neither names nor places of its joints say which is left.";
  }
  if (is_joined(mend) && joined_joints(scene).size() > kMostJoined)
    return "More than " + grouped(kMostJoined) +
           " joints have weights: that is more than can be mended together.";
  const auto skinned = [&](std::size_t m) { return binding_of(scene, m).skin.skinned; };
  bool any = false;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) any = any || skinned(m);
  return any ? "" : "No mesh of the model has a skin: there are no weights to mend.";
}

}  // namespace

MendResult mended(const Scene& scene, const Mend& mend, const BindProgress& progress) {
  MendResult out;
  out.account = obstacle(scene, mend);
  out.hindered = !out.account.empty();
  if (out.hindered) return out;
  if (mend.kind == Mend::Everything) return all_mended(scene, mend, progress);
  if (is_of_regions(mend.kind)) return regions_mended(scene, mend, progress);
  if (mend.kind == Mend::OneSided) return one_sided_mended(scene, mend, progress);
  VertexLists lists = vertices_meant(scene, mend);
  if (mend.kind == Mend::Clean) lists = broken_among(scene, lists);
  MendTally tally;
  std::optional<Poses> poses;
  OppositeOfAll opposite(scene, rig_mirror(scene).pairs);
  std::vector<ChangedRows> rows, cut_rows;
  std::deque<Influences> cut_weights;               // where they lie does not change
  const double until = has_cost(mend) ? 0.6 : 1.0;  // then it is measured
  if (is_joined(mend)) joined_mended(scene, mend, lists, progress, tally, out.weights);
  for (std::size_t m = 0; m < lists.size() && !is_joined(mend); ++m) {
    const auto& [influences, skin] = binding_of(scene, m);
    if (!skin.skinned || lists[m].empty()) continue;
    const std::vector<std::uint8_t> locked = locked_slots(scene, skin.joint);
    const MendScope scope{lists[m], locked};
    Mended cut =
        is_limit(mend) ? limited_to(influences, scope, mend.n) : Mended{};  // is there anything?
    if (is_limit(mend) && cut.changed.empty()) {
      tally.left += cut.left.size();
      continue;
    }
    if (has_cost(mend) && !poses) {
      poses = Poses{clip_poses(scene, kClipPoses), turned_poses(scene, kTurnedPoses, kTurnDegrees)};
    }
    const int mesh = static_cast<int>(m);
    const double part = static_cast<double>(m), all = static_cast<double>(lists.size());
    const BindProgress own = progress.within(until * part / all, until * (part + 1.0) / all);
    const MendProgress tell = [&own](double done) { own.at(done); };
    tell(0.0);
    MirroredMesh made =
        mended_mesh(scene, mesh, scope, mend, poses ? *poses : Poses{}, opposite, tell);
    tally.vertices += lists[m].size();
    tally.left += made.mended.left.size();
    if (made.mended.changed.empty()) continue;
    tally.changed += made.mended.changed.size();
    if (mend.kind == Mend::LimitFit) {
      cut_weights.push_back(std::move(cut.influences));
      cut_rows.push_back({mesh, &influences, &cut_weights.back(), std::move(cut.changed)});
    }
    if (has_cost(mend))
      rows.push_back({mesh, &influences, nullptr, std::move(made.mended.changed)});
    std::vector<int> joints = skin.joint;
    joints.insert(joints.end(), made.more.begin(), made.more.end());
    out.weights.push_back({mesh, std::move(joints), std::move(made.mended.influences)});
  }
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k].after = &out.weights[k].influences;
  if (poses) tally.cost = cost_in_motion(scene, rows, poses->turned, progress.within(until, 0.8));
  if (poses && !cut_rows.empty()) {
    tally.cost_of_cutting =
        cost_in_motion(scene, cut_rows, poses->turned, progress.within(0.8, 1.0));
  }
  out.changed = tally.changed;
  if (has_cost(mend) && tally.changed > 0) out.way = cost_words(scene, tally.cost);
  out.account = account_of(scene, mend, tally);
  return out;
}

}  // namespace bindpose
