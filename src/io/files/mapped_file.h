// A file's bytes without a copy of them.
#pragma once

#include <filesystem>
#include <string_view>

namespace bindpose {

class MappedFile {
 public:
  // Empty where the file can not be mapped. A file that is cut short while it is looked at ends the
  // process: for imports, which have one of their own.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace bindpose
