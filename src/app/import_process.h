// The child of an import as a process: started, listened to, killed, reaped. Plain Unix; what it
// means is import_worker's business.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/import_worker.h"

namespace bindpose::app {

// A file descriptor, closed at the end.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.release()) {}
  Fd& operator=(Fd&& other) noexcept;
  ~Fd();
  int get() const { return fd_; }
  int release();

 private:
  int fd_ = -1;
};

struct ImportProcess {
  pid_t pid = 0;      // 0: it ended and was reaped, or is being reaped
  Fd result;          // shared memory that the child writes
  Fd news;            // read end of its pipe; does not block
  std::string error;  // why it could not be started; empty when it was
};

ImportProcess start_import(const std::string& path, const ImportOptions& options,
                           const ImportLimits& limits);

// waitpid's status once the child has ended.
std::optional<int> ended(ImportProcess& process);

// SIGKILL. The zombie is reaped without waiting here.
void kill_import(ImportProcess& process);

// What the child wrote so far, cut at its end by nobody any more: the memory is sealed first, or
// copied where it cannot be. Empty where the child holds on to it in a way that allows neither.
class Result {
 public:
  explicit Result(int fd);
  ~Result();
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  std::span<const std::uint8_t> bytes_;
  void* map_ = nullptr;
  std::vector<std::uint8_t> copy_;
};

// Whether Result needs no copy, so that it may be taken before the child has ended.
bool can_seal();

}  // namespace bindpose::app
