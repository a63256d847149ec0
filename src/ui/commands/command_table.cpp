#include <algorithm>
#include <array>

#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

// The order is that of the help. Tools follow what animation tools have in common: W, E, R.
constexpr CommandInfo kTable[] = {
    {C::OpenFile, "File", "Open...", K::O, kCtrl},
    {C::SavePicture, "File", "Save picture...", K::S, kCtrl},
    {C::ExportMesh, "File", "Export posed mesh...", K::E, kCtrl},
    {C::ExportRig, "File", "Export rigged model...", K::E, kCtrl | kShift},
    {C::SavePose, "File", "Save pose...", K::S, kCtrl | kShift},
    {C::LoadPose, "File", "Load pose...", K::O, kCtrl | kShift},
    {C::Quit, "File", "Quit", K::Q, kCtrl},

    {C::Undo, "Edit", "Undo", K::Z, kCtrl, K::None, 0, KeyContext::Anywhere, true},
    {C::Redo, "Edit", "Redo", K::Z, kCtrl | kShift, K::Y, kCtrl, KeyContext::Anywhere, true},
    {C::Escape, "Edit", "Cancel, close, unpin, deselect", K::Escape},

    {C::Translate, "Gizmo", "Move", K::W},
    {C::Rotate, "Gizmo", "Rotate", K::E},
    {C::Scale, "Gizmo", "Scale", K::R},
    {C::Probe, "Gizmo", "Probe vertices", K::P},
    {C::CycleSpace, "Gizmo", "Axes: local, parent, world", K::X},
    {C::ToggleSnap, "Gizmo", "Snap to steps", K::S},

    {C::ResetJoint, "Pose", "Reset joint", K::Delete, kNoModifier, K::R, kAlt},
    {C::ResetSubtree, "Pose", "Reset joint and all below", K::Delete, kShift},
    {C::ResetAll, "Pose", "Reset all joints", K::Delete, kCtrl},
    {C::BaseBind, "Pose", "Bind pose", K::Num1, kShift},
    {C::BaseRest, "Pose", "Rest pose", K::Num2, kShift},
    {C::BaseClip, "Pose", "Clip", K::Num3, kShift},

    {C::PlayPause, "Playback", "Play or pause", K::Space},
    {C::StepBack, "Playback", "Back 1/30 s", K::Left, kNoModifier, K::Comma, 0,
     KeyContext::Anywhere, true},
    {C::StepForward, "Playback", "Forward 1/30 s", K::Right, kNoModifier, K::Period, 0,
     KeyContext::Anywhere, true},
    {C::JumpStart, "Playback", "To the start", K::Left, kShift},

    {C::ToggleWeights, "Maps", "Heat map of weights", K::H},
    {C::ShowJoints, "Maps", "All joints, blended by weight", K::J},
    {C::ShowDominant, "Maps", "Joint with the largest weight", K::J, kShift},
    {C::ShowInfluences, "Maps", "Number of influences", K::I},
    {C::ShowSum, "Maps", "Stored sum minus 1", K::U},
    {C::ShowLimit, "Maps", "Cost of a limit on influences", K::K},
    {C::ShowDistance, "Maps", "Distance between two deformers", K::D, kShift},
    {C::NextLimit, "Maps", "Next limit, 1 to 8", K::K, kShift},
    {C::ShowShaded, "Maps", "Shaded, without a map"},
    {C::ToggleSubtree, "Maps", "Weights with all joints below", K::Y},
    {C::ToggleRawWeights, "Maps", "Weights as stored in the file", K::H, kShift},

    {C::NextDeformer, "Show", "Next deformer", K::D},
    {C::NextPanes, "Show", "Panes: one, two, four, split", K::C},
    {C::ToggleSkeleton, "Show", "Skeleton", K::B},
    {C::ToggleNames, "Show", "Joint names", K::N},
    {C::ToggleAxes, "Show", "Joint axes", K::A},
    {C::ToggleSurface, "Show", "Surface", K::V},
    {C::ToggleTextures, "Show", "Textures", K::T},
    {C::ToggleWireframe, "Show", "Wireframe", K::M},
    {C::ToggleGrid, "Show", "Ground grid", K::G},
    {C::ToggleTheme, "Show", "Light theme", K::L},

    {C::FrameAll, "Camera", "Frame all", K::Home},
    {C::FrameSelection, "Camera", "Frame selection", K::F},
    {C::LookFront, "Camera", "Front", K::Num1, kNoModifier, K::Pad1},
    {C::LookRight, "Camera", "Right side", K::Num3, kNoModifier, K::Pad3},
    {C::LookTop, "Camera", "Top", K::Num7, kNoModifier, K::Pad7},
    {C::LookBack, "Camera", "Back", K::Num1, kCtrl, K::Pad1, kCtrl},
    {C::LookLeft, "Camera", "Left side", K::Num3, kCtrl, K::Pad3, kCtrl},
    {C::ToggleProjection, "Camera", "Orthographic", K::Num5, kNoModifier, K::Pad5},

    {C::PreviousJoint, "Joint tree", "Joint above", K::Up, kNoModifier, K::None, 0,
     KeyContext::Anywhere, true},
    {C::NextJoint, "Joint tree", "Joint below", K::Down, kNoModifier, K::None, 0,
     KeyContext::Anywhere, true},
    {C::FoldJoint, "Joint tree", "Fold, or to the parent", K::Left, kNoModifier, K::None, 0,
     KeyContext::Tree, true},
    {C::UnfoldJoint, "Joint tree", "Unfold, or to the child", K::Right, kNoModifier, K::None, 0,
     KeyContext::Tree, true},
    {C::FindJoint, "Joint tree", "Find a joint", K::F, kCtrl, K::Slash},

    {C::LessonNext, "Lesson", "Next step", K::Right, kNoModifier, K::PageDown, 0,
     KeyContext::Lesson},
    {C::LessonBack, "Lesson", "Step back", K::Left, kNoModifier, K::PageUp, 0, KeyContext::Lesson},
    {C::OpenLesson, "Lesson", "Open a lesson..."},
    {C::RecordStep, "Lesson", "Record this view as a step..."},
    {C::CloseLesson, "Lesson", "Close the lesson"},
    {C::Presenter, "Lesson", "Presenter mode", K::F5},

    {C::TogglePanels, "Window", "Side panels", K::Tab},
    {C::ToggleLeft, "Window", "Left panel", K::Tab, kCtrl},
    {C::ToggleRight, "Window", "Right panel", K::Tab, kShift},
    {C::Help, "Window", "Keyboard and mouse", K::F1},
    {C::About, "Window", "About Bindpose"},
};

