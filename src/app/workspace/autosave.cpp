#include "app/workspace/autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

namespace bindpose::app {
namespace fs = std::filesystem;
namespace {

fs::path lock_of(const fs::path& file) {
  fs::path lock = file;
  lock.replace_extension(".lock");
  return lock;
}

// The lock's descriptor, or -1: another process has it.
int take_lock(const fs::path& lock) {
  const int fd = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return -1;
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  const bool taken = errno == EWOULDBLOCK;
  ::close(fd);
  if (!taken) ::unlink(lock.c_str());  // the file system knows no locks: no litter
  return -1;
}

// The lock goes last: who looks in between finds nothing to offer.
void remove_with_lock(const fs::path& file, int lock) {
  std::error_code ignored;
  fs::remove(file, ignored);
  fs::remove(lock_of(file), ignored);
  if (lock >= 0) ::close(lock);
}

std::chrono::seconds age_of(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  if (error) return {};
  return std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() -
                                                          written);
}

}  // namespace

Leftover::Leftover(WorkspaceFile workspace, std::chrono::seconds age, int lock)
    : workspace_(std::move(workspace)), age_(age), lock_(lock) {}

Leftover::Leftover(Leftover&& other) noexcept
    : workspace_(std::move(other.workspace_)),
      age_(other.age_),
      lock_(std::exchange(other.lock_, -1)) {}

Leftover& Leftover::operator=(Leftover&& other) noexcept {
  std::swap(workspace_, other.workspace_);
  std::swap(age_, other.age_);
  std::swap(lock_, other.lock_);
  return *this;
}

Leftover::~Leftover() {
  if (lock_ >= 0) ::close(lock_);
}

void Leftover::remove() {
  remove_with_lock(workspace_.file, std::exchange(lock_, -1));
}

Autosave::Autosave(fs::path folder) : folder_(std::move(folder)) {}

Autosave::~Autosave() {
  if (task_.busy()) task_.wait();
  if (lock_ < 0) return;
  // What is still there was not asked about: the next start offers it.
  if (holds_) {
    ::close(lock_);
  } else {
    remove_with_lock(file_, lock_);
  }
}

std::vector<Leftover> Autosave::leftovers() const {
  std::vector<Leftover> out;
  if (folder_.empty()) return out;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    std::error_code unknown;
    // Of a write that a crash ended, long ago.
    if (it->path().extension() == ".part" && age_of(it->path()) > std::chrono::hours(24))
      fs::remove(it->path(), unknown);
    if (is_workspace(it->path()) && it->path() != file_)
      files.emplace_back(fs::last_write_time(it->path(), unknown), it->path());
  }
  std::ranges::sort(files, std::greater{});
  for (const auto& [time, file] : files) {
    const int lock = take_lock(lock_of(file));
    if (lock < 0) continue;
    try {
      out.emplace_back(read_workspace(file), age_of(file), lock);
    } catch (const std::exception&) {
      ::close(lock);
    }
  }
  return out;
}

// Why it could not be, or "".
std::string Autosave::open_lock() {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return "the folder " + folder_.string() + " cannot be made: " + error.message();
  std::random_device random;
  for (int attempt = 0; attempt < 8 && lock_ < 0; ++attempt) {
    file_ =
        folder_ / (std::to_string(::getpid()) + "-" + std::to_string(random()) + kWorkspaceEnding);
    lock_ = take_lock(lock_of(file_));
  }
  if (lock_ >= 0) return {};
  return lock_of(file_).string() + ": " + std::generic_category().message(errno);
}

void Autosave::keep(WorkspaceContent content, std::shared_ptr<const nlohmann::json> unknown) {
  if (folder_.empty()) return;
  task_.start("",
              [this, unknown = std::move(unknown),
               content = std::make_shared<WorkspaceContent>(std::move(content))](
                  WriteProgress&) -> BackgroundTask::Result {
                if (lock_ < 0) {
                  if (std::string problem = open_lock(); !problem.empty())
                    return {problem, {}, true};
                }
                write_workspace(*content, file_, unknown.get());
                return {};
              });
  holds_ = true;
}

std::optional<std::string> Autosave::problem() {
  const auto done = task_.poll();
  if (!done) return std::nullopt;
  failing_ = done->is_error;
  return failing_ ? std::optional(done->sentence) : std::nullopt;
}

void Autosave::wait() {
  task_.finish();
}

bool Autosave::good() const {
  std::error_code ignored;
  return lock_ >= 0 && fs::is_regular_file(file_, ignored);
}

void Autosave::drop() {
  if (task_.busy()) task_.wait();
  holds_ = false;
  std::error_code ignored;
  if (lock_ >= 0) fs::remove(file_, ignored);
}

}  // namespace bindpose::app
