#include "app/paths.h"

#include <unistd.h>
#include <algorithm>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace bindpose::app {
namespace fs = std::filesystem;

namespace {

fs::path executable_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::current_path() : self.parent_path();
}

fs::path data_folder(const char* what, const char* probe) {
  std::vector<fs::path> places;
  if (const char* named = std::getenv("BINDPOSE_DATA")) places.emplace_back(named);
  const fs::path self = executable_folder();
  places.push_back(self / ".." / "share" / "bindpose");
  // A build folder lies one to three levels below the source tree.
  places.push_back(self / "..");
  places.push_back(self / ".." / "..");
  places.push_back(self / ".." / ".." / "..");
  std::error_code error;
  for (const fs::path& place : places) {
    if (fs::exists(place / what / probe, error)) return fs::weakly_canonical(place / what, error);
  }
  throw std::runtime_error(
      std::string("the program's ") + what +
      " were not found beside it; install Bindpose with 'cmake --install', or let "
      "BINDPOSE_DATA name the folder that holds '" +
      what + "'");
}

// The program's folder in the one that the variable names, or in the user's own.
fs::path own_folder(const char* variable, const fs::path& in_home) {
  const char* named = std::getenv(variable);
  if (named != nullptr && *named == '/') return fs::path(named) / "bindpose";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / in_home / "bindpose";
  return {};
}

fs::path state_file() {
  const fs::path folder = state_folder();
  return folder.empty() ? folder : folder / "recent";
}

constexpr std::size_t kRecentCount = 10;

}  // namespace

fs::path state_folder() {
  return own_folder("XDG_STATE_HOME", fs::path(".local") / "state");
}

fs::path settings_file() {
  const fs::path folder = own_folder("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? folder : folder / "settings.json";
}

fs::path cache_folder() {
  return own_folder("XDG_CACHE_HOME", ".cache");
}

fs::path pose_folder() {
  const fs::path data = own_folder("XDG_DATA_HOME", fs::path(".local") / "share");
  return data.empty() ? data : data / "poses";
}

std::string home_folder() {
  for (const char* name : {"HOME", "USERPROFILE"}) {
    const char* home = std::getenv(name);
    if (home != nullptr && *home != '\0') return home;
  }
  return {};
}

std::string working_folder() {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  return failed || here == here.root_path() ? std::string() : here.string();
}

fs::path shader_folder() {
  return data_folder("shaders", "skinning.glsl");
}
fs::path asset_folder() {
  return data_folder("assets", "ogre.glb");
}

bool can_write_beside(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return ::access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

std::vector<std::string> recent_files() {
  std::vector<std::string> files;
  std::ifstream in(state_file());
  for (std::string line; std::getline(in, line) && files.size() < kRecentCount;) {
    if (!line.empty()) files.push_back(line);
  }
  return files;
}

void remember_file(const std::string& path) {
  const fs::path file = state_file();
  if (file.empty() || path.find('\n') != std::string::npos) return;
  std::error_code error;
  const std::string full = fs::absolute(path, error).string();
  std::vector<std::string> files = recent_files();
  files.erase(std::remove(files.begin(), files.end(), full), files.end());
  files.insert(files.begin(), full);
  if (files.size() > kRecentCount) files.resize(kRecentCount);
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file);
  for (const std::string& f : files) out << f << '\n';
}

}  // namespace bindpose::app
