// The folders that the file dialog begins in, and what is in the one that it shows.
#pragma once

#include <string>
#include <vector>

#include "app/viewer/files/folder_listing.h"
#include "ui/ui.h"

namespace bindpose::app {

class DialogFolders {
 public:
  DialogFolders();

  // What cannot be read is said there; "": all of it can.
  const std::string& list(const std::string& folder);
  void fill(ui::UiInput& in) const;

 private:
  std::string home_, start_, own_;    // files are offered to be saved in the first two
  std::vector<std::string> endings_;  // of what can be opened
  FolderListing shown_;
};

}  // namespace bindpose::app
