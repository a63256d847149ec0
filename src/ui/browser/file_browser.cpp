#include "ui/browser/file_browser.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/browser/columns.h"
#include "ui/browser/names.h"
#include "ui/browser/places.h"

namespace bindpose::ui {

namespace {

constexpr const char* kBrowserPopup = "Files###browser";
constexpr float kRow = 26.0f;

void draw_path(Frame& f, const Purpose& p) {
  if (icon_button(f, "folder up", Icon::FolderUp, false))
    browse_to(f, parent_folder(f.state.browser.folder));
  tooltip(f, "To the folder above");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  const bool entered =
      ImGui::InputText("##path", f.state.browser.path, sizeof f.state.browser.path,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  mark(f, "browser path");
  if (entered) accept_path(f, p, f.state.browser.path);
}

void draw_entry(Frame& f, const Purpose& p, int i, const std::string& entry) {
  const float height = f.px(kRow), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(i);
  ImGui::InvisibleButton("entry", ImVec2(width, height));
  ImGui::PopID();
  mark(f, "entry:", entry);
  const bool hovered = ImGui::IsItemHovered(), folder = is_folder_entry(entry);
  const bool selected = f.state.browser.selected == entry;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + width, corner.y + height);
  if (selected) list->AddRectFilled(corner, end, to_u32(f.colors.accent, 0.18f), f.px(4));
  if (hovered) list->AddRectFilled(corner, end, to_u32(f.colors.text, 0.06f), f.px(4));
  draw_icon(list, folder ? Icon::Folder : Icon::File,
            ImVec2(corner.x + f.px(16), corner.y + 0.5f * height), f.px(14),
            to_u32(folder ? f.colors.hint : f.colors.text_dim));
  const Columns c = columns_of(f, width);
  const std::string name = folder ? entry.substr(0, entry.size() - 1) : entry;
  list->AddText(ImVec2(corner.x + f.px(32), corner.y + 0.5f * (height - ImGui::GetFontSize())),
                to_u32(f.colors.text), elided(name, c.name_ends - f.px(40)).c_str());
  const FileFacts facts = facts_of(f, &entry);
  const auto column = [&](float x, const std::string& text) {
    if (x <= 0.0f || text.empty()) return;
    list->AddText(ImVec2(corner.x + x, corner.y + 0.5f * (height - ImGui::GetFontSize())),
                  to_u32(f.colors.text_dim), text.c_str());
  };
  if (!folder) column(c.size, size_text(facts.size));
  column(c.changed, changed_text(facts.modified));
  if (hovered && ImGui::IsMouseDoubleClicked(0)) {
    accept_entry(f, p, entry);
    f.state.browser.focus_name = folder;
  } else if (ImGui::IsItemActivated()) {
    f.state.browser.selected = entry;
    if (p.saves && !folder) f.state.browser.chosen = entry;
  }
}

void scroll_to_selected(Frame& f, const std::vector<const std::string*>& shown) {
  if (!std::exchange(f.state.browser.scroll, false)) return;
  const auto at = std::ranges::find_if(
      shown, [&f](const std::string* entry) { return *entry == f.state.browser.selected; });
  if (at == shown.end()) return;
  const float top = f.px(kRow) * static_cast<float>(at - shown.begin());
  const float room = ImGui::GetWindowHeight() - f.px(kRow);
  ImGui::SetScrollY(std::clamp(ImGui::GetScrollY(), std::max(0.0f, top - room), top));
}

void draw_entries(Frame& f, const Purpose& p, float height) {
  const float above = ImGui::GetCursorPosY();
  draw_heads(f, ImGui::GetContentRegionAvail().x);
  height -= ImGui::GetCursorPosY() - above;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  ImGui::BeginChild("entries", ImVec2(0, height), false, ImGuiWindowFlags_NoNav);
  const std::vector<const std::string*> shown = shown_entries(f, p);
  scroll_to_selected(f, shown);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()), f.px(kRow));
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

// Keys that no text field takes. Escape takes back the question before it closes the dialog.
void handle_keys(Frame& f, const Purpose& p) {
  UiState& s = f.state;
  if (key_pressed(Key::Escape)) {
    if (s.browser.ask.empty()) {
      close_browser(f);
    } else {
      s.browser.ask.clear();
      s.browser.focus_name = true;
    }
    return;
  }
  if (ImGui::GetIO().WantTextInput || !s.browser.ask.empty() || s.browser.waits) return;
  const int step = key_pressed(Key::Down, true) - key_pressed(Key::Up, true);
  if (step != 0) walk_entries(f, p, step);
  if (step != 0 || jump_to_typed(f, p)) {
    if (p.saves && !is_folder_entry(s.browser.selected)) set_browser_name(f, s.browser.selected);
  } else if ((key_pressed(Key::Enter) || key_pressed(Key::PadEnter)) && !focus_takes_enter(f)) {
    accept_browser(f, p);
  } else if (key_pressed(Key::Backspace) && s.browser.name[0] != '\0') {
    if (!p.saves) set_browser_name(f, "");
    browse_to(f, parent_folder(s.browser.folder));
  }
}

// Where the open model's last step went to; empty: nowhere yet.
std::string recorded_file(const Frame& f) {
  const UiState& s = f.state;
  const bool known = s.browser.purpose == BrowserPurpose::RecordStep && f.model() &&
                     !s.recorded.path.empty() && same_file(s.recorded.model, f.model()->path);
  return known ? s.recorded.path : "";
}

bool is_own_folder(const Frame& f, const std::string& folder) {
  const std::string& own = f.input.own_folder;
  return !own.empty() && (folder == own || folder.starts_with(own + "/"));
}

// Nothing is saved among the program's own files unless somebody goes there.
std::string first_folder(const Frame& f, const Purpose& p) {
  if (const std::string recorded = recorded_file(f); !recorded.empty()) {
    return parent_folder(recorded);
  }
  const auto fits = [&](const std::string& folder) {
    return !p.saves || !is_own_folder(f, folder);
  };
  // What is saved of another model goes beside that one, not to where the one before went.
  const bool same = f.model() && f.state.browser.model == f.model()->path;
  const std::string& last = f.state.browser.folder;
  // A workspace stays where it is; a new one goes beside its model, wherever others were saved.
  const bool own_place = f.state.browser.purpose == BrowserPurpose::SaveWorkspace;
  if (!last.empty() && fits(last) && !own_place && (same || !p.saves)) return last;
  const std::string& workspace = f.input.workspace;
  if (p.saves && workspace.find('/') != std::string::npos && fits(parent_folder(workspace))) {
    return parent_folder(workspace);
  }
  if (f.model() && f.model()->path.find('/') != std::string::npos) {
    const std::string beside = parent_folder(f.model()->path);
    if (fits(beside) && !(p.saves && f.input.beside_model_closed)) return beside;
  }
  if (!last.empty() && fits(last)) return last;
  for (const std::string& recent : f.input.recent) {
    if (fits(parent_folder(recent))) return parent_folder(recent);
  }
  if (!f.input.start_folder.empty()) return f.input.start_folder;
  return f.input.home.empty() ? "." : f.input.home;
}

// Never the model's own file, which one keystroke would overwrite.
std::string suggested_name(const Frame& f, const Purpose& p) {
  if (const std::string recorded = recorded_file(f); !recorded.empty()) return last_name(recorded);
  const std::string base = f.model() ? stem(f.model()->name) : "bindpose";
  const BrowserPurpose purpose = f.state.browser.purpose;
  const char* what = purpose == BrowserPurpose::ExportMesh    ? "_posed."
                     : purpose == BrowserPurpose::ExportRig   ? "_rigged."
                     : purpose == BrowserPurpose::SaveWeights ? "_weights."
                                                              : ".";
  if (p.folder) return base + (purpose == BrowserPurpose::ExportTables ? "_tables" : "_film");
  const std::string name = base + what + p.endings.front();
  const bool own = is_open_model(f, join_path(f.state.browser.folder, name)) ||
                   (f.model() && name == f.model()->name);
  return own ? stem(name) + "_2." + p.endings.front() : name;
}

}  // namespace

