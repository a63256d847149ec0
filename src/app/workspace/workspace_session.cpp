#include "app/workspace/workspace_session.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace bindpose::app {

namespace {

constexpr std::chrono::seconds kBetween{1}, kAfterFailure{10};

std::optional<std::filesystem::file_time_type> time_of(const std::string& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  return error ? std::nullopt : std::optional(time);
}

// What is in the file now: others may have put something in.
std::shared_ptr<const nlohmann::json> json_of(const std::string& path) {
  try {
    return read_workspace(path).json;
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // namespace

WorkspaceSession::WorkspaceSession(std::filesystem::path folder) : autosave_(std::move(folder)) {}

void WorkspaceSession::start_over() {
  path_.clear();
  json_.reset();
  written_.reset();
  saved_ = 1;
  discard();
}

void WorkspaceSession::opened(const WorkspaceFile& file, const Document& document, bool complete) {
  start_over();
  if (complete) path_ = file.file.string();
  json_ = file.json;
  written_ = time_of(path_);
  saved_ = document.position();
}

void WorkspaceSession::recovered(const WorkspaceFile& file) {
  start_over();
  path_ = file.saved_as;
  json_ = file.json;
  written_ = time_of(path_);
  saved_ = kNowhere;
}

void WorkspaceSession::save(const WorkspaceContent& content, const std::string& path,
                            const Document& document) {
  const auto now = time_of(path);
  if (path == path_ && now && written_ && *now != *written_) {
    written_ = now;
    throw std::runtime_error(path +
                             " was written by another program since it was opened here; save under "
                             "another name, or once more to replace it.");
  }
  if (const auto there = json_of(path)) json_ = there;
  write_workspace(content, path, json_.get());
  path_ = path;
  written_ = time_of(path);
  saved_ = document.position();
  discard();
}

void WorkspaceSession::discard() {
  autosave_.drop();
  kept_ = kNowhere;
}

std::uint64_t WorkspaceSession::position(const Document& document, Keep keep) {
  return keep == Keep::AsShown ? document.position() : document.position_at_start();
}

std::optional<std::string> WorkspaceSession::keep_aside(
    const Document& document, Keep keep, const std::function<WorkspaceContent()>& content,
    Clock::time_point now) {
  std::optional<std::string> problem = autosave_.problem();
  if (problem) {
    kept_ = kNowhere;
    next_ = now + kAfterFailure;
    if (std::exchange(failed_, true)) problem.reset();
  }
  if (autosave_.busy()) return problem;
  if (!autosave_.failing()) failed_ = false;
  if (!unsaved(document, keep)) {
    if (autosave_.holds()) discard();
    return problem;
  }
  // A drag has no position of its own: it is always news.
  const std::uint64_t here = position(document, keep);
  const bool news = here == 0 || here != kept_;
  if (!news || now < next_) return problem;
  WorkspaceContent work = content();
  work.saved_as = path_;
  autosave_.keep(std::move(work), json_);
  kept_ = here;
  next_ = now + kBetween;
  return problem;
}

std::optional<double> WorkspaceSession::seconds_to_next(const Document& document, Keep keep,
                                                        Clock::time_point now) const {
  constexpr double kSoon = 0.05;
  if (autosave_.busy()) return kSoon;
  if (!unsaved(document, keep)) return autosave_.holds() ? std::optional(kSoon) : std::nullopt;
  const std::uint64_t here = position(document, keep);
  if (here != 0 && here == kept_) return std::nullopt;
  return std::max(kSoon, std::chrono::duration<double>(next_ - now).count());
}

}  // namespace bindpose::app
