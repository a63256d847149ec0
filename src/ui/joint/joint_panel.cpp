#include "ui/joint/joint_panel.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "math/transform.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/draft/bind_doctor_panel.h"
#include "ui/joint/joint_numbers.h"
#include "ui/joint/restraint_row.h"
#include "ui/panels/right_panel.h"
#include "view/bones.h"

namespace bindpose::ui {

namespace {

void draw_identity(Frame& f, int joint) {
  const Skeleton& s = f.model()->skeleton;
  const auto j = static_cast<std::size_t>(joint);
  heading_elided(s.name[j], 0.8f * ImGui::GetContentRegionAvail().x);
  if (ImGui::IsItemClicked()) copy_text(f, s.name[j], "name");
  tooltip(f, s.name[j] + " (click to copy)");
  const JointFlags& flags = joint_flags(f.scene());
  const char* kind = flags.has_weight[j] ? "joint"
                     : flags.is_joint[j] ? "joint without weights"
                                         : "node";
  text_dim(f, std::string(kind) + " " + std::to_string(joint) + ", " +
                  std::to_string(s.subtree_end[j] - joint - 1) + " below");
  if (const std::string& human = human_bone(s, joint); !human.empty()) {
    text_dim(f, "The file's " + human);
    tooltip(f,
            "What the file says this joint is, in the words of VRM. Pairs, sides and clips of "
            "other rigs go by it.");
  }
  const int parent = s.parent[j];
  text_dim(f, "Parent");
  ImGui::SameLine();
  if (parent < 0) {
    text_dim(f, "none");
    return;
  }
  const std::string& name = s.name[static_cast<std::size_t>(parent)];
  const std::string shown = elided(name, ImGui::GetContentRegionAvail().x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::CalcTextSize(shown.c_str());
  if (ImGui::InvisibleButton("parent", size)) select_joint(f, parent);
  mark(f, "parent");
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddText(at, to_u32(hovered ? f.colors.accent : f.colors.text), shown.c_str());
  list->AddLine(ImVec2(at.x, at.y + size.y), ImVec2(at.x + size.x, at.y + size.y),
                to_u32(f.colors.text_dim, 0.6f));
}

// Which of several selected joints gets what.
void draw_several(Frame& f) {
  const std::size_t others = f.scene().selection.also.size();
  if (others == 0) return;
  const std::string& name = f.model()->skeleton.name[idx(f.selected())];
  ImGui::PushTextWrapPos();
  text_colored(f.colors.accent, grouped(others + 1) + " joints are selected.");
  text_dim(f,
           wrapped("What you turn, type or reset goes to all of them; what is shown here is of " +
                       name + ".",
                   ImGui::GetContentRegionAvail().x));
  ImGui::PopTextWrapPos();
  mark(f, "several");
}

// "0.1 m", "5 cm", "2 mm": a snapped length is one digit.
std::string snapped_text(float metres) {
  const float parts[] = {1.0f, 100.0f, 1000.0f};
  const char* names[] = {" m", " cm", " mm"};
  const int i = metres >= 0.1f ? 0 : metres >= 0.01f ? 1 : 2;
  char text[48];
  std::snprintf(text, sizeof text, "%.3g%s", static_cast<double>(metres * parts[i]), names[i]);
  return text;
}

std::string snap_text(const Frame& f) {
  const ViewSettings& v = f.scene().view;
  if (v.gizmo_mode == GizmoMode::Translate) {
    const float metres = snap_length(f.scene());
    return length_text(f, static_cast<double>(metres), snapped_text(metres));
  }
  const bool turns = v.gizmo_mode == GizmoMode::Rotate;
  char text[48];
  std::snprintf(text, sizeof text, turns ? "%.3g\xC2\xB0" : "%.3g",
                static_cast<double>(turns ? v.snap_degrees : v.snap_scale));
  return text;
}

void draw_gizmo_switches(Frame& f) {
  const ViewSettings& v = f.scene().view;
  const float width = ImGui::GetContentRegionAvail().x;
  text_dim(f, "Gizmo");
  const GizmoMode modes[] = {GizmoMode::Translate, GizmoMode::Rotate, GizmoMode::Scale};
  const int current = v.gizmo_mode == GizmoMode::Translate ? 0
                      : v.gizmo_mode == GizmoMode::Rotate  ? 1
                                                           : 2;
  const int mode = segmented(f, "gizmo", {"Move", "Rotate", "Scale"}, current, width);
  if (mode >= 0) {
    ViewSettings next = v;
    next.gizmo_mode = modes[mode];
    f.set_view(next);
  }
  // Scaling along axes that are not the joint's own would shear it.
  const bool scaling = v.gizmo_mode == GizmoMode::Scale;
  const int space =
      segmented(f, "space", {"Local", "Parent", "World"},
                scaling ? 0 : static_cast<int>(v.gizmo_space), width, scaling ? 6u : 0u);
  if (scaling) tooltip(f, kScaleIsLocal);
  if (space >= 0) {
    ViewSettings next = v;
    next.gizmo_space = static_cast<GizmoSpace>(space);
    f.set_view(next);
  }
  if (!f.scene().selection.also.empty()) {
    const int now = static_cast<int>(v.gizmo_pivot);
    const int pivot = segmented(f, "pivot", {"Each about its own", "About one point"}, now, width);
    tooltip(f, "What several joints turn and scale about", Command::TogglePivot);
    if (pivot >= 0) {
      ViewSettings next = v;
      next.gizmo_pivot = static_cast<GizmoPivot>(pivot);
      f.set_view(next);
    }
  }
  const std::string step = "Snap to " + snap_text(f);
  if (toggle(f, "snap", step.c_str(), v.snap)) run(f, Command::ToggleSnap);
  tooltip(f, "Ctrl in a drag does the opposite", Command::ToggleSnap);
}

// The node of a skinned mesh can be edited, but a skin ignores its own node.
void draw_carried_mesh(Frame& f, int joint) {
  for (const auto& [mesh, in, skin] : bound_meshes(f.scene())) {
    if (mesh.node != joint || !skin.skinned) continue;
    const bool moves_it = std::ranges::any_of(
        skin.joint, [&](int j) { return in_subtree(f.model()->skeleton, j, joint); });
    if (moves_it) continue;
    ImGui::PushTextWrapPos();
    text_colored(f.colors.hint,
                 "Carries the skinned mesh " + mesh.name + "; the skin ignores this transform.");
    ImGui::PopTextWrapPos();
    mark(f, "carried mesh");
    return;
  }
}

void draw_position(Frame& f, int joint) {
  const vec3 p(f.input.posed.world[static_cast<std::size_t>(joint)][3]);
  const double unit = metres_a_unit(*f.model());
  const ShownLength shown = shown_length(f, unit, unit);
  std::string text;
  for (int k = 0; k < 3; ++k) {
    text += (k > 0 ? "  " : "") + number(static_cast<double>(p[k]) * shown.factor, shown.decimals);
  }
  const std::string key = one_unit(f) ? "World position," + shown.sign : "World position";
  key_value(f, key.c_str(), text);
}

void draw_resets(Frame& f) {
  const float gap = f.px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2.0f);
  if (ImGui::Button("Reset joint", ImVec2(width, 0))) run(f, Command::ResetJoint);
  mark(f, "reset joint");
  tooltip(f, "Back to the base pose", Command::ResetJoint);
  ImGui::SameLine(0.0f, gap);
  if (ImGui::Button("Reset subtree", ImVec2(width, 0))) run(f, Command::ResetSubtree);
  tooltip(f, "This joint and all below", Command::ResetSubtree);
}

}  // namespace

void draw_joint_panel(Frame& f) {
  const int joint = f.selected();
  if (joint < 0) {
    ImGui::PushTextWrapPos();
    text_dim(f, "Click a joint in the view or in the list.");
    ImGui::PopTextWrapPos();
    vertical_space(f, 8);
    draw_model_facts(f);
    if (f.model()) draw_bind_doctor(f);
    return;
  }
  draw_identity(f, joint);
  draw_several(f);
  draw_carried_mesh(f, joint);
  vertical_space(f, 4);
  draw_joint_numbers(f, joint);
  draw_resets(f);
  vertical_space(f, 4);
  draw_position(f, joint);
  vertical_space(f, 4);
  draw_gizmo_switches(f);
  vertical_space(f, 4);
  draw_restraint(f, joint);
  vertical_space(f, 4);
  draw_bind_doctor(f);
}

}  // namespace bindpose::ui
