#include "app/import/file_watch.h"

namespace bindpose::app {

FileWatch::State FileWatch::look(const std::string& path) {
  State state;
  std::error_code error;
  state.time = std::filesystem::last_write_time(path, error);
  if (error) return {};
  state.size = std::filesystem::file_size(path, error);
  if (error) return {};
  state.exists = true;
  return state;
}

void FileWatch::start(const std::string& path) {
  path_ = path;
  known_ = last_ = look(path);
}

bool FileWatch::changed() {
  if (path_.empty()) return false;
  const State now = look(path_);
  const bool settled = now == last_;
  last_ = now;
  if (!now.exists || now == known_ || !settled) return false;
  known_ = now;
  return true;
}

}  // namespace bindpose::app
