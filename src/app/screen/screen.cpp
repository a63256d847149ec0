#include "app/screen/screen.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace bindpose::app {
namespace {

// The pixels that the backend makes of a clip rectangle: corner, counted from below, and size are
// each cut to whole numbers. Where a rectangle ends between pixels they hang on all of it, so it is
// made whole before a part is taken.
ImVec4 whole_pixels(const ImVec4& clip, const ImVec2& origin, float height) {
  const float x = std::trunc(clip.x - origin.x), width = std::trunc(clip.z - clip.x),
              tall = std::trunc(clip.w - clip.y);
  const float top = height - std::trunc(height - (clip.w - origin.y)) - tall;
  return {origin.x + x, origin.y + top, origin.x + x + width, origin.y + top + tall};
}

// Cut to the area; what lies outside of it is empty then, and the backend leaves it out.
void draw_within(ImDrawData& data, const PixelArea& area) {
  std::vector<ImVec4> kept;
  const ImVec2 lo(data.DisplayPos.x + float(area.x), data.DisplayPos.y + float(area.y)),
      hi(lo.x + float(area.width), lo.y + float(area.height));
  for (int n = 0; n < data.CmdListsCount; ++n) {
    for (ImDrawCmd& command : data.CmdLists[n]->CmdBuffer) {
      kept.push_back(command.ClipRect);
      const ImVec4 clip = whole_pixels(command.ClipRect, data.DisplayPos, data.DisplaySize.y);
      command.ClipRect = {std::max(clip.x, lo.x), std::max(clip.y, lo.y), std::min(clip.z, hi.x),
                          std::min(clip.w, hi.y)};
    }
  }
  ImGui_ImplOpenGL3_RenderDrawData(&data);
  auto next = kept.begin();
  for (int n = 0; n < data.CmdListsCount; ++n) {
    for (ImDrawCmd& command : data.CmdLists[n]->CmdBuffer) command.ClipRect = *next++;
  }
}

}  // namespace

void Screen::copy_to(unsigned int framebuffer, const PixelArea& part) {
  const int low = height_ - part.y - part.height;
  copy_.draw(target_->texture(), framebuffer, 0, 0, 1, {part.x, low, part.width, part.height});
}

Drawn Screen::draw(ImDrawData& data, const std::optional<ViewPlace>& view, unsigned int framebuffer,
                   bool by_parts) {
  const int width = static_cast<int>(data.DisplaySize.x),
            height = static_cast<int>(data.DisplaySize.y);
  if (width < 1 || height < 1) return {};
  if (!target_ || width != width_ || height != height_) {
    target_.reset();
    target_ = std::make_unique<ScreenTarget>(width, height);
    width_ = width;
    height_ = height;
    changed_.forget();
  }
  const std::optional<PixelArea> area = view ? std::optional(view->area) : std::nullopt;
  std::vector<PixelArea> also;
  if (area != view_ && view_) also.push_back(*view_);
  if (area && (area != view_ || view->changed)) also.push_back(*area);
  view_ = area;
  const std::vector<PixelArea> areas = changed_.take(data, also);
  for (const PixelArea& part : areas) {
    if (view) view->copy(target_->framebuffer(), part);
    target_->bind();
    draw_within(data, part);
  }
  if (areas.empty()) return {};
  const PixelArea all{0, 0, width, height};
  if (!by_parts || areas.front() == all) {
    again_ = true;
    copy_to(framebuffer, all);
    return {true};
  }
  if (std::exchange(again_, false)) {
    copy_to(framebuffer, all);
    return {true, {all}};
  }
  for (const PixelArea& part : areas) copy_to(framebuffer, part);
  return {true, areas};
}

void draw_whole(ImDrawData& data, const std::optional<ViewPlace>& view, unsigned int framebuffer) {
  if (view) view->copy(framebuffer, view->area);
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

}  // namespace bindpose::app
