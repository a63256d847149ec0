#include "ui/commands/menu.h"

#include <algorithm>
#include <cfloat>
#include <iterator>
#include <string_view>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/recent_file.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/commands/skinning_menu.h"

namespace bindpose::ui {

namespace {

using C = Command;

void item_as(Frame& f, Command command, const char* words, bool on) {
  const std::string key = shortcut_text(f, command);
  if (ImGui::MenuItem(words, key.empty() ? nullptr : key.c_str(), on, available(f, command)))
    run(f, command);
}

void item(Frame& f, const CommandInfo& c) {
  item_as(f, c.command, label(f, c.command).c_str(), is_on(f, c.command));
  mark(f, "menu:", c.label);
}

// `above`: what of the window its list must not cover. A list that is higher than the rest of the
// window scrolls: ImGui would push it over the name that was clicked, and the button that is let go
// there would choose an entry.
bool begin_menu(Frame& f, const char* name, bool enabled = true, float above = 0.0f) {
  const float room = ImGui::GetIO().DisplaySize.y - above - f.px(8);
  ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(FLT_MAX, std::max(room, f.px(80))));
  const bool open = ImGui::BeginMenu(name, enabled);
  mark(f, "menu:", name);
  return open;
}

void recent_files(Frame& f) {
  if (!begin_menu(f, "Open recent", !f.input.recent.empty())) return;
  for (std::size_t i = 0; i < f.input.recent.size(); ++i) {
    if (draw_recent_row(f, i, f.px(420))) f.out.requests.open_file = f.input.recent[i];
  }
  ImGui::EndMenu();
}

// Those of the open course, by their places in it.
void course_lessons(Frame& f) {
  if (f.input.course.empty()) return;
  text_dim(f, elided(f.input.course_title, f.px(320)));
  ImGui::PushID("course");
  for (std::size_t k = 0; k < f.input.course.size(); ++k) {
    const LessonEntry& entry = f.input.course[k];
    const std::string text = std::to_string(k + 1) + "  " + entry.title;
    ImGui::PushID(static_cast<int>(k));
    if (ImGui::MenuItem(text.c_str(), nullptr, k == f.input.course_at))
      f.out.requests.open_lesson = entry.path;
    ImGui::PopID();
    mark(f, "menu:course ", std::to_string(k + 1));
  }
  ImGui::PopID();
  ImGui::Separator();
}

void lessons(Frame& f) {
  course_lessons(f);
  for (std::size_t k = 0; k < f.input.lessons.size(); ++k) {
    const LessonEntry& entry = f.input.lessons[k];
    const bool open = f.input.lesson != nullptr && f.input.lesson_path == entry.path;
    const std::string text = std::to_string(k + 1) + ".  " + entry.title;
    if (ImGui::MenuItem(text.c_str(), nullptr, open)) f.out.requests.open_lesson = entry.path;
    mark(f, "menu:lesson ", std::to_string(k + 1));
    if (!entry.summary.empty()) tooltip(f, entry.summary);
  }
  if (!f.input.lessons.empty()) ImGui::Separator();
}

// The others that were left, below the command for the one left last.
void left_lessons(Frame& f) {
  constexpr std::size_t kMostLeft = 3;
  for (std::size_t k = 1; k < std::min(f.input.left_lessons.size(), kMostLeft); ++k) {
    const std::string text = "Go on with " + f.input.left_lessons[k].place;
    if (ImGui::MenuItem(text.c_str())) f.out.requests.go_on_lesson = k;
    mark(f, "menu:left lesson ", std::to_string(k + 1));
    tooltip(f, f.input.left_lessons[k].title);
  }
}

void compare_with(Frame& f) {
  ImGui::Separator();
  if (begin_menu(f, "Compare with")) {
    draw_deformer_items(f, &ViewSettings::compare);
    ImGui::EndMenu();
  }
  item(f, info(C::ShowDistance));
}

void commands_of(Frame& f, std::string_view menu);

// A list of its own: the menu would be higher than a small window.
void selecting(Frame& f) {
  if (!begin_menu(f, "Select")) return;
  commands_of(f, "Edit > Select");
  ImGui::EndMenu();
}

void skeletons(Frame& f) {
  if (!begin_menu(f, "Skeleton")) return;
  commands_of(f, "Edit > Skeleton");
  ImGui::EndMenu();
}

void choosing_vertices(Frame& f) {
  if (!begin_menu(f, "Vertices")) return;
  commands_of(f, "Weights > Vertices");
  ImGui::EndMenu();
}

void mending(Frame& f) {
  if (!begin_menu(f, "Mend")) return;
  commands_of(f, "Weights > Mend");
  ImGui::EndMenu();
}

void painting(Frame& f) {
  if (!begin_menu(f, "Paint")) return;
  commands_of(f, "Weights > Paint");
  ImGui::EndMenu();
}

void explaining(Frame& f) {
  if (begin_menu(f, "Take apart")) {
    commands_of(f, "Skinning > Take apart");
    ImGui::EndMenu();
  }
  if (begin_menu(f, "A mistake")) {
    commands_of(f, "Skinning > A mistake");
    ImGui::EndMenu();
  }
}

// What a menu has beside its commands.
struct Extra {
  Command at;
  bool before;
  void (*draw)(Frame&);
};
constexpr Extra kExtras[] = {
    {C::OpenFile, false, recent_files},
    {C::Escape, false,
     [](Frame& f) {
       selecting(f);
       skeletons(f);
     }},
    {C::TakeWeights, true,
     [](Frame& f) {
       choosing_vertices(f);
       mending(f);
       painting(f);
     }},
    {C::GoOnLesson, false, left_lessons},
    {C::OpenLesson, true, lessons},
    {C::NextDeformer, true, [](Frame& f) { draw_deformer_items(f); }},
    {C::NextPanes, true,
     [](Frame& f) {
       ImGui::Separator();
       draw_pane_items(f);
     }},
    {C::NextPanes, false,
     [](Frame& f) {
       compare_with(f);
       ImGui::Separator();
       explaining(f);
     }},
};

void draw_extras(Frame& f, Command command, bool before) {
  for (const Extra& extra : kExtras) {
    if (extra.at == command && extra.before == before) extra.draw(f);
  }
}

// Commands after which a line is drawn, beside those that end a group.
bool ends_part(Command command) {
  constexpr Command kEnds[] = {C::OpenFile,        C::ExportTables,   C::LoadPose,
                               C::ToggleWireframe, C::ResetAll,       C::ScaleNow,
                               C::FrameSelection,  C::LookLeft,       C::GoOnLesson,
                               C::OpenLesson,      C::PreviousLesson, C::CloseLesson,
                               C::JumpEnd,         C::FindClip,       C::TimeUnits,
                               C::VertexBrush,     C::VerticesInvert, C::VerticesShrink,
                               C::MendFill,        C::MendAverage,    C::MirrorToRightTopology,
                               C::PasteWeights,    C::LessOfJoint,    C::LoadWeights,
                               C::DraftBuild};
  return std::ranges::find(kEnds, command) != std::end(kEnds);
}

// The commands of the table that name this menu.
void commands_of(Frame& f, std::string_view menu) {
  const CommandInfo* last = nullptr;
  for (const CommandInfo& c : command_table()) {
    if (menu != c.menu) continue;
    const bool other_group = last != nullptr && std::string_view(last->group) != c.group;
    if (last != nullptr && (other_group || ends_part(last->command))) ImGui::Separator();
    draw_extras(f, c.command, true);
    item(f, c);
    draw_extras(f, c.command, false);
    last = &c;
  }
}

// Name of the workspace or the model in the middle, with a star where it is not saved, switches of
// the window at the right end.
void right_end(Frame& f) {
  const float button = f.px(26), gap = f.px(2);
  const float width = ImGui::GetWindowWidth();
  const float buttons = 3.0f * button + 2.0f * gap + f.px(8);
  if (f.model()) {
    const std::string& saved = f.input.workspace;
    const std::string open = saved.empty() ? f.model()->name : saved.substr(saved.rfind('/') + 1);
    const std::string name = elided(open, 0.35f * width) + (f.input.unsaved ? " *" : "");
    const float wide = ImGui::CalcTextSize(name.c_str()).x;
    // In the middle, or behind the menus where they reach so far.
    const float x = std::max(0.5f * (width - wide), ImGui::GetCursorPosX() + f.px(16));
    if (x + wide < width - buttons - f.px(8)) {
      ImGui::SetCursorPosX(x);
      text_dim(f, name);
    }
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, 0));
  ImGui::SetCursorPosX(width - buttons);
  const bool dark = f.scene().view.dark;
  const auto button_of = [&f](Command command, Icon icon, const char* tip) {
    ImGui::SetCursorPosY(0.5f * (ImGui::GetWindowHeight() - f.px(26)));
    if (icon_button(f, info(command).label, icon, false, true, 26.0f)) run(f, command);
    tooltip(f, tip, command);
  };
  button_of(C::ToggleTheme, dark ? Icon::Sun : Icon::Moon, dark ? "Light theme" : "Dark theme");
  button_of(C::ToggleLeft, Icon::PanelLeft, "Left panel");
  button_of(C::ToggleRight, Icon::PanelRight, "Right panel");
  ImGui::PopStyleVar();
}

}  // namespace

