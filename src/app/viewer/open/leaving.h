// What takes the place of the open work, or of a lecture, once somebody has answered the question
// that is asked before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/viewer/open/arrival.h"
#include "app/viewer/picture/pacing.h"
#include "ui/ui.h"

namespace bindpose::app {

class Leaving {
 public:
  // Asks about a lecture, else about work that is not saved; `name`: of the work.
  void ask(Departure departure, bool lecture, const std::string& name, ui::UiState& ui,
           Pacing& pace);
  bool asks() const { return departure_.has_value(); }
  // It was answered: where that goes to.
  std::optional<Departure> take();
  // It was answered, or its dialog went: nothing comes.
  void cancel();

  // What is there to be shown waits for the answer.
  void hold(Arrival arrival) { arrival_ = std::move(arrival); }
  std::optional<Arrival> release();

  // The work as it is at this Document::position may go when a file arrives: that was asked.
  void may_go(std::uint64_t position) { may_go_ = position; }
  bool may_go_from(std::uint64_t position) const { return position == may_go_; }
  // Another file is opened: its arrival is asked about.
  void forget_answer() { may_go_ = kNobodyAsked; }

  void quit() { quits_ = true; }
  bool quits() const { return quits_; }

 private:
  static constexpr std::uint64_t kNobodyAsked = ~std::uint64_t{0};  // no position is that
  std::optional<Departure> departure_;
  std::optional<Arrival> arrival_;
  std::uint64_t may_go_ = kNobodyAsked;
  bool quits_ = false;
};

}  // namespace bindpose::app
