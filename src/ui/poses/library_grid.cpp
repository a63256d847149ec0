// Saved poses as thumbnails: a click applies one, a drag to the right blends towards it.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scene/numerals.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/frame.h"
#include "ui/poses/poses_panel.h"

namespace bindpose::ui {

namespace {

constexpr float kThumbnail = 84.0f;
constexpr float kFullDrag = 150.0f;  // pixels to the right that are the whole way
constexpr float kClick = 4.0f;

void ask_library(Frame& f, LibraryRequest request) {
  f.out.requests.library.push_back(std::move(request));
}

std::vector<int> reach_of_library(const Frame& f) {
  return f.state.of_model.poses.selected_only ? selected_joints(f.scene()) : std::vector<int>();
}

Edit towards_saved(const SavedPose& pose, float factor, bool mirrored, std::vector<int> joints) {
  return BlendPose{BlendPose::Given, factor, std::move(joints), pose.name, pose.given, mirrored};
}

void draw_save_row(Frame& f) {
  PosesPanelState& s = f.state.of_model.poses;
  const float button = f.px(56), gap = f.px(4);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - gap);
  const bool entered =
      ImGui::InputTextWithHint("##pose name", "Name of this pose", s.name, sizeof s.name,
                               ImGuiInputTextFlags_EnterReturnsTrue);
  mark(f, "pose name");
  ImGui::SameLine(0.0f, gap);
  const bool nothing = s.name[0] == '\0' || (s.selected_only && f.selected() < 0);
  ImGui::BeginDisabled(nothing);
  const bool pressed = ImGui::Button("Save", ImVec2(button, 0));
  mark(f, "save pose");
  ImGui::EndDisabled();
  // Whoever saves it empties the field: a name that was refused is there to be mended.
  if ((pressed || entered) && !nothing)
    ask_library(f, {LibraryRequest::Save, s.name, {}, s.selected_only});
  const int reach = segmented(f, "reach", {"All joints", "Selected joints"},
                              s.selected_only ? 1 : 0, ImGui::GetContentRegionAvail().x);
  if (reach >= 0) s.selected_only = reach == 1;
  tooltip(f, "What is saved, and what a click on a pose changes");
}

// The popup of one pose: what else can be done with it.
void draw_menu_page(Frame& f, const SavedPose& pose) {
  PosesPanelState& s = f.state.of_model.poses;
  const auto apply = [&](const char* text, bool mirrored, std::vector<int> joints, bool enabled) {
    if (ImGui::MenuItem(text, nullptr, false, enabled))
      f.edit(towards_saved(pose, 1.0f, mirrored, std::move(joints)));
    mark(f, "pose:", text);
  };
  const bool fits = pose.given != nullptr;
  const std::vector<int> selected = selected_joints(f.scene());
  apply("Apply to all joints", false, {}, fits);
  apply("Apply to the selected joints", false, selected, fits && !selected.empty());
  apply("Apply mirrored", true, reach_of_library(f), fits);
  ImGui::Separator();
  // What changes the page keeps the popup open.
  const auto page = [&](const char* text, PosesPanelState::Page to) {
    if (ImGui::Selectable(text, false, ImGuiSelectableFlags_DontClosePopups)) s.page = to;
    mark(f, "pose:", text);
  };
  page("Rename...", PosesPanelState::Rename);
  page("Delete...", PosesPanelState::Remove);
  if (s.page == PosesPanelState::Rename)
    std::snprintf(s.rename, sizeof s.rename, "%s", pose.name.c_str());
}

void draw_rename_page(Frame& f, const SavedPose& pose) {
  PosesPanelState& s = f.state.of_model.poses;
  if (!ImGui::IsAnyItemActive()) {
    ImGui::SetKeyboardFocusHere();
    f.out.wants_next_frame = true;  // which has it
  }
  ImGui::SetNextItemWidth(f.px(180));
  const bool entered =
      ImGui::InputText("##rename", s.rename, sizeof s.rename,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  mark(f, "rename field");
  const bool pressed = ImGui::Button("Rename", ImVec2(f.px(180), 0));
  mark(f, "pose:rename");
  if (!entered && !pressed) return;
  ask_library(f, {LibraryRequest::Rename, pose.name, s.rename});
  ImGui::CloseCurrentPopup();
}

void draw_remove_page(Frame& f, const SavedPose& pose) {
  ImGui::TextUnformatted(
      wrapped("Delete the saved pose " + pose.name + " for good?", f.px(220)).c_str());
  if (ImGui::Button("Delete", ImVec2(f.px(106), 0))) {
    ask_library(f, {LibraryRequest::Remove, pose.name});
    ImGui::CloseCurrentPopup();
  }
  mark(f, "pose:delete");
  ImGui::SameLine(0.0f, f.px(8));
  if (ImGui::Button("Keep", ImVec2(f.px(106), 0))) ImGui::CloseCurrentPopup();
  mark(f, "pose:keep");
}

void draw_pose_popup(Frame& f, const SavedPose& pose) {
  PosesPanelState& s = f.state.of_model.poses;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(12), f.px(8)));
  if (ImGui::BeginPopup("saved pose")) {
    if (s.page == PosesPanelState::Menu) {
      draw_menu_page(f, pose);
    } else if (s.page == PosesPanelState::Rename) {
      draw_rename_page(f, pose);
    } else {
      draw_remove_page(f, pose);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

void draw_picture(const Frame& f, const SavedPose& pose, const ImVec2& corner, float size,
                  bool hovered) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + size, corner.y + size);
  list->AddRectFilled(corner, end, to_u32(f.colors.text, hovered ? 0.11f : 0.05f), f.px(4));
  for (const SketchLine& line : pose.sketch) {
    const auto at = [&](const vec2& p) {
      return ImVec2(corner.x + p.x * size, corner.y + p.y * size);
    };
    list->AddLine(at(line.from), at(line.to), to_u32(f.joint_color(line.joint)), f.px(2.5f));
  }
  if (pose.given) return;
  const char* text = pose.problem.empty() ? "other rig" : "broken";
  const ImVec2 wide = ImGui::CalcTextSize(text);
  list->AddText(ImVec2(corner.x + 0.5f * (size - wide.x), corner.y + 0.5f * (size - wide.y)),
                to_u32(pose.problem.empty() ? f.colors.text_dim : f.colors.warning), text);
}

std::string about(const SavedPose& pose) {
  if (!pose.problem.empty()) return pose.problem;
  if (!pose.given) return "None of its " + grouped(pose.joints) + " joints is in this model.";
  std::string text = pose.name + ": " + counted_joints(pose.matched);
  if (pose.matched < pose.joints) text += " of " + grouped(pose.joints);
  return text + ". Click: apply; drag to the right: blend; right click: more";
}

// Press, drag, release over a thumbnail that is the last item.
void follow_press(Frame& f, const SavedPose& pose) {
  PosesPanelState& s = f.state.of_model.poses;
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  if (ImGui::IsItemActivated()) s.pressed = pose.name, s.press = mouse, s.dragging = false;
  if (s.pressed != pose.name || !pose.given) return;
  const bool held = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0];
  const float moved = mouse.x - s.press.x;
  if (held && std::abs(moved) > f.px(kClick)) s.dragging = true;
  const float factor = std::clamp(moved / f.px(kFullDrag), 0.0f, 1.0f);
  const Edit edit = towards_saved(pose, factor, false, reach_of_library(f));
  if (s.dragging && ImGui::IsItemActive() && key_pressed(Key::Escape)) {
    ImGui::ClearActiveID();
    f.edit(edit, Phase::Cancel);
    s.dragging = false;
    s.pressed.clear();
    return;
  }
  if (held && s.dragging) {
    f.edit(edit, Phase::Preview);
    f.say(pose.name + ": " + number(100.0 * double(factor), 0) + " %");
  }
  if (!ImGui::IsItemDeactivated()) return;
  // A quick hand lets go in the frame in which it moved.
  if (s.dragging || std::abs(moved) > f.px(kClick)) {
    f.edit(edit, Phase::Commit);
  } else if (ImGui::IsItemHovered()) {
    f.edit(towards_saved(pose, 1.0f, false, reach_of_library(f)));
  }
  s.dragging = false;
  s.pressed.clear();
}

