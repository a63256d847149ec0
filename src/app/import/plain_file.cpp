#include "app/import/plain_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/import/import_child.h"
#include "app/import/import_process.h"
#include "io/gltf/compressed/plain.h"

namespace bindpose::app {
namespace {

using Clock = std::chrono::steady_clock;

// What is said to whoever exports is an export's note: why it failed is no news there.
[[noreturn]] void give_up(ImportProcess& process) {
  kill_import(process);
  throw ImportError("The model's file could not be decoded again.");
}

std::vector<std::uint8_t> run(const std::string& path, const ImportLimits& limits,
                              const WriteProgress* progress) {
  constexpr useconds_t kBetween = 2000;
  ImportProcess process = start_import(path, {}, limits, true);
  if (!process.error.empty()) give_up(process);
  const auto start = Clock::now();
  std::optional<int> status;
  while (!(status = ended(process))) {
    const std::chrono::duration<double> passed = Clock::now() - start;
    if (passed.count() > limits.seconds) give_up(process);
    try {
      if (progress != nullptr) progress->check();
    } catch (const WriteCancelled&) {
      kill_import(process);
      throw;
    }
    usleep(kBetween);
  }
  const bool done = WIFEXITED(*status) && WEXITSTATUS(*status) == kImported;
  const std::uint64_t size = done ? seal_result(process.result.get()) : 0;
  if (size == 0 || size > limits.memory) give_up(process);
  std::vector<std::uint8_t> bytes(size);
  if (!read_result(process.result.get(), 0, bytes)) give_up(process);
  return bytes;
}

}  // namespace

OpenPlain plain_in_child(ImportLimits limits) {
  const char* in_process = std::getenv("BINDPOSE_IMPORT_IN_PROCESS");
  if (in_process != nullptr && std::string_view(in_process) == "1") return open_plain_here;
  return [limits = std::move(limits)](const std::filesystem::path& file,
                                      const WriteProgress* progress) {
    return run(file.string(), limits, progress);
  };
}

}  // namespace bindpose::app
