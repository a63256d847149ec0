// Rules that look at the row of one vertex at a time.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "scene/check/surface.h"
#include "scene/numerals.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

// The step in which the weights of a mesh are stored: 1/255 or 1/65535 where all of them are whole
// multiples of it, so of whatever type the file says they are; 0: they are floats. Weights of 0 and
// 1 alone are exact in all of these.
double stored_step(const Influences& in) {
  for (const double steps : {255.0, 65535.0}) {
    bool multiple = true, between = false;
    for (std::size_t i = 0; i < in.vertex_count() && multiple; ++i) {
      const double sum = in.raw_weight_sum[i];
      for (std::size_t k = in.offset[i]; k < in.offset[i + 1] && multiple; ++k) {
        const double x = in.weight[k] * sum * steps;
        // As far as a float of that size, normalised, can be off: three roundings.
        multiple = std::abs(x - std::round(x)) <= std::max(1.0, x) * 2e-7 * 3.0 + 1e-6;
        between = between || (x > 0.5 && x < steps - 0.5);
      }
    }
    if (multiple && between) return 1.0 / steps;
  }
  return 0.0;
}

// How far a stored sum may be from 1.
double sum_tolerance(const CheckProfile& profile, double step, std::size_t count) {
  const auto weights = static_cast<double>(count);
  if (profile.sum > 0.0f) return std::max<double>(profile.sum, 0.5 * step * weights + 1e-6);
  return step > 0.0 ? 0.25 * step : 2e-7 * weights;  // whole steps have to add up exactly
}

void check_sums(const Checking& c, std::size_t m, const Influences& in) {
  if (!c.is_on(Rule::SumNotOne)) return;
  const double step = stored_step(in);
  std::vector<std::uint32_t> off;
  double worst = 0.0;
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    const std::size_t count = in.offset[i + 1] - in.offset[i];
    if (count == 0) continue;
    const double apart = std::abs(double{in.raw_weight_sum[i]} - 1.0);
    if (apart <= sum_tolerance(c.profile, step, count)) continue;
    off.push_back(static_cast<std::uint32_t>(i));
    if (apart > worst) {
      worst = apart;
      at = off.back();
    }
  }
  if (off.empty()) return;
  Finding f = vertex_finding(c, Rule::SumNotOne, m, std::move(off), at);
  f.worst = worst;
  f.unit = "sum";
  f.text = counted_vertices(f.count) + " with weights that do not add up to 1, off by " +
           short_number(worst) + " at most" +
           (step > 0.5 / 255.0 ? " (weights of 8 bits)"
            : step > 0.0       ? " (weights of 16 bits)"
                               : "") +
           ".";
  c.out.push_back(std::move(f));
}

void check_unweighted(const Checking& c, std::size_t m, const Influences& in) {
  if (!c.is_on(Rule::NoWeight)) return;
  std::vector<std::uint32_t> none;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    if (in.offset[i] == in.offset[i + 1]) none.push_back(static_cast<std::uint32_t>(i));
  }
  if (none.empty()) return;
  const std::uint32_t at = none.front();
  Finding f = vertex_finding(c, Rule::NoWeight, m, std::move(none), at);
  f.text =
      counted_vertices(f.count) + " of " + std::to_string(in.vertex_count()) + " without weights.";
  c.out.push_back(std::move(f));
}

void check_tiny(const Checking& c, std::size_t m, const Influences& in) {
  if (!c.is_on(Rule::TinyWeights)) return;
  std::vector<std::uint32_t> tiny;
  std::size_t weights = 0;
  float least = 1.0f;
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    if (in.offset[i] == in.offset[i + 1]) continue;
    const std::size_t before = weights;
    for (std::size_t k = in.offset[i + 1]; k-- > in.offset[i];) {  // from the smallest
      if (!(in.weight[k] < c.profile.tiny)) break;
      ++weights;
      if (in.weight[k] < least) {
        least = in.weight[k];
        at = static_cast<std::uint32_t>(i);
      }
    }
    if (weights > before) tiny.push_back(static_cast<std::uint32_t>(i));
  }
  if (tiny.empty()) return;
  Finding f = vertex_finding(c, Rule::TinyWeights, m, std::move(tiny), at);
  f.worst = least;
  f.unit = "weight";
  f.text = std::to_string(weights) + (weights == 1 ? " weight of " : " weights of ") +
           counted_vertices(f.count) + " below " + short_number(c.profile.tiny) +
           ", the smallest " + short_number(least) + ".";
  c.out.push_back(std::move(f));
}

void check_broken(const Checking& c) {
  if (!c.is_on(Rule::BrokenWeights)) return;
  const auto lists = vertices_of(c.scene, {VertexGroup::Broken, 0});
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (lists[m].empty()) continue;
    const std::uint32_t at = lists[m].front();
    Finding f = vertex_finding(c, Rule::BrokenWeights, m, lists[m], at);
    f.text = counted_vertices(f.count) +
             " with a weight that is negative, not finite or for no joint; it was left out.";
    c.out.push_back(std::move(f));
  }
}

}  // namespace

void check_weights(const Checking& c) {
  check_broken(c);
  const std::vector<BoundMesh> meshes = bound_meshes(c.scene);
  for (std::size_t m = 0; m < meshes.size() && !c.stops(); ++m) {
    if (!meshes[m].skin.skinned) continue;
    check_unweighted(c, m, meshes[m].influences);
    check_sums(c, m, meshes[m].influences);
    check_tiny(c, m, meshes[m].influences);
  }
}

}  // namespace bindpose
