#include "app/beside/curve_maker.h"

#include <utility>

namespace bindpose::app {
namespace {

bool same_pose(const Pose& a, const Pose& b) {
  return a.base == b.base && a.clip == b.clip && a.time == b.time && a.timeline == b.timeline &&
         a.user_local == b.user_local && a.user_morph == b.user_morph;
}

// Of the settings those that curves hang on.
ViewSettings of_curves(const ViewSettings& view) {
  ViewSettings out;
  out.sweep = view.sweep;
  out.sweep_of = view.sweep_of;
  out.sweep_from = view.sweep_from;
  out.sweep_to = view.sweep_to;
  out.section_at = view.section_at;
  out.weights = view.weights;
  return out;
}

}  // namespace

std::optional<Curves> CurveMaker::Kept::find(const Key& key) {
  const std::lock_guard lock(mutex);
  for (const Of& of : last) {
    if (of.plan.lock() == key.plan && of.step == key.step && of.sliders == key.sliders)
      return of.curves;
  }
  return std::nullopt;
}

void CurveMaker::Kept::add(const Key& key, const Curves& curves) {
  constexpr std::size_t kMost = 32;
  const std::lock_guard lock(mutex);
  last.push_back({key.plan, key.step, key.sliders, curves});
  if (last.size() > kMost) last.pop_front();
}

bool CurveMaker::Key::operator==(const Key& other) const {
  return plan == other.plan && step == other.step && sliders == other.sliders &&
         model == other.model && weights == other.weights && joint == other.joint &&
         view == other.view && same_pose(pose, other.pose);
}

const Curves* CurveMaker::lesson(const std::shared_ptr<const LessonPlan>& plan, std::size_t step,
                                 std::vector<double> sliders) {
  const LessonStep& of = plan->lesson.steps[step];
  const std::size_t moved = plan->steps[step].curves->slider;
  if (sliders.size() != of.sliders.size()) sliders = slider_starts(of);
  sliders[moved] = of.sliders[moved].start;
  const Key key{plan, step, sliders, plan->model->id, 0, -1, {}, {}};
  return latest_.get(
      key, [&](const Key& known) { return known.plan == key.plan && known.step == key.step; },
      [key, kept = kept_](const std::function<bool()>& stopped) {
        if (auto before = kept->find(key)) return *std::move(before);
        Curves curves = make_curves(lesson_curves(key.plan, key.step, key.sliders), stopped);
        ++kept->made;
        if (!stopped()) kept->add(key, curves);
        return curves;
      });
}

const Curves* CurveMaker::sweep(const Scene& scene) {
  const Key key{nullptr,
                0,
                {},
                scene.model->id,
                scene.weights.revision,
                scene.selection.joint,
                swept(scene, 0.0).pose,
                of_curves(scene.view)};
  return latest_.get(
      key,
      [&](const Key& known) {
        return !known.plan && known.model == key.model && known.joint == key.joint &&
               known.view == key.view;
      },
      [scene](const std::function<bool()>& stopped) {
        return make_curves(sweep_curves(scene), stopped);
      });
}

}  // namespace bindpose::app
