#include "ui/poses/poses_panel.h"

#include <algorithm>
#include <cmath>

#include "scene/pose/symmetry.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

void command_buttons(Frame& f, std::initializer_list<Command> commands) {
  const float gap = f.px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2.0f);
  int k = 0;
  for (const Command command : commands) {
    if (k++ % 2 == 1) ImGui::SameLine(0.0f, gap);
    ImGui::BeginDisabled(!available(f, command));
    if (ImGui::Button(info(command).label, ImVec2(width, 0))) run(f, command);
    mark(f, "poses:", info(command).name);
    ImGui::EndDisabled();
    tooltip(f, info(command).label, command);
  }
}

void draw_symmetry(Frame& f) {
  if (toggle(f, "symmetry", "Symmetric editing", f.scene().view.symmetric))
    run(f, Command::ToggleSymmetry);
  tooltip(f, "What is done to a joint, the joint on the other side does mirrored",
          Command::ToggleSymmetry);
  const int joint = f.selected();
  if (joint < 0) return;
  const int partner = partner_of(f.scene(), joint);
  const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(joint)];
  const std::string other =
      partner == kNoPartner ? "no joint on the other side"
      : partner == joint
          ? "stands in the middle"
          : "other side: " + f.model()->skeleton.name[static_cast<std::size_t>(partner)];
  text_dim(f, wrapped(name + ": " + other, ImGui::GetContentRegionAvail().x));
}

const SavedPose* chosen_pose(const Frame& f) {
  const auto found =
      std::ranges::find(f.input.poses, f.state.of_model.poses.saved, &SavedPose::name);
  return found == f.input.poses.end() || !found->given ? nullptr : &*found;
}

Edit slider_edit(const Frame& f) {
  const PosesPanelState& s = f.state.of_model.poses;
  const std::vector<int> joints = selected_joints(f.scene());
  if (s.held == PosesPanelState::Relax) return RelaxPose{s.factor, joints};
  BlendPose edit{static_cast<BlendPose::Towards>(s.towards), s.factor, joints};
  if (const SavedPose* pose = chosen_pose(f); pose != nullptr && edit.towards == BlendPose::Given) {
    edit.name = pose->name;
    edit.given = pose->given;
  }
  return edit;
}

// From where the pose was when the slider was taken; it goes back to 0 when it is let go.
void draw_slider(Frame& f, PosesPanelState::Slider which, const char* id, float width) {
  PosesPanelState& s = f.state.of_model.poses;
  float percent = s.held == which ? 100.0f * s.factor : 0.0f;
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::SliderFloat((std::string("##") + id).c_str(), &percent, 0.0f, 100.0f,
                                          "%.0f %%", ImGuiSliderFlags_AlwaysClamp);
  mark(f, "poses:", id);
  if (ImGui::IsItemActivated()) s.held = which, s.factor = 0.0f;
  if (s.held != which) return;
  if (changed && std::isfinite(percent)) {
    s.factor = 0.01f * percent;
    f.edit(slider_edit(f), Phase::Preview);
  }
  const bool cancelled = key_pressed(Key::Escape);
  if (!ImGui::IsItemDeactivated() && !(ImGui::IsItemActive() && cancelled)) return;
  if (ImGui::IsItemActive()) ImGui::ClearActiveID();
  if (f.document().in_gesture() || s.factor > 0.0f)
    f.edit(slider_edit(f), cancelled ? Phase::Cancel : Phase::Commit);
  s.held = PosesPanelState::None;
}

void draw_towards(Frame& f, float width) {
  PosesPanelState& s = f.state.of_model.poses;
  constexpr const char* kNames[] = {"Bind pose", "Rest pose", "Clip"};
  if (s.towards == BlendPose::Given && chosen_pose(f) == nullptr) s.towards = 0;
  const bool clips = clip_count(f.scene()) > 0;
  const std::string shown = s.towards == BlendPose::Given ? s.saved : kNames[s.towards];
  const bool open = begin_combo(f, "##towards", shown, width);
  mark(f, "poses:towards");
  if (!open) return;
  for (int k = 0; k < 3; ++k) {
    ImGui::BeginDisabled(k == BlendPose::Clip && !clips);
    if (list_row(kNames[k], s.towards == k)) s.towards = k;
    mark(f, "towards:", kNames[k]);
    ImGui::EndDisabled();
  }
  for (const SavedPose& pose : f.input.poses) {
    if (!pose.given) continue;
    const bool on = s.towards == BlendPose::Given && s.saved == pose.name;
    if (list_row((pose.name + "##saved").c_str(), on)) {
      s.towards = BlendPose::Given;
      s.saved = pose.name;
    }
    mark(f, "towards:", pose.name);
  }
  ImGui::EndCombo();
}

void draw_blend(Frame& f) {
  const std::size_t selected = selected_joints(f.scene()).size();
  const float width = ImGui::GetContentRegionAvail().x;
  text_dim(f, selected == 0   ? "Blend all joints towards"
              : selected == 1 ? "Blend the selected joint towards"
                              : "Blend " + grouped(selected) + " joints towards");
  draw_towards(f, width);
  draw_slider(f, PosesPanelState::Blend, "blend", width);
  tooltip(f, "Drag: the pose goes that far towards the other one");
  text_dim(f, "Relax");
  draw_slider(f, PosesPanelState::Relax, "relax", width);
  tooltip(
      f,
      "Drag: each joint's turn goes that far towards the mean of the joints above and below it, "
      "so that a bend spreads along the chain");
}

}  // namespace

void draw_poses_panel(Frame& f) {
  PosesPanelState& s = f.state.of_model.poses;
  if (!s.listed) f.out.requests.library.push_back({});
  s.listed = true;
  command_buttons(
      f, {Command::CopyPose, Command::PastePose, Command::MirrorPose, Command::PasteMirrored});
  draw_symmetry(f);
  vertical_space(f, 4);
  draw_blend(f);
  vertical_space(f, 4);
  draw_pose_library(f);
}

}  // namespace bindpose::ui
