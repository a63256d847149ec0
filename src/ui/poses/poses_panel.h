// The Poses tab: mirror, copy and paste, blending, and the library of saved poses.
#pragma once

#include <string>

#include "math/types.h"

namespace bindpose::ui {

struct Frame;

struct PosesPanelState {
  // Blending: towards what, and the slider that is held.
  int towards = 0;      // BlendPose::Towards; Given: `saved`
  std::string saved{};  // the name
  enum Slider { None, Blend, Relax };
  Slider held = None;
  float factor = 0.0f;
  // The library.
  char name[256] = "";  // of what is saved next
  bool selected_only = false;
  bool listed = false;    // the library was asked what it has
  std::string pressed{};  // the thumbnail that has the mouse
  vec2 press{0.0f};       // where it went down
  bool dragging = false;  // and that it blends
  enum Page { Menu, Rename, Remove };
  Page page = Menu;
  char rename[256] = "";
  bool busy() const { return held != None || dragging; }
};

void draw_poses_panel(Frame& f);
// Its lower part.
void draw_pose_library(Frame& f);

}  // namespace bindpose::ui
