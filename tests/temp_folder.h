// A folder for what the tests of this process write: runs beside it do not meet there.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace bindpose::tests {

// Made at the first call, gone with the process.
inline const std::filesystem::path& temp_folder() {
  struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("bindpose_test_" + std::to_string(::getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder folder;
  return folder.path;
}

}  // namespace bindpose::tests
