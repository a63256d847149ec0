#include "ui/commands/commands.h"

#include <algorithm>

#include "ui/base/imgui_compat.h"
#include "ui/overlays/skinning_menu.h"
#include "ui/panels/joint_tree.h"
#include "ui/panels/lesson_panel.h"

namespace bindpose::ui {

namespace {

constexpr double kStepSeconds = 1.0 / 30.0;

using C = Command;

// The clip that playback uses: the chosen one, or the first.
const Clip* current_clip(const Frame& f) {
  if (!f.model() || f.model()->clips.empty()) return nullptr;
  const int i = std::clamp(f.scene().pose.clip, 0, static_cast<int>(f.model()->clips.size()) - 1);
  return &f.model()->clips[static_cast<std::size_t>(i)];
}

void show_clip(Frame& f) {
  if (f.scene().pose.base != BasePose::Clip) f.edit(SetBasePose{BasePose::Clip, -1});
}

void set_playing(Frame& f, bool playing) {
  Playback playback = f.scene().playback;
  playback.playing = playing;
  f.edit(SetPlayback{playback});
}

void step_time(Frame& f, double seconds) {
  const double start = f.scene().pose.base == BasePose::Clip ? f.scene().pose.time : 0.0;
  show_clip(f);
  set_playing(f, false);
  f.edit(SetTime{std::clamp(start + seconds, 0.0, current_clip(f)->duration)});
}

void play_or_pause(Frame& f) {
  const bool play = f.scene().pose.base != BasePose::Clip || !f.scene().playback.playing;
  show_clip(f);
  // At the end of a clip that does not loop, play starts over.
  if (play && !f.scene().playback.loop && f.scene().pose.time >= current_clip(f)->duration) {
    f.edit(SetTime{0.0});
  }
  set_playing(f, play);
}

// Takes back the innermost thing in progress; the gizmo and number fields have handled theirs
// already.
void escape(Frame& f) {
  UiState& s = f.state;
  if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
    ImGui::ClosePopupToLevel(0, false);
    s.browser.open = false;
  } else if (s.help.open || s.help.about) {
    s.help.open = s.help.about = false;
  } else if (!s.message.text.empty()) {
    s.message.text.clear();
  } else if (!f.input.busy.empty()) {
    f.out.requests.cancel_busy = true;
  } else if (s.presenter) {
    s.presenter = false;
  } else if (f.scene().selection.vertices.kind != VertexGroup::None) {
    f.edit(SelectVertices{});
  } else if (f.model() && !f.scene().selection.pinned_vertex.empty()) {
    f.edit(SetPinnedVertex{});
  } else if (f.selected() >= 0) {
    f.edit(SetSelection{-1});
  }
}

void set_gizmo(Frame& f, GizmoMode mode) {
  ViewSettings v = f.scene().view;
  v.gizmo_mode = mode;
  f.state.of_model.gizmo.hidden = false;
  v.probe = false;
  f.set_view(v);
}

void cycle_space(Frame& f) {
  if (f.scene().view.gizmo_mode == GizmoMode::Scale) {
    f.say(kScaleIsLocal);
    return;
  }
  ViewSettings v = f.scene().view;
  v.gizmo_space = static_cast<GizmoSpace>((static_cast<int>(v.gizmo_space) + 1) % 3);
  f.set_view(v);
}

bool* view_switch(ViewSettings& v, Command command) {
  switch (command) {
    case C::ToggleSurface:
      return &v.surface;
    case C::ToggleTextures:
      return &v.textures;
    case C::ToggleWireframe:
      return &v.wireframe;
    case C::ToggleSkeleton:
      return &v.skeleton;
    case C::ToggleAxes:
      return &v.joint_axes;
    case C::ToggleNames:
      return &v.joint_names;
    case C::ToggleGrid:
      return &v.grid;
    case C::ToggleTheme:
      return &v.dark;
    case C::ToggleSnap:
      return &v.snap;
    case C::ToggleSubtree:
      return &v.weights_subtree;
    case C::Probe:
      return &v.probe;
    default:
      return nullptr;
  }
}

void run_view(Frame& f, Command command) {
  ViewSettings v = f.scene().view;
  if (bool* on = view_switch(v, command)) {
    *on = !*on;
  } else if (command == C::ShowShaded || map_of(command) != Show::Shaded) {
    v.show = v.show == map_of(command) ? Show::Shaded : map_of(command);
  } else if (command == C::NextLimit) {
    if (v.show == Show::Limit) v.limit = v.limit % kMaxLimit + 1;
    v.show = Show::Limit;
  } else if (command == C::ToggleRawWeights) {
    v.weights = v.weights == WeightUse::Raw ? WeightUse::Normalised : WeightUse::Raw;
  } else if (command == C::NextDeformer) {
    choose_deformer(v, &ViewSettings::method, next_deformer(v.method));
  } else if (command == C::NextPanes) {
    v.panes = static_cast<Panes>((static_cast<int>(v.panes) + 1) % 4);
  }
  f.set_view(v);
}

void toggle_panels(Frame& f) {
  const bool open = !(f.state.layout.left_open || f.state.layout.right_open);
  f.state.layout.left_open = f.state.layout.right_open = open;
}

// A panel that the window has no room for comes in the other one's place.
void toggle_panel(bool& open, bool folded, bool& other) {
  if (open && folded) {
    other = false;
  } else {
    open = !open;
  }
}

bool run_window(Frame& f, Command command) {
  UiState& s = f.state;
  Requests& r = f.out.requests;
  switch (command) {
    case C::OpenFile:
      open_browser(f, BrowserPurpose::Open);
      return true;
    case C::SavePicture:
      open_browser(f, BrowserPurpose::SavePicture);
      return true;
    case C::ExportMesh:
      open_browser(f, BrowserPurpose::ExportMesh);
      return true;
    case C::ExportRig:
      open_browser(f, BrowserPurpose::ExportRig);
      return true;
    case C::SavePose:
      open_browser(f, BrowserPurpose::SavePose);
      return true;
    case C::LoadPose:
      open_browser(f, BrowserPurpose::LoadPose);
      return true;
    case C::Quit:
      r.quit = true;
      return true;
    case C::Undo:
      r.undo = true;
      return true;
    case C::Redo:
      r.redo = true;
      return true;
    case C::Escape:
      escape(f);
      return true;
    case C::FrameAll:
      r.frame_all = true;
      return true;
    case C::FrameSelection:
      r.frame_selection = true;
      return true;
    case C::LookFront:
      r.look_from = Side::Front;
      return true;
    case C::LookBack:
      r.look_from = Side::Back;
      return true;
    case C::LookRight:
      r.look_from = Side::Right;
      return true;
    case C::LookLeft:
      r.look_from = Side::Left;
      return true;
    case C::LookTop:
      r.look_from = Side::Top;
      return true;
    case C::ToggleProjection:
      r.toggle_projection = true;
      return true;
    case C::TogglePanels:
      toggle_panels(f);
      return true;
    case C::ToggleLeft:
      toggle_panel(s.layout.left_open, s.layout.left_folded, s.layout.right_open);
      return true;
    case C::ToggleRight:
      toggle_panel(s.layout.right_open, s.layout.right_folded, s.layout.left_open);
      return true;
    case C::Help:
      s.help.open = !s.help.open;
      return true;
    case C::About:
      s.help.about = !s.help.about;
      return true;
    case C::FindJoint:
      s.layout.left_open = s.tree.focus_search = true;
      return true;
    default:
      return false;
  }
}

bool run_pose(Frame& f, Command command) {
  switch (command) {
    case C::Translate:
      set_gizmo(f, GizmoMode::Translate);
      return true;
    case C::Rotate:
      set_gizmo(f, GizmoMode::Rotate);
      return true;
    case C::Scale:
      set_gizmo(f, GizmoMode::Scale);
      return true;
    case C::CycleSpace:
      cycle_space(f);
      return true;
    case C::ResetJoint:
      f.edit(ResetJoint{f.selected()});
      return true;
    case C::ResetSubtree:
      f.edit(ResetSubtree{f.selected()});
      return true;
    case C::ResetAll:
      f.edit(ResetAll{});
      return true;
    case C::BaseBind:
      f.edit(SetBasePose{BasePose::Bind, -1});
      return true;
    case C::BaseRest:
      f.edit(SetBasePose{BasePose::Rest, -1});
      return true;
    case C::BaseClip:
      f.edit(SetBasePose{BasePose::Clip, -1});
      return true;
    case C::PlayPause:
      play_or_pause(f);
      return true;
    case C::StepBack:
      step_time(f, -kStepSeconds);
      return true;
    case C::StepForward:
      step_time(f, kStepSeconds);
      return true;
    case C::JumpStart:
      show_clip(f);
      f.edit(SetTime{0.0});
      return true;
    case C::PreviousJoint:
      select_neighbour(f, -1);
      return true;
    case C::NextJoint:
      select_neighbour(f, 1);
      return true;
    case C::FoldJoint:
      fold_or_parent(f);
      return true;
    case C::UnfoldJoint:
      unfold_or_child(f);
      return true;
    default:
      return false;
  }
}

}  // namespace

