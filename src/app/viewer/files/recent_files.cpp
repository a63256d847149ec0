#include "app/viewer/files/recent_files.h"

#include <filesystem>

#include "app/paths.h"

namespace bindpose::app {

RecentFiles::RecentFiles(const ViewerOptions& options) : pictures_(options.thumbnails) {
  if (options.remember) path_ = recent_files();
  pictures_.show(path_);
}

void RecentFiles::remember(const std::string& path) {
  remember_file(path);
  path_ = recent_files();
  pictures_.show(path_);
  std::error_code ignored;
  open_ = std::filesystem::absolute(path, ignored).string();
  wants_picture_ = true;
}

void RecentFiles::keep_picture(const Renderer& renderer, bool shows_it) {
  wants_picture_ = false;
  if (!pictures_.any() || open_.empty() || !shows_it) return;
  pictures_.keep(open_, renderer.read_pixels());
  pictures_.show(path_);
}

void RecentFiles::fill(ui::UiInput& in) {
  in.recent = path_;
  pictures_.begin_frame();
  in.recent_pictures = pictures_.textures();
}

}  // namespace bindpose::app
