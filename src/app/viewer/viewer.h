// The program's loop body: input in, picture out. The window, `bindpose render` and the tests all
// call step(); they differ in the context and the clock alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/comparison.h"
#include "app/viewer/applied_settings.h"
#include "app/viewer/compared_view.h"
#include "app/viewer/files/dialog_folders.h"
#include "app/viewer/files/exports.h"
#include "app/viewer/files/offered_clips.h"
#include "app/viewer/files/recent_files.h"
#include "app/viewer/files/saved_poses.h"
#include "app/viewer/fonts/font_set.h"
#include "app/viewer/lesson/lesson_places.h"
#include "app/viewer/lesson/lesson_session.h"
#include "app/viewer/notices.h"
#include "app/viewer/open/leaving.h"
#include "app/viewer/open/opening.h"
#include "app/viewer/open/planned_arrival.h"
#include "app/viewer/open/recovery.h"
#include "app/viewer/panels/computed_weights.h"
#include "app/viewer/panels/open_numbers.h"
#include "app/viewer/panels/panel_answers.h"
#include "app/viewer/picture/pacing.h"
#include "app/viewer/picture/pane_pick.h"
#include "app/viewer/picture/shown_centers.h"
#include "app/viewer/picture/shown_maps.h"
#include "app/viewer/picture/view_picture.h"
#include "app/viewer/step.h"
#include "app/viewer/view_framing.h"
#include "app/viewer/viewer_options.h"
#include "app/workspace/workspace_session.h"
#include "render/renderer.h"
#include "ui/ui.h"

namespace bindpose::app {

class Speaker;

// Needs a current GL context with glad loaded, for its whole life.
class Viewer {
 public:
  explicit Viewer(const ViewerOptions& options);
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  // Starts loading a model, or the model of a workspace; what is open stays until the new one is
  // there, and only then somebody is asked about work that is not saved: a file that is broken
  // costs no answer.
  void open(const std::string& path);
  // Someone wants to close the window: true where nothing is lost by it. Else the question is
  // asked, and step() says quit when that is answered.
  bool may_close();
  // Keeps aside what is not saved, where no step is taken: the window is not to be seen.
  void keep_work();
  // The window has another size, and rests: that of the next start.
  void keep_window_size(int width, int height);
  // Asks about work that another window left behind.
  void offer_leftovers();
  // Starts loading a file to compare the open model with, or what opens; what is compared stays
  // until it is there.
  void compare_with(const std::string& path);
  // Shows it beside the open model at once.
  void show_comparison(Scene other, const std::string& path);
  void set_tolerance(double tolerance) { compare_.set_tolerance(tolerance); }
  const FileComparison& comparison() const { return compare_; }
  // Reads the lesson and loads its model (of one that takes any: `on`, else the open one); both are
  // shown, at that step, when they fit each other.
  void open_lesson(const std::string& path, std::size_t step = 0, const std::string& on = {});
  void show_lesson(LessonPlan plan, const std::string& path);
  void go_on_with(const LessonPlace& place);  // the lesson as it was left there
  const OpenLesson* lesson() const { return session_.open(); }
  // A pose file onto the open model; says in the window what did not fit.
  void load_pose_file(const std::string& path);
  // Goes to a step of the open lesson; `eased`: pose and camera move there.
  void show_step(std::size_t step, bool eased);
  bool reveal_answer(bool shown);  // false where nothing changed
  // Whether the open file was written again; then it is loaded anew at the next step. Cheap: asked
  // twice a second while the window rests.
  bool poll_file();
  // Shows a model at once. `joint_colors`: of view/joints/joint_colors.h, where they were made
  // already.
  void show(std::shared_ptr<const Model> model, std::vector<vec3> joint_colors = {});

  // The same model with all that was edited elsewhere.
  void set_document(Document document);

