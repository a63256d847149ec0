// The rows of numbers in the Joint tab.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_joint_numbers(Frame& f, int joint);

}  // namespace bindpose::ui
