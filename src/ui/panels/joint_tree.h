// The joint tree with its search.
#pragma once

#include "ui/base/tree_rows.h"

namespace bindpose::ui {

void draw_joint_tree(Frame& f);

}  // namespace bindpose::ui