bool available(const Frame& f, Command command) {
  const bool open = f.model() != nullptr;
  switch (command) {
    case C::LessonNext:
    case C::LessonBack:
    case C::CloseLesson:
      return f.input.lesson != nullptr;
    case C::Undo:
      return f.document().can_undo() && !f.document().in_gesture();
    case C::Redo:
      return f.document().can_redo() && !f.document().in_gesture();
    case C::ExportMesh:
    case C::ExportRig:
    case C::RecordStep:
    case C::SavePose:
    case C::LoadPose:
    case C::ResetAll:
    case C::BaseBind:
    case C::BaseRest:
    case C::FrameAll:
    case C::FrameSelection:
    case C::PreviousJoint:
    case C::NextJoint:
    case C::FindJoint:
      return open;
    case C::ResetJoint:
    case C::ResetSubtree:
    case C::FoldJoint:
    case C::UnfoldJoint:
      return f.selected() >= 0;
    case C::BaseClip:
    case C::PlayPause:
    case C::StepBack:
    case C::StepForward:
    case C::JumpStart:
      return current_clip(f) != nullptr;
    default:
      return true;
  }
}

bool is_on(const Frame& f, Command command) {
  ViewSettings v = f.scene().view;
  const auto maps = map_commands();
  if (std::ranges::find(maps, command) != maps.end()) return v.show == map_of(command);
  switch (command) {
    case C::Translate:
      return v.gizmo_mode == GizmoMode::Translate && !v.probe;
    case C::Rotate:
      return v.gizmo_mode == GizmoMode::Rotate && !v.probe;
    case C::Scale:
      return v.gizmo_mode == GizmoMode::Scale && !v.probe;
    case C::ToggleRawWeights:
      return v.weights == WeightUse::Raw;
    case C::ToggleProjection:
      return f.input.camera.orthographic;
    case C::BaseBind:
      return f.model() && f.scene().pose.base == BasePose::Bind;
    case C::BaseRest:
      return f.model() && f.scene().pose.base == BasePose::Rest;
    case C::BaseClip:
      return f.model() && f.scene().pose.base == BasePose::Clip;
    case C::TogglePanels:
      return f.state.layout.left_open || f.state.layout.right_open;
    case C::ToggleLeft:
      return f.state.layout.left_open && !f.state.layout.left_folded;
    case C::ToggleRight:
      return f.state.layout.right_open && !f.state.layout.right_folded;
    case C::Help:
      return f.state.help.open;
    case C::Presenter:
      return f.state.presenter;
    case C::ToggleTheme:
      return !v.dark;
    default: {
      const bool* on = view_switch(v, command);
      return on != nullptr && *on;
    }
  }
}

std::string label(const Frame& f, Command command) {
  std::string text = info(command).label;
  if (command == C::Undo && f.document().can_undo()) text += " " + f.document().undo_label();
  if (command == C::ShowLimit && f.scene().view.show == Show::Limit) {
    text += ": " + std::to_string(f.scene().view.limit);
  }
  if (command == C::Redo && f.document().can_redo()) text += " " + f.document().redo_label();
  return text;
}

void run(Frame& f, Command command) {
  if (!available(f, command)) return;
  if (run_lesson(f, command)) return;
  if (!run_window(f, command) && !run_pose(f, command)) run_view(f, command);
}

}  // namespace bindpose::ui
