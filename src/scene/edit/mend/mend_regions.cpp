#include "scene/edit/mend/mend_regions.h"

#include <algorithm>
#include <map>
#include <utility>

#include "math/numbers.h"
#include "scene/check/check.h"
#include "scene/edit/mend/joined_meshes.h"
#include "scene/numerals.h"
#include "scene/vertices/choose.h"
#include "scene/vertices/vertex_group.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

constexpr int kTakeOuts = 3, kSmoothings = 8;
constexpr int kOwnSmoothings = 2;  // at the vertices that were meant; after these where it is found
constexpr int kSteps = 20;         // as often as a patch of ten vertices across takes

Rule rule_of(Mend::Kind kind) {
  return kind == Mend::Islands ? Rule::Island : kind == Mend::Leaks ? Rule::Leak : Rule::Jump;
}

// The profile `rig` with that rule alone.
CheckProfile only(Rule rule) {
  CheckProfile profile = *find_profile("rig");
  for (std::size_t k = 0; k < kRuleCount; ++k) {
    if (k != static_cast<std::size_t>(rule)) profile.severity[k].reset();
  }
  return profile;
}

bool holds(const std::vector<std::uint32_t>& sorted, std::uint32_t v) {
  return std::ranges::binary_search(sorted, v);
}

class RegionMend {
 public:
  RegionMend(const Scene& scene, Rule rule, const VertexLists& meant, const BindProgress& progress)
      : now_(scene),
        rule_(rule),
        profile_(only(rule)),
        surface_(scene),
        meant_(surface_.lists_with_places(meant)),  // a border between meshes stays closed
        progress_(progress) {
    touched_.resize(meant_.size(), false);
  }

  void run(bool take_out_alone) {
    if (rule_ != Rule::Jump) take_out();
    if (take_out_alone) return;
    for (int k = 0; k < kSmoothings; ++k) {
      tell(0.3 + 0.7 * k / kSmoothings);
      VertexLists found = vertices_found();
      if (all_empty(found)) return;
      if (k < kOwnSmoothings) keep_meant(found);
      if (all_empty(found)) {
        if (k == 0) return;  // what is left was not meant
        continue;
      }
      smooth(found);
    }
  }

  const Scene& scene() const { return now_; }
  const std::vector<bool>& touched() const { return touched_; }
  std::size_t left() {
    VertexLists found = vertices_found();
    keep_meant(found);
    std::size_t count = 0;
    for (const auto& list : found) count += list.size();
    return count;
  }

 private:
  void tell(double part) const { progress_.at(part); }

  static bool all_empty(const VertexLists& lists) {
    return std::ranges::all_of(lists, [](const auto& list) { return list.empty(); });
  }

  VertexLists vertices_found() const {
    VertexLists out(meant_.size());
    for (const Finding& f : check(now_, profile_)) {
      if (f.rule == rule_ && f.mesh >= 0) out[idx(f.mesh)] = f.vertices;
    }
    return out;
  }

  void keep_meant(VertexLists& lists) const {
    for (std::size_t m = 0; m < lists.size(); ++m)
      std::erase_if(lists[m], [&](std::uint32_t v) { return !holds(meant_[m], v); });
  }

  void take_out() {
    for (int k = 0; k < kTakeOuts; ++k) {
      tell(0.3 * k / kTakeOuts);
      bool any = false;
      for (StrayPull& pull : stray_pulls(now_, rule_)) {
        std::erase_if(pull.vertices,
                      [&](std::uint32_t v) { return !holds(meant_[idx(pull.mesh)], v); });
        if (pull.vertices.empty()) continue;
        VertexLists lists(meant_.size());
        lists[idx(pull.mesh)] = std::move(pull.vertices);
        any = apply({Mend::SetJoint, 0.0, 0, pull.joint}, std::move(lists)) || any;
      }
      if (!any) return;
    }
  }

  void smooth(const VertexLists& found) {
    const VertexLists lists = surface_.lists_with_places(found);
    std::vector<std::vector<std::uint32_t>> before(lists.size());
    for (std::size_t m = 0; m < lists.size(); ++m) {
      for (const std::uint32_t v : lists[m]) before[m].push_back(count(m, v));
    }
    apply({Mend::Smooth, 1.0, kSteps}, lists);
    // Those that got more than they had and more than the limit get back to as many.
    const auto limit = static_cast<std::uint32_t>(now_.view.limit);
    std::map<std::uint32_t, VertexLists> over;
    for (std::size_t m = 0; m < lists.size(); ++m) {
      for (std::size_t k = 0; k < lists[m].size(); ++k) {
        const std::uint32_t most = std::max(before[m][k], limit);
        if (count(m, lists[m][k]) <= most) continue;
        VertexLists& of = over[most];
        of.resize(lists.size());
        of[m].push_back(lists[m][k]);
      }
    }
    for (auto& [most, rows] : over)
      apply({Mend::Limit, 0.0, static_cast<int>(most)}, std::move(rows));
  }

  std::uint32_t count(std::size_t mesh, std::uint32_t v) const {
    const Influences& in = binding_of(now_, mesh).influences;
    return in.offset[v + 1] - in.offset[v];
  }

  // True where something changed.
  bool apply(const Mend& mend, VertexLists lists) {
    Scene chosen = now_;
    chosen.selection.vertices = chosen_vertices(std::move(lists));
    const MendResult made = mended(chosen, mend);
    if (made.weights.empty()) return false;
    for (const MeshWeights& w : made.weights) touched_[idx(w.mesh)] = true;
    apply_delta(edited_delta(now_, made.weights), true, now_);
    return true;
  }

  Scene now_;
  Rule rule_;
  CheckProfile profile_;
  JoinedSurface surface_;
  VertexLists meant_;
  const BindProgress& progress_;
  std::vector<bool> touched_;
};

std::size_t rows_that_differ(const Influences& before, const Influences& after) {
  std::size_t changed = 0;
  for (std::uint32_t v = 0; v < before.vertex_count(); ++v)
    changed += !(read_row(before, v) == read_row(after, v));
  return changed;
}

}  // namespace

MendResult regions_mended(const Scene& scene, const Mend& mend, const BindProgress& progress) {
  const bool chosen = !mend.all && scene.selection.vertices.kind != VertexGroup::None;
  const VertexLists meant =
      chosen ? vertices_of(scene, scene.selection.vertices) : every_vertex(*scene.model);
  RegionMend work(scene, rule_of(mend.kind), meant, progress);
  work.run(mend.strict);
  MendResult out;
  for (std::size_t m = 0; m < work.touched().size(); ++m) {
    if (!work.touched()[m]) continue;
    const MeshBinding& binding = binding_of(work.scene(), m);
    out.changed += rows_that_differ(binding_of(scene, m).influences, binding.influences);
    out.weights.push_back({static_cast<int>(m), binding.skin.joint, binding.influences});
  }
  const std::string what = mend.kind == Mend::Islands ? "islands of joints"
                           : mend.kind == Mend::Leaks ? "leaks"
                                                      : "hard jumps";
  out.account = out.changed > 0 ? "Mended " + what + ": " + counted_vertices(out.changed) + "."
                                : "There are no " + what + " that can be mended here.";
  if (mend.strict) return out;
  if (const std::size_t left = work.left(); left > 0)
    out.account += " " + counted_vertices(left) + (out.changed > 0 ? " of them" : "") +
                   (left == 1 ? " is" : " are") +
                   " left: weights are locked, or the skin is too coarse.";
  return out;
}

}  // namespace bindpose