  StepResult step(const Input& input, double dt);
  // A frame of the window of who speaks, after step(): what the lesson says there, and what is
  // asked for there.
  SpokenStep step_speaker(Speaker& speaker, const Input& input, double dt, const std::string& clock,
                          double now);
  // A sentence of the application's own.
  void complain(const std::string& sentence) { notices_.tell(sentence, true); }
  // The picture of what the last step laid out, refined at once.
  void draw_still(const Input& input);

  const Document& document() const { return document_; }
  void apply(const EditRequest& request);
  const Camera& camera() const { return framing_.camera(); }
  void set_camera(const Camera& camera);
  void frame_all();
  void look_as(const LessonCamera& wanted);  // as a step with this camera shows what is shown
  void frame(const Box& box);  // of display space; it fills the view, the model in its pose
  Box bounds() const;
  Renderer& renderer() { return renderer_; }
  ui::UiState& ui_state() { return ui_; }
  std::string title() const;
  bool loading() const { return opening_.alive(); }
  // Whether the view's picture is of what there is to show now.
  bool picture_is_current() const { return !pace_.view_dirty(); }
  // Whether the last picture showed a coarse copy of the model.
  bool shows_coarse() const { return picture_.whole_due(compare_).has_value(); }
  // Whether a thread makes such a copy, or a closer one.
  bool makes_copy() { return picture_.makes_copy() || compare_.detail().busy(); }
  // The window has to be drawn again although nothing changed (it was covered, say).
  void wake() {
    picture_.forget_window();
    pace_.draw_once();
  }
  // False: everything but the picture is made, for who asks where things are and not how they look.
  void set_draws(bool draws) { picture_.set_draws(draws); }
  // What the surface shows now, or null.
  const SurfaceMap* map() { return maps_.own(file(), compare_); }
  // What a pane shows beside it, or null.
  const SurfaceMap* map_beside() { return maps_.beside(file()); }

