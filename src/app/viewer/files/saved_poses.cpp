#include "app/viewer/files/saved_poses.h"

#include <imgui.h>

#include <stdexcept>
#include <utility>

#include "io/text/pose_text.h"
#include "io/text/scene_json.h"
#include "scene/names.h"
#include "scene/numerals.h"
#include "scene/pose/symmetry.h"
#include "view/pose_sketch.h"

namespace bindpose::app {
namespace {

std::vector<int> joints_in(const GivenPose& pose) {
  std::vector<int> out;
  for (std::size_t j = 0; j < pose.deviation.size(); ++j) {
    if (pose.deviation[j]) out.push_back(static_cast<int>(j));
  }
  return out;
}

// What a library has for the open model; a file that is broken is a sentence.
ui::SavedPose saved_pose(const PoseLibrary& library, const Scene& scene, const std::string& name) {
  ui::SavedPose out{name};
  try {
    GivenText text = library.read(scene, name);
    out.joints = text.joints;
    out.matched = text.matched;
    if (joints_in(text.pose).empty() || text.matched == 0) return out;
    out.sketch = pose_sketch(scene, text.pose);
    out.given = std::make_shared<const GivenPose>(std::move(text.pose));
  } catch (const std::exception& e) {
    out.problem = e.what();
  }
  return out;
}

}  // namespace

ComingPose load_pose(const Scene& scene, const std::string& path) {
  const Model& model = *scene.model;
  const PoseFile file = read_pose(scene, path);
  const std::string name = std::filesystem::path(path).filename().string();
  if (file.joints > 0 && file.matched == 0) {
    throw std::runtime_error(name + " is the pose of another rig: " + model.name +
                             " has none of the joints that it names.");
  }
  ComingPose out;
  out.edits.push_back(
      {SetPose{file.pose.user_local, file.pose.user_morph, true, "Load pose " + name}});
  out.edits.push_back({SetBasePose{file.pose.base, file.pose.clip}});
  if (file.pose.base == BasePose::Clip) {
    out.edits.push_back({SetTime{file.pose.time}});
    out.edits.push_back({SetFade{file.pose.timeline.fade}});
  }
  if (const std::size_t missing = file.joints - file.matched; missing > 1) {
    out.said = {Notice::Warning, std::to_string(missing) + " of the " +
                                     std::to_string(file.joints) + " joints in " + name +
                                     " are not in " + model.name + "; the others are posed."};
  } else if (!file.notes.empty()) {
    out.said = {Notice::Warning, file.notes.front()};
  } else {
    out.said = {Notice::Said, "Loaded the pose from " + name + "."};
  }
  return out;
}

Notice copy_pose(const Scene& scene, const std::vector<int>& joints) {
  ImGui::SetClipboardText(pose_text(*scene.model, pose_of(scene, joints)).c_str());
  const auto name_of = [&](int j) {
    return scene.model->skeleton.name[static_cast<std::size_t>(j)];
  };
  return {Notice::Note, joints.empty() ? std::string("Copied the pose")
                        : joints.size() == 1
                            ? "Copied the pose of " + name_of(joints[0])
                            : "Copied the pose of " + counted_joints(joints.size())};
}

ComingPose paste_pose(const Scene& scene, bool mirror) {
  const char* const clipboard = ImGui::GetClipboardText();
  const std::string copied = clipboard != nullptr ? clipboard : "";
  if (copied.empty()) throw std::runtime_error("The clipboard is empty: copy a pose first.");
  GivenText text = read_pose_text(scene, copied, "The text in the clipboard");
  if (text.matched == 0 && text.joints > 0) {
    throw std::runtime_error("The pose in the clipboard is of another rig: " + scene.model->name +
                             " has none of the joints that it names.");
  }
  const std::vector<int> joints = joints_in(text.pose);
  const std::string alone = mirror ? without_partner(scene, joints) : "";
  if (mirror) text.pose = mirrored(scene, text.pose);
  const Pose pose = with_pose(scene, text.pose);
  ComingPose out;
  out.edits.push_back(
      {SetPose{pose.user_local, pose.user_morph, true, mirror ? "Paste mirrored" : "Paste"}});
  if (text.matched < text.joints) {
    out.said = {Notice::Warning, std::to_string(text.joints - text.matched) + " of the " +
                                     std::to_string(text.joints) +
                                     " joints that were copied are not in " + scene.model->name +
                                     "; the others are posed."};
  } else if (!alone.empty()) {
    out.said = {Notice::Warning, alone};
  } else {
    out.said = {Notice::Note,
                "Pasted " + counted_joints(joints.size()) + (mirror ? ", mirrored" : "")};
  }
  return out;
}

Notice SavedPoses::use(const ui::LibraryRequest& request, const Scene& scene, ui::UiState& ui) {
  list(scene);  // also where what follows fails: the folder may be another one than it was
  Notice said{Notice::Note};
  switch (request.kind) {
    case ui::LibraryRequest::List:
      break;
    case ui::LibraryRequest::Save: {
      const std::vector<int> joints =
          request.selected_only ? selected_joints(scene) : std::vector<int>();
      library_.save(*scene.model, pose_of(scene, joints), request.name);
      ui.of_model.poses.name[0] = '\0';
      said.text = "Saved the pose " + request.name;
      break;
    }
    case ui::LibraryRequest::Rename:
      library_.rename(request.name, request.to);
      break;
    case ui::LibraryRequest::Remove:
      library_.remove(request.name);
      said.text = "Deleted the pose " + request.name;
      break;
  }
  list(scene);
  return said;
}

void SavedPoses::list(const Scene& scene) {
  std::vector<ui::SavedPose> next;
  for (const std::string& name : library_.names())
    next.push_back(saved_pose(library_, scene, name));
  pose_ = std::move(next);
}

}  // namespace bindpose::app
