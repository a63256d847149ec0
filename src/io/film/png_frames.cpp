// A folder of PNGs, 0001.png and so on: made under another name, renamed when it is whole.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <system_error>

#include "io/files/image_io.h"
#include "io/film/film_kinds.h"
#include "math/ascii.h"

namespace bindpose {
namespace fs = std::filesystem;
namespace {

fs::path without_slash(const std::string& path) {
  fs::path folder(path);
  while (!folder.has_filename() && folder.has_parent_path() && folder != folder.root_path()) {
    folder = folder.parent_path();
  }
  return folder;
}

bool is_frame_name(const std::string& name) {
  return name.size() == 8 && name.ends_with(".png") &&
         std::all_of(name.begin(), name.begin() + 4, is_digit);
}

[[noreturn]] void cannot_write(const fs::path& folder, const std::error_code& error) {
  throw std::runtime_error("Cannot write " + folder.string() + ": " + error.message() +
                           "; check the folder and its free space.");
}

class PngFrames : public FilmWriter {
 public:
  PngFrames(const std::string& path, WriteProgress* progress)
      : folder_(without_slash(path)), progress_(progress) {
    std::error_code ignored;
    // What a link points at is replaced, not the link.
    if (fs::exists(folder_, ignored)) folder_ = fs::canonical(folder_, ignored);
    aside_ = beside("part");
    std::error_code error;
    if (!fs::create_directory(aside_, error)) {
      const fs::path unmade = std::exchange(aside_, {});
      cannot_write(folder_, error ? error : std::make_error_code(std::errc::file_exists));
    }
  }

  ~PngFrames() override {
    std::error_code ignored;
    if (!aside_.empty()) fs::remove_all(aside_, ignored);
  }

  void add(const Image& frame) override {
    if (progress_ != nullptr) progress_->check();
    char name[16];
    std::snprintf(name, sizeof name, "%04d.png", ++count_);
    try {
      write_png(aside_ / name, frame);
    } catch (const std::exception& e) {
      // The folder that the user named, and not the one beside it.
      std::string said = e.what();
      const std::size_t at = said.find(aside_.string());
      if (at != std::string::npos) said.replace(at, aside_.string().size(), folder_.string());
      throw std::runtime_error(said);
    }
  }

  void finish() override {
    std::error_code error, ignored;
    fs::path old;
    if (fs::exists(folder_, ignored)) {
      old = beside("old");
      fs::rename(folder_, old, error);
      if (error) cannot_write(folder_, error);
    }
    fs::rename(aside_, folder_, error);
    if (error) {
      if (!old.empty()) fs::rename(old, folder_, ignored);
      cannot_write(folder_, error);
    }
    aside_.clear();
    if (!old.empty()) fs::remove_all(old, ignored);
  }

 private:
  fs::path beside(const char* ending) const {
    fs::path name = folder_;
    name += "." + std::to_string(std::random_device()()) + "." + ending;
    return name;
  }

  fs::path folder_, aside_;
  WriteProgress* progress_;
  int count_ = 0;
};

}  // namespace

void check_frames_folder(const std::string& path) {
  const fs::path folder = without_slash(path);
  std::error_code error;
  if (!fs::exists(folder, error)) return;
  if (!fs::is_directory(folder, error)) {
    throw std::runtime_error(folder.string() +
                             " is a file; choose another name for the folder of PNGs.");
  }
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const std::string name = it->path().filename().string();
    if (is_frame_name(name) && it->is_regular_file(ignored)) continue;
    throw std::runtime_error("The folder " + folder.string() + " has other files in it (" + name +
                             "); choose a new one for the PNGs.");
  }
  if (error) cannot_write(folder, error);
}

std::unique_ptr<FilmWriter> open_png_frames(const std::string& path, const FilmSpec&,
                                            WriteProgress* progress) {
  return std::make_unique<PngFrames>(path, progress);
}

}  // namespace bindpose
