// Everything that a key or a menu entry does, from one table: menus, keys, tooltips, F1 and
// `bindpose --list-commands` cannot disagree. A command is one entry in one of the lists of
// command_groups.h.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "ui/commands/key_map.h"
#include "ui/frame.h"

namespace bindpose::ui {

// clang-format off
enum class Command {
  OpenFile, SaveWorkspace, SaveWorkspaceAs, SavePicture, MakeFilm, ExportMesh, ExportRig, ExportTables,
  SavePose, LoadPose, TakeClip, FindTextures, CompareFile, EndComparison, CheckNumbers, CloseNumbers, Quit,
  Undo, Redo, History, OpenSettings, Escape,
  SelectAll, SelectNone, InvertSelection, BoxSelect, SelectBelow, SelectChain, SelectPartner,
  SelectParent, SelectChild, PreviousSibling, NextSibling,
  DraftMode, DraftOfModel, DraftDelete, DraftMirrorRight, DraftMirrorLeft, DraftBuild, RebindHere, RebindRest,
  RebindPose, BindPoseHere, BindNext, ShowDoctor,
  MoveNow, RotateNow, ScaleNow, SelectTool,
  Translate, Rotate, Scale, Probe, CycleSpace, TogglePivot, ToggleSnap,
  TogglePull, HoldJoint, ReleaseAll,
  ResetJoint, ResetSubtree, ResetAll, BaseBind, BaseRest, BaseClip, BakeClip, DropClip,
  CopyPose, CopyMatrix, PastePose, PasteMirrored, MirrorPose, MirrorWhole, ToggleSymmetry, ShowPoses,
  NextDeformer, NextPanes,
  ShowShaded, ToggleWeights, ShowJoints, ShowDominant, ShowInfluences, ShowSum, ShowLimit,
  ShowDistance, ShowNormals, ShowEngine, ShowApart, ShowWeightsApart,
  VertexMode, VertexBrush, VerticesAll, VerticesNone, VerticesInvert, VerticesGrow, VerticesShrink,
  VerticesParts, VerticesOfJoint, MendAll, MendNormalise, MendPrune, MendLimit, MendLimitFit, MendFill, MendSmooth,
  MendAverage, MirrorToLeft, MirrorToRight, MirrorToLeftTopology, MirrorToRightTopology, CopyWeights,
  PasteWeights, GiveToJoint, TakeFromJoint, MoreOfJoint, LessOfJoint, LockWeights, UnlockWeights,
  TakeWeights, SaveWeights, LoadWeights, ShowClinic, WeightTable, PaintWeights, BrushSize, BrushSmaller,
  BrushLarger,
  NextLimit, ToggleSubtree, ToggleRawWeights, ToggleEngine,
  ToggleSurface, ToggleTextures, ToggleWireframe, ToggleSkeleton, ToggleChain, ToggleAxes,
  HideJoints, IsolateJoints, ShowAll, LockJoints, UnlockAll, ToggleXray, NextTone, ToggleBothSides,
  ToggleNames, ToggleHatching, ToggleDistances, NextNeedles, ToggleScrew, ToggleGrid,
  MistakeRest, MistakeOrderT, MistakeOrderW, MistakeUl, MistakeNoInverse, MistakeBind, MistakeTransposed,
  NextWalker, WalkPlay, WalkBack, WalkOn, ToggleChord, NextSweep, NextSweepOf,
  ToggleTheme, TogglePanels, ToggleLeft, ToggleRight,
  FrameAll, FrameSelection, LookFront, LookBack, LookRight, LookLeft, LookTop, ToggleProjection,
  PlayPause, StepBack, StepForward, PreviousKey, NextKey, JumpStart, JumpEnd, GoToTime, FindClip, FadeClip,
  NextAtEnd, RangeStart, RangeEnd, RangeAll, TimeUnits, ToggleCurves, ToggleTrail, TogglePoses,
  PreviousJoint, NextJoint, FoldJoint, UnfoldJoint, FindJoint,
  LessonNext, LessonBack, ShowAnswer, AnswerAbove, AnswerBelow, PlaySlider, NextLesson, PreviousLesson,
  OpenLesson, GoOnLesson, RecordStep,
  CloseLesson, Presenter, SpeakerWindow, BlackScreen,
  FindCommand, JointMenu, NextPanel, PreviousPanel, NextField, PreviousField, MenuBar, Help, Letters, LastMessage,
  About,
};
// clang-format on
inline constexpr std::size_t kCommands = static_cast<std::size_t>(Command::About) + 1;

struct CommandInfo {
  Command command{};
  const char* name = "";      // for scripts: "next-deformer"
  const char* group = "";     // a heading of the help
  const char* menu = "";      // the menu that has it; "" for what no menu could do
  const char* label = "";     // menus and help
  Bindings keys{};            // Blender's; the first is the one that menus and tooltips name
  bool repeats = false;       // while the key is held
  bool while_typing = false;  // the key goes to the command even from a text field
  bool opens_field = false;   // a text field, which gets what is typed after the key
  // The edit that it makes (scene/edit/edit.h), with alternatives as "on|off" and what stands for a
  // name or a number in capitals; "" where it makes none.
  const char* text = "";
  bool (*available)(const Frame&) = nullptr;    // null: always
  bool (*is_on)(const Frame&) = nullptr;        // null: it is no switch
  std::string (*more)(const Frame&) = nullptr;  // what a menu says behind the label
  void (*run)(Frame&) = nullptr;
};

// The commands that choose what the surface shows, in the order of menus; each switches its map off
// again where it is on.
std::span<const Command> map_commands();
// The one that chooses what is shown now.
Command map_command(const Frame& f);

// All commands, in the order of help and menus.
std::span<const CommandInfo> command_table();
const CommandInfo& info(Command command);

// The keys that are set: the user's own, else those of the preset that no own key has taken.
Bindings keys_of(const KeyMap& map, const CommandInfo& command);
// Null: none has it.
const CommandInfo* command_of_key(const KeyMap& map, const Binding& binding);
// In that place of its keys, below kMaxKeys; an empty binding takes the key away. Another command
// that had the key loses it.
void set_key(KeyMap& map, const CommandInfo& command, std::size_t place, const Binding& binding);
// The same, but that other command gets what stood in the place.
void swap_keys(KeyMap& map, const CommandInfo& command, std::size_t place, const Binding& binding);
// The preset's; false where one of them is another command's own now.
bool reset_keys(KeyMap& map, const CommandInfo& command);
bool has_own_keys(const KeyMap& map, const CommandInfo& command);
// What is as the preset has it is nobody's own.
void forget_own_where_usual(KeyMap& map);

// The first key that is set, or "".
std::string shortcut_text(const Frame& f, Command command);

// Whether it would do something now; whether its switch is on.
bool available(const Frame& f, Command command);
bool is_on(const Frame& f, Command command);
// Why it would do nothing, in a few words; "" where it would do something.
std::string why_not(const Frame& f, Command command);
// Menu text, which may say more than the table ("Undo joint forearm.L rotate 0 0 45").
std::string label(const Frame& f, Command command);
void run(Frame& f, Command command);

// Runs the commands whose keys were pressed in this frame. While text is being typed nothing but
// what is marked so and those Ctrl+letter commands that mean nothing to a text field; `in_dialog`,
// which has keys of its own: nothing but the walk from field to field.
void dispatch_keys(Frame& f, bool in_dialog);

// The same for these commands alone, in a window of their own; a black screen takes no key.
void dispatch_keys_of(Frame& f, std::span<const Command> commands);

// Keys that answer the open question of a lesson and do nothing else meanwhile: a digit of the
// number that is asked for, its sign or its point; or the number of an option.
int digit_of(Key key);  // -1: it is none
bool answers_question(const Frame& f, Key key);

// Whether one of its keys went down in this frame, whatever else that key may be for now.
bool command_pressed(const Frame& f, Command command);

// The lesson that stands so many places after the open one, or null.
const LessonEntry* lesson_beside(const Frame& f, int places);

// Why the axes cannot be chosen while the gizmo scales.
inline constexpr const char* kScaleIsLocal =
    "Scaling is along the joint's own axes: along others it would shear the joint.";

// Mouse gestures for the help; nothing dispatches on these.
struct MouseHelp {
  const char* gesture;
  const char* what;
};
std::vector<MouseHelp> mouse_help(const Frame& f);

}  // namespace bindpose::ui
