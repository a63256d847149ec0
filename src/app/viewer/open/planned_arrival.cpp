#include "app/viewer/open/planned_arrival.h"

#include <filesystem>
#include <utility>

namespace bindpose::app {

void PlannedArrival::start(Arrival arrival, std::uint64_t position, const ImportLimits& limits) {
  arrival.position = position;
  planner_.start(arrival.lesson->lesson, arrival.lesson->path, arrival.result.model, limits);
  arrival_ = std::move(arrival);
}

std::optional<Arrival> PlannedArrival::poll(Notices& notices) {
  std::optional<LessonPlanner::Result> made = planner_.poll();
  if (!made) return std::nullopt;
  Arrival arrival = *std::exchange(arrival_, std::nullopt);
  if (!made->plan) {
    const bool any = arrival.lesson->lesson.model.empty();
    notices.tell(
        std::filesystem::path(arrival.lesson->path).filename().string() + ": " + made->error +
            (any ? " The lesson takes any model, but " + arrival.result.model->name + " lacks that."
                 : ""),
        true);
    return std::nullopt;
  }
  arrival.plan = std::move(made->plan);
  return arrival;
}

void PlannedArrival::give_up() {
  planner_.cancel();
  arrival_.reset();
}

bool PlannedArrival::is_of(const std::string& lesson) const {
  return arrival_ && arrival_->lesson->path == lesson;
}

std::optional<BusyCard> PlannedArrival::progress() const {
  if (!planner_.busy()) return std::nullopt;
  return BusyCard{"Opening " + planner_.title(), "its steps are computed", planner_.part()};
}

}  // namespace bindpose::app
