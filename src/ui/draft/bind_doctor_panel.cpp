#include "ui/draft/bind_doctor_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/numbers.h"
#include "scene/numerals.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/ui_state.h"

namespace bindpose::ui {

namespace {

struct DoubtName {
  BindDoubt doubt;
  const char* name;
};
constexpr DoubtName kDoubts[] = {
    {BindDoubt::Fault, "likely a fault"},
    {BindDoubt::Any, "off in any way"},
    {BindDoubt::Axes, "axes"},
    {BindDoubt::Pose, "the file's Pose"},
    {BindDoubt::Meshes, "mesh against mesh"},
    {BindDoubt::Rest, "apart from the rest pose"},
    {BindDoubt::Here, "T_j is not the identity"},
};

std::string apart_text(const Frame& f, const BindApart& apart) {
  if (apart.same) return "the same";
  const double metres = apart.distance * metres_a_unit(*f.model());
  std::string out = length_text(f, metres, three_digits(static_cast<float>(metres))) + "  " +
                    number(apart.degrees, apart.apart ? 2 : 4) + "\xC2\xB0";
  if (std::abs(apart.scale - 1.0) > kFitsBind) out += "  \xC3\x97" + number(apart.scale, 3);
  return out;
}

// T_j of the selected joint, in words; what it was before is kept from model to model.
void note_t(BindDoctorState& s, const Frame& f, bool another_model) {
  const int joint = f.selected();
  const auto at = std::ranges::find(s.joints, joint, &BoundJoint::joint);
  const std::string name = joint < 0 ? "" : f.model()->skeleton.name[idx(joint)];
  const std::string now = at == s.joints.end() ? "" : apart_text(f, at->from_here);
  if (name != s.of) s.was.clear();
  if (name == s.of && another_model && now != s.now) s.was = s.now;
  s.of = name;
  s.now = now;
}

void examine_binds(Frame& f) {
  BindDoctorState& s = f.state.doctor;
  const Scene& scene = f.scene();
  const PosedScene& posed = f.input.posed;
  if (posed.world.size() != scene.model->skeleton.parent.size()) return;
  const bool another = s.model != scene.model->id;
  if (another) s.size = surface_size(*scene.model);
  if (another || s.weights != scene.weights.revision) {
    s.joints = bound_joints(scene, posed);
  } else if (s.pose != posed.revision) {
    examine_here(scene, posed, s.size, s.joints);
  }
  note_t(s, f, another);
  s.model = scene.model->id;
  s.weights = scene.weights.revision;
  s.pose = posed.revision;
}

const BoundJoint* examined(const Frame& f, int joint) {
  const auto at = std::ranges::find(f.state.doctor.joints, joint, &BoundJoint::joint);
  return at == f.state.doctor.joints.end() ? nullptr : &*at;
}

// What is off about a joint that the list has for that doubt; where it is off in several ways, the
// gravest.
std::string doubt_text(const Frame& f, const BoundJoint& j, BindDoubt doubt) {
  switch (doubt) {
    case BindDoubt::Axes:
      return axes_sentence(j);
    case BindDoubt::Pose:
      return apart_text(f, j.from_pose);
    case BindDoubt::Rest:
      return apart_text(f, j.from_rest);
    case BindDoubt::Here:
      return apart_text(f, j.from_here);
    case BindDoubt::Meshes:
      return "meshes differ";
    case BindDoubt::Fault:
    case BindDoubt::Any:
      break;
  }
  if (in_doubt(j, BindDoubt::Axes)) return axes_sentence(j);
  if (in_doubt(j, BindDoubt::Pose)) return "Pose: " + apart_text(f, j.from_pose);
  if (j.differ) return "meshes differ";
  return j.from_rest.apart ? "rest: " + apart_text(f, j.from_rest)
                           : "T_j: " + apart_text(f, j.from_here);
}

void command_line(Frame& f, Command command, const char* text, float width, const char* about) {
  ImGui::BeginDisabled(!available(f, command));
  const bool pressed = ImGui::Button(text, ImVec2(width, 0));
  ImGui::EndDisabled();
  mark(f, "doctor:", text);
  tooltip(f, about, command);
  if (pressed) run(f, command);
}

// So that a number has four digits that count, the last one at `large` / 1000.
int decimals_at(double large) {
  if (!std::isfinite(large) || !(large > 0.0)) return 3;
  return std::clamp(3 - static_cast<int>(std::floor(std::log10(1.001 * large))), 0, 6);
}

void draw_matrix(const Frame& f, const mat4& m) {
  const MatrixDecimals decimals = matrix_decimals(m, f.state.doctor.size);
  for (int r = 0; r < 3; ++r) {
    std::string row;
    for (int c = 0; c < 4; ++c) {
      std::string x = number(static_cast<double>(m[c][r]), c == 3 ? decimals.place : decimals.axes);
      row += std::string(x.size() < 9 ? 9 - x.size() : 1, ' ') + x;
    }
    text_mono(row);
  }
}

void draw_one(Frame& f, const BoundJoint& j) {
  const BoundMesh mesh = bound_mesh(f.scene(), idx(j.mesh));
  text_dim(
      f, "Inverse bind matrix B_j^-1" + (j.meshes > 1 ? " with " + mesh.mesh.name : std::string()));
  draw_matrix(f, mesh.skin.inverse_bind[j.slot]);
  mark(f, "doctor matrix");
  if (j.differ) {
    ImGui::PushTextWrapPos();
    text_colored(f.colors.hint, "Other meshes bind it elsewhere.");
    ImGui::PopTextWrapPos();
  }
  key_value(f, "Its axes", axes_sentence(j), false);
  text_dim(f, "B_j is apart from");
  key_value(f, "the file's Pose", j.in_pose ? apart_text(f, j.from_pose) : "it has none");
  mark(f, "doctor pose");
  key_value(f, "the rest pose", apart_text(f, j.from_rest));
  mark(f, "doctor rest");
  const std::string& was = f.state.doctor.was;
  key_value(f, "here: T_j", apart_text(f, j.from_here));
  mark(f, "doctor here");
  if (!was.empty()) {
    key_value(f, "T_j before", was);
    mark(f, "doctor before");
  }
}

void draw_mends(Frame& f) {
  const float gap = f.px(4);
  const float third = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  text_dim(f, f.selected() < 0 ? "Bind all joints" : "Bind what is selected");
  command_line(f, Command::RebindHere, "Here", third,
               "B_j becomes W_j as it is shown; points stay where they were bound");
  ImGui::SameLine(0.0f, gap);
  command_line(f, Command::RebindRest, "To rest", third, "B_j becomes W_j of the rest pose");
  ImGui::SameLine(0.0f, gap);
  command_line(f, Command::RebindPose, "To Pose", third,
               available(f, Command::RebindPose) ? "B_j becomes what the file's Pose has"
               : f.model()->pose_tables.empty()  ? "The file has no Pose"
                                                 : "The file's Pose has none of these joints");
  command_line(f, Command::BindPoseHere, "Make this pose the bind pose",
               ImGui::GetContentRegionAvail().x,
               "All joints are bound where they are, and the points go along: nothing moves");
}

void draw_joints_in_doubt(Frame& f) {
  BindDoctorState& s = f.state.doctor;
  std::vector<const BoundJoint*> rows;
  for (const BoundJoint& j : s.joints) {
    if (in_doubt(j, s.doubt)) rows.push_back(&j);
  }
  const auto now = std::ranges::find(kDoubts, s.doubt, &DoubtName::doubt);
  text_dim(f, counted_joints(rows.size()) + " of " + grouped(s.joints.size()) + ":");
  if (begin_combo(f, "##doubt", now->name, ImGui::GetContentRegionAvail().x)) {
    for (const DoubtName& d : kDoubts) {
      if (list_row(d.name, d.doubt == s.doubt)) s.doubt = d.doubt;
      mark(f, "doubt:", d.name);
    }
    ImGui::EndCombo();
  }
  mark(f, "doubt");
  command_line(f, Command::BindNext, "Next one", ImGui::GetContentRegionAvail().x,
               "Selects the next joint of this list");
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const auto shown = static_cast<float>(std::min<std::size_t>(rows.size(), 10));
  if (rows.empty()) return;
  ImGui::BeginChild("bound joints", ImVec2(0, shown * row + f.px(4)), false,
                    ImGuiWindowFlags_NoNav);
  ImGuiListClipper clip;
  clip.Begin(static_cast<int>(rows.size()), row);
  while (clip.Step()) {
    for (int k = clip.DisplayStart; k < clip.DisplayEnd; ++k) {
      const BoundJoint& j = *rows[idx(k)];
      const std::string& name = f.model()->skeleton.name[idx(j.joint)];
      const std::string what = doubt_text(f, j, s.doubt);
      ImGui::PushID(j.joint);
      const float width = ImGui::GetContentRegionAvail().x;
      const float right = ImGui::CalcTextSize(what.c_str()).x;
      const std::string left = elided(name, std::max(width - right - f.px(10), 0.4f * width));
      if (ImGui::Selectable((left + "###bound").c_str(), j.joint == f.selected()))
        select_joint(f, j.joint);
      mark(f, "bound:", name);
      ImGui::SameLine();
      text_right(what, f.colors.text_dim);
      ImGui::PopID();
    }
  }
  clip.End();
  ImGui::EndChild();
}

}  // namespace

MatrixDecimals matrix_decimals(const mat4& m, double size) {
  double axis = 0.0;
  for (int c = 0; c < 3; ++c) axis = std::max(axis, double(glm::length(vec3(m[c]))));
  return {decimals_at(axis), decimals_at(axis * size)};
}

int next_in_doubt(Frame& f) {
  examine_binds(f);
  const BindDoctorState& s = f.state.doctor;
  int first = -1;
  for (const BoundJoint& j : s.joints) {
    if (!in_doubt(j, s.doubt)) continue;
    if (first < 0) first = j.joint;
    if (j.joint > f.selected()) return j.joint;
  }
  return first;
}

void draw_bind_doctor(Frame& f) {
  BindDoctorState& s = f.state.doctor;
  if (joint_count(joint_flags(f.scene())) == 0) return;
  // The file's own sentence costs nothing; how many are off is known once it is open.
  if (std::exchange(s.to_it, false)) ImGui::SetScrollHereY(0.0f);
  if (!section(f, "Bind doctor", "", s.open)) return;
  examine_binds(f);
  const BoundJoint* j = examined(f, f.selected());
  if (j != nullptr) {
    draw_one(f, *j);
  } else if (f.selected() >= 0) {
    text_dim(f, "No skin names this node.");
  }
  draw_mends(f);
  vertical_space(f, 4);
  draw_joints_in_doubt(f);
}

}  // namespace bindpose::ui
