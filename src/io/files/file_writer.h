// Writing files so that a failure leaves nothing half done.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "io/files/write_progress.h"

namespace bindpose {

// Takes away the temporary files of all FileWriters that are not committed yet: for a handler of
// signals that ends the program then. Calls nothing that a handler may not call.
void remove_unfinished_files();

// Collects the output in a temporary file beside the target and, once it is on the disk, puts it in
// place on commit(); without commit() the target stays as it was. A target that is no regular file
// (a pipe, /dev/stdout) is written directly, so that it has got the first part where writing fails
// or is cancelled. All functions throw std::runtime_error with one sentence, and WriteCancelled
// where whoever watches `progress` wishes so.
class FileWriter {
 public:
  explicit FileWriter(std::filesystem::path file, WriteProgress* progress = nullptr);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(const void* bytes, std::size_t count);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();
  // The file that is written until commit(), for another program to write into; empty where the
  // target is no regular file.
  const std::filesystem::path& aside() const { return temporary_; }
  // For whoever watches; nothing happens where nobody does.
  void stretch(float to, std::size_t steps) {
    if (progress_ != nullptr) progress_->stretch(to, steps);
  }
  void step(std::size_t n = 1) {
    if (progress_ != nullptr) progress_->step(n);
  }

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path file_;       // what the user named, for messages
  std::filesystem::path target_;     // with symbolic links followed
  std::filesystem::path temporary_;  // empty: writing the target directly
  std::FILE* stream_ = nullptr;
  WriteProgress* progress_ = nullptr;
};

}  // namespace bindpose
