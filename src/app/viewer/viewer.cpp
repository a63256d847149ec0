#include "app/viewer/viewer.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/viewer/state_file.h"
#include "scene/deform/deformer_data.h"

namespace bindpose::app {

namespace {

// While a file loads the window looks for news this often.
constexpr double kLoadPollSeconds = 0.03;
// While the window moves its account of itself is as old as this.
constexpr double kStateSeconds = 0.05;

// The mouse as the window's pixels. Before ImGui::Render: the end of ImGui's frame forgets the
// wheel.
Mouse read_mouse(bool wheel_as_it_comes) {
  const ImGuiIO& io = ImGui::GetIO();
  Mouse mouse;
  mouse.position = vec2(io.MousePos.x, io.MousePos.y);
  mouse.delta = {io.MouseDelta.x, io.MouseDelta.y};
  mouse.wheel = wheel_as_it_comes ? io.MouseWheel : -io.MouseWheel;
  for (int i = 0; i < 3; ++i) {
    mouse.pressed[i] = io.MouseClicked[i];
    mouse.down[i] = io.MouseDown[i];
  }
  mouse.shift = io.KeyShift;
  mouse.ctrl = io.KeyCtrl || io.KeySuper;
  mouse.alt = io.KeyAlt;
  return mouse;
}

}  // namespace

Viewer::Viewer(const ViewerOptions& options)
    : options_(options),
      renderer_(options.shaders),
      fonts_(options.fonts),
      compare_({options.maps, options.detail, options.pointing, options.import}),
      workspace_(options.autosave),
      recent_(options_),
      poses_(options.poses),
      places_(options.lessons) {
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
  fonts_.end();
  ImGui_ImplOpenGL3_Shutdown();
  ui::destroy_context();
}

void Viewer::set_document(Document document) {
  document_ = std::move(document);
  changed({Change::Pose, -1});
}

std::string Viewer::title() const {
  const auto& model = document_.scene().model;
  if (!model) return "Bindpose";
  const std::string& saved = workspace_.path();
  const std::string name =
      saved.empty() ? model->name : std::filesystem::path(saved).filename().string();
  return (unsaved() ? "*" : "") + name + " - Bindpose";
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
  follow_brush();
  if (!input.dropped_files.empty()) drop(input.dropped_files.front());
  if (!input.events.empty() || input.size != size_) pace_.settle();
  size_ = input.size;

  begin_ui(input, dt);
  const ui::UiOutput out = ui::draw(ui_, ui_input());
  const Mouse mouse = read_mouse(ui_.settings.wheel == 0);
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
  result.quit = leaving_.quits();
  const bool rest = pace_.rests() && !out.wants_next_frame && !ui::input_pending() &&
                    !framing_.animating() && !document_.advancing() && !session_.easing();
  result.idle = rest && !picture_.refines() && !out.waits;
  if (rest) keep_place();
  if (result.idle && recent_.wants_picture() && !shows_coarse()) keep_picture();
  result.cursor = out.cursor;
  if (result.idle) picture_.rest();
  const bool loads = reads() || compare_.loading();
  const bool works_out =
      makes_map() || answers_.busy() || numbers_.busy() || centers_.busy() || canvas_.busy();
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
