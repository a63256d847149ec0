#include "io/poses/pose_library.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "io/files/file_writer.h"
#include "io/files/stream_text.h"
#include "io/text/json_text.h"
#include "scene/names.h"
#include "scene/near_match.h"

namespace bindpose {
namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".json";
constexpr std::uintmax_t kLargestPose = std::uintmax_t{1} << 25;

[[noreturn]] void refuse(const std::string& sentence) {
  throw std::runtime_error(sentence);
}

void check_name(const std::string& name) {
  constexpr std::ptrdiff_t kMostLetters = 80;
  constexpr std::size_t kMostBytes = 240;  // of a file's name, with room for its ending
  const bool control = std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; });
  if (name.empty()) refuse("A pose needs a name.");
  const auto letters = std::ranges::count_if(name, [](char c) { return (c & 0xC0) != 0x80; });
  if (letters > kMostLetters) refuse("A pose's name has 80 letters at most.");
  if (name.size() > kMostBytes)
    refuse("That name is too long for a file: 240 bytes of UTF-8 at most.");
  if (name[0] == '.' || control || name.find_first_of("/\\") != std::string::npos ||
      clean_utf8(name) != name) {
    refuse(in_quotes(clean_utf8(name)) +
           " cannot be a pose's name: it is a file's name, without slashes, and does not begin "
           "with a point.");
  }
}

}  // namespace

fs::path PoseLibrary::file_of(const std::string& name) const {
  if (folder_.empty()) refuse("There is no folder for poses: set HOME or XDG_DATA_HOME.");
  return folder_ / (name + kEnding);
}

std::vector<std::string> PoseLibrary::names() const {
  std::vector<std::string> out;
  std::error_code error;
  if (folder_.empty()) return out;
  constexpr int kMostEntries = 20000;
  int seen = 0;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end && seen < kMostEntries;
       it.increment(error), ++seen) {
    const fs::path file = it->path();
    std::error_code kind;
    const std::string name = file.stem().string();
    if (file.extension() != kEnding || name.empty() || name[0] == '.' ||
        !it->is_regular_file(kind) || clean_utf8(name) != name) {
      continue;
    }
    out.push_back(name);
  }
  std::sort(out.begin(), out.end());
  if (out.size() > kMostPoses) out.resize(kMostPoses);
  return out;
}

GivenText PoseLibrary::read(const Scene& scene, const std::string& name) const {
  check_name(name);
  const fs::path file = file_of(name);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    refuse("There is no saved pose " + in_quotes(name) + did_you_mean(name, names()) +
           (names().empty() ? "; none was saved yet." : ""));
  }
  const std::string subject = "The saved pose " + in_quotes(name);
  if (fs::file_size(file, error) > kLargestPose || error)
    refuse(subject + " cannot be used: its file is larger than 32 MiB.");
  std::ifstream stream(file, std::ios::binary);
  const std::string text = remaining_text(stream);
  if (!stream.is_open()) refuse(subject + " cannot be read; check the permissions of its file.");
  return read_pose_text(scene, text, subject);
}

void PoseLibrary::save(const Model& model, const GivenPose& pose, const std::string& name) const {
  check_name(name);
  const fs::path file = file_of(name);
  std::error_code error;
  if (fs::exists(file, error))
    refuse("There is a saved pose " + in_quotes(name) + " already; delete or rename it first.");
  fs::create_directories(folder_, error);
  FileWriter writer(file);
  writer.write(pose_text(model, pose));
  writer.commit();
}

void PoseLibrary::rename(const std::string& name, const std::string& to) const {
  check_name(name);
  check_name(to);
  std::error_code error;
  if (name == to) return;
  if (fs::exists(file_of(to), error))
    refuse("There is a saved pose " + in_quotes(to) + " already.");
  fs::rename(file_of(name), file_of(to), error);
  if (error)
    refuse("The saved pose " + in_quotes(name) + " cannot be renamed: " + error.message() + ".");
}

void PoseLibrary::remove(const std::string& name) const {
  check_name(name);
  std::error_code error;
  if (!fs::remove(file_of(name), error) || error) {
    refuse("The saved pose " + in_quotes(name) +
           " cannot be deleted: " + (error ? error.message() : "its file is gone") + ".");
  }
}

}  // namespace bindpose
