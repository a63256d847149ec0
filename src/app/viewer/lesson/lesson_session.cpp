#include "app/viewer/lesson/lesson_session.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "render/gpu/textures.h"
#include "view/lesson_camera.h"

namespace bindpose::app {

const std::vector<ui::LessonEntry>& LessonSession::menu() const {
  if (!menu_) {
    menu_.emplace();
    for (const LessonFile& file : shipped_lessons()) {
      menu_->push_back({file.title.empty() ? file.name : file.title, file.summary, file.path});
    }
  }
  return *menu_;
}

bool LessonSession::is_in_menu(const std::string& path) const {
  return std::ranges::find(menu(), path, &ui::LessonEntry::path) != menu().end();
}

namespace {

void show_images(OpenLesson& lesson) {
  if (lesson.plan.lesson.images.empty()) return;
  const GlInfo info = query_gl();
  auto textures = std::make_shared<std::vector<GlTexture>>();
  for (LoadedImage& loaded : load_images(lesson.plan.lesson, lesson.path)) {
    ui::LessonPicture picture;
    picture.problem = std::move(loaded.problem);
    if (loaded.image) {
      picture.size = vec2(float(loaded.image->width), float(loaded.image->height));
      textures->push_back(make_picture_texture(*loaded.image, info));
      picture.texture = textures->back().id();
    }
    lesson.pictures.push_back(std::move(picture));
  }
  lesson.textures = std::move(textures);
}

// The lesson was read again: what was answered stays where the same is asked.
std::vector<LessonAnswer> kept_answers(const OpenLesson* before, const LessonPlan& plan,
                                       const std::string& path) {
  std::vector<LessonAnswer> answers(plan.steps.size());
  if (before == nullptr || before->path != path) return answers;
  for (std::size_t k = 0; k < std::min(answers.size(), before->answers.size()); ++k) {
    const auto& was = before->plan.lesson.steps[k].predict;
    const auto& is = plan.lesson.steps[k].predict;
    if (!was || !is || was->kind != is->kind) continue;
    answers[k].revealed = before->answers[k].revealed;
    if (was->options.size() == is->options.size()) {
      answers[k].guess = before->answers[k].guess;
      answers[k].earlier = before->answers[k].earlier;
    }
    if (answers[k].revealed) answers[k].truth = truth_of(plan, k);
  }
  return answers;
}

}  // namespace

void LessonSession::begin(LessonPlan plan, const std::string& path) {
  if (open_) retired_ = std::move(open_->textures);
  std::vector<LessonAnswer> answers = kept_answers(open(), plan, path);
  auto for_threads = std::make_shared<const LessonPlan>(plan);
  open_ =
      OpenLesson{std::move(plan), path, 0, {}, {}, {}, std::move(for_threads), std::move(answers)};
  place_in_course(path);
  show_images(*open_);
  open_->watch.start(path);
}

void LessonSession::expect(const CourseFile& course) {
  expected_ = OpenCourse{course.title, course.path, {}, 0};
  for (const LessonFile& file : course.lessons)
    expected_->lessons.push_back(
        {file.title.empty() ? file.name : file.title, file.summary, file.path});
}

// The lesson's place in the course that was asked for, or in the one that goes on.
void LessonSession::place_in_course(const std::string& path) {
  const auto place = [&path](const std::optional<OpenCourse>& course) {
    return course ? std::ranges::find(course->lessons, path, &ui::LessonEntry::path) -
                        course->lessons.begin()
                  : 0;
  };
  if (expected_ && place(expected_) < std::ssize(expected_->lessons)) course_ = expected_;
  expected_.reset();
  if (!course_) return;
  course_->at = static_cast<std::size_t>(place(course_));
  if (course_->at == course_->lessons.size()) course_.reset();
}

void LessonSession::close() {
  if (open_) retired_ = std::move(open_->textures);
  open_.reset();
  ease_.reset();
}

const StepPlan& LessonSession::go_to(std::size_t step) {
  open_->step = std::min(step, open_->plan.steps.size() - 1);
  return this->step();
}

const LessonPrediction* LessonSession::question() const {
  if (!open_ || open_->answers[open_->step].revealed) return nullptr;
  const auto& asked = open_->plan.lesson.steps[open_->step].predict;
  return asked ? &*asked : nullptr;
}

const Scene& LessonSession::shown() const {
  return question() != nullptr ? step().predict->question : step().start;
}

bool LessonSession::reveal(bool shown) {
  if (!open_ || !open_->plan.lesson.steps[open_->step].predict) return false;
  LessonAnswer& answer = open_->answers[open_->step];
  if (answer.revealed == shown) return false;
  answer.revealed = shown;
  if (shown && !answer.truth) answer.truth = truth_of(open_->plan, open_->step);
  return true;
}

void LessonSession::find_answer() {
  if (question() == nullptr) return;
  LessonAnswer& answer = open_->answers[open_->step];
  if (answer.truth) return;
  // What a deformer needs may be on its way: no number, and another one later.
  PredictTruth truth = truth_of(open_->plan, open_->step);
  const bool waits = question()->kind == LessonPrediction::Number && !std::isfinite(truth.number);
  if (!waits) answer.truth = truth;
}

void LessonSession::guess(const LessonGuess& guess) {
  if (question() != nullptr) open_->answers[open_->step].guess = guess;
}

bool LessonSession::guess_at(const PlaceGuess& place,
                             const std::function<bool(const PlaceGuess&)>& meets) {
  const LessonPrediction* asked = question();
  if (asked == nullptr || asked->kind != LessonPrediction::Place) return false;
  LessonAnswer& answer = open_->answers[open_->step];
  if (answer.guess.place && meets(*answer.guess.place)) {
    remove_guess(answer, answer.earlier.size());
    return true;
  }
  for (std::size_t k = 0; k < answer.earlier.size(); ++k) {
    if (!answer.earlier[k].place || !meets(*answer.earlier[k].place)) continue;
    remove_guess(answer, k);
    return true;
  }
  add_guess(answer, {place, {}, -1});
  return true;
}

void LessonSession::guessed_before(std::vector<LessonGuess> guesses) {
  if (question() != nullptr) open_->answers[open_->step].earlier = std::move(guesses);
}

LessonPlace LessonSession::place() const {
  LessonPlace place{open_->path};
  if (course() != nullptr) place.course = course_->path;
  if (open_->plan.lesson.model.empty()) place.model = open_->plan.model->path;
  place.title = open_->plan.lesson.title;
  place.step = open_->step;
  for (std::size_t k = 0; k < open_->answers.size(); ++k) {
    const auto& asked = open_->plan.lesson.steps[k].predict;
    const LessonAnswer& answer = open_->answers[k];
    const bool answered = answer.guess != LessonGuess{};
    if (!asked || (!answer.revealed && !answered)) continue;
    KeptAnswer kept{k, asked->kind, asked->options.size(), answer.revealed, answer.earlier};
    if (answered) kept.guesses.push_back(answer.guess);
    place.answers.push_back(std::move(kept));
  }
  return place;
}

void LessonSession::take_answers(const LessonPlace& place) {
  for (const KeptAnswer& kept : place.answers) {
    if (kept.step >= open_->answers.size()) continue;
    const auto& asked = open_->plan.lesson.steps[kept.step].predict;
    if (!asked || asked->kind != kept.kind || asked->options.size() != kept.options) continue;
    LessonAnswer& answer = open_->answers[kept.step];
    answer = {};
    for (const LessonGuess& guess : kept.guesses) add_guess(answer, guess);
    answer.revealed = kept.revealed;
    if (kept.revealed) answer.truth = truth_of(open_->plan, kept.step);
  }
}

Camera LessonSession::step_camera(const Camera& now, const Viewport& viewport,
                                  std::span<const ViewPart> cards) const {
  const StepPlan& plan = step();
  return lesson_camera(plan.camera, now, viewport, plan.bounds, plan.start, evaluate(plan.start),
                       cards);
}

bool LessonSession::shows(const std::string& model_path) const {
  std::error_code error;
  return open_ && std::filesystem::equivalent(open_->plan.model->path, model_path, error) && !error;
}

PendingLesson LessonSession::again() const {
  return {open_->plan.lesson, open_->path, open_->step};
}

void LessonSession::ease_from(std::vector<mat4> local, std::vector<float> morph, PosedScene to) {
  ease_ = PoseEase{std::move(local), std::move(morph), std::move(to), 0.0};
}

std::optional<SetPose> LessonSession::ease(double dt, const Scene& scene) {
  ease_->elapsed += dt;
  if (ease_->elapsed >= kLessonEaseSeconds) return std::nullopt;
  const auto t = static_cast<float>(ease_->elapsed / kLessonEaseSeconds);
  return eased_pose(ease_->from_local, ease_->from_morph, scene, ease_->to, t);
}

}  // namespace bindpose::app
