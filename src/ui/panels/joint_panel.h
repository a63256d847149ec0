// The Joint tab: the numbers of Ul_j, the gizmo's switches, resets.
#pragma once

#include <vector>

#include "math/types.h"

namespace bindpose::ui {

struct Frame;

// The numbers of Ul_j. They outlive a frame so that typed angles stay as typed and a drag computes
// from its start.
struct JointFields {
  int joint = -1;
  mat4 shown{1.0f};  // the Ul_j that the numbers were taken from
  vec3 translation{0.0f}, degrees{0.0f}, scale{1.0f};
  bool active = false;  // a field is held or being typed in
  bool edited = false;  // previews were sent
  // The other selected joints get the same number: theirs as they were when the field was taken.
  struct Other {
    int joint;
    vec3 part[3];  // as `parts` of the panel counts them: degrees, translation, scale
  };
  std::vector<Other> others;
  int part = 0, axis = -1;  // which number is held; axis -1: all three
};

void draw_joint_panel(Frame& f);

}  // namespace bindpose::ui
