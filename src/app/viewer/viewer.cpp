#include "app/viewer/viewer.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/film/film_process.h"
#include "app/import/texture_places.h"
#include "app/paths.h"
#include "app/viewer/state_file.h"
#include "io/import.h"
#include "scene/deform/deformer_data.h"
#include "scene/draft/built_model.h"
#include "scene/edit/mark_edit.h"
#include "view/panes.h"

namespace bindpose::app {

namespace {

// While a file loads the window looks for news this often.
constexpr double kLoadPollSeconds = 0.03;
// While the window moves its account of itself is as old as this.
constexpr double kStateSeconds = 0.05;

}  // namespace

Viewer::Viewer(const ViewerOptions& options)
    : options_(options),
      renderer_(options.shaders),
      fonts_(options.fonts),
      compare_({options.maps, options.detail, options.pointing, options.import}),
      loader_(options.import),
      planner_(options.maps.beside),
      places_(options.lessons),
      workspace_(options.autosave),
      recent_(options_),
      poses_(options.poses) {
  ui::create_context();
  ImGui_ImplOpenGL3_Init("#version 330");
  renderer_name_ = renderer_.description();
  ui_.chrome = ui_.gizmo = options.panels;
  begin_settings();
}

Viewer::~Viewer() {
  keep_place();
  keep_picture();
  exports_.end_film();
  ImGui_ImplOpenGL3_Shutdown();
  ui::destroy_context();
}

void Viewer::open(const std::string& path) {
  wanted_workspace_.reset();
  taken_over_.reset();
  recovered_beside_.clear();
  offer_ = Offer::None;
  left_at_ = kNobodyAsked;
  if (is_workspace(path)) return open_workspace(path);
  start_loading(path, {});
  session_.take_pending();
  pace_.settle();
}

void Viewer::show(std::shared_ptr<const Model> model, std::vector<vec3> joint_colors) {
  keep_picture();
  recent_.forget_open();
  renderer_.set_model(model);  // throws where the driver cannot hold it: nothing has changed then
  end_comparison();
  picture_.show(model);
  fonts_.add(*model);
  session_.close();
  shown_model_ = model->id;
  document_ = Document(make_scene(std::move(model), own_view()));
  view_before_lesson_.reset();
  workspace_.start_over();
  ui::forget_model(ui_);
  picks_.forget();
  // Those of the file's joints, which are others than those that were made by hand.
  if (!document_.scene().model->built) take_colors(std::move(joint_colors));
  evaluate(document_.scene(), posed_);
  build_bones(document_.scene(), posed_, bones_);
  pace_.redraw_view();
  framing_.start_over();
  pace_.settle();
}

void Viewer::take_colors(std::vector<vec3> joint_colors) {
  if (joint_colors.empty()) return;
  bones_.color = std::move(joint_colors);
  bones_.color_of = document_.scene().model->id;
}

void Viewer::set_document(Document document) {
  document_ = std::move(document);
  changed({Change::Pose, -1});
}

// The same file, written again: only what is in it changes, not what the user did.
// Says what could not be kept. False where it was read for its textures and none of them was found.
bool Viewer::show_again(std::shared_ptr<const Model> model, std::vector<vec3> joint_colors) {
  const std::string name = model->name;
  const std::shared_ptr<const Model> before = document_.scene().model;
  // Before anything is changed: the skeleton that was made by hand may not fit the file any more.
  try {
    model = built_like(*before, model);
  } catch (const std::exception& e) {
    relinking_ = false;
    notices_.warn(name + " was changed, but the skeleton made by hand does not fit it any more: " +
                  e.what() + " What is shown is as before.");
    return false;
  }
  renderer_.set_model(model);
  picture_.show(model);
  fonts_.add(*model);
  const std::size_t lost = document_.reload(std::move(model));
  shown_model_ = document_.scene().model->id;
  ui::renew_model(ui_);
  picks_.forget();
  if (!document_.scene().model->built) take_colors(std::move(joint_colors));
  evaluate(document_.scene(), posed_);
  build_bones(document_.scene(), posed_, bones_);
  compare_.follow(document_.scene(), posed_, bones_);
  pace_.redraw_view();
  pace_.settle();
  const bool relinked = std::exchange(relinking_, false);
  const bool found =
      relinked && missing_names(*document_.scene().model).size() < missing_names(*before).size();
  if (found) workspace_.changed_beside();
  if (lost == 0 && relinked) {
    tell_textures(*before);
  } else if (lost == 0) {
    notices_.tell("Loaded " + name + " again: the file was changed.", false);
  }
  if (lost == 0) return found || !relinked;
  workspace_.save_elsewhere();  // its file still has them
  notices_.warn("Loaded " + name + " again: the file was changed. Edited weights of " +
                (lost == 1 ? "a mesh" : std::to_string(lost) + " meshes") +
                " do not fit it any more and are gone.");
  return found || !relinked;
}

bool Viewer::poll_file() {
  if (poll_lesson()) return true;
  if (compare_.poll_file(import_limits())) {
    pace_.settle();
    return true;
  }
  if (numbers_.poll_file()) {
    pace_.settle();
    return true;
  }
  if (!document_.scene().model || loader_.busy() || planner_.busy() || !watch_.changed())
    return false;
  load_again(textures_);
  pace_.settle();
  return true;
}

std::string Viewer::title() const {
  const auto& model = document_.scene().model;
  if (!model) return "Bindpose";
  const std::string& saved = workspace_.path();
  const std::string name =
      saved.empty() ? model->name : std::filesystem::path(saved).filename().string();
  return (unsaved() ? "*" : "") + name + " - Bindpose";
}

// True where another model is shown now.
bool Viewer::take_loaded() {
  std::optional<Loader::Result> result = loader_.poll();
  if (!result) return false;
  Arrival arrival{std::move(*result), session_.take_pending(), {}, next_textures_};
  if (!reloading_) arrival.workspace = std::exchange(wanted_workspace_, std::nullopt);
  if (!arrival.result.model) {
    if (!reloading_) wanted_comparison_.clear();  // that was to be compared with it
    notices_.tell(arrival.result.error, true);
    return false;
  }
  const Offer offer = reloading_ ? Offer::None : std::exchange(offer_, Offer::None);
  if (offer == Offer::Weights) {
    start_transfer(arrival);
    return false;
  }
  if (offer != Offer::None && offer_clips(arrival, offer == Offer::Dropped)) return false;
  // What was edited since the file was asked for.
  if (!reloading_ && unsaved() && document_.position() != left_at_) {
    const std::string path = arrival.result.path;
    arrival_ = std::move(arrival);
    leave_for({Departure::Show, path});
    return false;
  }
  return take_over(std::move(arrival));
}

bool Viewer::take_over(Arrival arrival) {
  Loader::Result* const result = &arrival.result;
  std::optional<PendingLesson>& wanted = arrival.lesson;
  try {
    // A lesson that takes any model goes on with the one that was opened.
    const bool takes_it = lesson() && lesson()->plan.lesson.model.empty() && !arrival.workspace;
    if (lesson() && !wanted && (reloading_ || takes_it)) wanted = session_.again();
    if (wanted && !arrival.plan) {
      plan(std::move(arrival));
      return take_planned();
    }
    if (wanted) {
      begin_lesson(std::move(*arrival.plan), wanted->path, wanted->step);
      if (wanted->left) restore(*wanted->left);
      if (!arrival.loaded) return false;
    } else if (reloading_) {
      if (!show_again(result->model, std::move(result->joint_colors))) arrival.textures = textures_;
    } else {
      // A workspace that is broken is refused while what was open still is.
      std::optional<RestoredWorkspace> restored;
      if (arrival.workspace) restored = restore_workspace(*arrival.workspace, result->model);
      show(result->model, std::move(result->joint_colors));
      ui_.message.dismiss();
      if (const std::string problem = settings_.take_problem(); !problem.empty()) {
        notices_.warn(problem);
      } else if (const std::string missing = missing_words(*result->model); !missing.empty()) {
        notices_.warn(missing);
      }
      if (restored) show_workspace(*arrival.workspace, std::move(*restored));
    }
    if (!reloading_) watch_ = next_watch_;
    textures_ = std::move(arrival.textures);
  } catch (const std::exception& e) {
    notices_.tell(result->model->name + " cannot be shown: " + e.what(), true);
    return false;
  }
  if (options_.remember && !reloading_) {
    recent_.remember(workspace_.path().empty() ? result->path : workspace_.path());
  }
  return true;
}

// How much of the pose has to be computed again.
void Viewer::evaluate_changed(const Change& change) {
  const Scene& scene = document_.scene();
  if (change.extent == Change::View) {
    // Patterns of joints are made when they are first asked for.
    if (scene.view.hatching && bones_.pattern.empty()) build_bones(scene, posed_, bones_);
    return;
  }
  if (change.extent == Change::Subtree) {
    evaluate_subtree(scene, change.joint, posed_);
    return move_bones(scene, posed_, change.joint, bones_);
  }
  evaluate(scene, posed_);
  build_bones(scene, posed_, bones_);
}

void Viewer::changed(const Change& change) {
  if (change.extent == Change::None) return;
  pace_.redraw_view();
  pace_.settle();
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  // A new scene's store would make on this thread what its deformers ask for.
  if (options_.maps.beside && scene.deformers) scene.deformers->make_beside();
  if (document_.scene().model->id != shown_model_) follow_model();
  evaluate_changed(change);
  compare_.follow(document_.scene(), posed_, bones_);
}

void Viewer::handle_requests(const ui::Requests& requests) {
  if (requests.cancel_busy) cancel_busy();
  if (requests.save_settings) save_settings();
  handle_history(requests);
  handle_camera(requests);
  handle_workspace(requests);
  handle_files(requests);
  handle_compare(requests);
  handle_poses(requests);
  handle_weights(requests);
  numbers_.handle(requests, document_.scene(), ui_, pace_);
  if (requests.export_tables && document_.scene().model)
    notices_.say(export_tables(*requests.export_tables, document_.scene(), posed_));
  handle_lesson(requests);
}

StepResult Viewer::step(const Input& input, double dt) {
  StepResult result;
  session_.begin_frame();
  picture_.begin_step(renderer_, compare_);
  const bool arrived = (take_loaded() || take_planned()) && is_large();
  take_compared();
  exports_.tell_done(notices_);
  take_weights();
  follow_centers();
  if (!input.dropped_files.empty()) drop(input.dropped_files.front());
  if (!input.events.empty() || input.size != size_) pace_.settle();
  size_ = input.size;

  begin_ui(input, dt);
  const ui::UiOutput out = ui::draw(ui_, ui_input());
  const Mouse mouse = read_mouse();
  ImGui::Render();
  place_view(out);
  const bool takes_over = std::ranges::any_of(
      out.edits, [](const EditRequest& request) { return !request.edit.is<SetHover>(); });
  if (takes_over || out.requests.undo || out.requests.go_to) finish_ease();
  for (const EditRequest& request : out.edits) apply(request);
  handle_requests(out.requests);
  handle_mouse(out, mouse);
  animate_lesson(dt);
  changed(document_.advance(dt));
  framing_.animate(dt);
  picture_.look(framing_.camera(), maps_.revisions(file(), compare_), pace_);
  if (pace_.view_dirty()) pace_.settle();
  if (options_.still) {
    pace_.view_is_drawn();
  } else {
    result.drawn = draw(input.size, !arrived);
  }

  pace_.end_frame();
  result.quit = quit_;
  const bool rest = pace_.rests() && !out.wants_next_frame && !ui::input_pending() &&
                    !framing_.animating() && !document_.advancing() && !session_.easing();
  result.idle = rest && !picture_.refines() && !out.waits;
  if (rest) keep_place();
  if (result.idle && recent_.wants_picture() && !shows_coarse()) keep_picture();
  result.cursor = out.cursor;
  if (result.idle) picture_.rest();
  const bool loads = loader_.busy() || compare_.loading() || planner_.busy();
  const bool works_out = makes_map() || answers_.busy() || numbers_.busy() || centers_.busy();
  if (loads || works_out || exports_.busy() || weights_.busy() || picks_.busy())
    result.wake_after = kLoadPollSeconds;
  const std::optional<double> due =
      framing_.size().x >= 1.0f ? picture_.whole_due(compare_) : std::nullopt;
  if (due) result.wake_within(*due);
  typing_ = out.wants_keyboard || ui_.of_model.gizmo.typed.active();
  keep_aside(result);
  notices_.follow_time(result);
  state_age_ += dt;
  if (!options_.state_file.empty() && !(rest && due) && (rest || state_age_ >= kStateSeconds)) {
    state_age_ = 0.0;
    WindowState shown{document_,         posed_, framing_.camera(), framing_.viewport(),
                      framing_.corner(), ui_,    picture_.count()};
    shown.size = size_;
    shown.loading = loads;
    shown.compared = compare_.on() ? &compare_ : nullptr;
    shown.typing = out.wants_keyboard;
    shown.clinic = answers_.findings();
    shown.numbers = numbers_.shown();
    if (ImGui::IsMousePosValid()) shown.mouse = mouse.position;
    shown.rest = rest && !due && !loads && !works_out;
    shown.unsaved = unsaved();
    shown.workspace = workspace_.path();
    if (const OpenLesson* open = lesson()) {
      shown.lesson_step = open->step;
      shown.lesson = std::filesystem::path(open->path).stem().string();
      if (open->plan.lesson.steps[open->step].predict) shown.answer = &open->answers[open->step];
    }
    write_state(options_.state_file, shown);
  }
  return result;
}

}  // namespace bindpose::app
