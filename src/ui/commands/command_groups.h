// The parts of the command table, one a file; what their entries share.
#pragma once

#include <span>

#include "ui/commands/commands.h"

namespace bindpose::ui {

std::span<const CommandInfo> file_commands();    // File, Edit
std::span<const CommandInfo> select_commands();  // Edit > Select
std::span<const CommandInfo> draft_commands();   // Edit > Skeleton
std::span<const CommandInfo> pose_commands();    // Gizmo, Pose
std::span<const CommandInfo> time_commands();    // Time
std::span<const CommandInfo> ik_commands();    // Pose: limbs that are pulled, joints that are held
std::span<const CommandInfo> view_commands();  // Maps, Show
std::span<const CommandInfo> explain_commands();    // Skinning: mistakes, the space walker
std::span<const CommandInfo> engine_commands();     // Maps: what an engine would show
std::span<const CommandInfo> mark_commands();       // View, Pose: what is hidden, what is locked
std::span<const CommandInfo> mend_commands();       // Weights: vertices that are chosen, mends
std::span<const CommandInfo> paint_commands();      // Weights: the brush
std::span<const CommandInfo> camera_commands();     // Camera
std::span<const CommandInfo> lesson_commands();     // Lesson
std::span<const CommandInfo> window_commands();     // Joint tree, Window
std::span<const CommandInfo> pose_tool_commands();  // Pose tools

inline bool has_model(const Frame& f) {
  return f.model() != nullptr;
}
inline bool has_selection(const Frame& f) {
  return f.selected() >= 0;
}

}  // namespace bindpose::ui
