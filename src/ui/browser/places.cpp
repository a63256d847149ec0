#include "ui/browser/places.h"

#include <algorithm>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/browser/file_browser.h"
#include "ui/browser/names.h"

namespace bindpose::ui {

namespace {

constexpr float kPlaceRow = 26.0f;

void draw_place(Frame& f, const Place& place, int i) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = f.px(kPlaceRow);
  ImGui::PushID(i);
  const bool pressed = ImGui::InvisibleButton("place", ImVec2(width, height));
  ImGui::PopID();
  mark(f, "place:", place.folder);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + width, corner.y + height);
  const bool here = place.folder == f.state.browser.folder;
  if (here) list->AddRectFilled(corner, end, to_u32(f.colors.accent, 0.18f), f.px(4));
  if (ImGui::IsItemHovered())
    list->AddRectFilled(corner, end, to_u32(f.colors.text, 0.06f), f.px(4));
  draw_icon(list, Icon::Folder, ImVec2(corner.x + f.px(14), corner.y + 0.5f * height), f.px(13),
            to_u32(place.bookmark ? f.colors.accent : f.colors.hint));
  list->AddText(ImVec2(corner.x + f.px(28), corner.y + 0.5f * (height - ImGui::GetFontSize())),
                to_u32(f.colors.text), elided(place.label, width - f.px(34)).c_str());
  tooltip(f, place.folder);
  if (pressed) browse_to(f, place.folder);
}

}  // namespace

std::vector<Place> places_of(const Frame& f) {
  std::vector<Place> places;
  const auto add = [&places](const std::string& label, const std::string& folder, bool bookmark) {
    const bool known = std::ranges::any_of(
        places, [&folder](const Place& place) { return place.folder == folder; });
    if (folder.empty() || known) return false;
    places.push_back({label.empty() ? folder : label, folder, bookmark});
    return true;
  };
  add("Home", f.input.home, false);
  for (const std::string& folder : f.state.settings.bookmarks) add(last_name(folder), folder, true);
  add("Demo models", f.input.own_folder, false);
  int recent = 0;
  constexpr int kMostRecent = 4;
  for (const std::string& path : f.input.recent) {
    const std::string folder = parent_folder(path);
    if (recent < kMostRecent && add(last_name(folder), folder, false)) ++recent;
  }
  return places;
}

void toggle_bookmark(Frame& f) {
  std::vector<std::string>& all = f.state.settings.bookmarks;
  const std::string& folder = f.state.browser.folder;
  if (std::erase(all, folder) == 0 && all.size() < kMostBookmarks) all.push_back(folder);
  f.out.requests.save_settings = true;
  f.out.wants_next_frame = true;
}

void draw_places(Frame& f, float width, float height) {
  ImGui::BeginChild("places", ImVec2(width, height), false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const float button = ImGui::GetFrameHeight() + f.px(6);
  ImGui::BeginChild("list of places", ImVec2(0, height - button), false, ImGuiWindowFlags_NoNav);
  int i = 0;
  for (const Place& place : places_of(f)) draw_place(f, place, i++);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  const bool marked = std::ranges::find(f.state.settings.bookmarks, f.state.browser.folder) !=
                      f.state.settings.bookmarks.end();
  if (ImGui::Button(marked ? "Remove bookmark" : "Bookmark this", ImVec2(width, 0)))
    toggle_bookmark(f);
  mark(f, "browser bookmark");
  ImGui::EndChild();
}

}  // namespace bindpose::ui
