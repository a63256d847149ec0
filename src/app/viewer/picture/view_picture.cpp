#include "app/viewer/picture/view_picture.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace bindpose::app {

void ViewPicture::begin_step(Renderer& renderer, FileComparison& compared) {
  const auto now = std::chrono::steady_clock::now();
  if (drew_whole_) {
    const double seconds = std::chrono::duration<double>(now - step_start_).count();
    detail_.measured(seconds);
    compared.detail().measured(seconds);
  }
  step_start_ = now;
  if (auto coarse = compared.detail().take()) renderer.set_other_coarse(std::move(*coarse));
  if (auto coarse = detail_.take()) renderer.set_coarse(std::move(*coarse));
}

void ViewPicture::look(const Camera& camera, const ShownMaps::Revisions& maps, Pacing& pace) {
  if (camera != camera_) {
    pace.redraw_view();
    camera_ = camera;
  }
  if (maps != maps_) {
    pace.redraw_view();
    maps_ = maps;
  }
}

std::optional<double> ViewPicture::whole_due(const FileComparison& compared) const {
  const auto own = detail_.whole_due(step_start_);
  const auto other = compared.detail().whole_due(step_start_);
  return own && other ? std::min(*own, *other) : own ? own : other;
}

void ViewPicture::draw_view(const ViewFrame& shown, bool whole, Renderer& renderer,
                            FileComparison& compared, Pacing& pace) {
  const auto start = std::chrono::steady_clock::now();
  const bool anew = pace.view_dirty();
  if (anew || whole_due(compared)) refine_ = 0;
  FrameInput frame = shown.own;
  frame.refine = refine_;
  frame.more = options_.still;
  frame.transparent = options_.transparent;
  frame.coarse = detail_.coarse(anew && !whole, start);
  std::optional<FrameInput> other;
  if (shown.other) {
    other.emplace(*shown.other);
    other->coarse = compared.detail().coarse(anew && !whole, start);
    frame.other = &*other;
  }
  renderer.draw(frame);
  fresh_ = true;
  ++count_;
  const bool coarse = frame.coarse || (other && other->coarse);
  const bool refines =
      options_.refines && renderer.software() && !renderer.multisampled() && !coarse;
  refine_ = refines && refine_ + 1 < kRefineSteps ? refine_ + 1 : 0;
  if (anew) {
    milliseconds_ =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  drew_whole_ = !coarse;
  pace.view_is_drawn();
}

Drawn ViewPicture::draw(const ViewFrame& shown, bool view_too, Renderer& renderer,
                        FileComparison& compared, Pacing& pace) {
  if (!draws_) {
    pace.view_is_drawn();
    return {};
  }
  const vec2 corner = shown.corner, size = shown.size;
  drew_whole_ = false;
  std::optional<ViewPlace> view;
  const int shrunk = options_.rough && renderer.software() ? 2 : 1;
  ViewFrame drawn = shown;
  drawn.own.width = (drawn.own.width + shrunk - 1) / shrunk;
  drawn.own.height = (drawn.own.height + shrunk - 1) / shrunk;
  drawn.own.ui_scale /= static_cast<float>(shrunk);
  if (size.x >= 1.0f && size.y >= 1.0f) {
    view.emplace();
    view->area = {static_cast<int>(corner.x), static_cast<int>(corner.y), static_cast<int>(size.x),
                  static_cast<int>(size.y)};
    view->copy = [&](unsigned int framebuffer, const PixelArea& part) {
      const int height = static_cast<int>(shown.window.y);
      renderer.blit(framebuffer, static_cast<int>(corner.x),
                    static_cast<int>(shown.window.y - corner.y - size.y),
                    {part.x, height - part.y - part.height, part.width, part.height}, shrunk);
    };
    if (view_too && (pace.view_dirty() || refine_ > 0 || whole_due(compared) == 0.0)) {
      do {
        draw_view(drawn, options_.still, renderer, compared, pace);
      } while (options_.still && refine_ > 0);
    }
    view->changed = std::exchange(fresh_, false);
  }
  ImDrawData& interface = *ImGui::GetDrawData();
  if (std::exchange(was_black_, shown.black) != shown.black) screen_.forget();
  if (renderer.software() && !options_.still && !options_.transparent)
    return screen_.draw(interface, view, options_.framebuffer, options_.by_parts);
  draw_whole(interface, view, options_.framebuffer);
  return {true};
}

}  // namespace bindpose::app
