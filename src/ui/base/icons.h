// Icons as strokes, so that they are sharp at every scale and need no file.
#pragma once

#include <imgui.h>

namespace bindpose::ui {

// clang-format off
enum class Icon {
  Select, Translate, Rotate, Scale, Probe, Snap, Pull, Local, Parent, World,
  Shaded, Weights, Skeleton, Names, Axes, Grid, Wireframe,
  Play, Pause, JumpStart, JumpEnd, StepBack, StepForward, PreviousKey, NextKey, Loop, PingPong, Once, Curves, Fade,
  Close, Search, Folder, File, FolderUp, PanelLeft, PanelRight, Sun, Moon, Reset,
  ChevronRight, ChevronDown, Frame, Copy, Eye, EyeOff, Lock, LockOpen, Message,
};
// clang-format on

// Around `center`, inside a square of `size`.
void draw_icon(ImDrawList* list, Icon icon, ImVec2 center, float size, ImU32 color);

}  // namespace bindpose::ui
