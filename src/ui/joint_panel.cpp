#include <cmath>

#include "math/transform.h"
#include "ui/imgui_compat.h"
#include "ui/joint_tree.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

// What rounds to nothing is shown as 0, not as -0.
vec3 without_dust(const vec3& v) {
  vec3 out(0.0f);
  for (int i = 0; i < 3; ++i) out[i] = std::abs(v[i]) < 1e-5f ? 0.0f : v[i];
  return out;
}

// Takes the numbers from Ul_j, but keeps typed angles while they still mean the same rotation.
void refresh_fields(JointFields& fields, int joint, const mat4& user_local) {
  if (fields.active && fields.joint == joint) return;
  if (fields.joint == joint && fields.shown == user_local) return;
  const Transform x = decompose(user_local);
  const bool same_angles =
      fields.joint == joint &&
      std::abs(glm::dot(rotation_from_degrees(fields.degrees), x.q)) > 1.0f - 1e-7f;
  fields.translation = x.t + vec3(0.0f);
  fields.scale = x.s;
  if (!same_angles) fields.degrees = without_dust(degrees_from_rotation(x.q));
  fields.joint = joint;
  fields.shown = user_local;
  fields.active = fields.edited = false;
}

mat4 matrix_of(const JointFields& fields) {
  return to_matrix({fields.translation, rotation_from_degrees(fields.degrees), fields.scale});
}

void end_fields(Frame& f, bool keep) {
  JointFields& fields = f.state.fields;
  if (fields.edited) {
    f.edit(SetUserLocal{fields.joint, matrix_of(fields)}, keep ? Phase::Commit : Phase::Cancel);
  }
  fields.active = fields.edited = false;
  // A cancelled edit shows what Ul_j is again, a kept one what was typed.
  fields.shown = keep ? matrix_of(fields) : mat4(0.0f);
}

// One number with a coloured edge that names the axis.
void field(Frame& f, const char* name, int axis, float& value, float speed, const char* format,
           float width) {
  JointFields& fields = f.state.fields;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(name);
  ImGui::PushID(axis);
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::DragFloat("##v", &value, speed, 0.0f, 0.0f, format);
  mark(f, name, std::string(1, static_cast<char>('x' + axis)));
  if (ImGui::IsItemActivated()) fields.active = true;
  const float inset = f.px(4);
  ImGui::GetWindowDrawList()->AddRectFilled(
      ImVec2(corner.x, corner.y + inset),
      ImVec2(corner.x + f.px(2), corner.y + ImGui::GetFrameHeight() - inset),
      to_u32(f.colors.axis[static_cast<std::size_t>(axis)]), f.px(1));
  if (changed && std::isfinite(value)) {
    fields.edited = true;
    f.edit(SetUserLocal{fields.joint, matrix_of(fields)}, Phase::Preview);
  }
  if (ImGui::IsItemDeactivated()) {
    end_fields(f, !key_pressed(Key::Escape));
  } else if (ImGui::IsItemActive() && key_pressed(Key::Escape)) {
    ImGui::ClearActiveID();
    end_fields(f, false);
  }
  ImGui::PopID();
  ImGui::PopID();
}

void field_row(Frame& f, const char* name, const char* title, vec3& value, float speed,
               const char* format, const vec3& neutral) {
  ImGui::PushID(name);
  text_dim(f, title);
  const bool touched = value != neutral;
  const float button = f.px(22);
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - button);
  const ImVec2 next = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(ImVec2(next.x, next.y - f.px(3)));
  if (icon_button(f, (std::string("reset ") + name).c_str(), Icon::Reset, false, touched, 22.0f)) {
    value = neutral;
    f.edit(SetUserLocal{f.state.fields.joint, matrix_of(f.state.fields)});
  }
  tooltip(f, std::string("Reset the ") + name);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - f.px(3));
  const float gap = f.px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  compat::push_font(mono_font());
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) ImGui::SameLine(0.0f, gap);
    field(f, name, axis, value[axis], speed, format, width);
  }
  ImGui::PopFont();
  ImGui::PopID();
}

void draw_numbers(Frame& f, int joint) {
  const mat4& user_local = f.scene().pose.user_local[static_cast<std::size_t>(joint)];
  JointFields& fields = f.state.fields;
  // The joint changed under a held field: what was previewed of the old one stays.
  if (fields.active && fields.joint != joint) end_fields(f, true);
  refresh_fields(fields, joint, user_local);

  // Display units are metres; a tenth of a percent of one in file units a pixel.
  const float unit = std::max(1e-6f, glm::length(vec3(f.model()->to_display[0])));
  field_row(f, "rotation", "Rotation, degrees", fields.degrees, 0.5f, "%.2f", vec3(0.0f));
  field_row(f, "translation", "Translation", fields.translation, 0.002f / unit, "%.3f", vec3(0.0f));
  field_row(f, "scale", "Scale", fields.scale, 0.005f, "%.3f", vec3(1.0f));
  if (recompose_error(user_local) > 1e-4f) {
    ImGui::PushTextWrapPos();
    text_colored(f.colors.warning, "This transform has shear; editing a number removes it.");
    ImGui::PopTextWrapPos();
  }
}

void draw_identity(Frame& f, int joint) {
  const Skeleton& s = f.model()->skeleton;
  const auto j = static_cast<std::size_t>(joint);
  heading(elided(s.name[j], 0.8f * ImGui::GetContentRegionAvail().x));
  if (ImGui::IsItemClicked()) copy_text(f, s.name[j], "name");
  tooltip(f, s.name[j] + " (click to copy)");
  const char* kind = s.has_weight[j] ? "joint" : s.is_joint[j] ? "joint without weights" : "node";
  text_dim(f, std::string(kind) + " " + std::to_string(joint) + ", " +
                  std::to_string(s.subtree_end[j] - joint - 1) + " below");
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
  if (space >= 0) {
    ViewSettings next = v;
    next.gizmo_space = static_cast<GizmoSpace>(space);
    f.set_view(next);
  }
  char step[64];
  const double amount = v.gizmo_mode == GizmoMode::Rotate      ? v.snap_degrees
                        : v.gizmo_mode == GizmoMode::Translate ? 100.0f * v.snap_distance
                                                               : v.snap_scale;
  const char* text = v.gizmo_mode == GizmoMode::Rotate      ? "Snap to %.3g\xC2\xB0"
                     : v.gizmo_mode == GizmoMode::Translate ? "Snap to %.3g %% of the height"
                                                            : "Snap to %.3g";
  std::snprintf(step, sizeof step, text, amount);
  if (toggle(f, "snap", step, v.snap)) run(f, Command::ToggleSnap);
  tooltip(f, "Ctrl in a drag does the opposite", Command::ToggleSnap);
}

void draw_position(Frame& f, int joint) {
  const vec3 p(f.input.posed.world[static_cast<std::size_t>(joint)][3]);
  key_value(f, "World position", number(p.x, 3) + "  " + number(p.y, 3) + "  " + number(p.z, 3));
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
    return;
  }
  draw_identity(f, joint);
  vertical_space(f, 4);
  draw_numbers(f, joint);
  draw_resets(f);
  vertical_space(f, 4);
  draw_position(f, joint);
  vertical_space(f, 4);
  draw_gizmo_switches(f);
}

}  // namespace bindpose::ui
