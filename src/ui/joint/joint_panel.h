// The Joint tab: the numbers of Ul_j, the gizmo's switches, resets.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_joint_panel(Frame& f);

}  // namespace bindpose::ui