void draw_thumbnail(Frame& f, const SavedPose& pose, float size) {
  PosesPanelState& s = f.state.of_model.poses;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(pose.name.c_str());
  ImGui::BeginGroup();
  ImGui::InvisibleButton("pose", ImVec2(size, size));
  mark(f, "saved:", pose.name);
  const bool hovered = ImGui::IsItemHovered();
  follow_press(f, pose);
  tooltip(f, about(pose));
  if (hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
    s.page = PosesPanelState::Menu;
    ImGui::OpenPopup("saved pose");
  }
  draw_picture(f, pose, corner, size, hovered);
  const std::string name = elided(pose.name, size);
  text_colored(pose.given ? f.colors.text : f.colors.text_dim, name);
  ImGui::EndGroup();
  draw_pose_popup(f, pose);
  ImGui::PopID();
}

}  // namespace

void draw_pose_library(Frame& f) {
  heading("Pose library");
  if (!f.input.poses.empty()) text_right(grouped(f.input.poses.size()), f.colors.text_dim);
  draw_save_row(f);
  if (f.input.poses.empty()) {
    text_dim(f,
             wrapped("No pose was saved yet. Poses are kept as files, for all models with joints "
                     "of the same names.",
                     ImGui::GetContentRegionAvail().x));
    return;
  }
  const float gap = f.px(6), room = ImGui::GetContentRegionAvail().x;
  const int columns = std::max(1, static_cast<int>((room + gap) / (f.px(kThumbnail) + gap)));
  const float size =
      std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  int k = 0;
  for (const SavedPose& pose : f.input.poses) {
    if (k++ % columns != 0) ImGui::SameLine(0.0f, gap);
    draw_thumbnail(f, pose, size);
  }
}

}  // namespace bindpose::ui