 private:
  OpenFile file() const { return {document_.scene(), posed_, bones_}; }
  bool reads() const { return opening_.busy() || planned_.busy(); }
  bool take_loaded();
  void ask_to_show(Arrival arrival);
  bool take_over(Arrival arrival);
  void plan(Arrival arrival);
  bool take_planned();
  void take_compared();
  void end_comparison();
  Scene alone(Scene scene) const;
  void handle_compare(const ui::Requests& requests);
  void lesson_input(ui::UiInput& in);
  const std::vector<LessonPlace>& left_places();
  void show_weights_beside(const Edit& edit, const std::string& name);
  void follow_centers();
  Box vertex_box(const ui::Requests::FramedVertex& vertex) const;
  bool is_large() const;
  bool show_again(std::shared_ptr<const Model> model, std::vector<vec3> joint_colors);
  void take_colors(std::vector<vec3> joint_colors);
  void begin_ui(const Input& input, double dt);
  ui::UiInput ui_input();
  void handle_requests(const ui::Requests& requests);
  void handle_camera(const ui::Requests& requests);
  void handle_files(const ui::Requests& requests);
  // False where that cannot be read, which is said, and what loads goes on.
  bool open_for(Arrival::For wanted, const std::string& path, const TransferWeights& transfer = {});
  void drop(const std::string& path);
  bool offer_clips(Arrival& arrival);
  void handle_take(const ui::Requests& requests);
  void take_offered_clip();
  void begin_settings();
  void save_settings();
  void use_settings();
  ImportLimits import_limits() const;
  void handle_mouse(const ui::UiOutput& out, Mouse mouse);
  void place_view(const ui::UiOutput& out);
  Camera framed(const Box& box) const;
  Camera framed(const Box& box, const Camera& from) const;
  void click(const vec2& pixel, bool several);
  std::optional<SurfaceHit> surface_at(const vec2& pixel, PanePick::When when);
  int joint_at(const vec2& pixel);
  void open_joint_menu(const vec2& pixel);
  void probe_click(const vec2& pixel);
  void vertex_click(const vec2& pixel, bool several);
  void draft_click(const vec2& pixel);
  void build_skeleton();
  void follow_model();
  void hover_vertex(bool free, const Mouse& mouse);
  void changed(const Change& change);
  void evaluate_changed(const Change& change);
  ViewFrame view_frame(const vec2& window);
  Drawn draw(const vec2& window, bool view_too);
  bool makes_map() { return maps_.busy() || compare_.busy(); }
  void wait_for_maps();
  void take_pose(const ComingPose& pose);
  void handle_poses(const ui::Requests& requests);
  void start_film(const std::string& path);
  void find_textures(const std::string& path, const std::string& stored);
  void handle_weights(const ui::Requests& requests);
  void mend_weights(const Mend& mend);
  void judge(bool other);
  std::optional<BusyCard> busy_card() const;
  void cancel_busy();  // what the card names
  void follow_brush();
  void take_weights_from(const TransferWeights& how);
  void start_transfer(const Arrival& arrival);
  void take_weights();  // that were computed, and figures
  Image picture();
  void list_folder(const std::string& folder);
  void keep_picture();
  void start_lesson(PendingLesson wanted, std::shared_ptr<const Model> model);
  void begin_lesson(LessonPlan plan, const std::string& path, std::size_t step);
  void close_lesson();
  void restore(const LessonPlace& place);
  void keep_place();
  void play_slider(double dt);
  ViewSettings own_view() const;
  std::optional<vec2> place_for_speaker() const;
  void handle_lesson(const ui::Requests& requests);
  void record_step(const std::string& path);
  bool unsaved() const;
  bool lectures() const;
  void leave_for(Departure departure);
  void depart(const Departure& departure);
  void handle_history(const ui::Requests& requests);
  void handle_workspace(const ui::Requests& requests);
  void save_workspace(const std::string& path);
  void answer_unsaved(ui::UnsavedAnswer answer);
  void answer_leftover(ui::LeftoverAnswer answer);
  void show_workspace(const WorkspaceFile& file, RestoredWorkspace restored);
  WorkspaceContent workspace_content() const;
  void keep_aside(StepResult& result);
  Camera step_camera() const;
  void animate_lesson(double dt);
  void finish_ease();
  bool poll_lesson();

  ViewerOptions options_;
  ui::UiState ui_;
  Pacing pace_;
  Notices notices_{ui_, pace_};
  AppliedSettings settings_;

  // What is open, and its picture.
  Document document_;
  PosedScene posed_;
  BoneSet bones_;
  Renderer renderer_;
  std::string renderer_name_;
  ModelId shown_model_;  // that the renderer has
  FontSet fonts_;
  PanePick picks_{options_.pointing};
  CanvasMaker canvas_{options_.painting};
  ViewFraming framing_;
  vec2 size_{0.0f};  // of the window in the last frame
  ViewPicture picture_{options_};
  ShownMaps maps_{options_.maps};
  ShownCenters centers_{options_.maps.beside};
  FileComparison compare_;
  ComparedView compared_view_{options_.panels, !options_.maps.beside};

  // What is worked out or written beside the window.
  PanelAnswers answers_{options_.maps.beside, options_.panels};
  OpenNumbers numbers_{options_.maps.beside, options_.panels};
  ComputedWeights weights_;
  Exports exports_;

  // What comes next, and what is kept of what was.
  Opening opening_{options_.import};
  PlannedArrival planned_{options_.maps.beside};
  OfferedClips clips_;
  Leaving leaving_;
  Recovery recovery_;
  WorkspaceSession workspace_;
  bool typing_ = false;  // of a number, in a field or while something is dragged
  RecentFiles recent_;
  DialogFolders folders_;
  SavedPoses poses_;

  LessonSession session_;
  LessonPlaces places_;
  std::optional<ViewSettings> view_before_lesson_;  // while one is open

  double state_age_ = 0.0;  // seconds since the state file was written
};

}  // namespace bindpose::app
