// Poses that come and go apart from edits: as files, through the clipboard, and in the library.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/viewer/notices.h"
#include "io/poses/pose_library.h"
#include "scene/edit/edit.h"
#include "ui/ui.h"

namespace bindpose::app {

// A pose that came: how the open scene takes it, and what is said then.
struct ComingPose {
  std::vector<EditRequest> edits;
  Notice said;
};

// What fits in part is shown, and it is said what is left out; that of another rig is refused:
// throws std::runtime_error with one sentence.
ComingPose load_pose(const Scene& scene, const std::string& path);
ComingPose paste_pose(const Scene& scene, bool mirrored);
// Of these joints; none: of all.
Notice copy_pose(const Scene& scene, const std::vector<int>& joints);

class SavedPoses {
 public:
  // `folder`: empty: none can be saved.
  explicit SavedPoses(std::filesystem::path folder) : library_(std::move(folder)) {}

  // Throws std::runtime_error with one sentence; the list is that of the folder all the same.
  Notice use(const ui::LibraryRequest& request, const Scene& scene, ui::UiState& ui);
  // For the model that was open when it was listed last.
  const std::vector<ui::SavedPose>& list() const { return pose_; }

 private:
  void list(const Scene& scene);

  PoseLibrary library_;
  std::vector<ui::SavedPose> pose_;
};

}  // namespace bindpose::app
