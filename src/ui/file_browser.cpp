#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "ui/imgui_compat.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

constexpr const char* kPopup = "Files###browser";

struct Purpose {
  const char* title;
  const char* button;
  std::vector<std::string> endings;
  bool saves;
};

Purpose purpose_of(const Frame& f) {
  switch (f.state.browser_purpose) {
    case BrowserPurpose::SavePicture:
      return {"Save picture", "Save", {"png"}, true};
    case BrowserPurpose::ExportMesh:
      return {"Export posed mesh", "Export", {"glb", "obj", "ply"}, true};
    case BrowserPurpose::SavePose:
      return {"Save pose", "Save", {"json"}, true};
    case BrowserPurpose::LoadPose:
      return {"Load pose", "Load", {"json"}, false};
    case BrowserPurpose::Open:
      break;
  }
  return {"Open a model", "Open", {f.input.model_endings.begin(), f.input.model_endings.end()}, false};
}

bool is_folder(std::string_view entry) {
  return !entry.empty() && entry.back() == '/';
}

bool has_ending(std::string_view name, const std::vector<std::string>& endings) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  std::string ending(name.substr(dot + 1));
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::find(endings, ending) != endings.end();
}

std::string join(const std::string& folder, std::string_view entry) {
  std::string path = folder;
  if (path.empty() || path.back() != '/') path += '/';
  path += entry;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// Of "." it is ".."; of "/" it is "/".
std::string parent_of(const std::string& folder) {
  if (folder == ".") return "..";
  if (folder == ".." || folder.ends_with("/..")) return folder + "/..";
  const std::size_t slash = folder.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : folder.substr(0, slash);
}

std::string stem(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

void go_to(Frame& f, const std::string& folder) {
  f.state.browser_folder = folder;
  f.state.browser_selected.clear();
  std::snprintf(f.state.browser_path, sizeof f.state.browser_path, "%s", folder.c_str());
  f.out.requests.list_folder = folder;
}

void close(Frame& f) {
  f.state.file_browser_open = false;
  ImGui::CloseCurrentPopup();
}

void finish(Frame& f, const std::string& path) {
  Requests& r = f.out.requests;
  switch (f.state.browser_purpose) {
    case BrowserPurpose::Open:
      r.open_file = path;
      break;
    case BrowserPurpose::SavePicture:
      r.save_picture = path;
      break;
    case BrowserPurpose::ExportMesh:
      r.export_mesh = path;
      break;
    case BrowserPurpose::SavePose:
      r.save_pose = path;
      break;
    case BrowserPurpose::LoadPose:
      r.load_pose = path;
      break;
  }
  close(f);
}

// A double click, Enter, or the button.
void accept_entry(Frame& f, const Purpose& p, const std::string& entry) {
  if (is_folder(entry)) {
    go_to(f, join(f.state.browser_folder, entry));
  } else if (!p.saves) {
    finish(f, join(f.state.browser_folder, entry));
  }
}

std::string save_name(const Frame& f, const Purpose& p) {
  std::string name = f.state.browser_name;
  if (!name.empty() && !has_ending(name, p.endings)) name += "." + p.endings.front();
  return name;
}

void draw_path(Frame& f, const Purpose& p) {
  if (icon_button(f, "folder up", Icon::FolderUp, false))
    go_to(f, parent_of(f.state.browser_folder));
  tooltip(f, "To the folder above");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  const bool entered =
      ImGui::InputText("##path", f.state.browser_path, sizeof f.state.browser_path,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  mark(f, "browser path");
  if (!entered) return;
  const std::string path = f.state.browser_path;
  if (!p.saves && has_ending(path, p.endings)) {
    finish(f, path);
  } else {
    go_to(f, path);
  }
}

void draw_entry(Frame& f, const Purpose& p, int i, const std::string& entry) {
  const float height = f.px(26), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(i);
  ImGui::InvisibleButton("entry", ImVec2(width, height));
  ImGui::PopID();
  mark(f, "entry:", entry);
  const bool hovered = ImGui::IsItemHovered(), folder = is_folder(entry);
  const bool selected = f.state.browser_selected == entry;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + width, corner.y + height);
  if (selected) list->AddRectFilled(corner, end, to_u32(f.colors.accent, 0.18f), f.px(4));
  if (hovered) list->AddRectFilled(corner, end, to_u32(f.colors.text, 0.06f), f.px(4));
  draw_icon(list, folder ? Icon::Folder : Icon::File,
            ImVec2(corner.x + f.px(16), corner.y + 0.5f * height), f.px(14),
            to_u32(folder ? f.colors.hint : f.colors.text_dim));
  const std::string name = folder ? entry.substr(0, entry.size() - 1) : entry;
  list->AddText(ImVec2(corner.x + f.px(32), corner.y + 0.5f * (height - ImGui::GetFontSize())),
                to_u32(f.colors.text), elided(name, width - f.px(40)).c_str());
  if (hovered && ImGui::IsMouseDoubleClicked(0)) {
    accept_entry(f, p, entry);
  } else if (ImGui::IsItemActivated()) {
    f.state.browser_selected = entry;
    if (p.saves && !folder) {
      std::snprintf(f.state.browser_name, sizeof f.state.browser_name, "%s", entry.c_str());
    }
  }
}

void draw_entries(Frame& f, const Purpose& p, float height) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  ImGui::BeginChild("entries", ImVec2(0, height), false, ImGuiWindowFlags_NoNav);
  std::vector<const std::string*> shown;
  for (const std::string& entry : f.input.folder_entries) {
    if (is_folder(entry) || has_ending(entry, p.endings)) shown.push_back(&entry);
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()), f.px(26));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      draw_entry(f, p, i, *shown[static_cast<std::size_t>(i)]);
    }
  }
  if (shown.empty()) {
    ImGui::SetCursorPos(ImVec2(f.px(12), f.px(8)));
    text_dim(f, "Nothing here that fits.");
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

// As many as fit.
std::string ending_list(const Purpose& p, float width) {
  std::string text;
  for (const std::string& ending : p.endings) {
    const std::string longer = text + (text.empty() ? "." : "  .") + ending;
    if (ImGui::CalcTextSize((longer + "  ...").c_str()).x > width) return text + "  ...";
    text = longer;
  }
  return text;
}

void draw_footer(Frame& f, const Purpose& p) {
  const float button = f.px(104), gap = f.px(8);
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const float room = ImGui::GetContentRegionAvail().x - 2.0f * button - 2.0f * gap;
  if (p.saves) {
    ImGui::SetNextItemWidth(room);
    ImGui::InputTextWithHint("##name", "File name", f.state.browser_name,
                             sizeof f.state.browser_name);
    mark(f, "browser name");
  } else {
    align_text();
    text_dim(f, ending_list(p, room));
  }
  ImGui::SameLine(right - 2.0f * button - gap);
  if (ImGui::Button("Cancel", ImVec2(button, 0))) close(f);
  mark(f, "browser cancel");
  ImGui::SameLine(right - button);
  const std::string name = save_name(f, p);
  const auto& entries = f.input.folder_entries;
  const bool replaces = p.saves && std::ranges::find(entries, name) != entries.end();
  const std::string& entry = f.state.browser_selected;
  const bool ready = p.saves ? !name.empty() : !entry.empty();
  ImGui::BeginDisabled(!ready);
  ImGui::PushStyleColor(ImGuiCol_Button, to_vec4(f.colors.accent, 0.9f));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, to_vec4(f.colors.accent));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive,
                        to_vec4(blend(f.colors.accent, f.colors.text, 0.15f)));
  ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(f.scene().view.dark ? f.colors.panel : vec3(1.0f)));
  const bool pressed = ImGui::Button(replaces ? "Replace" : p.button, ImVec2(button, 0));
  ImGui::PopStyleColor(4);
  ImGui::EndDisabled();
  mark(f, "browser ok");
  if (!pressed) return;
  if (p.saves) {
    finish(f, join(f.state.browser_folder, name));
  } else {
    accept_entry(f, p, entry);
  }
}

