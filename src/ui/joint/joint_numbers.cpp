#include "ui/joint/joint_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>

#include "math/numbers.h"
#include "math/transform.h"
#include "scene/edit/rotate_edit.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/joint/joint_fields.h"
#include "view/bones.h"

namespace bindpose::ui {

namespace {

// One number: which one it is, and how it is shown.
struct Cell {
  const char* row;  // "rotation"
  char letter;      // behind the row in the names of tests and focus: w, x, y, z, a for an angle
  JointFields::Part part;
  int index;  // of the part's numbers
  int color;  // of its edge: 0 to 2, an axis; -1: none
  float speed;
  const char* format;
  ShownLength shown{};  // of a translation: in which unit
  bool length = false;
};

std::size_t place_of(const Cell& c) {
  constexpr std::size_t kFirst[] = {0, 4, 7};
  return kFirst[c.part] + idx(c.index);
}

float& number_of(JointNumbers& n, const Cell& c) {
  return c.part == JointFields::Rotation      ? n.rotation.n[c.index]
         : c.part == JointFields::Translation ? n.translation[c.index]
                                              : n.scale[c.index];
}

// Joints that differ in it have no number to show; typing gives all of them one.
void cover_mixed(Frame& f, ImVec2 corner, float width) {
  const ImVec2 size = ImGui::CalcTextSize("mixed");
  const float height = ImGui::GetFrameHeight();
  ImGui::GetWindowDrawList()->AddText(
      ImVec2(std::floor(corner.x + 0.5f * (width - size.x)),
             std::floor(corner.y + 0.5f * (height - ImGui::GetFontSize()))),
      to_u32(f.colors.text_dim), "mixed");
}

// With a coloured edge that names the axis.
void draw_cell(Frame& f, const Cell& c, float width) {
  JointFields& fields = f.state.of_model.fields;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(c.index);
  ImGui::SetNextItemWidth(width);
  const bool held = fields.active && fields.part == c.part && fields.axis == c.index;
  const bool covered = fields.mixed[place_of(c)] && !held;
  if (covered) ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
  float& value = number_of(fields.now, c);
  const auto factor = static_cast<float>(c.shown.factor);
  const float before = value * factor;
  float typed = before;
  const bool touched =
      number_field(f, "##v", typed, c.speed * factor, c.format, c.length ? c.shown.metres : 0.0);
  // What comes back the same up to rounding is the same.
  const bool changed =
      touched && (factor == 1.0f || std::abs(typed - before) > 1e-6f * std::abs(before));
  if (changed) value = typed / factor;
  if (covered) ImGui::PopStyleColor();
  mark(f, c.row, std::string(1, c.letter));
  if (covered && !ImGui::IsItemActive()) cover_mixed(f, corner, width);
  if (ImGui::IsItemActivated()) {
    fields.active = true;
    take_fields(f, c.part, c.index);
  }
  const float inset = f.px(4);
  const vec3 edge = c.color < 0 ? f.colors.text_dim : f.colors.axis[idx(c.color)];
  ImGui::GetWindowDrawList()->AddRectFilled(
      ImVec2(corner.x, corner.y + inset),
      ImVec2(corner.x + f.px(2), corner.y + ImGui::GetFrameHeight() - inset), to_u32(edge),
      f.px(1));
  if (changed && std::isfinite(value)) preview_fields(f);
  if (ImGui::IsItemDeactivated()) {
    end_fields(f, !key_pressed(Key::Escape));
  } else if (ImGui::IsItemActive() && key_pressed(Key::Escape)) {
    ImGui::ClearActiveID();
    end_fields(f, false);
  }
  ImGui::PopID();
}

template <std::size_t N>
void draw_cells(Frame& f, const Cell (&cells)[N]) {
  const float gap = f.px(4), count = static_cast<float>(N);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - (count - 1.0f) * gap) / count);
  ImGui::PushID(cells[0].row);
  compat::push_font(mono_font());
  for (std::size_t k = 0; k < N; ++k) {
    if (k > 0) ImGui::SameLine(0.0f, gap);
    draw_cell(f, cells[k], width);
  }
  ImGui::PopFont();
  ImGui::PopID();
}

// Puts the next item on the line of a title that began at `top`, `n` buttons from its end.
void to_line_end(Frame& f, float top, int n) {
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                       static_cast<float>(n) * f.px(22));
  ImGui::SetCursorScreenPos(ImVec2(ImGui::GetCursorScreenPos().x, top - f.px(3)));
}

// The button at the end of a row's title; true where it was pressed.
bool reset_button(Frame& f, const char* row, float top, bool touched) {
  to_line_end(f, top, 1);
  const bool pressed =
      icon_button(f, (std::string("reset ") + row).c_str(), Icon::Reset, false, touched, 22.0f);
  tooltip(f, std::string("Reset the ") + row);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - f.px(3));
  return pressed;
}