void menu_command(Frame& f, Command command) {
  item(f, info(command));
}

void menu_command_as(Frame& f, Command command, const char* words, bool is_switch) {
  item_as(f, command, words, is_switch && is_on(f, command));
  mark(f, "menu:", words);
}

void map_items(Frame& f) {
  for (const Command command : map_commands()) {
    item(f, info(command));
    start_list_at(command == map_command(f));
  }
}

void draw_menu_bar(Frame& f) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(f.px(8), f.px(7)));
  const bool open = ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (!open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  const bool narrow = ImGui::GetIO().DisplaySize.x < f.px(760);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(narrow ? 5 : 12), f.px(8)));
  for (const char* menu : {"File", "Edit", "View", "Camera", "Pose", "Time", "Skinning", "Weights",
                           "Lessons", "Help"}) {
    const bool shown = begin_menu(f, menu, true, ImGui::GetWindowHeight());
    if (!shown) offer_menu(f);
    if (!shown) continue;
    commands_of(f, menu);
    ImGui::EndMenu();
  }
  ImGui::PopStyleVar(2);
  right_end(f);
  const vec2 corner = from_im(ImGui::GetWindowPos());
  hairline(f, {corner, corner + from_im(ImGui::GetWindowSize())}, Edge::Bottom);
  ImGui::EndMainMenuBar();
}

}  // namespace bindpose::ui
