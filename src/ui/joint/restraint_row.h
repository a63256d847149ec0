// The Joint tab: whether the joint is locked, and how inverse kinematics may turn it.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_restraint(Frame& f, int joint);

}  // namespace bindpose::ui
