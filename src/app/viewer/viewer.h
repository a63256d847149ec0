// The program's loop body: input in, picture out. The window, `bindpose render` and the tests all
// call step(); they differ in the context and the clock alone.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/import/file_watch.h"
#include "app/import/loader.h"
#include "app/viewer/fonts.h"
#include "app/viewer/lesson_files.h"
#include "app/viewer/lesson_player.h"
#include "app/viewer/moving_detail.h"
#include "app/viewer/navigation.h"
#include "render/renderer.h"
#include "ui/base/input_feed.h"
#include "ui/ui.h"
#include "view/free_view.h"
#include "view/surface_cache.h"

namespace bindpose::app {

struct ViewerOptions {
  std::filesystem::path shaders;
  FontFiles fonts;
  bool panels = true;                // false: the view with its overlays alone
  ImportLimits import;               // of every model that is opened
  bool remember = false;             // keep the list of recent files
  std::filesystem::path state_file;  // kept up to date with what is shown; empty: none
  unsigned int framebuffer = 0;      // where the finished picture goes
  MovingDetail::Options detail;      // of large models that take long to draw
  bool still = false;  // one picture is wanted: step() draws nothing, draw_still() does
};

struct Input {
  std::vector<ui::InputEvent> events;
  vec2 size{1280.0f, 720.0f};  // of the framebuffer, pixels
  float scale = 1.0f;          // of the display: 1 is 96 dpi
  std::vector<std::string> dropped_files;
};

struct StepResult {
  bool idle = false;  // nothing will change until there is input
  bool quit = false;
  ui::Cursor cursor = ui::Cursor::Arrow;
  double wake_after = -1.0;  // seconds until the next step is wanted when idle; negative: never
};

// Needs a current GL context with glad loaded, for its whole life.
class Viewer {
 public:
  explicit Viewer(const ViewerOptions& options);
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  // Starts loading; the model that is open stays until the new one is there.
  void open(const std::string& path);
  // Reads the lesson and loads its model; both are shown, at that step, when they fit each other.
  void open_lesson(const std::string& path, std::size_t step = 0);
  // Shows a lesson that fits its model, at its first step.
  void show_lesson(LessonPlan plan, const std::string& path);
  const OpenLesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
  // A pose file onto the open model; says in the window what did not fit.
  void load_pose_file(const std::string& path);
  // Goes to a step of the open lesson; `eased`: pose and camera move there.
  void show_step(std::size_t step, bool eased);
  // Whether the open file was written again; then it is loaded anew at the next step. Cheap: asked
  // twice a second while the window rests.
  bool poll_file();
  // Shows a model at once.
  void show(std::shared_ptr<const Model> model);

  // The same model with all that was edited elsewhere.
  void set_document(Document document);

  StepResult step(const Input& input, double dt);
  // The picture of what the last step laid out, refined at once.
  void draw_still(const Input& input);

  const Document& document() const { return document_; }
  void apply(const EditRequest& request);
  const Camera& camera() const { return camera_; }
  void set_camera(const Camera& camera);
  void frame_all();
  Renderer& renderer() { return renderer_; }
  ui::UiState& ui_state() { return ui_; }
  std::string title() const;
  bool loading() const { return loader_.alive(); }
  // Whether the last picture showed a coarse copy of the model.
  bool shows_coarse() const { return detail_.whole_due(step_start_).has_value(); }
  // Whether a thread makes such a copy, or a closer one.
  bool makes_copy() { return detail_.busy(); }
  // The window has to be drawn again although nothing changed (it was covered, say).
  void wake() { frames_wanted_ = std::max(frames_wanted_, 1); }
  // False: everything but the picture is made, for who asks where things are and not how they look.
  void set_draws(bool draws) { draws_ = draws; }
  const SurfaceMap* map();         // what the surface shows now, or null
  const SurfaceMap* map_beside();  // what a pane shows beside it, or null

