// What the viewer does with files: pictures, exports, poses, folders.
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/import/plain_file.h"
#include "app/viewer/viewer.h"
#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/files/image_io.h"
#include "io/text/scene_json.h"
#include "render/gpu/screen_target.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/lesson/transcript.h"
#include "scene/names.h"
#include "view/lesson_camera.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

// The command that draws the view again, with the model's name and not its folder; as far as edits
// say what is shown. Empty: there is no model, or too much is edited.
std::string recipe_of(const Scene& scene, const LessonCamera& camera, const Image& picture,
                      const std::string& file) {
  if (!scene.model) return "";
  try {
    const auto name = [](const std::string& path) { return fs::path(path).filename().string(); };
    return render_command(name(scene.model->path), edits_of(scene), camera) +
           (scene.view.dark ? "" : " --light") + " --size " + std::to_string(picture.width) + "x" +
           std::to_string(picture.height) + " -o " + quoted_for_shell(name(file));
  } catch (const std::runtime_error&) {
    return "";
  }
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
      const Image image = picture();
      const std::string recipe =
          recipe_of(alone(scene), recorded_camera(framing_.camera(), framing_.viewport()), image,
                    *requests.save_picture);
      write_png(*requests.save_picture, image, recipe);
      notices_.tell("Saved the picture as " + *requests.save_picture + ".", false);
    }
    if (!scene.model) return;
    const auto packing = static_cast<GlbPacking>(requests.export_size);  // in the same order
    const auto plain = [&] { return plain_in_child(import_limits()); };
    if (requests.export_mesh) {
      exports_.write(scene, *requests.export_mesh, "the posed mesh",
                     [scene, packing, posed = posed_, plain = plain()](auto& file, auto& progress) {
                       return export_posed(scene, posed, file, &progress, packing, plain);
                     });
    }
    if (requests.export_rig) {
      exports_.write(scene, *requests.export_rig, "the rig with its weights",
                     [scene, packing, plain = plain()](const auto& file, auto& progress) {
                       return export_rig(scene, file, &progress, packing, plain);
                     });
    }
    if (requests.export_mesh || requests.export_rig) pace_.settle();
    if (requests.make_film) start_film(*requests.make_film);
    if (requests.save_pose) {
      write_pose(scene, *requests.save_pose);
      notices_.tell("Saved the pose as " + *requests.save_pose + ".", false);
    }
    if (requests.load_pose) take_pose(app::load_pose(scene, *requests.load_pose));
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

// A model that is dropped on an open one may have clips for it: that is seen when it is loaded. A
// lesson has its own model.
void Viewer::drop(const std::string& path) {
  const bool may_offer = document_.scene().model && lesson() == nullptr && !is_workspace(path);
  open_for(may_offer ? Arrival::Dropped : Arrival::Show, path);
}

// False: the file is opened.
bool Viewer::offer_clips(Arrival& arrival) {
  const std::shared_ptr<const Model> source = arrival.result.model;
  if (!clips_.offer(arrival, *document_.scene().model, ui_.take, notices_))
    return arrival.wanted == Arrival::Clips;
  fonts_.add(*source);
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
    if (requests.take_from) open_for(Arrival::Clips, *requests.take_from);
    if (requests.save_map && take.is_open()) {
      keep_map(take, *document_.scene().model, *requests.save_map);
    }
    if (requests.load_map && take.is_open()) {
      notices_.warn(load_map(take, *document_.scene().model, *requests.load_map));
    }
    if (requests.take && take.is_open()) {
      if (*requests.take == ui::TakeAnswer::Take) take_offered_clip();
      auto opened = *requests.take == ui::TakeAnswer::Open ? clips_.release() : std::nullopt;
      take = {};
      if (opened) ask_to_show(std::move(*opened));
      pace_.settle();
    }
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
    pace_.settle();
  }
  if (!take.is_open()) clips_.withdraw();
}

void Viewer::take_offered_clip() {
  const std::string from = ui_.take.source->name;
  const TakeClip edit = taken_clip(ui_.take, document_.scene());
  apply({edit});
  notices_.tell("Took the clip " + in_quotes(edit.made->clip.name) + " from " + from + ".", false);
}

void Viewer::load_pose_file(const std::string& path) {
  ui::Requests requests;
  requests.load_pose = path;
  handle_files(requests);
}

void Viewer::take_pose(const ComingPose& pose) {
  for (const EditRequest& edit : pose.edits) apply(edit);
  notices_.say(pose.said);
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
  if (pace_.view_dirty() || shows_coarse() || options_.rough ||
      !picture_.shows(maps_.revisions(file(), compare_)))
    picture_.draw_view(view_frame(size_), true, renderer_, compare_, pace_);
  ui::begin_frame({}, framing_.size(), 1.0f, kMoment);
  ui::draw(plain, ui_input());
  ImGui::Render();
  renderer_.blit(target.framebuffer(), 0, 0, {0, 0, width, height});
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  Image image = target.read_pixels();
  if (options_.rough) pace_.redraw_view();  // with as few pixels as the window has
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
  const std::string& problem = folders_.list(folder);
  if (!problem.empty()) notices_.tell(problem, true);
  pace_.settle();
}

// Poses apart from files: the clipboard, and the library.
void Viewer::handle_poses(const ui::Requests& requests) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  try {
    if (requests.copy_pose) notices_.say(copy_pose(scene, *requests.copy_pose));
    if (requests.paste_pose)
      take_pose(paste_pose(scene, *requests.paste_pose == ui::Requests::Paste::Mirrored));
    for (const ui::LibraryRequest& request : requests.library) {
      pace_.settle();
      notices_.say(poses_.use(request, scene, ui_));
    }
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

}  // namespace bindpose::app