// More than what rounding leaves of numbers of this size.
bool differs(const vec3& value, const vec3& neutral, float size) {
  const vec3 d = glm::abs(value - neutral);
  return !(std::max({d.x, d.y, d.z}) <= 1e-5f * size);
}

void vector_row(Frame& f, const char* row, const std::string& title, JointFields::Part part,
                vec3& value, float speed, const vec3& neutral, float size,
                const ShownLength* length = nullptr) {
  ImGui::PushID(row);
  const float top = ImGui::GetCursorScreenPos().y;
  text_dim(f, title);
  if (reset_button(f, row, top, differs(value, neutral, size))) {
    take_fields(f, part, -1);
    value = neutral;
    f.edit(edit_of(f));
  }
  const bool is_length = length != nullptr;
  const ShownLength shown = is_length ? *length : ShownLength{};
  constexpr const char* kFormats[] = {"%.0f", "%.1f", "%.2f", "%.3f"};
  const char* format = kFormats[idx(std::clamp(shown.decimals, 0, 3))];
  const Cell cells[] = {{row, 'x', part, 0, 0, speed, format, shown, is_length},
                        {row, 'y', part, 1, 1, speed, format, shown, is_length},
                        {row, 'z', part, 2, 2, speed, format, shown, is_length}};
  draw_cells(f, cells);
  ImGui::PopID();
}

// Shortest decimals that say as much as the fields do, and a bit more.
std::string words_of_numbers(const RotationNumbers& r, std::initializer_list<int> order,
                             const char* between) {
  std::string out;
  char text[32];
  for (const int k : order) {
    std::snprintf(text, sizeof text, "%.7g", double(r.n[k]));
    out += (out.empty() ? "" : between) + std::string(text);
  }
  return out;
}

// The same rotation in words for `--edit`, and as other programs write it.
void copy_menu(Frame& f, float top) {
  const JointFields& fields = f.state.of_model.fields;
  to_line_end(f, top, 2);
  if (icon_button(f, "copy rotation", Icon::Copy, false, true, 22.0f)) ImGui::OpenPopup("copy as");
  tooltip(f, "Copy the rotation as text");
  if (!ImGui::BeginPopup("copy as")) return;
  const quat q = rotation_of(fields.now.rotation).value_or(quat(1.0f, 0.0f, 0.0f, 0.0f));
  const RotationNumbers four = numbers_of(q, RotationNumbers::Quaternion, EulerOrder::XYZ);
  RotationNumbers typed = fields.now.rotation;
  const struct {
    const char* label;
    std::string text;
  } ways[] = {
      {"As an edit", to_text(RotateJoint{fields.joint, typed, fields.space, true}, *f.model())},
      {"As a quaternion, w x y z", words_of_numbers(four, {0, 1, 2, 3}, " ")},
      {"As JSON, x y z w like glTF",
       "{\"rotation\": [" + words_of_numbers(four, {1, 2, 3, 0}, ", ") + "]}"}};
  for (const auto& way : ways) {
    if (ImGui::MenuItem(way.label)) copy_text(f, way.text, way.text);
    mark(f, "copy:", way.label);
  }
  ImGui::EndPopup();
}

void combo_of(Frame& f, const char* id, const ChoiceSetting& setting, float width) {
  int& chosen = f.state.settings.*setting.value;
  const bool open =
      begin_combo(f, (std::string("##") + id).c_str(), setting.choices[idx(chosen)].label, width);
  mark(f, id);
  if (!open) {
    tooltip(f, setting.hint);
    return;
  }
  for (std::size_t k = 0; k < setting.choices.size(); ++k) {
    if (list_row(setting.choices[k].label, idx(chosen) == k)) {
      chosen = static_cast<int>(k);
      f.out.requests.save_settings = true;
    }
    mark(f, "rotation:", setting.choices[k].word);
  }
  ImGui::EndCombo();
}

// As which numbers, in which axes.
void draw_rotation_choices(Frame& f) {
  const float gap = f.px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2.0f);
  for (const ChoiceSetting& setting : choice_settings()) {
    if (setting.value == &Settings::rotation) combo_of(f, "rotation form", setting, width);
    if (setting.value != &Settings::rotation_axes) continue;
    ImGui::SameLine(0.0f, gap);
    combo_of(f, "rotation axes", setting, width);
  }
}

void draw_rotation_words(Frame& f) {
  const RotationNumbers& r = f.state.of_model.fields.now.rotation;
  std::string words = made_unit(r);
  if (r.form == RotationNumbers::Euler && is_gimbal_locked(r.order, vec3(r.n))) {
    const auto axes = axes_of(r.order);
    const auto letter = [&axes](int k) { return std::string(1, "xyz"[axes[idx(k)]]); };
    words = "Gimbal lock: at a right angle about " + letter(1) + ", " + letter(0) + " and " +
            letter(2) + " turn about the same line. The numbers stay as typed.";
  }
  if (words.empty()) return;
  ImGui::PushTextWrapPos();
  text_colored(f.colors.hint, words);
  ImGui::PopTextWrapPos();
  mark(f, "rotation words");
}

