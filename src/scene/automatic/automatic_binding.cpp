#include "scene/automatic/automatic_binding.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "math/numbers.h"
#include "rig/automatic/even_sides.h"
#include "rig/automatic/heat.h"
#include "rig/automatic/inverse_distance.h"
#include "rig/automatic/voxel.h"
#include "scene/automatic/bind_survey.h"
#include "scene/automatic/bind_text.h"
#include "scene/numerals.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

constexpr double kSurveyed = 0.05;  // part of the work, about
constexpr int kLeastResolution = 8, kMostResolution = 512, kMostLimit = 65535;

AutomaticWeights compute(const BindInput& in, const AutomaticMethod& how,
                         const BindProgress& progress) {
  switch (how.method) {
    case BindMethod::Inverse:
      return inverse_distance_weights(in, {how.amount, how.limit}, progress);
    case BindMethod::Heat:
      return heat_weights(in, {how.amount, how.limit}, progress);
    case BindMethod::Voxel:
      return voxel_weights(in, {how.amount, how.resolution, how.limit}, progress);
  }
  return {};
}

// Of a symmetric model both sides alike.
void make_even(const Model& model, const BindInput& in, int limit, Influences& weights) {
  const JointPairs sides = rig_mirror(model).pairs;
  if (!sides.has_plane) return;
  std::vector<int> segment(sides.partner.size(), -1), opposite(in.segments.size(), -1);
  for (std::size_t s = 0; s < in.segments.size(); ++s)
    segment[idx(in.segments[s].joint)] = static_cast<int>(s);
  for (std::size_t s = 0; s < in.segments.size(); ++s) {
    const int partner = sides.partner[idx(in.segments[s].joint)];
    if (partner != kNoPartner) opposite[s] = segment[idx(partner)];
  }
  even_sides(in, sides.plane, opposite, limit, weights);
}

std::string stray_note(const AutomaticWeights& made, BindMethod method) {
  const bool one = made.stray_parts == 1;
  const std::string parts = grouped(made.stray_parts) + (one ? " part" : " parts") + " (" +
                            counted_vertices(made.strays) + ")";
  if (method == BindMethod::Heat) {
    return parts + (one ? " sees" : " see") +
           " no bone, for other surface is in between: there the nearest bone counts.";
  }
  return parts + (one ? " is" : " are") +
         " joined with no bone through the inside: there the weights are those of the nearest "
         "vertex.";
}

// Rows of some of the vertices.
Influences rows_between(const Influences& all, std::size_t begin, std::size_t end) {
  Influences out;
  const std::uint32_t first = all.offset[begin], last = all.offset[end];
  out.offset.clear();
  for (std::size_t i = begin; i <= end; ++i) out.offset.push_back(all.offset[i] - first);
  out.slot.assign(all.slot.begin() + first, all.slot.begin() + last);
  out.weight.assign(all.weight.begin() + first, all.weight.begin() + last);
  out.raw_weight_sum.assign(all.raw_weight_sum.begin() + static_cast<std::ptrdiff_t>(begin),
                            all.raw_weight_sum.begin() + static_cast<std::ptrdiff_t>(end));
  return out;
}

