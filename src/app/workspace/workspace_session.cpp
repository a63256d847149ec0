#include "app/workspace/workspace_session.h"

#include <algorithm>
#include <utility>

namespace bindpose::app {

namespace {

constexpr std::chrono::seconds kBetween{1}, kAfterFailure{10};

}  // namespace

WorkspaceSession::WorkspaceSession(std::filesystem::path folder) : autosave_(std::move(folder)) {}

void WorkspaceSession::start_over() {
  path_.clear();
  json_.reset();
  saved_ = 1;
  discard();
}

void WorkspaceSession::opened(const WorkspaceFile& file, const Document& document) {
  start_over();
  path_ = file.file.string();
  json_ = file.json;
  saved_ = document.position();
}

void WorkspaceSession::recovered(const WorkspaceFile& file) {
  start_over();
  path_ = file.saved_as;
  json_ = file.json;
  saved_ = kNowhere;
}

void WorkspaceSession::save(const WorkspaceContent& content, const std::string& path,
                            const Document& document) {
  write_workspace(content, path, json_.get());
  path_ = path;
  saved_ = document.position();
  discard();
}

void WorkspaceSession::discard() {
  autosave_.drop();
  kept_ = kNowhere;
}

std::optional<std::string> WorkspaceSession::keep_aside(
    const Document& document, const std::function<WorkspaceContent()>& content,
    Clock::time_point now) {
  std::optional<std::string> problem = autosave_.problem();
  if (problem) {
    kept_ = kNowhere;
    next_ = now + kAfterFailure;
    if (std::exchange(failed_, true)) problem.reset();
  }
  if (autosave_.busy()) return problem;
  if (!unsaved(document)) {
    if (autosave_.holds()) discard();
    failed_ = false;
    return problem;
  }
  // A gesture has no position of its own: it is kept as it goes.
  const bool news = document.in_gesture() || document.position() != kept_;
  if (!news || now < next_) return problem;
  WorkspaceContent work = content();
  work.saved_as = path_;
  autosave_.keep(std::move(work));
  kept_ = document.position();
  next_ = now + kBetween;
  return problem;
}

std::optional<double> WorkspaceSession::seconds_to_next(const Document& document,
                                                        Clock::time_point now) const {
  constexpr double kSoon = 0.05;
  if (autosave_.busy()) return kSoon;
  if (!unsaved(document)) return autosave_.holds() ? std::optional(kSoon) : std::nullopt;
  if (!document.in_gesture() && document.position() == kept_) return std::nullopt;
  return std::max(kSoon, std::chrono::duration<double>(next_ - now).count());
}

}  // namespace bindpose::app
