// Sliders of a lesson and the scene they move.
#include <algorithm>
#include <cmath>

#include "math/transform.h"
#include "scene/lesson/lesson_plan.h"

namespace bindpose {
namespace {

std::optional<Edit> edit_at(const LessonPlan& plan, std::size_t step, std::size_t k, double value) {
  std::string error;
  return parse_edit(slider_text(plan.lesson.steps[step].sliders[k], value), *plan.model, error);
}

// The joint that a slider transforms, or -1.
int joint_of(const Edit& edit) {
  if (const auto* e = std::get_if<TransformJoint>(&edit)) return e->joint;
  if (const auto* e = std::get_if<SetUserLocal>(&edit)) return e->joint;
  return -1;
}

const mat4& user_local(const Scene& scene, int joint) {
  return scene.pose.user_local[static_cast<std::size_t>(joint)];
}

// How far the joint is from where the sliders would put it.
double joint_defect(const LessonPlan& plan, std::size_t step, int joint, const Scene& scene,
                    const std::vector<double>& value) {
  return double(
      max_difference(user_local(with_sliders(plan, step, value), joint), user_local(scene, joint)));
}

constexpr double kSame = 1e-5;

// The slider's value where what it moves is nearest to what the scene shows: a scan, then narrowed
// down.
template <typename Defect>
double nearest_value(const LessonSlider& slider, Defect&& defect) {
  constexpr int kScan = 90, kNarrow = 40;
  const double width = (slider.high - slider.low) / kScan;
  double best = slider.low, least = defect(best);
  for (int i = 1; i <= kScan; ++i) {
    const double v = slider.low + i * width, d = defect(v);
    if (d < least) best = v, least = d;
  }
  double lo = std::max(slider.low, best - width), hi = std::min(slider.high, best + width);
  for (int i = 0; i < kNarrow; ++i) {
    const double a = lo + (hi - lo) / 3.0, b = hi - (hi - lo) / 3.0;
    if (defect(a) < defect(b)) {
      hi = b;
    } else {
      lo = a;
    }
  }
  // The start and the ends are exact where they are meant.
  for (const double v : {slider.start, slider.low, slider.high}) {
    if (defect(v) < kSame) return v;
  }
  return 0.5 * (lo + hi);
}

// The stored weight of a joint at a vertex.
double stored_weight(const Scene& scene, const VertexRef& at, int joint) {
  const auto& [w, skin] = binding_of(scene, static_cast<std::size_t>(at.mesh));
  for (std::uint32_t k = w.offset[at.vertex]; k < w.offset[at.vertex + 1]; ++k) {
    if (skin.joint[w.slot[k]] != joint) continue;
    return double(w.weight[k]) * double(w.raw_weight_sum[at.vertex]);
  }
  return 0.0;
}

double weight_defect(const Edit& edit, const Scene& scene) {
  const auto* weights = std::get_if<SetWeights>(&edit);
  if (weights == nullptr || !has_vertex(*scene.model, weights->at)) return 0.0;
  double defect = 0.0;
  for (const JointWeight& w : weights->row) {
    defect += std::abs(stored_weight(scene, weights->at, w.joint) - double(w.weight));
  }
  return defect;
}

// The value of a slider that sets radii: where all that follow it agree.
std::optional<double> radius_of(const LessonSlider& slider, const Model& model,
                                const Scene& scene) {
  const auto low = parse_radii(slider_text(slider, slider.low), model);
  const auto high = parse_radii(slider_text(slider, slider.high), model);
  if (!low || !high || !scene.reach || low->of.size() != high->of.size()) return std::nullopt;
  const SegmentRadii& now = scene.reach->radii;
  std::vector<std::optional<float>> found;
  if (low->all != high->all) found.push_back(now.all);
  for (std::size_t i = 0; i < low->of.size(); ++i) {
    if (low->of[i] == high->of[i]) continue;
    const auto at = std::ranges::find(now.of, low->of[i].first, &std::pair<int, float>::first);
    found.push_back(at == now.of.end() ? std::nullopt : std::optional(at->second));
  }
  if (found.empty() || !found[0] || std::ranges::count(found, found[0]) != std::ssize(found)) {
    return std::nullopt;
  }
  return double(*found[0]);
}

double read_back(const LessonPlan& plan, std::size_t step, std::size_t k, const Scene& scene,
                 const std::vector<double>& last) {
  const LessonSlider& slider = plan.lesson.steps[step].sliders[k];
  if (slider.edit.starts_with("bind "))
    return radius_of(slider, *plan.model, scene).value_or(last[k]);
  const auto edit = edit_at(plan, step, k, last[k]);
  if (!edit) return last[k];
  if (std::holds_alternative<SetTime>(*edit)) return scene.pose.time;
  if (const auto* morph = std::get_if<SetMorph>(&*edit)) {
    const auto& weight = scene.pose.user_morph[static_cast<std::size_t>(morph->channel)];
    return weight ? double(*weight) : last[k];
  }
  if (std::holds_alternative<SetWeights>(*edit)) {
    if (weight_defect(*edit, scene) < kSame) return last[k];
    return nearest_value(slider, [&](double v) {
      return weight_defect(edit_at(plan, step, k, v).value_or(*edit), scene);
    });
  }
  const int joint = joint_of(*edit);
  if (joint < 0 || joint_defect(plan, step, joint, scene, last) < kSame) return last[k];
  std::vector<double> value = last;
  return nearest_value(slider, [&](double v) {
    value[k] = v;
    return joint_defect(plan, step, joint, scene, value);
  });
}

}  // namespace

Edit slider_edit(const LessonPlan& plan, std::size_t step, std::size_t k,
                 const std::vector<double>& value, const Scene& now) {
  const Edit edit = edit_at(plan, step, k, value[k]).value_or(Edit{SetTime{now.pose.time}});
  const int joint = joint_of(edit);
  if (joint < 0) return in_theme(edit, now.view.dark);
  return SetUserLocal{joint, user_local(with_sliders(plan, step, value), joint)};
}

std::vector<double> slider_values(const LessonPlan& plan, std::size_t step, const Scene& scene,
                                  const std::vector<double>& last) {
  std::vector<double> value = last;
  for (std::size_t k = 0; k < value.size(); ++k) value[k] = read_back(plan, step, k, scene, value);
  return value;
}

}  // namespace bindpose
