// Everything that a key or a menu entry does, from one table: menus, keys, tooltips and F1 cannot
// disagree.
#pragma once

#include <span>
#include <string>

#include "ui/base/input_feed.h"
#include "ui/frame.h"

namespace bindpose::ui {

// clang-format off
enum class Command {
  OpenFile, SavePicture, ExportMesh, ExportRig, SavePose, LoadPose, Quit,
  Undo, Redo, Escape,
  Translate, Rotate, Scale, Probe, CycleSpace, ToggleSnap,
  ResetJoint, ResetSubtree, ResetAll, BaseBind, BaseRest, BaseClip,
  NextDeformer, NextPanes,
  ShowShaded, ToggleWeights, ShowJoints, ShowDominant, ShowInfluences, ShowSum, ShowLimit,
  ShowDistance,
  NextLimit, ToggleSubtree, ToggleRawWeights,
  ToggleSurface, ToggleTextures, ToggleWireframe, ToggleSkeleton, ToggleAxes, ToggleNames,
  ToggleGrid,
  ToggleTheme, TogglePanels, ToggleLeft, ToggleRight,
  FrameAll, FrameSelection, LookFront, LookBack, LookRight, LookLeft, LookTop, ToggleProjection,
  PlayPause, StepBack, StepForward, JumpStart,
  PreviousJoint, NextJoint, FoldJoint, UnfoldJoint, FindJoint,
  LessonNext, LessonBack, OpenLesson, RecordStep, CloseLesson, Presenter,
  Help, About,
};
// clang-format on

enum Modifier : unsigned { kNoModifier = 0, kCtrl = 1, kShift = 2, kAlt = 4 };

// Where a key means this: everywhere, or only while a lesson is open or the joint tree has the
// focus (and then it goes first, the tree before the lesson).
enum class KeyContext { Anywhere, Lesson, Tree };

struct CommandInfo {
  Command command;
  const char* group;  // a heading of the help
  const char* label;  // menus and help
  Key key = Key::None;
  unsigned modifiers = kNoModifier;
  Key other_key = Key::None;  // a second binding
  unsigned other_modifiers = kNoModifier;
  KeyContext context = KeyContext::Anywhere;
  bool repeats = false;  // while the key is held
};

// The commands that choose what the surface shows, in the order of menus; each switches its map off
// again where it is on.
std::span<const Command> map_commands();
Show map_of(Command command);  // Shaded for those that choose no map
// The one that chooses what is shown now.
Command map_command(const Frame& f);

std::span<const CommandInfo> command_table();
const CommandInfo& info(Command command);

// "Ctrl+Shift+Z", or "" where there is none.
std::string shortcut_text(Key key, unsigned modifiers);
std::string shortcut_text(Command command);

// Whether it would do something now; whether its switch is on.
bool available(const Frame& f, Command command);
bool is_on(const Frame& f, Command command);
// Menu text, which may say more than the table ("Undo joint forearm.L rotate 0 0 45").
std::string label(const Frame& f, Command command);
void run(Frame& f, Command command);

// Runs the commands whose keys were pressed in this frame. While text is being typed nothing but F1
// and those Ctrl+letter commands that mean nothing to a text field.
void dispatch_keys(Frame& f);

// Why the axes cannot be chosen while the gizmo scales.
inline constexpr const char* kScaleIsLocal =
    "Scaling is along the joint's own axes: along others it would shear the joint.";

// Mouse gestures for the help; nothing dispatches on these.
struct MouseHelp {
  const char* gesture;
  const char* what;
};
std::span<const MouseHelp> mouse_help();

}  // namespace bindpose::ui
