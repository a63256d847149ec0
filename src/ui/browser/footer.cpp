// The name, the sentence under it and the buttons.
#include <algorithm>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/browser/file_browser.h"
#include "ui/browser/names.h"

namespace bindpose::ui {

namespace {

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

// While a field is typed in ImGui keeps the text to itself: this is the way to change it.
struct NameEdit {
  Frame& f;
  const Purpose& p;
};

int edit_name(ImGuiInputTextCallbackData* data) {
  const NameEdit& edit = *static_cast<const NameEdit*>(data->UserData);
  UiState& s = edit.f.state;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
    walk_entries(edit.f, edit.p, data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
    if (edit.p.saves && !s.browser.selected.empty() && !is_folder_entry(s.browser.selected)) {
      data->DeleteChars(0, data->BufTextLen);
      data->InsertChars(0, s.browser.selected.c_str());
    }
  } else if (s.browser.select_stem) {
    s.browser.select_stem = false;
    data->SelectionStart = 0;
    data->CursorPos = data->SelectionEnd = static_cast<int>(stem(std::string(data->Buf)).size());
  }
  return 0;
}

// True when Enter was pressed.
bool name_field(Frame& f, const Purpose& p, float width) {
  UiState& s = f.state;
  NameEdit edit{f, p};
  const bool was_empty = s.browser.name[0] == '\0';
  // A press that is not let go yet would take the keyboard away again.
  if (s.browser.focus_name && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    ImGui::SetKeyboardFocusHere();
    s.browser.focus_name = false;
    s.browser.select_stem = p.saves;
    f.out.wants_next_frame = true;
  }
  ImGui::SetNextItemWidth(width);
  const std::string hint = p.saves ? "File name" : "Name or path: " + ending_list(p, 0.55f * width);
  const std::string before = s.browser.name;
  const bool entered = ImGui::InputTextWithHint(
      "##name", hint.c_str(), s.browser.name, sizeof s.browser.name,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways |
          ImGuiInputTextFlags_CallbackHistory,
      edit_name, &edit);
  mark(f, "browser name");
  if (before != s.browser.name) {
    s.browser.error.clear();
    if (s.browser.selected != s.browser.name) s.browser.selected.clear();
  }
  const bool listens = s.browser.ask.empty() && !s.browser.waits;
  if (listens && was_empty && key_pressed(Key::Backspace)) {
    browse_to(f, parent_folder(s.browser.folder));
    s.browser.focus_name = true;
  }
  return entered && listens;
}

// One sentence about what the button would do, where that is not plain.
void draw_sentence(Frame& f, const Purpose& p, float width) {
  const std::string path = save_path(f, p);
  const std::string name = last_name(path);
  if (!f.state.browser.error.empty()) {
    text_colored(f.colors.error, elided(f.state.browser.error, width));
    mark(f, "browser error");
    tooltip(f, f.state.browser.error);
  } else if (!p.saves) {
    text_dim(f, " ");
  } else if (is_open_model(f, path)) {
    text_colored(f.colors.warning, "This is the open model's own file: choose another name.");
    mark(f, "browser own file");
  } else if (is_listed(f, path)) {
    text_dim(f, elided(name + (p.appends
                                   ? " is there already: the step becomes its last one."
                                   : " is there already; you will be asked before it is replaced."),
                       width));
  } else {
    text_dim(f, elided(path.empty() ? "Type a name." : "Will be " + path, width));
  }
}

void draw_question(Frame& f, float right, float button, float gap) {
  UiState& s = f.state;
  const std::string name = last_name(s.browser.ask);
  align_text();
  text_colored(f.colors.text,
               elided("Replace " + name + "?", right - 2.0f * (button + gap) - f.px(20)));
  ImGui::SameLine(right - 2.0f * button - gap);
  // No letter of its own: whoever types a name may not look up in time.
  const bool replace = ImGui::Button("Replace", ImVec2(button, 0));
  mark(f, "browser replace");
  ImGui::SameLine(right - button);
  const bool keep = accent_button(f, "Keep", button);
  mark(f, "browser keep");
  tooltip(f, "Esc");
  text_dim(f, "What is in it now will be lost.");
  if (replace) {
    replace_asked_file(f);
  } else if (keep) {
    s.browser.ask.clear();
    s.browser.focus_name = true;
  }
}

// Of the other endings nothing is chosen.
void draw_size(Frame& f, const Purpose& p) {
  BrowserState& b = f.state.browser;
  const bool glb = has_ending(save_path(f, p), {"glb"});
  align_text();
  text_dim(f, "GLB");
  tooltip(f,
          "Lossless and Small are compressed (EXT_meshopt_compression). Small rounds as well: "
          "places to 1/130,000 of a mesh's size, normals to .05 degrees.");
  ImGui::SameLine();
  const int chosen =
      segmented(f, "export size", {"Plain", "Lossless", "Small"},
                glb ? static_cast<int>(b.export_size) : 0, f.px(280), glb ? 0u : 0b110u);
  if (chosen >= 0) b.export_size = static_cast<ExportSize>(chosen);
}

}  // namespace

float footer_height(const Frame& f, const Purpose& p) {
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const float size = p.exports ? ImGui::GetFrameHeight() + gap : 0.0f;
  return size + ImGui::GetFrameHeight() + f.px(12) + ImGui::GetTextLineHeight() + gap;
}

void draw_browser_footer(Frame& f, const Purpose& p) {
  UiState& s = f.state;
  const float button = f.px(104), gap = f.px(8);
  const float whole = ImGui::GetContentRegionAvail().x;
  const float right = ImGui::GetCursorPosX() + whole;
  if (!s.browser.ask.empty()) {
    draw_question(f, right, button, gap);
    return;
  }
  if (p.exports) draw_size(f, p);
  bool accepted = name_field(f, p, whole - 2.0f * (button + gap));
  ImGui::SameLine(right - 2.0f * button - gap);
  if (ImGui::Button("Cancel", ImVec2(button, 0))) close_browser(f);
  mark(f, "browser cancel");
  ImGui::SameLine(right - button);
  const std::string path = p.saves ? save_path(f, p) : "";
  const bool typed = s.browser.name[0] != '\0';
  const bool ready = p.saves ? !path.empty() && !is_open_model(f, path)
                             : p.takes_folder || typed || !s.browser.selected.empty();
  ImGui::BeginDisabled(!ready);
  const std::string chosen = s.browser.selected.empty() ? s.browser.name : s.browser.selected;
  const bool file = !chosen.empty() && !is_folder_entry(chosen);
  const char* label = p.file_button != nullptr && file ? p.file_button : p.button;
  accepted = accent_button(f, label, button) || accepted;
  ImGui::EndDisabled();
  mark(f, "browser ok");
  draw_sentence(f, p, whole);
  if (accepted && s.browser.open) accept_browser(f, p);
}

}  // namespace bindpose::ui
