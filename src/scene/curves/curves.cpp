#include "scene/curves/curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "math/transform.h"
#include "scene/curves/curve_labels.h"
#include "scene/deform/deformer_data.h"
#include "scene/lesson/quantity/quantity.h"

namespace bindpose {
namespace {

using glm::dquat;
using glm::dvec3;

std::vector<double> places_between(double low, double high) {
  std::vector<double> at;
  for (int k = 0; k <= kCurveSteps; ++k)
    at.push_back(low + (high - low) * static_cast<double>(k) / kCurveSteps);
  return at;
}

int sweep_axis(const Scene& scene) {
  return static_cast<int>(scene.view.sweep) - static_cast<int>(Sweep::X);
}

// The turn in Ul_j as swing and twist about the axis; Ul_j's scale stays aside.
struct SwingTwist {
  Transform parts;
  dquat swing{1, 0, 0, 0};
  double twist = 0.0;  // radians
};

SwingTwist swing_twist(const Scene& scene) {
  SwingTwist out;
  const auto j = static_cast<std::size_t>(scene.selection.joint);
  out.parts = decompose(scene.pose.user_local[j]);
  const dquat q(out.parts.q);
  const int axis = sweep_axis(scene);
  const double along = axis == 0 ? q.x : axis == 1 ? q.y : q.z;
  out.twist = std::remainder(2.0 * std::atan2(along, q.w), 2.0 * double(kPi));
  dvec3 direction(0.0);
  direction[axis] = 1.0;
  out.swing = q * glm::conjugate(glm::angleAxis(out.twist, direction));
  return out;
}

constexpr std::string_view kSweepQuantities[] = {"volume ratio", "section ratio", "length ratio"};
constexpr const char* kSweepTitles[] = {"Volume, bind: 1", "Cross-section, bind: 1",
                                        "Length, bind: 1"};

}  // namespace

double Curves::value(std::size_t k, double position) const {
  const std::vector<double>& v = line[k].value;
  if (v.size() != at.size() || at.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto next = std::ranges::upper_bound(at, position);
  if (next == at.begin()) return v.front();
  if (next == at.end()) return v.back();
  const auto i = static_cast<std::size_t>(next - at.begin());
  const double part = (position - at[i - 1]) / (at[i] - at[i - 1]);
  if (part == 0.0) return v[i - 1];
  return v[i - 1] + part * (v[i] - v[i - 1]);
}

Curves make_curves(CurvesToMake wanted, const std::function<bool()>& stopped) {
  Curves out = std::move(wanted.curves);
  for (const double at : out.at) {
    if (stopped()) {
      for (Curves::Line& line : out.line) line.value.clear();
      return out;
    }
    const std::vector<double> values = wanted.values(at);
    for (std::size_t k = 0; k < out.line.size(); ++k) out.line[k].value.push_back(values[k]);
  }
  return out;
}

CurvesToMake lesson_curves(std::shared_ptr<const LessonPlan> plan, std::size_t step,
                           const std::vector<double>& sliders) {
  const PlannedCurves& curves = *plan->steps[step].curves;
  const LessonSlider& slider = plan->lesson.steps[step].sliders[curves.slider];
  CurvesToMake out;
  out.curves.along = slider.label;
  out.curves.along_unit = slider.unit;
  out.curves.at = places_between(slider.low, slider.high);
  out.curves.start = slider.start;
  out.curves.title = curves_title(*plan, step);
  for (std::size_t k = 0; k < curves.value.size(); ++k) {
    out.curves.line.push_back({curve_label(*plan, step, k), {}});
    if (curves.value[k].slider >= 0) continue;
    const QuantityInfo& info = quantity_table()[curves.value[k].quantity.kind];
    if (k == 0 || out.curves.unit == info.unit) out.curves.unit = info.unit;
  }
  // One store for all of it: centres are found once.
  auto store = with_data_at_once(plan->steps[step].base).deformers;
  out.values = [plan = std::move(plan), store, step, sliders](double at) {
    const PlannedCurves& wanted = *plan->steps[step].curves;
    std::vector<double> values = sliders;
    values[wanted.slider] = at;
    Scene scene = with_sliders(*plan, step, values);
    scene.deformers = store;
    const PosedScene posed = evaluate(scene);
    std::vector<double> result;
    for (const LessonValue& value : wanted.value)
      result.push_back(evaluate(value, {scene, posed, values}));
    return result;
  };
  return out;
}

double swept_angle(const Scene& scene) {
  return swing_twist(scene).twist * kDegreesPerRadian;
}

Scene swept(const Scene& scene, double degrees) {
  SwingTwist parts = swing_twist(scene);
  dvec3 axis(0.0);
  axis[sweep_axis(scene)] = 1.0;
  parts.parts.q =
      quat(glm::normalize(parts.swing * glm::angleAxis(degrees / kDegreesPerRadian, axis)));
  Scene out = scene;
  out.pose.user_local[static_cast<std::size_t>(scene.selection.joint)] = to_matrix(parts.parts);
  return out;
}

CurvesToMake sweep_curves(const Scene& scene) {
  const ViewSettings& view = scene.view;
  const auto of = static_cast<std::size_t>(view.sweep_of);
  const std::string& name =
      scene.model->skeleton.name[static_cast<std::size_t>(scene.selection.joint)];
  constexpr const char* kAxes[] = {"x", "y", "z"};
  CurvesToMake out;
  out.curves.title = kSweepTitles[of];
  out.curves.along = name + " about " + kAxes[sweep_axis(scene)];
  out.curves.along_unit = "degrees";
  out.curves.at = places_between(double(std::min(view.sweep_from, view.sweep_to)),
                                 double(std::max(view.sweep_from, view.sweep_to)));
  for (const Deformer d : kSweptBy) out.curves.line.push_back({std::string(info_of(d).label), {}});
  Quantity quantity;
  const auto table = quantity_table();
  for (std::size_t k = 0; k < table.size(); ++k) {
    if (table[k].words == kSweepQuantities[of]) quantity.kind = k;
  }
  if (view.sweep_of != SweepOf::Volume) quantity.joint = {scene.selection.joint};
  // One store for all of it: centres are found once.
  out.values = [quantity, start = with_data_at_once(scene)](double at) {
    Scene now = swept(start, at);
    const PosedScene posed = evaluate(now);
    std::vector<double> result;
    for (const Deformer d : kSweptBy) {
      now.view.method = d;
      result.push_back(evaluate_quantity(quantity, now, posed));
    }
    return result;
  };
  return out;
}

}  // namespace bindpose
