// The window's contents with Dear ImGui: a function of the scene that returns edits and requests.
// Knows neither the renderer nor files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scene/edit/edit.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/weight_problems.h"
#include "ui/formula/highlight.h"
#include "view/bones.h"
#include "view/camera.h"
#include "view/gizmo.h"
#include "view/surface_map.h"

namespace bindpose::ui {

// Logical pixels, origin top left.
struct Rect {
  vec2 lo{0.0f}, hi{0.0f};
  vec2 center() const { return 0.5f * (lo + hi); }
  vec2 size() const { return hi - lo; }
};

enum class InspectorTab { Joint, Weights, Math, Morphs };  // Morphs: where the model has some

// What the file browser is open for.
enum class BrowserPurpose {
  Open,
  SavePicture,
  ExportMesh,
  ExportRig,
  SavePose,
  LoadPose,
  OpenLesson,
  RecordStep
};

// The numbers of Ul_j in the joint panel. They outlive a frame so that typed angles stay as typed
// and a drag computes from its start.
struct JointFields {
  int joint = -1;
  mat4 shown{1.0f};  // the Ul_j that the numbers were taken from
  vec3 translation{0.0f}, degrees{0.0f}, scale{1.0f};
  bool active = false;  // a field is held or being typed in
  bool edited = false;  // previews were sent
};

// The morph slider that is held.
struct MorphSlider {
  int channel = -1;  // -1: none
  float weight = 0.0f;
  float lowest = 0.0f, highest = 1.0f;
  bool edited = false;  // previews were sent
};

// The radius that is dragged in "Weights from distance".
struct ReachSlider {
  bool held = false;
  bool in_view = false;               // by its capsule's outline, not on a slider
  float grab = 0.0f;                  // in_view: how far the outline was from the mouse; file units
  vec2 pressed{0.0f};                 // in_view: where
  int joint = -1;                     // -1: of all bones
  float radius = 0.0f, start = 0.0f;  // now, and when it was taken
  SegmentRadii radii;
  bool edited = false;
  bool previewed = false;
};

// The weight of the pinned vertex that is held.
struct ProbeSlider {
  int joint = -1;  // -1: none
  float share = 0.0f;
  VertexRef at;
  std::vector<JointWeight> start;  // the row when it was taken, in the order that is shown
  bool edited = false;             // previews were sent
};

// The joints of the pinned vertex in the order in which their rows stand. It stays while the pin
// does, so that what lies under the mouse is the same joint after a drag.
struct ProbeOrder {
  VertexRef at;
  const Model* loaded = nullptr;
  std::vector<int> joints;
};

// Statistics of weights, counted once for a model and a joint.
struct WeightSummary {
  struct Row {
    WeightStats stats;           // of the mesh
    std::size_t influenced = 0;  // vertices with a weight for the joint
    float largest = 0.0f;
  };
  const Model* model = nullptr;
  std::uint64_t weights = 0;  // WeightLog::revision
  int joint = -2;
  std::vector<Row> rows;  // one a mesh
};

// A lesson of the menu.
struct LessonEntry {
  std::string title, summary, path;
};

// The figures of the step that is shown, as last computed.
struct LessonFigures {
  std::uint64_t revision = 0;  // of the posed scene
  ViewSettings view;
  std::vector<std::string> text;  // one a LessonStep::figures
};

// A key that was pressed, shown in presenter mode.
struct ShownKey {
  std::string text;  // "Ctrl+Z"
  double until = 0.0;
};

// The Math tab. Symbols are those of ui/formula/formula_nodes.h.
struct MathState {
  int mesh = 0;           // whose skin the matrices B and T are of
  std::vector<int> kept;  // symbols that stay unfolded, in the order of the clicks
  int pointed = -1;       // the symbol under the mouse
  // Of the large formula over the view: the symbol under the mouse, the clicked one that stays
  // unfolded, and the lesson's step that they belong to.
  int large_pointed = -1, large_kept = -1;
  std::size_t large_step = 0;  // the lesson's step that they belong to
  bool world_open = true, chain_open = false, skin_open = true, vertex_open = true;
  bool normal_open = false, rigid_open = false;
};

// Weight problems, counted once for a model, its edited weights and a limit.
struct ProblemSummary {
  const Model* model = nullptr;
  std::uint64_t weights = 0;
  int limit = 0;
  WeightProblems problems;
  // Of the group that is selected.
  VertexGroup group{};
  std::string title;
};

inline constexpr double kNoTooltip = -1.0;

// What the window keeps between frames and is no part of the document.
struct UiState {
  // Joint tree.
  char joint_search[128] = {};
  bool only_weighted = false;         // hide nodes without weights
  int scroll_to_joint = -1;           // the tree scrolls there once
  int tree_anchor = -2;               // the selection that the tree has already scrolled to
  std::vector<std::uint8_t> folded;   // #J
  const Model* folded_for = nullptr;  // Scene::loaded that `folded` belongs to
  bool tree_focused = false;
  bool hover_from_tree = false;  // the hovered joint was set by a row
  bool focus_search = false;
  // Layout.
  float left_width = 280.0f;  // at scale 1
  float right_width = 320.0f;
  bool left_open = true;
  bool right_open = true;
  bool left_folded = false;  // open, but the window is too narrow for it
  bool right_folded = false;
  bool chrome = true;  // false: the view with its overlays alone, no bars, no panels
  bool meshes_open = true;
  bool report_open = true;
  InspectorTab inspector_tab = InspectorTab::Joint;
  float scale = 1.0f;  // the display's scale
  // Help, messages.
  bool show_help = false;  // F1
  bool show_about = false;
  std::string message;  // an error or a notice, shown until dismissed
  bool message_is_error = false;
  std::string note;  // a word in the status bar, gone after two seconds
  double note_until = 0.0;
  // Gizmo.
  std::optional<GizmoDrag> drag;  // drag in progress
  vec2 drag_pixel{0.0f};          // what the drag takes for the mouse: Shift slows it down
  vec2 drag_mouse{0.0f};
  Handle hot_handle = Handle::None;
  bool gizmo = true;             // false: a picture that nobody drags in
  std::size_t pane = 0;          // that the mouse works in
  std::size_t focused_pane = 0;  // that was clicked last: formulas and tables tell of its deformer
  Rect formula_card;             // of the lesson's formula; empty: none
  // Panels.
  JointFields fields;
  WeightSummary weights;
  ProblemSummary problems;
  int scroll_to_mesh = -1;  // the statistics of this mesh come into view once
  MathState math;
  Highlight highlight;  // over the view in this frame
  MorphSlider morph;
  ReachSlider reach;
  int hot_capsule = -1;    // the joint whose capsule's outline the mouse is on
  bool bind_open = false;  // the section "Weights from distance"
  ProbeSlider probe;
  ProbeOrder probe_order;
  int probe_row = -1;  // the joint whose row the mouse is over: its candidate stands out
  char morph_search[128] = {};
  bool resume_after_scrub = false;
  // File browser.
  bool file_browser_open = false;
  BrowserPurpose browser_purpose = BrowserPurpose::Open;
  std::string browser_folder;    // the one that UiInput::folder_entries lists; empty: not asked yet
  char browser_path[1024] = {};  // the path field: a folder, or a folder and a file name
  char browser_name[256] = {};   // file name to save as
  std::string browser_selected;  // entry
  std::string browser_chosen;  // entry whose name goes into the name field at the end of the frame
  std::string browser_ask;     // the file that the dialog asks about: replace it?
  std::string browser_error;   // why the typed path cannot be used, under the name
  std::string browser_typed, browser_came_from;  // restored where the typed folder is not there
  bool browser_waits = false;       // for the listing of a typed folder, to go on with the name
  bool browser_focus_name = false;  // the name field takes the keyboard
  bool browser_select_stem = false;
  bool browser_scroll = false;  // the list scrolls to the selected entry
  // Where "Record this view as a step" goes on: the lesson that got the last step, and its model.
  std::string recorded_path, recorded_model;
  // Lessons and presenting.
  bool presenter = false;              // no bars, no panels, everything large
  bool lesson_opened = false;          // since the last frame
  bool gizmo_hidden = false;           // a step selected its joint to show it, not to drag it
  std::vector<double> lesson_sliders;  // where they are, one each
  int lesson_slider = -1;              // the one that is held
  LessonFigures lesson_figures;
  float lesson_overflow = 0.0f;  // pixels of the step's text that its panel has no room for
  std::vector<ShownKey> shown_keys;
  // Clock and tooltips.
  double time = 0.0;  // seconds of frames drawn
  unsigned int tooltip_item = 0;
  double tooltip_since =
      0.0;  // kNoTooltip: it was pressed, and has none until the mouse has been elsewhere
  // For tests: where widgets are, by name, filled by draw() when asked for.
  bool record_rects = false;
  std::map<std::string, Rect> rects;
};

// What a frame shows beside the scene.
struct UiInput {
  const Document& document;
  const PosedScene& posed;
  const BoneSet& bones;
  Camera camera;
  double frame_ms = 0.0;
  std::string renderer;                         // for About
  std::span<const std::string> recent;          // files
  std::span<const std::string> folder_entries;  // the browser's current folder: "name" or "name/"
  std::string folder;  // its full path, when the application knows it better
  std::string home{},
      own_folder{};        // the user's folder, and that of the program's own models and lessons
  std::string busy;        // what is being waited for ("Loading ogre.fbx"), or empty
  std::string busy_phase;  // which part of it ("reading"), or empty
  float busy_progress = -1.0f;             // 0 to 1, or negative: unknown
  std::span<const LessonEntry> lessons{};  // of the menu
  const LessonPlan* lesson = nullptr;      // the open one
  std::size_t lesson_step = 0;
  std::string lesson_path{};
  const SurfaceMap* map = nullptr;   // what the surface shows; null: no map
  std::optional<LegendMark> probed;  // the vertex under the mouse, marked in the map's legend
  // The same of the map that the last pane shows beside it (show_beside() of view/panes.h).
  const SurfaceMap* map_beside = nullptr;
  std::optional<LegendMark> probed_beside;
  // What the browser shows when it opens a model; lower case.
  std::span<const std::string> model_endings;  // of the files that can be opened: ".fbx", ...
};

// Things that only the application can do.
struct Requests {
  std::optional<std::string> open_file;
  std::optional<std::string> list_folder;   // fill UiInput::folder_entries for this folder
  std::optional<std::string> save_picture;  // PNG path
  std::optional<std::string> export_mesh;   // OBJ, PLY or GLB path
  std::optional<std::string> export_rig;    // GLB path
  std::optional<std::string> save_pose, load_pose;
  std::optional<std::string> open_lesson;  // its path
  std::optional<std::string> record_step;  // the lesson that gets the step
  std::optional<std::size_t> lesson_step;
  bool close_lesson = false;
  bool undo = false, redo = false, quit = false;
  bool cancel_busy = false;  // stop what UiInput::busy names
  std::optional<Side> look_from;
  bool frame_selection = false, frame_all = false;
  bool toggle_projection = false;
};

enum class Cursor { Arrow, Text, Hand, ResizeX, ResizeY };

struct UiOutput {
  std::vector<EditRequest> edits;
  Requests requests;
  // The view's rectangle in logical pixels (origin top left) and what the mouse does there.
  vec2 view_pos{0.0f}, view_size{1.0f};
  // The pane that the mouse is in, or was in when a button went down: camera and picking use it.
  std::size_t pane = 0;
  // What lies over the view and hides what is behind it: tools, legend, formula.
  std::vector<Rect> cards;
  bool view_hovered = false;      // the mouse is over the view and no widget or handle wants it
  bool gizmo_owns_mouse = false;  // over a handle, or dragging one
  std::optional<vec2>
      view_click;               // a click inside the gizmo's ball, in the pane's pixels: pick there
  bool wants_keyboard = false;  // a text field is active
  bool wants_next_frame = false;  // something animates or waits (tooltip delay, held key)
  Cursor cursor = Cursor::Arrow;
};

// Letters that the fonts below are loaded with.
bool has_letter(char32_t letter);
// A face for letters beyond these: face `number` of a font file.
struct ExtraFace {
  std::string file;
  int number = 0;
  std::vector<char32_t> letters;
};

// Fonts: `sans` and `mono` are files (may be empty: ImGui's own font). Call before the first frame
// and when the scale changes, between frames. `framebuffer_scale`: pixels a logical pixel (2 on a
// Retina display), so that glyphs are rasterised at full resolution.
void load_fonts(const std::string& sans, const std::string& mono, float scale,
                float framebuffer_scale = 1.0f, const std::string& bold = {},
                const std::vector<ExtraFace>& extra = {});
// The least size of type (em, pixels) that is read from the last row: a 36th of the picture's
// height.
float least_type(float height);
// The scale at which all text is at least that large; at least the display's own.
float presenter_scale(float height, float display_scale);
// Builds the atlas in memory, for runs without a renderer: tests. Otherwise the backend does it.
void build_fonts();
void apply_theme(bool dark, float scale);

// Between begin_frame (ui/base/input_feed.h) and ImGui::Render. Draws panels, gizmo and overlays;
// handles keys.
UiOutput draw(UiState& state, const UiInput& input);

// Another model is shown: lets go of what the state knew of the last one (a drag, fields, folded
// rows).
void forget_model(UiState& state);

}  // namespace bindpose::ui
