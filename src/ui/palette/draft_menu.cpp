// The menu of a joint that is made by hand.
#include <utility>

#include "math/numbers.h"
#include "scene/draft/built_model.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/menu.h"
#include "ui/draft/draft_tool.h"
#include "ui/palette/palette.h"

namespace bindpose::ui {

namespace {

constexpr const char* kDraftPopup = "draft menu";

// The panel has the field.
void begin_rename(Frame& f) {
  f.state.layout.right_open = true;
  f.state.right.tab = InspectorTab::Joint;
  f.state.of_model.draft.to_name = true;
  f.out.wants_next_frame = true;
}

}  // namespace

void draw_draft_menu(Frame& f) {
  PaletteState& s = f.state.palette;
  const int joint = selected_draft_joint(f);
  if (joint < 0) {
    s.draft_menu = false;
    return;
  }
  const DraftJoint& chosen = f.scene().draft->joint[idx(joint)];
  if (std::exchange(s.draft_menu, false)) {
    ImGui::OpenPopup(kDraftPopup);
    f.out.wants_next_frame = true;
    if (std::exchange(s.at_joint, false))
      ImGui::SetNextWindowPos(
          im(beside_point(f, vec3(f.model()->to_display * vec4(chosen.position, 1.0f)))));
  }
  if (!begin_joint_popup(f, kDraftPopup, chosen.name)) return;
  if (ImGui::MenuItem("Rename")) begin_rename(f);
  mark(f, "menu:Rename");
  menu_command(f, Command::DraftDelete);
  ImGui::Separator();
  menu_command_as(f, Command::ToggleSymmetry, "Both sides at once", true);
  menu_command(f, Command::DraftMirrorRight);
  menu_command(f, Command::DraftMirrorLeft);
  ImGui::Separator();
  menu_command_as(f, Command::DraftBuild,
                  keeps_own_weights(f.scene(), *f.scene().draft) ? "Build and keep weights"
                                                                 : "Build and compute weights",
                  false);
  menu_command_as(f, Command::DraftMode, "Leave without building", false);
  end_joint_popup();
}

}  // namespace bindpose::ui
