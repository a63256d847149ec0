#include "scene/edit/mend/mend_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "math/numbers.h"
#include "scene/pose/clip_moments.h"

namespace bindpose {
namespace {

constexpr double kVerticesPosed = 1e7;     // each before and after: about a second
constexpr double kPosesCompared = 4000.0;  // of the whole skeleton: as long
constexpr std::size_t kAtOnce = 16;        // poses for which rows are taken out once

// The rows of these vertices alone.
Influences rows_of(const Influences& in, std::span<const std::uint32_t> vertices) {
  Influences out;
  for (const std::uint32_t i : vertices) {
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      out.slot.push_back(in.slot[k]);
      out.weight.push_back(in.weight[k]);
    }
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
    out.raw_weight_sum.push_back(in.raw_weight_sum[i]);
  }
  return out;
}

}  // namespace

void add_cost(const Scene& scene, int mesh, const Influences& before, const Influences& after,
              std::span<const std::uint32_t> vertices, std::span<const SampledPose> poses,
              MendCost& cost) {
  const BoundMesh bound = bound_mesh(scene, idx(mesh));
  std::vector<vec3> position;
  std::vector<float> blend;
  for (const std::uint32_t i : vertices) {
    position.push_back(bound.mesh.position[i]);
    if (!bound.mesh.dq_blend_weight.empty()) blend.push_back(bound.mesh.dq_blend_weight[i]);
  }
  const Influences a = rows_of(before, vertices), b = rows_of(after, vertices);
  const auto deform = info_of(deformer_of(scene, mesh, Deformer::File)).deform;
  std::vector<vec3> at_a(position.size()), at_b(position.size());
  const glm::mat3 to_display(scene.model->to_display);
  for (const SampledPose& pose : poses) {
    const auto& palette = pose.posed.palette[idx(mesh)];
    const mat4& node = pose.posed.node_matrix[idx(mesh)];
    deform({a, bound.skin, blend, position, {}, palette, node}, at_a, {});
    deform({b, bound.skin, blend, position, {}, palette, node}, at_b, {});
    for (std::size_t k = 0; k < position.size(); ++k) {
      const float d = glm::length(to_display * (at_b[k] - at_a[k]));
      if (!std::isfinite(d)) continue;
      cost.squares += double(d) * double(d);
      if (d > cost.metres) cost.metres = d, cost.clip = pose.clip;
    }
  }
}

MendCost cost_in_motion(const Scene& scene, std::span<const ChangedRows> rows,
                        std::span<const SampledPose> turned, const BindProgress& progress) {
  MendCost cost;
  const auto add = [&](std::span<const SampledPose> poses) {
    for (const ChangedRows& r : rows)
      add_cost(scene, r.mesh, *r.before, *r.after, r.vertices, poses, cost);
  };
  std::size_t vertices = 0;
  for (const ChangedRows& r : rows) vertices += r.vertices.size();
  if (vertices == 0) return cost;
  const double most = std::min(kVerticesPosed / static_cast<double>(vertices), kPosesCompared);
  const std::vector<ClipMoment> moments = clip_moments(scene, most);
  if (moments.empty()) add(turned);
  Scene trial = without_edits(scene);
  trial.pose.base = BasePose::Clip;
  std::vector<SampledPose> some;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    trial.pose.clip = moments[k].clip;
    trial.pose.time = moments[k].time;
    some.push_back({moments[k].clip, evaluate(trial)});
    if (some.size() < kAtOnce && k + 1 < moments.size()) continue;
    add(some);
    some.clear();
    progress.at(static_cast<double>(k + 1) / static_cast<double>(moments.size()));
  }
  return cost;
}

std::string distance_words(float metres) {
  const double mm = 1000.0 * double(metres);
  char text[64];
  if (mm < 0.1) return "less than 0.1 mm";
  if (mm < 9.95) {
    std::snprintf(text, sizeof text, "%.1f mm", mm);
  } else if (mm < 999.5) {
    std::snprintf(text, sizeof text, "%.0f mm", mm);
  } else {
    std::snprintf(text, sizeof text, "%.1f m", double(metres));
  }
  return text;
}

std::string cost_words(const Scene& scene, const MendCost& cost) {
  if (cost.metres <= 0.0f) return "; nothing moves";
  const std::string way = distance_words(cost.metres);
  const std::string most = (way.starts_with("less") ? "; " : "; at most ") + way;
  if (cost.clip < 0) return most + " with all joints turned by up to 30 degrees";
  return most + " in clip " + clip_at(scene, cost.clip)->name;
}

}  // namespace bindpose
