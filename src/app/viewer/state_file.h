// What the window shows, as lines of text for scripts and tests: `bindpose MODEL --state FILE`
// keeps the file up to date while nothing moves, and twenty times a second where something does.
#pragma once

#include <filesystem>
#include <string>

#include "app/compare/comparison.h"
#include "app/compare/numbers_checker.h"
#include "scene/edit/edit.h"
#include "ui/ui.h"
#include "view/camera.h"

namespace bindpose::app {

struct WindowState {
  const Document& document;
  const PosedScene& posed;
  const Camera& camera;
  Viewport viewport;
  vec2 view_corner;
  const ui::UiState& ui;
  std::size_t frames = 0;  // pictures drawn so far
  vec2 size{0.0f};         // of the window
  bool loading = false;
  bool typing = false;  // a text field has the keyboard
  vec2 mouse{0.0f};
  // What was asked for is done. The picture may still be refined, and a tooltip be waited for.
  bool rest = false;
  std::string lesson{};  // the open one's name, or empty
  std::size_t lesson_step = 0;
  const LessonAnswer* answer = nullptr;  // of the step; null: it asks nothing
  bool unsaved = false;
  std::string workspace{};                          // the path of the open one, or empty
  const FileComparison* compared = nullptr;         // null: nothing is
  const std::vector<Finding>* clinic = nullptr;     // null: its tab is not open, or not done
  const NumbersChecker::Answer* numbers = nullptr;  // likewise
};

// One fact a line, the words apart by spaces, a name or sentence last.
// clang-format off
//   window WIDTH HEIGHT SCALE | view X Y WIDTH HEIGHT | frames N | loading 0|1 | typing 0|1
//   inputs N (keys, buttons, turns of the wheel that the window has answered) | mouse X Y
//   rest 0|1 (all of that is done; the picture may still be refined)
//   camera YAW PITCH DISTANCE X Y Z orthographic|perspective (of what it looks at)
//   open WORD... (left, right: panels; help, about, presenter, black, speaker, dialog, menus,
//   settings, capturing, select-only, box; tab-N of the right panel)
//   dialog PURPOSE | search TEXT | note SENTENCE | message error|warning|note SENTENCE
//   lesson STEP NAME [asks|answered] (of a step that asks)
//   guess [placed] [number NUMBER] [option NUMBER] (what its question is answered with) |
//   focus X Y WIDTH HEIGHT (of what the keyboard is at)
//   unsaved 0|1 | workspace PATH | ask unsaved|leftover (the question of a dialog)
//   take PAIRS FILE (the dialog that takes a clip) | clips N | clip NAME (the one that is chosen)
//   numbers QUANTITY RIGHT GIVEN FIRST|- MISTAKE (or: numbers problem SENTENCE)
//   clinic COUNT | finding CODE MESH COUNT
//   compared PATH | followed BASE EDITED JOINT|- CLIP (its pose, selection) | differs 0|1|? PART...
//   model NAME | selection NAME | also N (selected besides) | pinned MESH VERTEX | edited N
//   folded N (rows of the tree) | undo TEXT | redo TEXT | base bind|rest|clip | time SECONDS | playing 0|1
//   playing-slider N (of a lesson's step: it moves by itself)
//   drag rotate|translate|scale SPACE HANDLE X Y Z typed|pulled (degrees; metres; factors)
//   user RX RY RZ TX TY TZ SX SY SZ (of the selected joint's Ul_j: degrees, file units, factors)
//   view SETTING VALUE ... (what is not as at the start) | joint X Y NAME (pixels in the window)
//   ring AXIS X Y (points of the gizmo's rings that face the eye) | arrow AXIS X Y (a point of each
//   that moves or scales)
//   widget X Y WIDTH HEIGHT NAME (with --state-widgets)
// clang-format on
std::string state_text(const WindowState& state);

// Writes a file beside and renames it, so that a reader never sees half of it. Failures are
// ignored.
void write_text(const std::filesystem::path& file, const std::string& text);
inline void write_state(const std::filesystem::path& file, const WindowState& state) {
  write_text(file, state_text(state));
}

}  // namespace bindpose::app
