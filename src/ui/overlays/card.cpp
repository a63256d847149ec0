#include "ui/overlays/card.h"

#include <string>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

bool begin_card(Frame& f, const char* title, vec2 size, const std::optional<vec2>& corner) {
  const vec2 display = from_im(ImGui::GetIO().DisplaySize);
  size = glm::min(size, display - vec2(f.px(24)));
  ImGui::SetNextWindowPos(im(glm::floor(corner.value_or(0.5f * (display - size)))));
  ImGui::SetNextWindowSize(im(size));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(24), f.px(20)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::Begin(title, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(3);
  heading(title);
  ImGui::SameLine();
  const float button = f.px(28);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - button);
  const bool close = icon_button(f, (std::string("close ") + title).c_str(), Icon::Close, false);
  tooltip(f, "Close   Esc");
  return !close;
}

}  // namespace bindpose::ui
