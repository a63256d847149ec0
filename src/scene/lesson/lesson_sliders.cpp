// Sliders of a lesson and the scene they move.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "math/transform.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/lesson/quantity/quantity_vertex.h"

namespace bindpose {
namespace {

// Few digits that read back exactly.
std::string shortest(double value) {
  std::array<char, 32> digits;
  const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), problem == std::errc{} ? end : digits.data()};
}

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

// What a value in the slider's unit is in the file's: lengths in its units, parts as they are.
double edit_value(const LessonSlider& slider, double value, const Model& model) {
  struct Length {
    std::string_view unit;
    double metres;
  };
  constexpr std::array<Length, 3> kLengths{{{"m", 1.0}, {"cm", 0.01}, {"mm", 0.001}}};
  if (slider.unit == "%") return value / 100.0;
  for (const Length& length : kLengths) {
    if (length.unit == slider.unit) return value * length.metres / metres_a_unit(model);
  }
  return value;
}

// `now`: what the settings of a view that it does not name are taken from.
std::optional<Edit> edit_at(const LessonPlan& plan, std::size_t step, std::size_t k, double value,
                            const Scene* now = nullptr) {
  std::string error;
  const Scene& base = now != nullptr ? *now : plan.steps[step].base;
  return parse_edit(slider_text(plan.lesson.steps[step].sliders[k], value, *base.model), base,
                    error);
}

// The joint that a slider transforms, or -1.
int joint_of(const Edit& edit) {
  if (const auto* e = edit.as<TransformJoint>()) return e->joint;
  if (const auto* e = edit.as<SetUserLocal>()) return e->joint;
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

constexpr double kSameStep = 1e-5;

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
    if (defect(v) < kSameStep) return v;
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
  const auto* weights = edit.as<SetWeights>();
  if (weights == nullptr || !has_vertex(*scene.model, weights->at)) return 0.0;
  double defect = 0.0;
  for (const JointWeight& w : weights->row) {
    defect += std::abs(stored_weight(scene, weights->at, w.joint) - double(w.weight));
  }
  return defect;
}

// Where a slider is whose edit has `now` in it, and `low` and `high` at its ends.
double value_between(const LessonSlider& slider, double low, double high, double now, double last) {
  if (low == high) return last;
  const double range = slider.high - slider.low;
  const double value = slider.low + range * ((now - low) / (high - low));
  for (const double known : {last, slider.start}) {  // floats in the scene, doubles here
    if (std::abs(value - known) < 1e-6 * range) return known;
  }
  return value;
}

// The value of a slider that sets radii: where all that follow it agree.
std::optional<double> radius_of(const LessonSlider& slider, const Model& model, const Scene& scene,
                                double last) {
  const auto low = parse_radii(slider_text(slider, slider.low, model), model);
  const auto high = parse_radii(slider_text(slider, slider.high, model), model);
  if (!low || !high || !scene.reach || low->of.size() != high->of.size()) return std::nullopt;
  const SegmentRadii& now = scene.reach->radii;
  std::vector<std::optional<float>> found;
  std::pair<float, float> ends;
  if (low->all != high->all) {
    found.push_back(now.all);
    ends = {low->all.value_or(0.0f), high->all.value_or(0.0f)};
  }
  for (std::size_t i = 0; i < low->of.size(); ++i) {
    if (low->of[i] == high->of[i]) continue;
    const auto at = std::ranges::find(now.of, low->of[i].first, &std::pair<int, float>::first);
    found.push_back(at == now.of.end() ? std::nullopt : std::optional(at->second));
    ends = {low->of[i].second, high->of[i].second};
  }
  if (found.empty() || !found[0] || std::ranges::count(found, found[0]) != std::ssize(found)) {
    return std::nullopt;
  }
  return value_between(slider, double(ends.first), double(ends.second), double(*found[0]), last);
}

// What a time or a morph has in the edit; the others have none.
std::optional<double> number_of(const std::optional<Edit>& edit) {
  if (!edit) return {};
  if (const auto* time = edit->as<SetTime>()) return time->seconds;
  if (const auto* morph = edit->as<SetMorph>()) return double(morph->weight);
  return {};
}

double read_back(const LessonPlan& plan, std::size_t step, std::size_t k, const Scene& scene,
                 const std::vector<double>& last) {
  const LessonSlider& slider = plan.lesson.steps[step].sliders[k];
  if (slider.edit.starts_with("bind "))
    return radius_of(slider, *scene.model, scene, last[k]).value_or(last[k]);
  const auto edit = edit_at(plan, step, k, last[k]);
  if (!edit) return last[k];
  const auto low = number_of(edit_at(plan, step, k, slider.low));
  const auto high = number_of(edit_at(plan, step, k, slider.high));
  if (low && high) {
    if (edit->is<SetTime>()) return value_between(slider, *low, *high, scene.pose.time, last[k]);
    const auto channel = static_cast<std::size_t>(edit->get<SetMorph>().channel);
    const auto& weight = scene.pose.user_morph[channel];
    return weight ? value_between(slider, *low, *high, double(*weight), last[k]) : last[k];
  }
  if (edit->is<SetWeights>()) {
    if (weight_defect(*edit, scene) < kSameStep) return last[k];
    return nearest_value(slider, [&](double v) {
      return weight_defect(edit_at(plan, step, k, v).value_or(*edit), scene);
    });
  }
  const int joint = joint_of(*edit);
  if (joint < 0 || joint_defect(plan, step, joint, scene, last) < kSameStep) return last[k];
  std::vector<double> value = last;
  return nearest_value(slider, [&](double v) {
    value[k] = v;
    return joint_defect(plan, step, joint, scene, value);
  });
}

}  // namespace

std::string slider_text(const LessonSlider& slider, double value, const Model& model) {
  const double written = edit_value(slider, value, model);
  return replaced(replaced(slider.edit, "{}", shortest(written)), "{1-}", shortest(1.0 - written));
}

Edit slider_edit(const LessonPlan& plan, std::size_t step, std::size_t k,
                 const std::vector<double>& value, const Scene& now) {
  const Edit edit = edit_at(plan, step, k, value[k], &now).value_or(Edit{SetTime{now.pose.time}});
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
