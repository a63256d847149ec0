// The viewer's lesson: opening it, going from step to step, following its file.
#include <algorithm>
#include <filesystem>
#include <limits>

#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/lesson/speaker.h"
#include "app/viewer/viewer.h"
#include "view/lesson_camera.h"

namespace bindpose::app {

namespace fs = std::filesystem;

void Viewer::open_lesson(const std::string& path, std::size_t step, const std::string& on) {
  try {
    if (is_course_file(path)) {
      const CourseFile course = read_course(path);
      session_.expect(course);
      return open_lesson(course.lessons.front().path, step, on);
    }
    // As it is asked for twice.
    if (planned_.is_of(path) && on.empty()) return planned_.go_to(step);
    PendingLesson wanted{read_lesson(path), path, step};
    const auto of_open = [&](std::shared_ptr<const Model> model) {
      // A lesson whose model still loads is not wanted any more.
      if (session_.take_pending()) opening_.drop();
      take_over({.result = {model->path, model, {}, {}}, .lesson = wanted, .loaded = false});
    };
    const bool any = wanted.lesson.model.empty();
    if (any && on.empty() && document_.scene().model) return of_open(document_.scene().model);
    const std::string model = any && !on.empty() ? on : lesson_model_path(wanted.lesson, path);
    if (session_.shows(model)) return of_open(lesson()->plan.model);
    open(model);
    session_.wait_for(std::move(wanted));
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

// Fits its lesson to its model; take_planned() shows both.
void Viewer::plan(Arrival arrival) {
  planned_.start(std::move(arrival), document_.position(), import_limits());
  pace_.settle();
}

// True where another model is shown now.
bool Viewer::take_planned() {
  std::optional<Arrival> arrival = planned_.poll(notices_);
  if (!arrival) return false;
  if (unsaved() && document_.position() != arrival->position) {  // edited meanwhile
    ask_to_show(std::move(*arrival));
    return false;
  }
  return take_over(std::move(*arrival));
}

// At once: the lesson of a workspace, whose own scene takes the place of the step's.
void Viewer::start_lesson(PendingLesson wanted, std::shared_ptr<const Model> model) {
  std::string error;
  std::optional<LessonPlan> plan = plan_lesson(std::move(wanted.lesson), std::move(model), error,
                                               lesson_companions(wanted.path, import_limits()));
  if (plan) return begin_lesson(std::move(*plan), wanted.path, wanted.step);
  notices_.tell(fs::path(wanted.path).filename().string() + ": " + error, true);
}

void Viewer::show_lesson(LessonPlan plan, const std::string& path) {
  begin_lesson(std::move(plan), path, 0);
}

void Viewer::begin_lesson(LessonPlan plan, const std::string& path, std::size_t step) {
  keep_place();  // of the one that was open
  const bool first = lesson() == nullptr;
  const bool again = !first && lesson()->path == path;
  const bool another = document_.scene().model != plan.model;
  const ViewSettings before = view_before_lesson_.value_or(alone(document_.scene()).view);
  if (another) show(plan.model);
  fonts_.add(plan.lesson);
  session_.begin(std::move(plan), path);
  view_before_lesson_ = before;
  if (!session_.is_in_menu(path)) {
    ui_.recorded = {fs::absolute(path).string(), lesson()->plan.model->path};
  }
  // Read again because a step was recorded in it: that this was done is still news.
  if (!again || ui_.message.is_error) ui_.message.dismiss();
  if (first) ui_.lesson.opened = true;
  show_step(step, !another);
}

// As the user left it: what a lesson's steps show and hide ends with the lesson.
ViewSettings Viewer::own_view() const {
  ViewSettings view = view_before_lesson_.value_or(document_.scene().view);
  view.dark = document_.scene().view.dark;
  return view;
}

void Viewer::close_lesson() {
  finish_ease();
  keep_place();
  // What a slider began ends with the slider.
  if (ui_.of_model.lesson.playing >= 0 || ui_.of_model.lesson.held >= 0)
    changed(document_.apply({SetPose{}, Phase::Cancel}));
  session_.close();
  session_.end_course();
  ViewSettings view = own_view();
  if (compare_.on()) {  // begun beside the lesson, it goes on
    const ViewSettings& now = document_.scene().view;
    view.panes = now.panes;
    view.other_file = now.other_file;
    view.show = now.show;
  }
  changed(document_.apply({SetView{view}}));
  view_before_lesson_.reset();
  workspace_.start_over();
  if (framing_.follows() == ViewFraming::Follows::Step) framing_.release();
  ui_.of_model.lesson = {};
  ui_.of_model.gizmo.hidden = false;
  pace_.redraw_view();
  pace_.settle();
}

// `eased`: from what is shown now; else at once.
void Viewer::show_step(std::size_t step, bool eased) {
  session_.go_to(step);
  finish_ease();
  end_comparison();  // a step says itself what is shown
  Scene scene = session_.shown();
  scene.view.dark = document_.scene().view.dark;
  const bool another = scene.model != document_.scene().model;
  std::vector<mat4> from_local = posed_.local;
  std::vector<float> from_morph = posed_.morph;
  eased = eased && settings_.eases() && !another;
  document_ = Document(std::move(scene));
  changed({Change::Pose, -1});  // which follows another model
  ui_.of_model.gizmo = {};
  ui_.of_model.gizmo.hidden = true;
  ui_.of_model.reach = {};
  ui_.of_model.lesson = {};
  ui_.math.large_pointed = ui_.math.large_kept = -1;
  ui_.math.morph.wanted = eased;
  ui_.panes.focused = 0;
  if (eased) {
    session_.ease_from(std::move(from_local), std::move(from_morph), posed_);
  }
  // What lies over the view in this step is known when the interface has drawn it.
  framing_.show_step(step_camera(), eased ? kLessonEaseSeconds : 0.0);
  if (eased) animate_lesson(0.0);
  pace_.settle();
}

// The answer of the step that asks, or its question again: from one pose to the other.
bool Viewer::reveal_answer(bool shown) {
  const bool changed = session_.reveal(shown);
  if (changed) show_step(lesson()->step, true);
  return changed;
}

Camera Viewer::step_camera() const {
  return session_.step_camera(framing_.camera(), framing_.viewport(), framing_.cards());
}

void Viewer::animate_lesson(double dt) {
  if (!session_.easing()) return;
  if (const auto pose = session_.ease(dt, document_.scene())) {
    changed(document_.apply({*pose, Phase::Preview}));
  } else {
    finish_ease();
    framing_.frame_step_again();
    pace_.settle();
  }
}

// Before the frame is laid out: its figures are of the pose that it shows.
void Viewer::play_slider(double dt) {
  if (lesson() == nullptr || session_.question() != nullptr) return;
  const auto edit = ui::advance_slider(ui_.of_model.lesson, lesson()->plan, lesson()->step,
                                       document_.scene(), dt);
  if (edit) apply({*edit, Phase::Preview});
}

// The step's own pose, exactly: the ease was a gesture that is cancelled.
void Viewer::finish_ease() {
  if (session_.end_ease()) changed(document_.apply({SetPose{}, Phase::Cancel}));
}

void Viewer::handle_lesson(const ui::Requests& requests) {
  if (requests.open_lesson) {
    leave_for({Departure::OpenLesson, *requests.open_lesson,
               requests.open_lesson_at_end ? std::numeric_limits<std::size_t>::max() : 0});
  }
  if (requests.go_on_lesson && *requests.go_on_lesson < left_places().size())
    leave_for({.kind = Departure::GoOn, .place = left_places()[*requests.go_on_lesson]});
  if (requests.close_lesson) leave_for({Departure::CloseLesson});
  if (requests.lesson_step && lesson() != nullptr) {
    // Whoever goes on in this lesson does not wait for another one; its own file goes on being
    // read.
    planned_.is_of(lesson()->path) ? planned_.go_to(*requests.lesson_step) : planned_.give_up();
    show_step(*requests.lesson_step, true);
  }
  if (requests.guess) session_.guess(*requests.guess);
  if (requests.earlier_guesses) session_.guessed_before(*requests.earlier_guesses);
  if (requests.reveal) reveal_answer(*requests.reveal);
  if (requests.open_link && options_.open_link && !options_.open_link(*requests.open_link)) {
    notices_.tell("No program that opens " + *requests.open_link + " was found here.", true);
  }
  if (requests.record_step) record_step(*requests.record_step);
}

void Viewer::record_step(const std::string& path) {
  const Scene scene = alone(document_.scene());
  if (!scene.model) return;
  try {
    const int step = append_step(path, scene.model->path, edits_of(scene),
                                 recorded_camera(framing_.camera(), framing_.viewport()));
    ui_.recorded = {path, scene.model->path};
    notices_.tell("Recorded as step " + std::to_string(step) + " of " + path + ".", false);
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

void Viewer::lesson_input(ui::UiInput& in) {
  if (options_.panels || session_.open() != nullptr) in.lessons = session_.menu();
  if (!options_.lessons.empty()) {
    left_places();
    in.left_lessons = places_.said();
  }
  const OpenLesson* open = lesson();
  if (open == nullptr) return;
  in.lesson = &open->plan;
  in.lesson_step = open->step;
  in.lesson_path = open->path;
  in.lesson_pictures = open->pictures;
  in.lesson_answer = &open->answers[open->step];
  if (const OpenCourse* course = session_.course()) {
    in.course = course->lessons;
    in.course_at = course->at;
    in.course_title = course->title;
  }
}

// Of the audience's picture, where the open question asks for a place.
std::optional<vec2> Viewer::place_for_speaker() const {
  const LessonPrediction* asked = session_.question();
  if (asked == nullptr || asked->kind != LessonPrediction::Place || size_.x < 1.0f) return {};
  const OpenLesson& open = *lesson();
  const std::optional<PredictTruth>& truth = open.answers[open.step].truth;
  if (!truth) return {};
  const vec3 place(document_.scene().model->to_display * vec4(truth->place, 1.0f));
  const vec3 pixel = project(framing_.camera(), framing_.viewport(), place);
  if (pixel.z <= 0.0f) return {};
  const vec2 at = (framing_.pane_corner() + vec2(pixel)) / size_;
  return glm::clamp(at, vec2(0.0f), vec2(1.0f));
}

SpokenStep Viewer::step_speaker(Speaker& speaker, const Input& input, double dt,
                                const std::string& clock, double now) {
  session_.find_answer();
  ui::UiInput in{
      .document = document_, .posed = posed_, .bones = bones_, .camera = framing_.camera()};
  lesson_input(in);
  const bool was_black = ui_.presenter && ui_.black;
  const ui::SpeakerOutput out =
      speaker.step(input.events, dt, in,
                   {input.size, input.scale, clock, now, was_black, place_for_speaker(),
                    ui_.of_model.lesson.playing, ui_.settings.keys});
  SpokenStep said{false, out.ui.draws_on(), out.ui.cursor};
  const ui::Requests& asked = out.ui.requests;
  said.asked = asked.open_lesson || asked.lesson_step || asked.guess || asked.reveal ||
               asked.open_link || out.play_slider >= 0 || out.black != was_black ||
               out.toggle_presenter || out.close || out.stop_slider || !out.ui.edits.empty();
  if (!said.asked) return said;
  if (out.close) ui_.speaker = false;
  ui::LessonStepState& sliders = ui_.of_model.lesson;
  if (out.play_slider >= 0) sliders.toggles = out.play_slider;
  if (out.stop_slider) sliders.playing = sliders.held = -1;
  if (!out.ui.edits.empty()) finish_ease();
  for (const EditRequest& request : out.ui.edits) apply(request);
  if (out.toggle_presenter) ui_.presenter = !ui_.presenter;
  if (out.black != was_black) {
    ui_.black = out.black;
    ui_.presenter = ui_.presenter || out.black;  // where a screen can be black
  }
  handle_lesson(asked);
  pace_.settle();
  return said;
}

// The lesson's file was written again: the same step of what it says now.
bool Viewer::poll_lesson() {
  if (reads() || !session_.file_changed()) return false;
  open_lesson(std::string(lesson()->path), lesson()->step);
  pace_.settle();
  return true;
}

}  // namespace bindpose::app
