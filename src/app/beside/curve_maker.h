// Makes curves beside the window (scene/curves/curves.h): each has dozens of posed surfaces.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "app/beside/latest.h"
#include "scene/curves/curves.h"

namespace bindpose::app {

class CurveMaker {
 public:
  // `beside`: false: at once.
  explicit CurveMaker(bool beside) : latest_(beside) {}

  // Those of an open lesson's step that has some, or of before another slider was moved, while they
  // are made; null: nothing is known yet. Valid until the next call. Of a step that is come back to
  // they are kept.
  const Curves* lesson(const std::shared_ptr<const LessonPlan>& plan, std::size_t step,
                       std::vector<double> sliders);
  // Likewise of ViewSettings::sweep; there is a selected joint.
  const Curves* sweep(const Scene& scene);
  void forget() { latest_.forget(); }
  bool is_current() const { return latest_.is_current(); }
  bool busy() { return latest_.busy(); }
  std::size_t made() const { return kept_->made; }  // so far; not those that were kept

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
  // The last that were made of a lesson: a lecture goes back and forth. Not what they are made of.
  struct Kept {
    struct Of {
      std::weak_ptr<const LessonPlan> plan;
      std::size_t step;
      std::vector<double> sliders;
      Curves curves;
    };
    std::mutex mutex;
    std::deque<Of> last;
    std::atomic<std::size_t> made = 0;

    std::optional<Curves> find(const Key& key);
    void add(const Key& key, const Curves& curves);
  };

  std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
  Latest<Key, Curves> latest_;
};

}  // namespace bindpose::app
