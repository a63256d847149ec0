#include "app/viewer/lesson_session.h"

#include <algorithm>
#include <filesystem>

#include "app/viewer/lesson_files.h"
#include "render/gpu/textures.h"
#include "view/lesson_camera.h"

namespace bindpose::app {

LessonSession::LessonSession() {
  for (const LessonFile& file : shipped_lessons()) {
    menu_.push_back({file.title.empty() ? file.name : file.title, file.summary, file.path});
  }
}

bool LessonSession::is_in_menu(const std::string& path) const {
  return std::ranges::find(menu_, path, &ui::LessonEntry::path) != menu_.end();
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

}  // namespace

void LessonSession::begin(LessonPlan plan, const std::string& path) {
  if (open_) retired_ = std::move(open_->textures);
  auto for_threads = std::make_shared<const LessonPlan>(plan);
  open_ = OpenLesson{std::move(plan), path, 0, {}, {}, {}, std::move(for_threads)};
  show_images(*open_);
  open_->watch.start(path);
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
