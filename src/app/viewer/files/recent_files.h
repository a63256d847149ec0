// The files that were opened last, with their pictures.
#pragma once

#include <string>
#include <vector>

#include "app/recent/recent_pictures.h"
#include "app/viewer/viewer_options.h"
#include "render/renderer.h"
#include "ui/ui.h"

namespace bindpose::app {

class RecentFiles {
 public:
  explicit RecentFiles(const ViewerOptions& options);

  // The newest of them, which is open; its picture follows when there is one.
  void remember(const std::string& path);
  // Another model is shown, which is none of them yet.
  void forget_open() { open_.clear(); }
  // The open file has no picture of how it looks now.
  bool wants_picture() const { return wants_picture_; }
  // Keeps the view as it is now. `shows_it`: there is one, of the open file.
  void keep_picture(const Renderer& renderer, bool shows_it);
  void fill(ui::UiInput& in);

 private:
  std::vector<std::string> path_;
  RecentPictures pictures_;
  std::string open_;  // the open file as the list has it; "": it is none of them
  bool wants_picture_ = false;
};

}  // namespace bindpose::app
