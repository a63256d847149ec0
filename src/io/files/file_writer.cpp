#include "io/files/file_writer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <unistd.h>
#endif

namespace bindpose {
namespace fs = std::filesystem;
namespace {

// A name beside the target that no file has; "x" refuses one that appears in between. Short
// whatever the target is called: a name that the file system just takes has no room for an ending.
std::FILE* open_temporary(const fs::path& target, fs::path& temporary) {
  std::random_device random;
  for (int attempt = 0; attempt < 8; ++attempt) {
    char name[40];
    std::snprintf(name, sizeof name, "bindpose-%08x%08x.part", random(), random());
    temporary = target.parent_path() / name;
    if (std::FILE* stream = std::fopen(temporary.string().c_str(), "wbx")) return stream;
    if (errno != EEXIST) break;
  }
  return nullptr;
}

// Where the system knows of it; a file system that cannot is no failure.
bool sync_to_disk(std::FILE* stream) {
#if defined(__unix__) || defined(__APPLE__)
  return ::fsync(::fileno(stream)) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
#else
  return stream != nullptr;
#endif
}

// The new name is on the disk, too. Where a folder cannot be synced the file is there all the same.
void sync_folder(const fs::path& file) {
#if defined(__unix__) || defined(__APPLE__)
  const fs::path folder = file.parent_path().empty() ? "." : file.parent_path();
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
#endif
}

// Names of temporary files, where a handler of signals finds them whole.
struct UnfinishedFile {
  std::atomic<bool> taken{false};
  std::atomic<bool> named{false};
  std::array<char, 4096> name{};
};
std::array<UnfinishedFile, 16> unfinished;  // more at once than anything here writes

void note_unfinished(const fs::path& file) {
  const std::string& name = file.native();
  if (name.size() >= unfinished.front().name.size()) return;
  for (UnfinishedFile& place : unfinished) {
    if (place.taken.exchange(true)) continue;
    std::copy_n(name.c_str(), name.size() + 1, place.name.data());
    place.named = true;
    return;
  }
}

void forget_unfinished(const fs::path& file) {
  for (UnfinishedFile& place : unfinished) {
    if (!place.named || file.native() != place.name.data()) continue;
    place.named = false;
    place.taken = false;
    return;
  }
}

}  // namespace

void remove_unfinished_files() {
#if defined(__unix__) || defined(__APPLE__)
  static_assert(std::atomic<bool>::is_always_lock_free);
  for (const UnfinishedFile& place : unfinished) {
    if (place.named) ::unlink(place.name.data());
  }
#endif
}

FileWriter::FileWriter(fs::path file, WriteProgress* progress)
    : file_(std::move(file)), progress_(progress) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file_, ignored);
  if (fs::is_directory(status)) fail(EISDIR);
  const bool replaces = fs::is_regular_file(status);
  target_ = replaces ? fs::canonical(file_, ignored) : file_;
  if (target_.empty()) target_ = file_;
  if (replaces || status.type() == fs::file_type::not_found) {
    stream_ = open_temporary(target_, temporary_);
  } else {
    stream_ = std::fopen(target_.string().c_str(), "wb");
  }
  if (stream_ == nullptr) {
    const int error = errno;
    temporary_.clear();
    fail(error);
  }
  if (!temporary_.empty()) note_unfinished(temporary_);
}

FileWriter::~FileWriter() {
  if (stream_ != nullptr) std::fclose(stream_);
  std::error_code ignored;
  if (temporary_.empty()) return;
  fs::remove(temporary_, ignored);
  forget_unfinished(temporary_);
}

void FileWriter::write(const void* bytes, std::size_t count) {
  if (progress_ != nullptr) progress_->check();
  if (count > 0 && std::fwrite(bytes, 1, count, stream_) != count) fail(errno);
}

void FileWriter::commit() {
  if (progress_ != nullptr) progress_->check();
  // On the disk before the name is: after a crash the file is the old one or the new one, whole.
  const bool flushed = std::fflush(stream_) == 0;
  const bool synced = temporary_.empty() || sync_to_disk(stream_);
  const int error_before = errno;
  const bool closed = std::fclose(std::exchange(stream_, nullptr)) == 0;
  if (!flushed || !synced) fail(error_before);
  if (!closed) fail(errno);
  if (temporary_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) fail(error.value());
  forget_unfinished(temporary_);
  temporary_.clear();
  sync_folder(target_);
}

void FileWriter::fail(int error) const {
  throw std::runtime_error("Cannot write " + file_.string() + ": " +
                           std::generic_category().message(error) +
                           "; check the folder and its free space.");
}

}  // namespace bindpose
