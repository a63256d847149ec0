#include "ui/commands/menu.h"

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/overlays/skinning_menu.h"

namespace bindpose::ui {

namespace {

using C = Command;

void item(Frame& f, Command command) {
  const std::string text = label(f, command);
  const std::string key = shortcut_text(command);
  if (ImGui::MenuItem(text.c_str(), key.empty() ? nullptr : key.c_str(), is_on(f, command),
                      available(f, command))) {
    run(f, command);
  }
  mark(f, "menu:", info(command).label);
}

void items(Frame& f, std::initializer_list<Command> commands) {
  for (const Command command : commands) item(f, command);
}

bool begin_menu(Frame& f, const char* name) {
  const bool open = ImGui::BeginMenu(name);
  mark(f, "menu:", name);
  return open;
}

void file_menu(Frame& f) {
  item(f, C::OpenFile);
  if (ImGui::BeginMenu("Open recent", !f.input.recent.empty())) {
    for (const std::string& path : f.input.recent) {
      if (ImGui::MenuItem(elided(path, f.px(480)).c_str())) f.out.requests.open_file = path;
    }
    ImGui::EndMenu();
  }
  ImGui::Separator();
  items(f, {C::SavePicture, C::ExportMesh, C::ExportRig});
  ImGui::Separator();
  items(f, {C::SavePose, C::LoadPose});
  ImGui::Separator();
  item(f, C::Quit);
}

void view_menu(Frame& f) {
  map_items(f);
  ImGui::Separator();
  items(f, {C::ToggleSurface, C::ToggleTextures, C::ToggleWireframe});
  ImGui::Separator();
  items(f, {C::ToggleSkeleton, C::ToggleNames, C::ToggleAxes, C::ToggleGrid});
  ImGui::Separator();
  items(f, {C::FrameAll, C::FrameSelection, C::LookFront, C::LookBack, C::LookRight, C::LookLeft,
            C::LookTop, C::ToggleProjection});
  ImGui::Separator();
  items(f, {C::ToggleLeft, C::ToggleRight, C::ToggleTheme});
}

void pose_menu(Frame& f) {
  items(f, {C::ResetJoint, C::ResetSubtree, C::ResetAll});
  ImGui::Separator();
  items(f, {C::BaseBind, C::BaseRest, C::BaseClip});
  ImGui::Separator();
  items(f, {C::Translate, C::Rotate, C::Scale, C::CycleSpace, C::ToggleSnap});
  ImGui::Separator();
  items(f, {C::PlayPause, C::StepBack, C::StepForward, C::JumpStart});
}

void lessons_menu(Frame& f) {
  for (std::size_t k = 0; k < f.input.lessons.size(); ++k) {
    const LessonEntry& entry = f.input.lessons[k];
    const bool open = f.input.lesson != nullptr && f.input.lesson_path == entry.path;
    const std::string text = std::to_string(k + 1) + ".  " + entry.title;
    if (ImGui::MenuItem(text.c_str(), nullptr, open)) f.out.requests.open_lesson = entry.path;
    mark(f, "menu:lesson ", std::to_string(k + 1));
    if (!entry.summary.empty()) tooltip(f, entry.summary);
  }
  if (!f.input.lessons.empty()) ImGui::Separator();
  item(f, C::OpenLesson);
  ImGui::Separator();
  items(f, {C::LessonNext, C::LessonBack, C::CloseLesson});
  ImGui::Separator();
  items(f, {C::RecordStep, C::Presenter});
}

// Name of the model in the middle, switches of the window at the right end.
void right_end(Frame& f) {
  const float button = f.px(26), gap = f.px(2);
  const float width = ImGui::GetWindowWidth();
  const float buttons = 3.0f * button + 2.0f * gap + f.px(8);
  if (f.model()) {
    const std::string name = elided(f.model()->name, 0.35f * width);
    const float x = 0.5f * (width - ImGui::CalcTextSize(name.c_str()).x);
    if (x > ImGui::GetCursorPosX()) {
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

void map_items(Frame& f) {
  for (const Command command : map_commands()) item(f, command);
}

void draw_menu_bar(Frame& f) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(f.px(8), f.px(7)));
  const bool open = ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (!open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(12), f.px(8)));
  if (begin_menu(f, "File")) file_menu(f), ImGui::EndMenu();
  if (begin_menu(f, "Edit")) {
    items(f, {C::Undo, C::Redo});
    ImGui::EndMenu();
  }
  if (begin_menu(f, "View")) view_menu(f), ImGui::EndMenu();
  if (begin_menu(f, "Pose")) pose_menu(f), ImGui::EndMenu();
  if (begin_menu(f, "Skinning")) {
    draw_deformer_items(f);
    item(f, C::NextDeformer);
    ImGui::Separator();
    draw_pane_items(f);
    item(f, C::NextPanes);
    ImGui::Separator();
    if (begin_menu(f, "Compare with")) {
      draw_deformer_items(f, &ViewSettings::compare);
      ImGui::EndMenu();
    }
    item(f, C::ShowDistance);
    ImGui::EndMenu();
  }
  if (begin_menu(f, "Weights")) {
    items(f, {C::ToggleSubtree, C::ToggleRawWeights, C::NextLimit});
    ImGui::EndMenu();
  }
  if (begin_menu(f, "Lessons")) lessons_menu(f), ImGui::EndMenu();
  if (begin_menu(f, "Help")) {
    items(f, {C::Help, C::About});
    ImGui::EndMenu();
  }
  ImGui::PopStyleVar(2);
  right_end(f);
  const vec2 corner = from_im(ImGui::GetWindowPos());
  hairline(f, {corner, corner + from_im(ImGui::GetWindowSize())}, Edge::Bottom);
  ImGui::EndMainMenuBar();
}

}  // namespace bindpose::ui
