#include "scene/edit/mend/mend_all.h"

#include <string_view>
#include <utility>

#include "math/ascii.h"
#include "scene/check/check.h"
#include "scene/numerals.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

struct Step {
  Mend mend;
  double until;            // which part of the whole work is done then
  std::string_view did;    // "normalised": before how many vertices
  std::string rest{};      // behind them
  bool tells_way = false;  // how far the surface moves
};

std::vector<Step> steps_of(int limit) {
  const double tiny = find_profile("rig")->tiny;
  Mend sums{Mend::Normalise};
  sums.strict = true;
  const std::string to =
      " to " + std::to_string(limit) + (limit == 1 ? " influence" : " influences");
  Mend islands{Mend::Islands}, leaks{Mend::Leaks};
  islands.strict = leaks.strict = true;
  std::vector<Step> out{{{Mend::Clean}, 0.02, "left broken weights out of"},
                        {sums, 0.05, "normalised"},
                        {islands, 0.2, "took far joints out of"},
                        {leaks, 0.35, "took leaks out of"},
                        {{Mend::Prune, tiny}, 0.45, "pruned"},
                        {{Mend::Fill}, 0.55, "filled"},
                        {{Mend::LimitFit, 0.0, limit}, 0.85, "limited", to, true}};
  for (Step& step : out) step.mend.all = true;
  return out;
}

// Rows that are not what they were, or that the file had broken.
std::size_t changed_rows(const Influences& before, const Influences& after,
                         const std::vector<std::uint32_t>& cleaned) {
  std::size_t changed = 0, next = 0;
  for (std::uint32_t v = 0; v < before.vertex_count(); ++v) {
    const bool clean = next < cleaned.size() && cleaned[next] == v;
    if (clean) ++next;
    changed += clean || !(read_row(before, v) == read_row(after, v));
  }
  return changed;
}

// "leaks to what is only near (12 vertices)"
std::string left_words(const Finding& finding, std::size_t count) {
  const RuleInfo& rule = info_of(finding.rule);
  std::string text(rule.title);
  text[0] = to_lower(text[0]);
  if (rule.concerns == Concerns::Vertices) return text + " (" + counted_vertices(count) + ")";
  if (rule.concerns != Concerns::Joints) return text;
  return text + " (" + counted_joints(count) + ")";
}

// What is still wrong, in the order of the rules; "" where that is nothing.
std::string what_is_left(const Scene& scene, int limit, const BindProgress& progress) {
  CheckProfile profile = *find_profile("rig");
  profile.influences = limit;
  double part = 0.0;
  const std::vector<Finding> findings = check(scene, profile, [&] {
    progress.at(part = 0.5 * (1.0 + part));  // nobody knows how often it will ask
    return false;
  });
  std::string text;
  for (std::size_t k = 0; k < findings.size();) {
    const Finding& first = findings[k];
    std::size_t count = 0;
    for (; k < findings.size() && findings[k].rule == first.rule; ++k) count += findings[k].count;
    if (first.severity < Severity::Warning && first.rule != Rule::Asymmetry) continue;
    text += (text.empty() ? "" : ", ") + left_words(first, count);
  }
  return text;
}

}  // namespace

MendResult all_mended(const Scene& scene, const Mend& mend, const BindProgress& progress) {
  Scene now = scene;
  std::string done;
  std::vector<bool> touched(scene.model->meshes.size());
  const VertexLists cleaned = vertices_of(scene, {VertexGroup::Broken, 0});
  double from = 0.0;
  for (const Step& step : steps_of(mend.n)) {
    const BindProgress own = progress.within(std::exchange(from, step.until), step.until);
    own.at(0.0);
    const MendResult made = mended(now, step.mend, own);
    if (made.weights.empty()) continue;
    for (const MeshWeights& w : made.weights) touched[static_cast<std::size_t>(w.mesh)] = true;
    apply_delta(edited_delta(now, made.weights), true, now);
    done += (done.empty() ? "" : ", ") + std::string(step.did) + " " +
            counted_vertices(made.changed) + step.rest;
    if (step.tells_way) done += made.way;
  }
  MendResult out;
  for (std::size_t m = 0; m < touched.size(); ++m) {
    if (!touched[m]) continue;
    const MeshBinding& binding = binding_of(now, m);
    out.changed += changed_rows(binding_of(scene, m).influences, binding.influences, cleaned[m]);
    out.weights.push_back({static_cast<int>(m), binding.skin.joint, binding.influences});
  }
  const std::string left = what_is_left(now, mend.n, progress.within(from, 1.0));
  out.account = out.changed > 0 ? "Mended " + counted_vertices(out.changed) + ": " + done + "."
                                : "Nothing is wrong that can be mended without a judgement.";
  if (!left.empty()) out.account += " Left for you to judge: " + left + ".";
  return out;
}

}  // namespace bindpose
