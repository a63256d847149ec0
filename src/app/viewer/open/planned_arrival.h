// A lesson that came with its model and is fitted to it beside the window; until both are shown the
// window stays as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/viewer/busy_card.h"
#include "app/viewer/lesson/lesson_planner.h"
#include "app/viewer/notices.h"
#include "app/viewer/open/arrival.h"

namespace bindpose::app {

class PlannedArrival {
 public:
  // `beside`: false: start() does all of it.
  explicit PlannedArrival(bool beside) : planner_(beside) {}

  // `position`: of the document, now.
  void start(Arrival arrival, std::uint64_t position, const ImportLimits& limits);
  // With its plan, once; what does not fit is said.
  std::optional<Arrival> poll(Notices& notices);
  void give_up();
  // Whether it is that file's lesson.
  bool is_of(const std::string& lesson) const;
  // It is to be shown at that step.
  void go_to(std::size_t step) { arrival_->lesson->step = step; }
  bool busy() const { return planner_.busy(); }
  std::optional<BusyCard> progress() const;

 private:
  LessonPlanner planner_;
  std::optional<Arrival> arrival_;
};

}  // namespace bindpose::app