std::string printed(const char* form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

// Three digits that count, in a few letters: "0.5", "609k", "1.15M".
std::string compact(double value) {
  const bool millions = value >= 999.5e3, thousands = value >= 999.5;
  return printed("%.3g", value / (millions    ? 1e6
                                  : thousands ? 1e3
                                              : 1.0)) +
         (millions    ? "M"
          : thousands ? "k"
                      : "");
}

// The segment that stands for each joint: its own or that of the nearest joint above; -1.
std::vector<int> segments_of_joints(const BindGround& ground, const Skeleton& skeleton) {
  std::vector<int> out(skeleton.parent.size(), -1);
  for (std::size_t s = 0; s < ground.segment.size(); ++s)
    out[idx(ground.segment[s].joint)] = static_cast<int>(s);
  for (std::size_t j = 0; j < out.size(); ++j) {  // parents first
    if (out[j] < 0 && skeleton.parent[j] >= 0) out[j] = out[idx(skeleton.parent[j])];
  }
  return out;
}

// "3 joints get no weight (a, b and c), for <why>; <what helps>." of bones that got none.
std::string idle_note(const std::vector<std::string>& idle, const char* why, const char* help) {
  constexpr std::size_t kMost = 3;
  return grouped(idle.size()) + (idle.size() == 1 ? " joint gets" : " joints get") +
         " no weight (" + enumerated(idle, kMost) + "), for " + why + "; " + help + ".";
}

// Of bones that got nothing, by why: no vertex has them as its nearest, or others outweigh them
// wherever they reach.
void tell_idle(const Model& model, const BindGround& ground, const AutomaticWeights& made,
               int limit, std::vector<std::string>& notes) {
  std::vector<bool> pulls(ground.segment.size(), false);
  for (const std::uint16_t slot : made.influences.slot) pulls[slot] = true;
  std::vector<std::string> far, outweighed;
  for (std::size_t s = 0; s < pulls.size(); ++s) {
    if (pulls[s]) continue;
    const bool cold = !made.nearest_somewhere.empty() && made.nearest_somewhere[s] == 0;
    (cold ? far : outweighed).push_back(model.skeleton.name[idx(ground.segment[s].joint)]);
  }
  if (!far.empty())
    notes.push_back(idle_note(far, "every vertex sees another bone that is nearer",
                              "paint the weight, or take another method"));
  if (outweighed.empty()) return;
  if (limit > 0) {
    const std::string place =
        limit == 1 ? "the largest"
                   : "among the " + grouped(static_cast<std::size_t>(limit)) + " largest";
    const std::string why =
        (outweighed.size() == 1 ? "it is nowhere " : "they are nowhere ") + place;
    notes.push_back(idle_note(outweighed, why.c_str(), "a higher limit keeps more"));
  } else {
    notes.push_back(idle_note(outweighed,
                              "next to nothing that such a bone gives reaches the surface",
                              "move the joint, or paint the weight"));
  }
}

}  // namespace

const AutomaticAmount& amount_of(BindMethod method) {
  static const AutomaticAmount kInverse{"inverse", "power", 0.5f, 16.0f, 4.0f};
  static const AutomaticAmount kHeat{"heat", "strength", 0.01f, 100.0f, 1.0f};
  static const AutomaticAmount kVoxel{"voxel", "falloff", 0.0f, 1.0f, 0.8f};
  return method == BindMethod::Inverse ? kInverse : method == BindMethod::Heat ? kHeat : kVoxel;
}

std::optional<BindMethod> bind_method_of(std::string_view word) {
  for (const BindMethod m : kBindMethods) {
    if (amount_of(m).method == word) return m;
  }
  return std::nullopt;
}

AutomaticMethod automatic_method(BindMethod method) {
  AutomaticMethod out;
  out.method = method;
  out.amount = amount_of(method).standard;
  return out;
}

std::string problem_of(const AutomaticMethod& how) {
  const AutomaticAmount& amount = amount_of(how.method);
  if (!(how.amount >= amount.least && how.amount <= amount.most)) {
    return "A " + amount.word + " of " + printed("%g", how.amount) + " is out of range; expected " +
           printed("%g", amount.least) + " to " + printed("%g", amount.most) + ".";
  }
  if (how.limit < 0 || how.limit > kMostLimit)
    return "A limit of " + std::to_string(how.limit) +
           " influences is out of range; expected 1 or more, or 0 for no limit.";
  if (how.resolution < kLeastResolution || how.resolution > kMostResolution) {
    return "A resolution of " + std::to_string(how.resolution) +
           " voxels is out of range; expected " + std::to_string(kLeastResolution) + " to " +
           std::to_string(kMostResolution) + ".";
  }
  return "";
}

AutomaticBinding bind_automatically(const Model& model, const AutomaticMethod& how,
                                    const BindProgress& progress) {
  if (const std::string problem = problem_of(how); !problem.empty())
    throw std::runtime_error(problem);
  const BindGround ground = bind_ground(model, how.joints);
  BindSurvey survey = bind_survey(model, ground, how.method, progress.within(0.0, kSurveyed));
  if (!survey.problem.empty()) throw std::runtime_error(survey.problem);
  const BindInput in{ground.position, ground.triangle, ground.segment};
  AutomaticWeights made = compute(in, how, progress.within(kSurveyed, 1.0));
  make_even(model, in, how.limit, made.influences);
  AutomaticBinding out;
  out.notes = std::move(survey.notes);
  out.how = how;
  out.vertices = ground.position.size();
  out.bones = ground.segment.size();
  out.left_out = ground.left_out;
  std::vector<int> joint;
  for (const BoneSegment& s : ground.segment) joint.push_back(s.joint);
  const std::vector<std::uint32_t>& offset = made.influences.offset;
  for (std::size_t i = 0; i < out.vertices; ++i) out.unweighted += offset[i] == offset[i + 1];
  for (std::size_t k = 0; k < ground.mesh.size(); ++k) {
    out.weights.push_back({ground.mesh[k], joint,
                           rows_between(made.influences, ground.first[k], ground.first[k + 1])});
  }
  out.strays = made.strays;
  if (made.stray_parts > 0) out.notes.push_back(stray_note(made, how.method));
  tell_idle(model, ground, made, how.limit, out.notes);
  return out;
}

