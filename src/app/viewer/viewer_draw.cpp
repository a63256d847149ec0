// The viewer's picture: the scene, refined while nothing changes, the maps on it, and the interface
// over it.
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <chrono>
#include <utility>

#include "app/viewer/viewer.h"

namespace bindpose::app {

// A picture of the scene, or one more refinement of the last one. `whole`: of all of the model even
// while it moves.
void Viewer::draw_view(bool whole) {
  const auto start = std::chrono::steady_clock::now();
  if (scene_dirty_ || shows_coarse()) refine_ = 0;
  FrameInput frame{.scene = document_.scene(),
                   .posed = posed_,
                   .bones = bones_,
                   .camera = framing_.camera(),
                   .width = static_cast<int>(framing_.size().x),
                   .height = static_cast<int>(framing_.size().y),
                   .ui_scale = fonts_.scale(),
                   .refine = refine_,
                   .presenter = ui_.presenter,
                   .map = map(),
                   .map_beside = map_beside(),
                   .more = options_.still,
                   .transparent = options_.transparent};
  frame.coarse = detail_.coarse(scene_dirty_ && !whole, start);
  renderer_.draw(frame);
  ++frames_;
  const bool refines =
      options_.refines && renderer_.software() && !renderer_.multisampled() && !frame.coarse;
  refine_ = refines && refine_ + 1 < kRefineSteps ? refine_ + 1 : 0;
  if (scene_dirty_) {
    frame_ms_ =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  drew_whole_ = !frame.coarse;
  scene_dirty_ = false;
}

// view_too: else the view keeps the picture that it has until the next step.
void Viewer::draw(const Input& input, bool view_too) {
  if (!draws_) {
    scene_dirty_ = false;
    return;
  }
  const vec2 corner = framing_.corner(), size = framing_.size();
  const bool view_visible = size.x >= 1.0f && size.y >= 1.0f;
  drew_whole_ = false;
  if (view_visible && view_too &&
      (scene_dirty_ || refine_ > 0 || detail_.whole_due(step_start_) == 0.0)) {
    do {
      draw_view(options_.still);
    } while (options_.still && refine_ > 0);
  }
  if (view_visible) {
    renderer_.blit(options_.framebuffer, static_cast<int>(corner.x),
                   static_cast<int>(input.size.y - corner.y - size.y));
  }
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Viewer::draw_still(const Input& input) {
  scene_dirty_ = true;
  draw(input);
}

// From the start of one step to that of the next is what a picture takes, the window's part
// included.
void Viewer::follow_detail() {
  const auto now = std::chrono::steady_clock::now();
  if (drew_whole_) {
    detail_.measured(std::chrono::duration<double>(now - step_start_).count());
  }
  step_start_ = now;
  if (auto coarse = detail_.take()) renderer_.set_coarse(std::move(*coarse));
}

bool Viewer::is_large() const {
  const auto& model = document_.scene().model;
  return model && triangle_count(*model) >= options_.apart_from_triangles;
}

const SurfaceMap* Viewer::map() {
  const Scene& scene = document_.scene();
  if (!scene.model || scene.view.show == Show::Shaded) {
    maps_.drop();
    return nullptr;
  }
  return &maps_.get(scene, posed_, bones_, scene.view.show);
}

const SurfaceMap* Viewer::map_beside() {
  const Scene& scene = document_.scene();
  const std::optional<Show> show = show_beside(scene.view);
  if (!scene.model || !show) {
    maps_beside_.drop();
    return nullptr;
  }
  return &maps_beside_.get(scene, posed_, bones_, *show);
}

Viewer::MapRevisions Viewer::map_revisions() {
  const SurfaceMap *first = map(), *beside = map_beside();
  return {first != nullptr ? first->revision : 0, beside != nullptr ? beside->revision : 0};
}

bool Viewer::makes_map() {
  return maps_.busy() || maps_beside_.busy();
}

}  // namespace bindpose::app
