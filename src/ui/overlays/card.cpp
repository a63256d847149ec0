#include "ui/overlays/card.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

// As near to `wanted` as the window's width and the view's height allow.
vec2 kept_inside(const Frame& f, vec2 wanted, vec2 size) {
  const float edge = f.px(4);
  const vec2 least(edge, f.whole.lo.y + edge);
  const vec2 most = vec2(ImGui::GetIO().DisplaySize.x, f.whole.hi.y) - vec2(edge) - size;
  return glm::max(glm::min(wanted, most), least);
}

void drag_by_title(Frame& f, const char* title, float width, CardPlace& place) {
  const vec2 start = from_im(ImGui::GetCursorScreenPos());
  const vec2 corner = from_im(ImGui::GetWindowPos());
  ImGui::InvisibleButton("title", ImVec2(width, f.px(28)));
  mark(f, "title:", title);
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  if (ImGui::IsItemActivated()) place.held = mouse - corner;
  // The last move may come in one frame with the release.
  if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {
    const vec2 size = from_im(ImGui::GetWindowSize());
    const vec2 wanted = glm::floor(kept_inside(f, mouse - place.held, size));
    if (wanted != corner) {
      place.corner = wanted;
      f.out.wants_next_frame = true;
    }
  }
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::SetCursorScreenPos(im(start));
}

}  // namespace

bool begin_card(Frame& f, const char* title, vec2 size, const std::optional<vec2>& corner,
                CardPlace* place) {
  const vec2 display = from_im(ImGui::GetIO().DisplaySize);
  size = glm::min(size, display - vec2(f.px(24)));
  vec2 at = corner.value_or(0.5f * (display - size));
  if (place != nullptr && place->corner) {
    place->corner = kept_inside(f, *place->corner, size);
    at = *place->corner;
  }
  ImGui::SetNextWindowPos(im(glm::floor(at)));
  ImGui::SetNextWindowSize(im(size));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(24), f.px(20)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::Begin(title, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(3);
  const float button = f.px(28);
  if (place != nullptr)
    drag_by_title(f, title, ImGui::GetContentRegionAvail().x - button - f.px(8), *place);
  heading(title);
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - button);
  const bool close = icon_button(f, (std::string("close ") + title).c_str(), Icon::Close, false);
  tooltip(f, "Close   Esc");
  return !close;
}

void scroll_by_keys(Frame& f) {
  const float most = ImGui::GetScrollMaxY(), now = ImGui::GetScrollY();
  f.state.help.scrolls = most > 0.0f;
  if (!f.state.help.scrolls || ImGui::GetIO().WantTextInput) return;
  const float line = 3.0f * ImGui::GetTextLineHeight();
  const float page = std::max(ImGui::GetWindowHeight() - line, line);
  const std::pair<Key, float> keys[] = {{Key::Up, now - line},     {Key::Down, now + line},
                                        {Key::PageUp, now - page}, {Key::PageDown, now + page},
                                        {Key::Home, 0.0f},         {Key::End, most}};
  for (const auto& [key, to] : keys)
    if (key_pressed(key, true)) ImGui::SetScrollY(std::clamp(to, 0.0f, most));
}

}  // namespace bindpose::ui