SetInfluences edit_of(const AutomaticBinding& binding) {
  return {std::make_shared<const std::vector<MeshWeights>>(binding.weights),
          text_of(binding.how),
          {},
          binding.notes};
}

SceneFigures scene_figures(const Scene& scene, const BindProgress& progress) {
  const BindGround ground = bind_ground(*scene.model);
  const std::vector<int> segment_of = segments_of_joints(ground, scene.model->skeleton);
  Influences all;
  std::vector<std::vector<WeightEntry>> row(1);
  for (const int m : ground.mesh) {
    const BoundMesh mesh = bound_mesh(scene, idx(m));
    const Influences& in = mesh.influences;
    for (std::size_t i = 0; i < in.vertex_count(); ++i) {
      row[0].clear();
      for (std::size_t e = in.offset[i]; e < in.offset[i + 1]; ++e) {
        const int slot = segment_of[idx(mesh.skin.joint[in.slot[e]])];
        const auto there = std::ranges::find(row[0], slot, &WeightEntry::slot);
        if (slot < 0) continue;
        if (there != row[0].end()) there->weight += in.weight[e];
        if (there == row[0].end()) row[0].push_back({slot, in.weight[e]});
      }
      std::ranges::stable_sort(row[0], std::ranges::greater{}, &WeightEntry::weight);
      for (const WeightEntry& e : row[0]) {
        all.slot.push_back(static_cast<std::uint16_t>(e.slot));
        all.weight.push_back(e.weight);
      }
      all.offset.push_back(static_cast<std::uint32_t>(all.slot.size()));
      all.raw_weight_sum.push_back(row[0].empty() ? 0.0f : 1.0f);
    }
  }
  SceneFigures out;
  out.figures = weight_figures({ground.position, ground.triangle, ground.segment}, all,
                               ground.parent, progress);
  if (out.figures.least_slot >= 0)
    out.least_joint = ground.segment[idx(out.figures.least_slot)].joint;
  return out;
}

std::vector<std::pair<std::string, std::string>> figure_lines(const SceneFigures& figures,
                                                              const Model& model) {
  const WeightFigures& f = figures.figures;
  std::vector<std::pair<std::string, std::string>> out;
  out.emplace_back("roughness", short_value(static_cast<float>(f.roughness)));
  out.emplace_back("steepness", printed("%.1f", f.steepness));
  out.emplace_back("leak", printed("%.3f %%", 100.0 * f.leak) + " of the weight, " +
                               counted_vertices(f.leaking));
  if (f.has_volume) {
    std::string text = printed("%.2f %%", 100.0 * f.volume_mean);
    if (figures.least_joint >= 0)
      text += ", least " + printed("%.2f %%", 100.0 * f.volume_least) + " at " +
              model.skeleton.name[idx(figures.least_joint)];
    out.emplace_back("volume kept", text);
  }
  out.emplace_back("influences", printed("%.1f", f.mean_influences) + " a vertex, at most " +
                                     std::to_string(f.most_influences));
  return out;
}

std::vector<std::pair<std::string, std::string>> figure_cells(const WeightFigures& f) {
  const auto percent = [&](double part) {
    return f.has_volume ? printed("%.1f", 100.0 * part) : std::string("-");
  };
  return {{"roughness", compact(f.roughness)},
          {"steepness", printed("%.1f", f.steepness)},
          {"leak %", printed("%.2f", 100.0 * f.leak)},
          {"volume %", percent(f.volume_mean)},
          {"least %", percent(f.volume_least)},
          {"influences", printed("%.1f", f.mean_influences)}};
}

}  // namespace bindpose
