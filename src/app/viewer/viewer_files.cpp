// What the viewer does with files: pictures, exports, poses, folders.
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "app/import/plain_file.h"
#include "app/take_clip.h"
#include "app/viewer/viewer.h"
#include "io/clips/joint_map_file.h"
#include "io/export/export.h"
#include "io/export/rig.h"
#include "io/files/image_io.h"
#include "io/text/pose_text.h"
#include "io/text/scene_json.h"
#include "render/gpu/screen_target.h"
#include "scene/clips/make_clips.h"
#include "scene/names.h"
#include "scene/pose/symmetry.h"
#include "view/pose_sketch.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

void refuse_own_file(const Scene& scene, const std::string& path) {
  std::error_code ignored;
  if (fs::equivalent(path, scene.model->path, ignored)) {
    throw std::runtime_error(path + " is the open model itself; export under another name.");
  }
}

std::string count_of(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " joint" : " joints");
}

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

void Viewer::handle_files(const ui::Requests& requests) {
  handle_take(requests);
  if (requests.open_file) open(*requests.open_file);
  if (requests.list_folder) list_folder(*requests.list_folder);
  if (requests.find_textures) find_textures(*requests.find_textures, requests.found_texture);
  const Scene& scene = document_.scene();
  try {
    if (requests.save_picture) {
      write_png(*requests.save_picture, picture());
      notices_.tell("Saved the picture as " + *requests.save_picture + ".", false);
    }
    if (!scene.model) return;
    const auto packing = static_cast<GlbPacking>(requests.export_size);  // in the same order
    const auto plain = [&] { return plain_in_child(import_limits()); };
    if (requests.export_mesh) {
      export_to(*requests.export_mesh, "the posed mesh",
                [scene, packing, posed = posed_, plain = plain()](auto& file, auto& progress) {
                  return export_posed(scene, posed, file, &progress, packing, plain);
                });
    }
    if (requests.export_rig) {
      export_to(*requests.export_rig, "the rig with its weights",
                [scene, packing, plain = plain()](const auto& file, auto& progress) {
                  return export_rig(scene, file, &progress, packing, plain);
                });
    }
    if (requests.make_film) start_film(*requests.make_film);
    if (requests.save_pose) {
      write_pose(scene, *requests.save_pose);
      notices_.tell("Saved the pose as " + *requests.save_pose + ".", false);
    }
    if (requests.load_pose) load_pose(*requests.load_pose);
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

// Beside the window, from a copy of the scene as it is now, without its history: a million vertices
// take a while.
void Viewer::start_export(const std::string& path, const char* doing, BackgroundTask::Work work) {
  refuse_own_file(document_.scene(), path);
  if (export_.busy()) {
    throw std::runtime_error("Another export is not finished yet; try again when it is.");
  }
  makes_film_ = false;
  export_.start(doing + fs::path(path).filename().string(), std::move(work));
  pace_.settle();
}

void Viewer::export_to(const std::string& path, const std::string& what, ExportFunction write) {
  start_export(path, "Exporting ", [path, what, write = std::move(write)](WriteProgress& progress) {
    std::vector<std::string> notes = write(path, progress);
    return BackgroundTask::Result{"Exported " + what + " as " + path + ".", std::move(notes)};
  });
}

// With what could not come along, a line each: the file is not all that was open.
void Viewer::tell_export() {
  const auto done = export_.poll();
  if (!done || done->sentence.empty()) return;
  std::string text = done->sentence;
  for (const std::string& note : done->notes) text += "\n" + note;
  done->notes.empty() ? notices_.tell(text, done->is_error) : notices_.warn(text);
}

// A model that is dropped on an open one may have clips for it: that is seen when it is loaded. A
// lesson has its own model.
void Viewer::drop(const std::string& path) {
  const bool may_offer = document_.scene().model && lesson() == nullptr && !is_workspace(path);
  open(path);
  if (may_offer) offer_ = Offer::Dropped;
}

// False where there is nothing to offer; then the file is opened, or, where only its clips were
// wanted, it is said why.
bool Viewer::offer_clips(Arrival& arrival, bool dropped) {
  const std::shared_ptr<const Model> source = arrival.result.model;
  try {
    TakeChoice choice = choose_taken(*source, *document_.scene().model, {});
    if (dropped) need_pairs(choice, *source, *document_.scene().model);
    ui_.take = {};
    ui_.take.source = source;
    ui_.take.path = arrival.result.path;
    ui_.take.dropped = dropped;
    ui_.take.map = std::move(choice.map);
  } catch (const std::exception& e) {
    if (!dropped) notices_.tell(e.what(), true);
    return !dropped;
  }
  fonts_.add(*source);
  offered_ = std::move(arrival);
  ui_.browser.open = false;
  pace_.settle();
  return true;
}

void Viewer::handle_take(const ui::Requests& requests) {
  ui::TakeState& take = ui_.take;
  try {
    if (requests.take_from && is_workspace(*requests.take_from)) {
      throw std::runtime_error("A workspace has no clips of its own; choose the model's file.");
    }
    if (requests.take_from) {
      open(*requests.take_from);
      offer_ = Offer::Wanted;
    }
    if (requests.save_map && take.is_open()) {
      write_joint_map(take.map, *take.source, *document_.scene().model, *requests.save_map);
      take.map_file = *requests.save_map;
    }
    if (requests.load_map && take.is_open()) {
      JointMapFile read =
          read_joint_map(*requests.load_map, *take.source, *document_.scene().model);
      take.map = std::move(read.map);
      take.map_file = *requests.load_map;
      if (!read.notes.empty()) notices_.warn(read.notes.front());
    }
    if (requests.take && take.is_open()) {
      if (*requests.take == ui::TakeAnswer::Take) take_offered_clip();
      const bool opens = *requests.take == ui::TakeAnswer::Open && offered_;
      if (opens) arrival_ = std::move(offered_);
      take = {};
      if (opens) leave_for({Departure::Show, arrival_->result.path});
      pace_.settle();
    }
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
    pace_.settle();
  }
  if (!take.is_open()) offered_.reset();
}

void Viewer::take_offered_clip() {
  const ui::TakeState& take = ui_.take;
  const Model& source = *take.source;
  const Scene& scene = document_.scene();
  const std::string& name = source.clips[static_cast<std::size_t>(take.clip)].name;
  const bool by_name = find_clip(source, name) == take.clip;
  TakeClip edit{
      take.path, by_name ? name : std::to_string(take.clip), take.map_file, take.feet, {}};
  TakenClip made =
      take_clip(source, take.clip, scene,
                sound_map(take.map, rig_pose(source), rig_pose(*scene.model)), take.feet);
  edit.made = made.clip;
  if (!is_playable(made.clip->clip, *scene.model)) {
    throw std::runtime_error("The clip " + in_quotes(made.clip->clip.name) +
                             " cannot be played on " + scene.model->name + "; nothing was taken.");
  }
  apply({edit});
  notices_.tell("Took the clip " + in_quotes(made.clip->clip.name) + " from " + source.name + ".",
                false);
}

void Viewer::load_pose_file(const std::string& path) {
  ui::Requests requests;
  requests.load_pose = path;
  handle_files(requests);
}

// A pose that fits in part is shown, and it is said what is left out; one of another rig is
// refused.
void Viewer::load_pose(const std::string& path) {
  const Model& model = *document_.scene().model;
  const PoseFile file = read_pose(document_.scene(), path);
  const std::string name = fs::path(path).filename().string();
  if (file.joints > 0 && file.matched == 0) {
    throw std::runtime_error(name + " is the pose of another rig: " + model.name +
                             " has none of the joints that it names.");
  }
  apply({SetPose{file.pose.user_local, file.pose.user_morph, true, "Load pose " + name}});
  apply({SetBasePose{file.pose.base, file.pose.clip}});
  if (file.pose.base == BasePose::Clip) {
    apply({SetTime{file.pose.time}});
    apply({SetFade{file.pose.timeline.fade}});
  }
  if (const std::size_t missing = file.joints - file.matched; missing > 1) {
    notices_.warn(std::to_string(missing) + " of the " + std::to_string(file.joints) +
                  " joints in " + name + " are not in " + model.name + "; the others are posed.");
  } else if (!file.notes.empty()) {
    notices_.warn(file.notes.front());
  } else {
    notices_.tell("Loaded the pose from " + name + ".", false);
  }
}

// The view as it is shown, with the legend, the axes and the names over it, but without panels and
// gizmo: a frame of its own that nobody sees.
Image Viewer::picture() {
  const int width = static_cast<int>(framing_.size().x),
            height = static_cast<int>(framing_.size().y);
  const ScreenTarget target(width, height);
  ui::UiState plain = ui_;  // keys that are still held would do their work twice
  plain.chrome = plain.gizmo = plain.browser.open = false;
  constexpr double kMoment = 1e-4;
  wait_for_maps();
  if (pace_.view_dirty() || shows_coarse() || !picture_.shows(maps_.revisions(file(), compare_)))
    picture_.draw_view(view_frame(size_), true, renderer_, compare_, pace_);
  ui::begin_frame({}, framing_.size(), 1.0f, kMoment);
  ui::draw(plain, ui_input());
  ImGui::Render();
  renderer_.blit(target.framebuffer(), 0, 0);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  Image image = target.read_pixels();
  pace_.settle();
  return image;
}

void Viewer::list_folder(const std::string& folder) {
  // Typed by somebody who means to open it: reading it says best why that cannot be.
  std::error_code error;
  if (ui_.browser.open && ui_.browser.purpose == ui::BrowserPurpose::Open &&
      fs::is_regular_file(folder, error)) {
    ui_.browser.open = false;
    ui_.browser.folder = fs::path(folder).parent_path().string();  // where it opens again
    return open(folder);
  }
  folder_ = read_folder(folder);
  if (!folder_.problem.empty()) notices_.tell(folder_.problem, true);
  pace_.settle();
}

// Poses apart from files: the clipboard, and the library.
void Viewer::handle_poses(const ui::Requests& requests) {
  if (!document_.scene().model) return;
  try {
    if (requests.copy_pose) copy_pose(*requests.copy_pose);
    if (requests.paste_pose) paste_pose(*requests.paste_pose == ui::Requests::Paste::Mirrored);
    for (const ui::LibraryRequest& request : requests.library) use_library(request);
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

void Viewer::copy_pose(const std::vector<int>& joints) {
  const Scene& scene = document_.scene();
  ImGui::SetClipboardText(pose_text(*scene.model, pose_of(scene, joints)).c_str());
  notices_.note(joints.empty() ? std::string("Copied the pose")
                : joints.size() == 1
                    ? "Copied the pose of " +
                          scene.model->skeleton.name[static_cast<std::size_t>(joints[0])]
                    : "Copied the pose of " + count_of(joints.size()));
}

void Viewer::paste_pose(bool mirror) {
  const Scene& scene = document_.scene();
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
  apply({SetPose{pose.user_local, pose.user_morph, true, mirror ? "Paste mirrored" : "Paste"}});
  if (text.matched < text.joints) {
    notices_.warn(std::to_string(text.joints - text.matched) + " of the " +
                  std::to_string(text.joints) + " joints that were copied are not in " +
                  scene.model->name + "; the others are posed.");
  } else if (!alone.empty()) {
    notices_.warn(alone);
  } else {
    notices_.note("Pasted " + count_of(joints.size()) + (mirror ? ", mirrored" : ""));
  }
}

void Viewer::use_library(const ui::LibraryRequest& request) {
  const Scene& scene = document_.scene();
  list_poses();  // also where what follows fails: the folder may be another one than it was
  switch (request.kind) {
    case ui::LibraryRequest::List:
      break;
    case ui::LibraryRequest::Save: {
      const std::vector<int> joints =
          request.selected_only ? selected_joints(scene) : std::vector<int>();
      library_.save(*scene.model, pose_of(scene, joints), request.name);
      ui_.of_model.poses.name[0] = '\0';
      notices_.note("Saved the pose " + request.name);
      break;
    }
    case ui::LibraryRequest::Rename:
      library_.rename(request.name, request.to);
      break;
    case ui::LibraryRequest::Remove:
      library_.remove(request.name);
      notices_.note("Deleted the pose " + request.name);
      break;
  }
  list_poses();
}

void Viewer::list_poses() {
  std::vector<ui::SavedPose> next;
  for (const std::string& name : library_.names())
    next.push_back(saved_pose(library_, document_.scene(), name));
  poses_ = std::move(next);
  pace_.settle();
}

}  // namespace bindpose::app