std::string first_folder(const Frame& f) {
  if (!f.state.browser_folder.empty()) return f.state.browser_folder;
  if (f.model() && f.model()->path.find('/') != std::string::npos)
    return parent_of(f.model()->path);
  if (!f.input.recent.empty()) return parent_of(f.input.recent.front());
  return ".";
}

}  // namespace

void open_browser(Frame& f, BrowserPurpose purpose) {
  f.state.browser_purpose = purpose;
  f.state.file_browser_open = true;
  go_to(f, first_folder(f));
  const Purpose p = purpose_of(f);
  if (p.saves) {
    const std::string name =
        (f.model() ? stem(f.model()->name) : "bindpose") + "." + p.endings.front();
    std::snprintf(f.state.browser_name, sizeof f.state.browser_name, "%s", name.c_str());
  }
}

void draw_file_browser(Frame& f) {
  if (!f.state.file_browser_open) return;
  if (!ImGui::IsPopupOpen(kPopup)) ImGui::OpenPopup(kPopup);
  if (!f.input.folder.empty() && f.input.folder != f.state.browser_folder) {
    f.state.browser_folder = f.input.folder;
    std::snprintf(f.state.browser_path, sizeof f.state.browser_path, "%s", f.input.folder.c_str());
  }
  const Purpose p = purpose_of(f);
  const vec2 display = from_im(ImGui::GetIO().DisplaySize);
  const vec2 size = glm::min(vec2(f.px(640), f.px(480)), display - vec2(f.px(32)));
  ImGui::SetNextWindowPos(im(glm::floor(0.5f * (display - size))));
  ImGui::SetNextWindowSize(im(size));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(20), f.px(16)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 1.0f);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, to_vec4(f.colors.panel));
  const bool open = ImGui::BeginPopupModal(
      kPopup, nullptr,
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  if (!open) return;
  heading(p.title);
  draw_path(f, p);
  const float footer = ImGui::GetFrameHeight() + f.px(12);
  draw_entries(f, p, std::max(f.px(80), ImGui::GetContentRegionAvail().y - footer));
  vertical_space(f, 0);
  draw_footer(f, p);
  ImGui::EndPopup();
}

}  // namespace bindpose::ui
