// Notices that a file was written again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace bindpose::app {

// Asks the file system when it is polled; no thread, no handle.
class FileWatch {
 public:
  // From now on: what the file is at this moment counts as known.
  void start(const std::string& path);
  const std::string& path() const { return path_; }

  // True once for each change, as soon as two polls in a row saw the same new state (a program that
  // is still writing changes it between them). A file that is away for a moment is waited for.
  bool changed();

 private:
  struct State {
    std::filesystem::file_time_type time{};
    std::uintmax_t size = 0;
    bool exists = false;
    bool operator==(const State&) const = default;
  };
  static State look(const std::string& path);

  std::string path_;
  State known_, last_;
};

}  // namespace bindpose::app
