// What the window keeps between frames and is no part of the document: the states of its panels,
// each declared beside what draws it.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene/edit/weights.h"
#include "ui/base/focus.h"
#include "ui/base/pane_frames.h"
#include "ui/base/rect.h"
#include "ui/base/tree_rows.h"
#include "ui/browser/file_browser.h"
#include "ui/clinic/clinic_panel.h"
#include "ui/clips/take_dialog.h"
#include "ui/compare/differences_panel.h"
#include "ui/draft/bind_doctor_panel.h"
#include "ui/draft/draft_tool.h"
#include "ui/explain/walker.h"
#include "ui/film/film_dialog.h"
#include "ui/formula/highlight.h"
#include "ui/gizmo/gizmo.h"
#include "ui/joint/joint_fields.h"
#include "ui/layout.h"
#include "ui/overlays/ask.h"
#include "ui/overlays/help.h"
#include "ui/overlays/message_place.h"
#include "ui/overlays/messages.h"
#include "ui/overlays/pressed_keys.h"
#include "ui/paint/paint_tool.h"
#include "ui/palette/palette.h"
#include "ui/panels/left_panel.h"
#include "ui/panels/lesson_panel.h"
#include "ui/panels/math_panel.h"
#include "ui/panels/morph_panel.h"
#include "ui/panels/probe_panel.h"
#include "ui/panels/right_panel.h"
#include "ui/panels/status_bar.h"
#include "ui/panels/vertex_title.h"
#include "ui/panels/weights/bind_panel.h"
#include "ui/panels/weights/chosen_weights.h"
#include "ui/panels/weights/reach_slider.h"
#include "ui/panels/weights/weight_curve.h"
#include "ui/panels/weights/weights_panel.h"
#include "ui/poses/poses_panel.h"
#include "ui/select/box_select.h"
#include "ui/select/vertex_select.h"
#include "ui/settings/settings.h"
#include "ui/table/table_panel.h"
#include "ui/timeline/timeline.h"

namespace bindpose::ui {

inline constexpr double kNoTooltip = -1.0;

// What belongs to the model that is open. Another one starts with a fresh one.
struct OfModel {
  JointTreeOfModel tree;
  JointFields fields;
  GizmoState gizmo;
  WeightsPanelState weights;
  VertexTitle vertex_title;
  MathOfModel math;
  MorphPanelState morph;
  PosesPanelState poses;
  ReachSlider reach;
  int hot_capsule = -1;  // the joint whose capsule's outline the mouse is on
  ProbePanelState probe;
  TimelineState timeline;
  DifferencesState differences;
  ClinicOfModel clinic;
  TableOfModel table;
  LessonStepState lesson;
  VertexSelect vertices;
  PaintTool paint;
  ChosenWeights chosen_weights;
  WeightCurve weight_curve;
  DraftTool draft;
  WalkerState walker;
  std::optional<std::vector<JointWeight>> copied_weights{};
};

struct UiState {
  OfModel of_model;
  LayoutState layout;
  JointTreeState tree;
  LeftPanelState left;
  RightPanelState right;
  BindPanelState bind;
  BrushSettings brush;
  MendNumbers mend;
  MathState math;
  ClinicState clinic;
  TableState table;
  BindDoctorState doctor;
  LessonPanelState lesson;
  PaneState panes;
  BrowserState browser;
  RecordedLesson recorded;
  AskState ask;
  PaletteState palette;
  TakeState take;
  FilmDialog film;
  BoxSelect box;
  Settings settings;
  SettingsDialog settings_dialog;
  HelpState help;
  MessageState message;
  ViewWords words;
  NoteState note;
  Highlight highlight;  // over the view in this frame
  std::vector<ShownKey> shown_keys;
  float scale = 1.0f;                          // the display's scale
  std::optional<bool> symmetric_before_draft;  // both sides at once, as it was when the draft began
  bool chrome = true;           // false: the view with its overlays alone, no bars, no panels
  bool limits_open = false;     // those of a joint's axes, in the Joint tab
  bool select_only = false;     // the gizmo stays away: a click in its place selects
  bool gizmo = true;            // false: a picture that nobody drags in
  bool walk_card = true;        // false: a picture of the space walker's marks alone
  bool presenter = false;       // no bars, no panels, everything large
  bool black = false;           // presenting: the screen is black
  bool speaker = false;         // a window of notes stands beside this one (ui/speaker)
  bool menu_bar_shown = false;  // presenting: the mouse went to the upper edge
  KeyboardFocus focus;
  // A dialog has mouse and keys for itself.
  bool has_dialog() const {
    return browser.open || browser.wanted || ask.is_open() || settings_dialog.open ||
           take.is_open() || film.open;
  }
  std::string formula;  // large over a view without a lesson: one of kFormulaWords, or ""
  int copied_in = -1;   // the frame in which something was copied
  // Clock and tooltips.
  double time = 0.0;  // seconds of frames drawn
  unsigned int tooltip_item = 0;
  vec2 left_mouse{-1.0f};      // presenting: where it was when a key went down last
  int tooltip_frames = 0;      // that it has been drawn
  double tooltip_since = 0.0;  // kNoTooltip: it was pressed, and has none until the mouse has been
                               // elsewhere
  // For tests: where widgets are, by name, filled by draw() when asked for.
  bool record_rects = false;
  std::map<std::string, Rect> rects;
};

// Another model is shown.
inline void forget_model(UiState& state) {
  state.of_model = {};
  state.take = {};
  state.film.open = false;
  fold_indexed(state.math);
}
// The same file, written again: what was searched for in it stays.
inline void renew_model(UiState& state) {
  OfModel fresh;
  std::ranges::copy(state.of_model.tree.search, fresh.tree.search);
  std::ranges::copy(state.of_model.morph.search, fresh.morph.search);
  state.of_model = fresh;
  state.take = {};
  state.film.open = false;
  fold_indexed(state.math);
}

}  // namespace bindpose::ui
