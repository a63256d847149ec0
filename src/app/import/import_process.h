// The child of an import as a process: started, listened to, killed, reaped. Plain Unix; what it
// means is import_worker's business.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/import/import_worker.h"

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

// `plain`: not the model, but the bytes of its file decoded (plain_file.h).
ImportProcess start_import(const std::string& path, const ImportOptions& options,
                           const ImportLimits& limits, bool plain = false);

// The program that reads files and makes films: the one that runs, or the one that tests name.
std::string worker_of(const ImportLimits& limits);

// waitpid's status once the child has ended.
std::optional<int> ended(ImportProcess& process);

// SIGKILL. The zombie is reaped without waiting here.
void kill_import(ImportProcess& process);

// Size of what the child wrote, which nobody can change any more where the system has seals. 0
// where the child holds on to the memory in a way that forbids that.
std::uint64_t seal_result(int fd);

// Fills `to` with what stands there from `offset` on; false where that is not all there.
bool read_result(int fd, std::uint64_t offset, std::span<std::uint8_t> to);

// Closes it without waiting: to give the pages of a large result back takes a while.
void close_result(Fd result);

}  // namespace bindpose::app
