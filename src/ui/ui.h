// The window's contents with Dear ImGui: a function of the scene that returns edits and requests.
// Knows neither the renderer nor files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/edit.h"
#include "view/bones.h"
#include "view/camera.h"
#include "view/gizmo.h"

namespace bindpose::ui {

// What the window keeps between frames and is no part of the document.
struct UiState {
  char joint_search[128] = {};
  bool only_weighted = false;    // joint tree: hide nodes without weights
  float left_width = 260.0f;     // logical pixels
  float right_width = 320.0f;
  bool left_open = true;
  bool right_open = true;
  bool show_help = false;        // F1
  bool show_about = false;
  int inspector_tab = 0;         // Joint, Weights, Math ...
  int scroll_to_joint = -1;      // the tree scrolls there once
  float scale = 1.0f;            // the display's scale
  std::string message;           // an error or a notice, shown until dismissed
  bool message_is_error = false;
  std::optional<GizmoDrag> drag; // gizmo drag in progress
  Handle hot_handle = Handle::None;
  bool file_browser_open = false;
  std::string browser_folder;
  char browser_path[1024] = {};
  // Values of number fields at the start of an edit, so that a drag computes from there.
  mat4 field_start{1.0f};
  vec3 field_degrees{0.0f};
  int field_joint = -1;
};

// What a frame shows beside the scene.
struct UiInput {
  const Document& document;
  const PosedScene& posed;
  const BoneSet& bones;
  Camera camera;
  double frame_ms = 0.0;
  std::string renderer;               // for About
  std::vector<std::string> recent;    // files
  std::vector<std::string> folder_entries;  // the browser's current folder: "name" or "name/"
};

// Things that only the application can do.
struct Requests {
  std::optional<std::string> open_file;
  std::optional<std::string> list_folder;   // fill UiInput::folder_entries for this folder
  std::optional<std::string> save_picture;  // PNG path
  std::optional<std::string> export_mesh;   // OBJ, PLY or GLB path
  std::optional<std::string> save_pose, load_pose;
  bool undo = false, redo = false, quit = false;
  std::optional<Side> look_from;
  bool frame_selection = false, frame_all = false;
  bool toggle_projection = false;
};

struct UiOutput {
  std::vector<EditRequest> edits;
  Requests requests;
  // The view's rectangle in logical pixels (origin top left) and what the mouse does there.
  vec2 view_pos{0.0f}, view_size{1.0f};
  bool view_hovered = false;      // the mouse is over the view and no widget or handle wants it
  bool gizmo_owns_mouse = false;  // over a handle, or dragging one
  bool wants_keyboard = false;    // a text field is active
  bool wants_next_frame = false;  // something animates (caret, tooltip delay)
};

// Fonts: `sans` and `mono` are files (may be empty: ImGui's own font). Call before the first frame and
// when the scale changes, between frames.
void load_fonts(const std::string& sans, const std::string& mono, float scale);
void apply_theme(bool dark, float scale);

// Between ImGui::NewFrame and ImGui::Render. Draws panels, gizmo and overlays; handles keys.
UiOutput draw(UiState& state, const UiInput& input);

}  // namespace bindpose::ui
