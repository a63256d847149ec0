#include "app/viewer/open/recovery.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

namespace bindpose::app {
namespace {

// "3 minutes ago"
std::string ago(std::chrono::seconds age) {
  const auto in = [](long long n, const char* unit) {
    return std::to_string(n) + " " + unit + (n == 1 ? "" : "s") + " ago";
  };
  const long long s = std::max<long long>(age.count(), 0);
  if (s < 60) return "less than a minute ago";
  if (s < 3600) return in(s / 60, "minute");
  if (s < 48 * 3600) return in(s / 3600, "hour");
  return in(s / (24 * 3600), "day");
}

}  // namespace

void Recovery::offer(std::vector<Leftover> found, ui::UiState& ui, Pacing& pace) {
  found_ = std::move(found);
  ask(ui, pace);
}

void Recovery::ask(ui::UiState& ui, Pacing& pace) const {
  if (found_.empty()) return;
  const Leftover& first = found_.front();
  const WorkspaceFile& file = first.workspace();
  const std::filesystem::path named(file.saved_as.empty() ? file.model : file.saved_as);
  ui.ask.question = ui::AskState::Leftover;
  ui.ask.name = named.filename().string();
  ui.ask.before = ago(first.age());
  pace.settle();
}

std::optional<Leftover> Recovery::answer(ui::LeftoverAnswer answer, ui::UiState& ui, Pacing& pace) {
  if (found_.empty()) return std::nullopt;
  Leftover first = std::move(found_.front());
  if (answer == ui::LeftoverAnswer::Discard) {
    found_.erase(found_.begin());
    first.remove();
    ask(ui, pace);
    return std::nullopt;
  }
  found_.clear();  // their locks go: the next start asks again
  if (answer == ui::LeftoverAnswer::Later) return std::nullopt;
  return first;
}

void Recovery::begin(Leftover from, std::string beside) {
  from_.emplace(std::move(from));
  beside_ = std::move(beside);
}

void Recovery::give_up() {
  from_.reset();
  beside_.clear();
}

std::string Recovery::take_beside() {
  return std::exchange(beside_, {});
}

void Recovery::end(bool kept) {
  if (kept && from_) from_->remove();
  from_.reset();
}

}  // namespace bindpose::app
