#include "ui/base/recent_file.h"

#include <algorithm>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

// In a place of 4 to 3; an icon where there is no picture.
void draw_recent_picture(Frame& f, std::size_t i, const ImVec2& lo, float width) {
  const ImVec2 hi(lo.x + width, lo.y + 0.75f * width);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const unsigned int texture = i < f.input.recent_pictures.size() ? f.input.recent_pictures[i] : 0u;
  if (texture != 0) {
    list->AddImageRounded(compat::texture_id(texture), lo, hi, ImVec2(0, 0), ImVec2(1, 1),
                          IM_COL32_WHITE, f.px(4));
    return;
  }
  list->AddRectFilled(lo, hi, to_u32(f.colors.text, 0.06f), f.px(4));
  draw_icon(list, Icon::File, ImVec2(0.5f * (lo.x + hi.x), 0.5f * (lo.y + hi.y)),
            std::min(f.px(28), 0.5f * width), to_u32(f.colors.text_dim));
}

std::string name_part(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string folder_part(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

}  // namespace

bool draw_recent_row(Frame& f, std::size_t i, float width) {
  const std::string& path = f.input.recent[i];
  const float picture = f.px(48), height = 0.75f * picture + f.px(6);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(i));
  const bool pressed = ImGui::Selectable("##recent", false, 0, ImVec2(width, height));
  ImGui::PopID();
  mark(f, "menu:recent ", name_part(path));
  draw_recent_picture(f, i, ImVec2(corner.x, corner.y + f.px(3)), picture);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = corner.x + picture + f.px(10), room = width - picture - f.px(10);
  const float line = ImGui::GetTextLineHeight();
  const float y = corner.y + 0.5f * (height - 2.0f * line);
  list->AddText(ImVec2(x, y), to_u32(f.colors.text), elided(name_part(path), room).c_str());
  list->AddText(ImVec2(x, y + line), to_u32(f.colors.text_dim),
                elided(folder_part(path), room).c_str());
  return pressed;
}

float recent_card_height(const Frame& f, float width) {
  return 0.75f * width + ImGui::GetTextLineHeight() + f.px(8);
}

bool draw_recent_card(Frame& f, std::size_t i, float width) {
  const std::string& path = f.input.recent[i];
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(i));
  const bool pressed =
      ImGui::InvisibleButton("recent", ImVec2(width, recent_card_height(f, width)));
  ImGui::PopID();
  mark(f, "recent:", name_part(path));
  const bool hovered = ImGui::IsItemHovered();
  draw_recent_picture(f, i, corner, width);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered) {
    list->AddRect(corner, ImVec2(corner.x + width, corner.y + 0.75f * width),
                  to_u32(f.colors.accent), f.px(4), 0, f.px(2));
  }
  const std::string name = elided(name_part(path), width);
  list->AddText(ImVec2(corner.x + 0.5f * (width - ImGui::CalcTextSize(name.c_str()).x),
                       corner.y + 0.75f * width + f.px(4)),
                to_u32(hovered ? f.colors.text : f.colors.text_dim), name.c_str());
  tooltip(f, path);
  return pressed;
}

}  // namespace bindpose::ui
