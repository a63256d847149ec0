// The right panel: the tabs that tell of the selected joint.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

enum class InspectorTab {
  Joint,
  Weights,
  Math,
  Poses,
  Morphs,       // where the model has some
  Differences,  // while another file is compared
  Clinic,
  Numbers  // while somebody else's are held against the pose
};

struct RightPanelState {
  InspectorTab tab = InspectorTab::Joint;
  InspectorTab drawn = InspectorTab::Joint;  // in the last frame
};

void draw_right_panel(Frame& f, const Rect& r);
// What the open model is, in numbers: where no joint is selected.
void draw_model_facts(Frame& f);

}  // namespace bindpose::ui
