// Makes curves beside the window (scene/curves/curves.h): each has dozens of posed surfaces.
#pragma once

#include <memory>
#include <vector>

#include "app/beside/latest.h"
#include "scene/curves/curves.h"

namespace bindpose::app {

class CurveMaker {
 public:
  // `beside`: false: at once.
  explicit CurveMaker(bool beside) : latest_(beside) {}

  // Those of an open lesson's step that has some, or of before another slider was moved, while they
  // are made; null: nothing is known yet. Valid until the next call.
  const Curves* lesson(const std::shared_ptr<const LessonPlan>& plan, std::size_t step,
                       std::vector<double> sliders);
  // Likewise of ViewSettings::sweep; there is a selected joint.
  const Curves* sweep(const Scene& scene);
  void forget() { latest_.forget(); }
  bool is_current() const { return latest_.is_current(); }
  bool busy() { return latest_.busy(); }

 private:
  // What the curves are of; of a lesson `plan` is set.
  struct Key {
    std::shared_ptr<const LessonPlan> plan;
    std::size_t step = 0;
    std::vector<double> sliders;  // the one that they go over stands at its start
    ModelId model;
    std::uint64_t weights = 0;
    int joint = -1;
    Pose pose;  // the joint with the angle 0
    ViewSettings view;
    bool operator==(const Key& other) const;
  };
  Latest<Key, Curves> latest_;
};

}  // namespace bindpose::app
