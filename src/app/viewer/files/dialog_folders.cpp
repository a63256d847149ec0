#include "app/viewer/files/dialog_folders.h"

#include "app/paths.h"
#include "io/import.h"
#include "io/workspace/workspace.h"

namespace bindpose::app {

DialogFolders::DialogFolders()
    : home_(home_folder()), start_(working_folder()), own_(asset_folder().string()) {
  for (const std::string& ending : supported_extensions()) endings_.push_back(ending.substr(1));
  endings_.emplace_back(kWorkspaceEnding + 1);
}

const std::string& DialogFolders::list(const std::string& folder) {
  shown_ = read_folder(folder);
  return shown_.problem;
}

void DialogFolders::fill(ui::UiInput& in) const {
  in.folder = shown_.folder;
  in.folder_entries = shown_.entry;
  in.folder_facts = shown_.facts;
  in.home = home_;
  in.start_folder = start_;
  in.own_folder = own_;
  in.model_endings = endings_;
}

}  // namespace bindpose::app
