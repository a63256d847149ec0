#include "app/viewer/files/folder_listing.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "scene/names.h"

namespace bindpose::app {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMost = 20000;

ui::FileFacts facts_of(const fs::path& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return {};
  return {static_cast<std::uint64_t>(facts.st_size), static_cast<std::int64_t>(facts.st_mtime)};
}

}  // namespace

FolderListing read_folder(const std::string& folder) {
  FolderListing out;
  std::error_code error;
  out.folder = fs::weakly_canonical(folder, error).string();
  if (fs::is_regular_file(folder, error)) {
    out.problem = in_quotes(fs::path(folder).filename().string()) +
                  " is no folder, and its ending is none that is taken here.";
    return out;
  }
  std::vector<std::string> files;
  error.clear();
  for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end && out.entry.size() + files.size() < kMost; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.empty() || name[0] == '.') continue;
    std::error_code kind_error;
    if (it->is_directory(kind_error)) {
      out.entry.push_back(name + "/");
    } else if (it->is_regular_file(kind_error)) {
      files.push_back(name);
    }
  }
  if (error)
    out.problem = "The folder " + in_quotes(folder) + " cannot be read: " + error.message() + ".";
  std::sort(out.entry.begin(), out.entry.end());
  std::sort(files.begin(), files.end());
  out.entry.insert(out.entry.end(), files.begin(), files.end());
  for (const std::string& name : out.entry) out.facts.push_back(facts_of(fs::path(folder) / name));
  return out;
}

}  // namespace bindpose::app