constexpr MouseHelp kMouse[] = {
    {"Left drag", "Orbit"},
    {"Shift + drag", "Pan"},
    {"Wheel", "Zoom to the mouse"},
    {"Click", "Select a joint"},
    {"Ctrl + click", "Select several joints"},
    {"Click in the probe", "Pin a vertex"},
    {"Ctrl in a drag", "Snap on or off"},
    {"Shift in a drag", "Fine"},
    {"Right click in a drag", "Cancel"},
};

}  // namespace

std::span<const CommandInfo> command_table() {
  return kTable;
}
std::span<const MouseHelp> mouse_help() {
  return kMouse;
}

std::span<const Command> map_commands() {
  static constexpr Command kMaps[] = {C::ShowShaded,   C::ToggleWeights,  C::ShowJoints,
                                      C::ShowDominant, C::ShowInfluences, C::ShowSum,
                                      C::ShowLimit,    C::ShowDistance};
  return kMaps;
}

Show map_of(Command command) {
  switch (command) {
    case C::ToggleWeights:
      return Show::Weights;
    case C::ShowJoints:
      return Show::Joints;
    case C::ShowDominant:
      return Show::Dominant;
    case C::ShowInfluences:
      return Show::Influences;
    case C::ShowSum:
      return Show::Sum;
    case C::ShowLimit:
      return Show::Limit;
    case C::ShowDistance:
      return Show::Distance;
    default:
      return Show::Shaded;
  }
}

Command map_command(const Frame& f) {
  for (const Command command : map_commands()) {
    if (map_of(command) == f.scene().view.show) return command;
  }
  return C::ShowShaded;
}

const CommandInfo& info(Command command) {
  return *std::find_if(std::begin(kTable), std::end(kTable),
                       [command](const CommandInfo& c) { return c.command == command; });
}

std::string shortcut_text(Key key, unsigned modifiers) {
  if (key == Key::None) return {};
  std::string text;
  if (modifiers & kCtrl) text += "Ctrl+";
  if (modifiers & kAlt) text += "Alt+";
  if (modifiers & kShift) text += "Shift+";
  return text + key_name(key);
}

std::string shortcut_text(Command command) {
  const CommandInfo& c = info(command);
  return shortcut_text(c.key, c.modifiers);
}

}  // namespace bindpose::ui
