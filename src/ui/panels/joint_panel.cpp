#include "ui/panels/joint_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "math/numbers.h"
#include "math/transform.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/panels/right_panel.h"
#include "view/bones.h"

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

// A field is taken: what the other selected joints are now.
void take_others(Frame& f, int part, int axis) {
  JointFields& fields = f.state.of_model.fields;
  fields.part = part;
  fields.axis = axis;
  fields.others.clear();
  for (const int joint : f.scene().selection.also) {
    const Transform x = decompose(f.scene().pose.user_local[idx(joint)]);
    fields.others.push_back({joint, {degrees_from_rotation(x.q), x.t, x.s}});
  }
}

// What the numbers make of the selected joint, and of the others that are selected with it: those
// take over the one number that is edited.
Edit edit_of(const Frame& f) {
  const JointFields& fields = f.state.of_model.fields;
  if (fields.others.empty()) return SetUserLocal{fields.joint, matrix_of(fields)};
  const Pose& start = f.document().pose_at_start();
  SetPose pose{start.user_local, start.user_morph};
  pose.user_local[idx(fields.joint)] = matrix_of(fields);
  const vec3 own[] = {fields.degrees, fields.translation, fields.scale};
  for (const JointFields::Other& other : fields.others) {
    vec3 part[3] = {other.part[0], other.part[1], other.part[2]};
    for (int axis = 0; axis < 3; ++axis) {
      const bool edited = fields.axis < 0 || fields.axis == axis;
      if (edited) part[fields.part][axis] = own[fields.part][axis];
    }
    pose.user_local[idx(other.joint)] =
        to_matrix({part[1], rotation_from_degrees(part[0]), part[2]});
  }
  return pose;
}

void end_fields(Frame& f, bool keep) {
  JointFields& fields = f.state.of_model.fields;
  if (fields.edited) f.edit(edit_of(f), keep ? Phase::Commit : Phase::Cancel);
  fields.active = fields.edited = false;
  // A cancelled edit shows what Ul_j is again, a kept one what was typed.
  fields.shown = keep ? matrix_of(fields) : mat4(0.0f);
}

// One number with a coloured edge that names the axis.
void field(Frame& f, const char* name, int part, int axis, float& value, float speed,
           const char* format, float width) {
  JointFields& fields = f.state.of_model.fields;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(name);
  ImGui::PushID(axis);
  ImGui::SetNextItemWidth(width);
  const bool changed = number_field(f, "##v", value, speed, format);
  mark(f, name, std::string(1, static_cast<char>('x' + axis)));
  if (ImGui::IsItemActivated()) {
    fields.active = true;
    take_others(f, part, axis);
  }
  const float inset = f.px(4);
  ImGui::GetWindowDrawList()->AddRectFilled(
      ImVec2(corner.x, corner.y + inset),
      ImVec2(corner.x + f.px(2), corner.y + ImGui::GetFrameHeight() - inset),
      to_u32(f.colors.axis[static_cast<std::size_t>(axis)]), f.px(1));
  if (changed && std::isfinite(value)) {
    fields.edited = true;
    f.edit(edit_of(f), Phase::Preview);
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

// More than what rounding leaves of numbers of this size.
bool differs(const vec3& value, const vec3& neutral, float size) {
  const vec3 d = glm::abs(value - neutral);
  return !(std::max({d.x, d.y, d.z}) <= 1e-5f * size);
}

void field_row(Frame& f, const char* name, const char* title, int part, vec3& value, float speed,
               const char* format, const vec3& neutral, float size) {
  ImGui::PushID(name);
  text_dim(f, title);
  const bool touched = differs(value, neutral, size);
  const float button = f.px(22);
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - button);
  const ImVec2 next = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(ImVec2(next.x, next.y - f.px(3)));
  if (icon_button(f, (std::string("reset ") + name).c_str(), Icon::Reset, false, touched, 22.0f)) {
    value = neutral;
    take_others(f, part, -1);
    f.edit(edit_of(f));
  }
  tooltip(f, std::string("Reset the ") + name);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - f.px(3));
  const float gap = f.px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  compat::push_font(mono_font());
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) ImGui::SameLine(0.0f, gap);
    field(f, name, part, axis, value[axis], speed, format, width);
  }
  ImGui::PopFont();
  ImGui::PopID();
}

// What a translation of the joint is small against: where the joint is, or the model's height; in
// file units.
float reach_of(const Frame& f, int joint, float unit) {
  const mat4& base = f.input.posed.base_local[static_cast<std::size_t>(joint)];
  return std::max(glm::length(vec3(base[3])), f.input.bones.layout.height / unit);
}

void draw_numbers(Frame& f, int joint) {
  const mat4& user_local = f.scene().pose.user_local[static_cast<std::size_t>(joint)];
  JointFields& fields = f.state.of_model.fields;
  // The joint changed under a held field: what was previewed of the old one stays.
  if (fields.active && fields.joint != joint) end_fields(f, true);
  refresh_fields(fields, joint, user_local);

  // Display units are metres; a tenth of a percent of one in file units a pixel.
  const float unit = std::max(1e-6f, glm::length(vec3(f.model()->to_display[0])));
  field_row(f, "rotation", "Rotation, degrees", 0, fields.degrees, 0.5f, "%.2f", vec3(0.0f),
            180.0f);
  field_row(f, "translation", "Translation", 1, fields.translation, 0.002f / unit, "%.3f",
            vec3(0.0f), reach_of(f, joint, unit));
  field_row(f, "scale", "Scale", 2, fields.scale, 0.005f, "%.3f", vec3(1.0f), 1.0f);
  if (recompose_error(user_local) > 1e-4f) {
    ImGui::PushTextWrapPos();
    text_colored(f.colors.warning, "This transform has shear; editing a number removes it.");
    ImGui::PopTextWrapPos();
  }
}

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
std::string length_text(float metres) {
  const float parts[] = {1.0f, 100.0f, 1000.0f};
  const char* names[] = {" m", " cm", " mm"};
  const int i = metres >= 0.1f ? 0 : metres >= 0.01f ? 1 : 2;
  char text[48];
  std::snprintf(text, sizeof text, "%.3g%s", static_cast<double>(metres * parts[i]), names[i]);
  return text;
}

std::string snap_text(const Frame& f) {
  const ViewSettings& v = f.scene().view;
  if (v.gizmo_mode == GizmoMode::Translate) return length_text(snap_length(f.scene()));
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
    vertical_space(f, 8);
    draw_model_facts(f);
    return;
  }
  draw_identity(f, joint);
  draw_several(f);
  draw_carried_mesh(f, joint);
  vertical_space(f, 4);
  draw_numbers(f, joint);
  draw_resets(f);
  vertical_space(f, 4);
  draw_position(f, joint);
  vertical_space(f, 4);
  draw_gizmo_switches(f);
}

}  // namespace bindpose::ui