void open_browser(Frame& f, BrowserPurpose purpose) {
  UiState& s = f.state;
  // After a save that failed, what was typed is better than a new suggestion.
  const bool again =
      s.browser.purpose == purpose && s.message.is_error && s.browser.name[0] != '\0';
  s.browser.purpose = purpose;
  s.browser.open = true;
  s.browser.focus_name = true;
  s.browser.chosen.clear();
  s.browser.texture.clear();
  const Purpose p = purpose_of(f);
  browse_to(f, first_folder(f, p));
  // What was only opened or taken from somewhere says nothing about where things are saved.
  s.browser.model = f.model() && p.saves ? f.model()->path : "";
  if (!p.saves) {
    set_browser_name(f, "");
  } else if (!again) {
    set_browser_name(f, suggested_name(f, p));
  }
}

void draw_file_browser(Frame& f) {
  UiState& s = f.state;
  if (const auto wanted = std::exchange(s.browser.wanted, std::nullopt)) open_browser(f, *wanted);
  if (!s.browser.open) return;
  if (!ImGui::IsPopupOpen(kBrowserPopup)) ImGui::OpenPopup(kBrowserPopup);
  if (!f.input.folder.empty() && f.input.folder != s.browser.folder) {
    s.browser.folder = f.input.folder;
    std::snprintf(s.browser.path, sizeof s.browser.path, "%s", f.input.folder.c_str());
  }
  const Purpose p = purpose_of(f);
  if (!begin_dialog(f, kBrowserPopup, vec2(f.px(760), f.px(520)))) return;
  continue_typed_path(f, p);
  handle_keys(f, p);
  heading(p.title.c_str());
  ImGui::BeginDisabled(!s.browser.ask.empty());
  draw_path(f, p);
  const float footer = footer_height(f, p);
  const float list = std::max(
      f.px(80), ImGui::GetContentRegionAvail().y - footer - ImGui::GetStyle().ItemSpacing.y);
  draw_places(f, f.px(150), list);
  ImGui::SameLine(0.0f, f.px(12));
  ImGui::BeginChild("files", ImVec2(0, list), false, ImGuiWindowFlags_NoNav);
  draw_entries(f, p, list);
  ImGui::EndChild();
  ImGui::EndDisabled();
  vertical_space(f, 0);
  draw_browser_footer(f, p);
  if (!s.browser.chosen.empty()) set_browser_name(f, std::exchange(s.browser.chosen, {}));
  ImGui::EndPopup();
}

}  // namespace bindpose::ui
