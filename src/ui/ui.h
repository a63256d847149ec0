// The window's contents with Dear ImGui: a function of the scene that returns edits and requests.
// Knows neither the renderer nor files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scene/automatic/automatic_binding.h"
#include "scene/diff/diff_account.h"
#include "scene/edit/edit.h"
#include "scene/lesson/predict/predict.h"
#include "ui/clinic/clinic_panel.h"
#include "ui/explain/curves_card.h"
#include "ui/film/film_dialog.h"
#include "ui/numbers/numbers_panel.h"
#include "ui/poses/saved_pose.h"
#include "ui/table/table_panel.h"
#include "ui/ui_state.h"
#include "view/bones.h"
#include "view/camera.h"
#include "view/pick.h"
#include "view/surface_map.h"

namespace bindpose::ui {

// Of an entry of a folder.
struct FileFacts {
  std::uint64_t size = 0;     // bytes
  std::int64_t modified = 0;  // seconds since 1970; 0: not known
};

// A lesson of the menu.
struct LessonEntry {
  std::string title, summary, path;
};

// A lesson that was left on its way.
struct LeftLesson {
  std::string place;  // "lesson 4, step 5"
  std::string title;
};

// An image of the open lesson's text, or why it cannot be shown.
struct LessonPicture {
  unsigned int texture = 0;  // OpenGL's name; 0: none
  vec2 size{0.0f};           // pixels
  std::string problem{};     // one sentence
};

struct UiInput;

// Of the centres of rotation that a deformer asks for: without them it is the linear blend.
enum class CentersState { There, Computed, GivenUp };

// The other file of a comparison.
struct ComparisonInput {
  const UiInput* other = nullptr;        // what its pane shows; null: nothing is compared
  std::string name_a, name_b;            // of both files, as the panes are headed
  std::string lag;                       // what it cannot follow the open model in, or empty
  const DiffAccount* account = nullptr;  // null while that is being found
  bool computing = false;                // a newer account is on its way
  double tolerance = 0.0;

  bool on() const { return other != nullptr; }
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
  std::span<const FileFacts> folder_facts{};    // of each; of those beyond it nothing is known
  std::span<const unsigned int> recent_pictures{};  // textures, likewise of `recent`; 0: none
  std::string folder;  // its full path, when the application knows it better
  std::string home{},
      own_folder{};  // the user's folder, and that of the program's own models and lessons
  std::string start_folder{};  // that the program was started in; empty: in none of somebody's
  std::string workspace{};     // the path of the open one; empty: none
  CentersState centers = CentersState::There;
  bool computes_weights = false;  // for Requests::compute_weights, beside the window
  // How good the scene's weights are, or those of the other file, a line each; empty: nobody asked,
  // or they have changed.
  std::vector<std::pair<std::string, std::string>> weight_figures{};
  std::vector<JudgedWeights> judged{};  // all that were judged on this model, with their names
  bool beside_model_closed = false;     // nothing can be written into the model's folder
  bool unsaved = false;         // pose or weights are not as it has them, or as the model comes
  std::string busy;             // what is being waited for ("Loading ogre.fbx"), or empty
  std::string busy_phase;       // which part of it ("reading"), or empty
  float busy_progress = -1.0f;  // 0 to 1, or negative: unknown
  FilmFacts film{};             // while its dialog is open
  std::span<const SavedPose> poses{};          // of the library
  std::span<const LessonEntry> lessons{};      // of the menu
  std::span<const LeftLesson> left_lessons{};  // that can be gone on with, newest first
  std::span<const LessonEntry> course{};       // that the open lesson is part of; empty: none
  std::size_t course_at = 0;                   // its place there
  std::string course_title{};
  const LessonPlan* lesson = nullptr;  // the open one
  std::size_t lesson_step = 0;
  std::string lesson_path{};
  std::span<const LessonPicture> lesson_pictures{};  // one a Lesson::images
  const LessonAnswer* lesson_answer = nullptr;       // of the step; null without a lesson
  const SurfaceMap* map = nullptr;                   // what the surface shows; null: no map
  std::optional<LegendMark> probed;  // the vertex under the mouse, marked in the map's legend
  // The same of the map that the last pane shows beside it (show_beside() of view/panes.h).
  const SurfaceMap* map_beside = nullptr;
  std::optional<LegendMark> probed_beside;
  ComparisonInput compared{};
  ClinicInput clinic{};  // while its tab is open
  NumbersInput numbers{};
  TableInput table{};  // while it is open
  CurvesInput curves{};
  // The surface of the open model under a pixel of the window, in the pane that the mouse works in;
  // nothing as well where the answer would take long. May be null.
  std::function<std::optional<SurfaceHit>(const vec2& pixel)> pick{};
  // Whether that found nothing because what it takes is still being made.
  std::function<bool()> pick_waits{};
  bool canvas_waits = false;  // what a stroke of the brush needs is still being made
  float pen_pressure = 1.0f;  // 0 to 1; of what has no pressure 1
  // What the browser shows when it opens a model; lower case.
  std::span<const std::string> model_endings;  // of the files that can be opened: ".fbx", ...

