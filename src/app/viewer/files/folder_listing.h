// What a folder holds, as the file dialog shows it.
#pragma once

#include <string>
#include <vector>

#include "ui/ui.h"

namespace bindpose::app {

struct FolderListing {
  std::string folder;                // without "..", links followed
  std::vector<std::string> entry;    // "name/" of folders, then "name" of files, each in order
  std::vector<ui::FileFacts> facts;  // of each
  std::string problem;               // one sentence where it cannot be read, or not to its end
};

// Names that begin with a dot are left out, and all beyond 20,000.
FolderListing read_folder(const std::string& folder);

}  // namespace bindpose::app
