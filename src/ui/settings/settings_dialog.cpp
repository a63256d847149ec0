#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/settings/settings.h"

namespace bindpose::ui {

namespace {

constexpr const char* kSettingsPopup = "Settings###settings";

bool draw_head(Frame& f) {
  heading("Settings");
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - f.px(28));
  const bool closes = icon_button(f, "close settings", Icon::Close, false);
  mark(f, "settings:close");
  tooltip(f, "Close   Esc");
  SettingsDialog& d = f.state.settings_dialog;
  const int page = segmented(f, "settings page", {"General", "Keys"}, static_cast<int>(d.page),
                             std::min(f.px(260), ImGui::GetContentRegionAvail().x));
  if (page >= 0) d.page = static_cast<SettingsPage>(page);
  vertical_space(f, 4);
  return closes;
}

void draw_choice(Frame& f, const ChoiceSetting& s) {
  Settings& settings = f.state.settings;
  const int now = settings.*s.value;
  align_text();
  ImGui::TextUnformatted(s.label);
  const float column = f.px(220);
  ImGui::SameLine(column);
  const std::string id = std::string("##") + s.key;
  const float width = std::min(f.px(220), ImGui::GetContentRegionAvail().x);
  int chosen = -1;
  const bool open =
      begin_combo(f, id.c_str(), s.choices[static_cast<std::size_t>(now)].label, width);
  if (open) {
    for (std::size_t k = 0; k < s.choices.size(); ++k) {
      if (list_row(s.choices[k].label, static_cast<int>(k) == now)) chosen = static_cast<int>(k);
      mark(f, "choice:", s.choices[k].word);
    }
    ImGui::EndCombo();
  }
  if (!open) mark(f, "setting:", s.key);
  if (chosen >= 0 && chosen != now) {
    choose(settings, s, chosen);
    f.out.requests.save_settings = true;
    f.out.wants_next_frame = true;
  }
  if (*s.hint != '\0') {
    ImGui::SetCursorPosX(column);
    text_dim(f, wrapped(s.hint, ImGui::GetContentRegionAvail().x));
  }
  vertical_space(f, 4);
}

}  // namespace

void draw_settings(Frame& f) {
  SettingsDialog& d = f.state.settings_dialog;
  if (!d.open) return;
  if (!ImGui::IsPopupOpen(kSettingsPopup)) ImGui::OpenPopup(kSettingsPopup);
  if (!begin_dialog(f, kSettingsPopup, vec2(f.px(620), f.px(640)))) return;
  if (ImGui::IsWindowAppearing()) ImGui::SetScrollY(0.0f);  // it was left somewhere below
  // A list of choices that pops up, and a key that is waited for, have Escape for themselves.
  const bool inner = !d.capturing.empty() || focus_is_in_menus(f) ||
                     !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  bool closes = draw_head(f);
  if (d.page == SettingsPage::Keys) {
    draw_keys_page(f);
  } else {
    for (const ChoiceSetting& s : choice_settings()) draw_choice(f, s);
  }
  closes = closes || (!inner && !ImGui::GetIO().WantTextInput && key_pressed(Key::Escape));
  if (closes) {
    d = {};
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace bindpose::ui