  // What the step asks as long as the answer is not shown; null: nothing.
  const LessonPrediction* question() const {
    if (lesson == nullptr || (lesson_answer != nullptr && lesson_answer->revealed)) return nullptr;
    const auto& asked = lesson->lesson.steps[lesson_step].predict;
    return asked ? &*asked : nullptr;
  }
};

// What becomes of work that is not saved.
enum class UnsavedAnswer { Save, Discard, Cancel };
// What becomes of work that a window left behind.
enum class LeftoverAnswer { Recover, Discard, Later };

// What becomes of another file's clips.
enum class TakeAnswer { Take, Open, Cancel };

// Things that only the application can do.
struct Requests {
  std::optional<std::string> open_file;
  std::optional<std::string> list_folder;      // fill UiInput::folder_entries for this folder
  std::optional<std::string> save_picture;     // PNG path
  std::optional<std::string> make_film;        // as UiState::film has it; of PNGs a folder
  std::optional<std::string> export_mesh;      // OBJ, PLY or GLB path
  std::optional<std::string> export_rig;       // GLB path
  ExportSize export_size = ExportSize::Plain;  // of either as GLB
  std::optional<std::string> save_pose, load_pose;
  std::optional<std::string> save_weights, load_weights;  // JSON or CSV
  std::optional<std::string> find_textures;               // a folder, or the file of one
  std::string found_texture;                              // which that is, where it was chosen
  std::optional<std::string> save_workspace;              // its path
  std::optional<std::vector<int>> copy_pose;              // of these joints; empty: of all
  enum class Paste { AsItIs, Mirrored };
  std::optional<Paste> paste_pose;
  std::vector<LibraryRequest> library{};          // of saved poses, in this order
  std::optional<UnsavedAnswer> unsaved;           // to AskState::Unsaved
  std::optional<LeftoverAnswer> leftover;         // to AskState::Leftover
  std::optional<std::string> take_from;           // a file whose clips are wanted
  std::optional<TakeAnswer> take;                 // to TakeState
  std::optional<std::string> save_map, load_map;  // of TakeState
  std::optional<std::string> open_lesson;         // its path
  bool open_lesson_at_end = false;                // at its last step
  std::optional<std::size_t> go_on_lesson{};      // of UiInput::left_lessons
  std::optional<bool> end_lecture{};              // to AskState::Lecture
  std::optional<std::string> record_step;         // the lesson that gets the step
  std::optional<std::size_t> lesson_step;
  std::optional<LessonGuess> guess;  // what the open question is answered with
  std::optional<std::vector<LessonGuess>> earlier_guesses{};  // with `guess`: those beside it
  std::optional<bool> reveal;  // the answer is shown, or the question again
  bool close_lesson = false;
  std::optional<std::string> open_link;     // "https://...", in the browser
  bool save_settings = false;               // UiState::settings has changed
  std::optional<std::string> compare_with;  // a file
  bool end_comparison = false;
  std::optional<double> tolerance;           // of the comparison
  std::optional<std::string> check_numbers;  // a file or a folder of somebody else's numbers
  std::optional<bool> numbers_by_columns;
  bool read_numbers_again = false, close_numbers = false;
  std::optional<std::string> export_tables;  // a new folder
  bool undo = false, redo = false, quit = false;
  std::optional<std::size_t> go_to;  // so many steps of the history are to be done
  bool cancel_busy = false;          // stop what UiInput::busy names
  std::optional<Side> look_from;
  bool frame_selection = false, frame_all = false;
  bool face_selection = false;  // with frame_selection, of vertices: from the side that they are on
  // A vertex with the room around it, of the open model or of the other file of a comparison.
  struct FramedVertex {
    VertexRef at;
    bool of_other = false;
  };
  std::optional<FramedVertex> frame_vertex;
  std::optional<AutomaticMethod>
      compute_weights;           // beside the window; one edit when they are there
  bool show_beside = false;      // those, as the other side of a comparison instead
  bool segments_beside = false;  // likewise, by the distance to bones
  std::optional<TransferWeights> transfer_weights;  // of its file, likewise
  std::optional<Mend>
      mend_weights;             // of what is selected when this frame's edits are done, likewise
  bool build_skeleton = false;  // of the draft, and its weights beside the window
  bool judge_weights = false;   // fill UiInput::weight_figures
  bool judge_other = false;     // with those of the other file of a comparison
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
  bool wants_next_frame = false;  // what was asked for is not all done
  bool waits = false;  // for time to pass (tooltip, held key, what moves to show that it waits)
  bool draws_on() const { return wants_next_frame || waits; }
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

// What is written: all of the interface, or names and legends in a view without panels and lesson.
enum class FontUse { Everything, Names };

// Fonts: `sans` and `mono` are files (may be empty: ImGui's own font). Call before the first frame
// and when the scale changes, between frames. `framebuffer_scale`: pixels a logical pixel (2 on a
// Retina display), so that glyphs are rasterised at full resolution.
void load_fonts(const std::string& sans, const std::string& mono, float scale,
                float framebuffer_scale = 1.0f, const std::string& bold = {},
                const std::vector<ExtraFace>& extra = {}, FontUse use = FontUse::Everything);
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

}  // namespace bindpose::ui
