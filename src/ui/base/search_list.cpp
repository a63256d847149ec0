#include "ui/base/search_list.h"

#include <algorithm>
#include <sstream>

#include "math/ascii.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr int kFewRows = 6;  // so many are found by eye

// Up and Down while text is typed.
int walk_rows(ImGuiInputTextCallbackData* data) {
  int& step = *static_cast<int*>(data->UserData);
  step = data->EventKey == ImGuiKey_UpArrow ? -1 : 1;
  return 0;
}

// Returns how far the arrows walk; `entered`: Enter was pressed.
int draw_search(Frame& f, SearchList& list, const SearchRows& rows, bool opened, bool& entered) {
  int step = 0;
  if (opened) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1.0f);
  const std::string before = list.search;
  entered = ImGui::InputTextWithHint(
      "##search", rows.hint, list.search, sizeof list.search,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, walk_rows, &step);
  mark(f, rows.name, " search");
  if (before != list.search) list.marked = 0;
  return step;
}

// Returns the row that was clicked, or -1.
int draw_found(Frame& f, const SearchList& list, const SearchRows& rows,
               const std::vector<int>& found, bool moved) {
  int chosen = -1;
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const int seen = std::clamp(static_cast<int>(found.size()), 1, rows.rows);
  ImGui::BeginChild("rows", ImVec2(0, static_cast<float>(seen) * row), false,
                    ImGuiWindowFlags_NavFlattened);
  if (moved) {
    const float at = static_cast<float>(list.marked) * row, top = ImGui::GetScrollY();
    const float page = static_cast<float>(seen - 1) * row;
    if (at < top) ImGui::SetScrollY(at);
    if (at > top + page) ImGui::SetScrollY(at - page);
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(found.size()), row);
  while (clipper.Step()) {
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const int r = found[static_cast<std::size_t>(k)];
      ImGui::PushID(r);
      const std::string beside = rows.beside ? rows.beside(r) : std::string();
      // Of many rows the one that Enter takes, which begins as the one that is chosen.
      const bool searched = rows.count > kFewRows || list.asked;
      const bool lit = searched ? k == list.marked : r == rows.current;
      if (list_row("##row", lit)) chosen = r;
      mark(f, rows.name, ":" + rows.title(r));
      const float right = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(beside.c_str()).x;
      ImGui::SameLine(f.px(4));
      const bool grey = rows.grey && rows.grey(r);
      text_colored(grey ? f.colors.text_dim : f.colors.text,
                   elided(rows.title(r), right - f.px(beside.empty() ? 8 : 24)));
      if (!beside.empty()) {
        ImGui::SameLine(right - f.px(4));
        text_dim(f, beside);
      }
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  if (found.empty()) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - row);
    text_dim(f, rows.none);
  }
  return chosen;
}

}  // namespace

bool begin_combo(Frame& f, const char* id, const std::string& preview, float width) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::SetNextItemWidth(width);
  const ImGuiID button = ImGui::GetID(id);
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  const bool open = ImGui::BeginCombo(id, elided(preview, width - f.px(36)).c_str(),
                                      ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLarge);
  if (open) {
    // The list's window is the current one now: who marks the last item does not mean the button.
    const vec2 size(width, ImGui::GetFrameHeight());
    keep_focus_stop(
        f, {button, window->ID, window->RootWindow->ID, {from_im(corner), from_im(corner) + size}});
    return true;
  }
  draw_icon(ImGui::GetWindowDrawList(), Icon::ChevronDown,
            ImVec2(corner.x + width - f.px(14), corner.y + 0.5f * ImGui::GetFrameHeight()), f.px(9),
            to_u32(f.colors.text_dim));
  return false;
}

void start_list_at(bool chosen) {
  if (chosen) ImGui::SetItemDefaultFocus();
}

bool list_row(const char* text, bool chosen) {
  const bool pressed = ImGui::Selectable(text, chosen);
  start_list_at(chosen);
  return pressed;
}

std::vector<int> found_rows(const SearchRows& rows, const std::string& search) {
  const std::string whole = in_lower_case(search);
  std::vector<std::string> words;
  std::istringstream in(whole);
  for (std::string word; in >> word;) words.push_back(word);
  std::vector<int> out, others;
  for (int r = 0; r < rows.count; ++r) {
    const std::string title = in_lower_case((rows.words ? rows.words : rows.title)(r));
    const bool has_all = std::ranges::all_of(
        words, [&](const std::string& word) { return title.find(word) != title.npos; });
    if (has_all) (title.starts_with(whole) ? out : others).push_back(r);
  }
  out.insert(out.end(), others.begin(), others.end());
  // What Enter would do nothing with comes last.
  if (rows.grey) std::ranges::stable_partition(out, [&](int r) { return !rows.grey(r); });
  return out;
}

int pick_row(Frame& f, SearchList& list, const SearchRows& rows) {
  const bool opened = !list.open;
  list.open = true;
  if (opened) {
    list.search[0] = '\0';
    list.marked = 0;
  }
  bool entered = false;
  int step = 0;
  const std::string before = list.search;
  if (rows.count > kFewRows || list.asked) step = draw_search(f, list, rows, opened, entered);
  std::vector<int> found = found_rows(rows, list.search);
  std::erase(found, rows.without);
  const int last = static_cast<int>(found.size()) - 1;
  list.marked = std::clamp(list.marked + step, 0, std::max(last, 0));
  // The row that is lit is in sight when the list opens.
  const auto lit = std::ranges::find(found, rows.current);
  if (opened && lit != found.end()) list.marked = static_cast<int>(lit - found.begin());
  const int clicked =
      draw_found(f, list, rows, found, step != 0 || opened || before != list.search);
  return entered && last >= 0 ? found[static_cast<std::size_t>(list.marked)] : clicked;
}

}  // namespace bindpose::ui