 private:
  void take_loaded();
  void show_again(std::shared_ptr<const Model> model);
  void begin_ui(const Input& input, double dt);
  ui::UiInput ui_input();
  void handle_requests(const ui::Requests& requests);
  void handle_files(const ui::Requests& requests);
  // The mouse as the window's pixels. Before ImGui::Render: the end of ImGui's frame forgets the
  // wheel.
  static Mouse read_mouse();
  void handle_mouse(const ui::UiOutput& out, Mouse mouse);
  void place_view(const ui::UiOutput& out);
  bool place_panes(const ui::UiOutput& out);
  bool place_cards(const ui::UiOutput& out, bool anew);
  void follow_frame(double seconds);
  void click(const vec2& pixel, bool several);
  void probe_click(const vec2& pixel);
  void hover_vertex(bool free, const Mouse& mouse);
  void changed(const Change& change);
  void draw(const Input& input);
  void draw_view(bool whole);
  void follow_detail();
  void tell(const std::string& sentence, bool is_error);
  void warn(const std::string& sentence);
  void load_pose(const std::string& path);
  Image picture();
  void list_folder(const std::string& folder);
  Box bounds() const;
  bool same_model(const std::string& path) const;
  bool start_lesson(PendingLesson wanted, std::shared_ptr<const Model> model);
  void begin_lesson(LessonPlan plan, const std::string& path, std::size_t step);
  void close_lesson();
  void handle_lesson(const ui::Requests& requests);
  void record_step(const std::string& path);
  Camera step_camera() const;
  void animate_lesson(double dt);
  void finish_ease();
  bool poll_lesson();
  Box bounds_of(const VertexGroup& group) const;

  ViewerOptions options_;
  Renderer renderer_;
  Document document_;
  PosedScene posed_;
  BoneSet bones_;
  MapCache maps_, maps_beside_;
  std::vector<char32_t> letters_;  // of names, that the interface's fonts lack
  bool new_letters_ = false;       // fonts for them are loaded at the next step
  std::vector<ui::ExtraFace> faces_;
  SurfaceCache surface_;
  Camera camera_;
  Viewport viewport_;       // what the camera looks through: a pane, all of one size
  vec2 pane_corner_{0.0f};  // of the pane that the mouse works in
  Deformer pane_method_ = Deformer::Linear;
  vec2 view_corner_{0.0f}, view_size_{0.0f};  // of all panes together
  Navigation navigation_;
  Loader loader_;
  FileWatch watch_;         // of the open file
  FileWatch next_watch_;    // of the file that loads: what is written meanwhile is a change
  bool reloading_ = false;  // what loads is the open file, written again
  std::optional<OpenLesson> lesson_;
  std::optional<PendingLesson> pending_lesson_;
  std::optional<PoseEase> ease_;
  std::vector<ui::LessonEntry> lessons_;  // of the menu
  std::string home_, own_folder_;         // where files are offered to be saved, and where not
  ui::UiState ui_;
  std::vector<std::string> recent_, folder_, endings_;
  std::string folder_name_;
  std::string renderer_name_;
  vec2 size_{0.0f};
  float scale_ = 0.0f;
  bool all_fonts_ = false;
  bool dark_ = true;
  std::size_t frames_ = 0;
  bool frame_on_first_view_ = false;
  bool framed_ = false;  // the camera is where framing put it: it follows the view's size and cards
  std::vector<ViewPart> cards_;  // that lay over a pane when the camera was framed last
  std::optional<double>
      frame_after_;  // the camera moves in so many seconds when the cards are known
  bool draws_ = true;
  bool scene_dirty_ = true;  // the view has to be drawn anew
  int refine_ = 0;
  MovingDetail detail_;
  MovingDetail::Time step_start_{};
  bool drew_whole_ = false;  // the last step drew all of the model, and another one follows at once
  static constexpr int kSettleFrames = 2;
  static constexpr double kMakeRoomSeconds = 0.2;
  int frames_wanted_ = kSettleFrames;  // ImGui needs a second frame to settle
  double frame_ms_ = 0.0;
};

}  // namespace bindpose::app