void rotation_row(Frame& f) {
  JointFields& fields = f.state.of_model.fields;
  constexpr const char* kTitles[] = {"Rotation, degrees", "Rotation, w x y z",
                                     "Rotation, axis and degrees"};
  constexpr JointFields::Part kPart = JointFields::Rotation;
  const RotationNumbers form = fields.now.rotation;
  const quat identity(1.0f, 0.0f, 0.0f, 0.0f);
  ImGui::PushID("rotation");
  const float top = ImGui::GetCursorScreenPos().y;
  text_dim(f, kTitles[form.form]);
  copy_menu(f, top);
  const bool touched = !is_same_rotation(rotation_of(form).value_or(identity), identity);
  if (reset_button(f, "rotation", top, touched)) {
    take_fields(f, kPart, -1);
    fields.now.rotation = numbers_of(identity, form.form, form.order);
    f.edit(edit_of(f));
  }
  draw_rotation_choices(f);
  if (form.form == RotationNumbers::Euler) {
    const Cell cells[] = {{"rotation", 'x', kPart, 0, 0, 0.5f, "%.2f"},
                          {"rotation", 'y', kPart, 1, 1, 0.5f, "%.2f"},
                          {"rotation", 'z', kPart, 2, 2, 0.5f, "%.2f"}};
    draw_cells(f, cells);
  } else if (form.form == RotationNumbers::Quaternion) {
    const Cell cells[] = {{"rotation", 'w', kPart, 0, -1, 0.005f, "%.4f"},
                          {"rotation", 'x', kPart, 1, 0, 0.005f, "%.4f"},
                          {"rotation", 'y', kPart, 2, 1, 0.005f, "%.4f"},
                          {"rotation", 'z', kPart, 3, 2, 0.005f, "%.4f"}};
    draw_cells(f, cells);
  } else {
    const Cell cells[] = {{"rotation", 'x', kPart, 0, 0, 0.01f, "%.3f"},
                          {"rotation", 'y', kPart, 1, 1, 0.01f, "%.3f"},
                          {"rotation", 'z', kPart, 2, 2, 0.01f, "%.3f"},
                          {"rotation", 'a', kPart, 3, -1, 0.5f, "%.2f"}};
    draw_cells(f, cells);
  }
  draw_rotation_words(f);
  ImGui::PopID();
}

// Metres a unit of the joint's own frame: the file's unit times the scale of what is above.
double metres_of_frame(const Frame& f, int joint) {
  const int parent = f.model()->skeleton.parent[idx(joint)];
  const mat4 above = parent < 0 ? mat4(1.0f) : f.input.posed.world[idx(parent)];
  const mat4 frame = mul_affine(above, f.input.posed.base_local[idx(joint)]);
  const double volume = std::abs(double(glm::determinant(mat3(frame))));
  return metres_a_unit(*f.model()) * std::cbrt(volume);
}

// What a translation of the joint is small against: where the joint is, or the model's height; in
// file units.
float reach_of(const Frame& f, int joint, float unit) {
  const mat4& base = f.input.posed.base_local[idx(joint)];
  return std::max(glm::length(vec3(base[3])), f.input.bones.layout.height / unit);
}

}  // namespace

void draw_joint_numbers(Frame& f, int joint) {
  JointFields& fields = f.state.of_model.fields;
  // The joint changed under a held field: what was previewed of the old one stays.
  if (fields.active && fields.joint != joint) end_fields(f, true);
  refresh_fields(f, joint);

  // Display units are metres; a tenth of a percent of one in file units a pixel.
  const float unit = std::max(1e-6f, glm::length(vec3(f.model()->to_display[0])));
  rotation_row(f);
  const double of_frame = metres_of_frame(f, joint);
  const ShownLength length = shown_length(f, of_frame, of_frame);
  vector_row(f, "translation", "Translation, " + length.name, JointFields::Translation,
             fields.now.translation, 0.002f / unit, vec3(0.0f), reach_of(f, joint, unit), &length);
  vector_row(f, "scale", "Scale", JointFields::Scale, fields.now.scale, 0.005f, vec3(1.0f), 1.0f);
  if (recompose_error(f.scene().pose.user_local[idx(joint)]) > 1e-4f) {
    ImGui::PushTextWrapPos();
    text_colored(f.colors.warning, "This transform has shear; editing a number removes it.");
    ImGui::PopTextWrapPos();
  }
}

}  // namespace bindpose::ui
