#include "app/cli/lesson/lesson_film.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/lesson/lesson_stage.h"
#include "app/film/frame_line.h"
#include "app/film/interrupted.h"
#include "io/film/film_writer.h"
#include "scene/lesson/lesson_schedule.h"

namespace bindpose::app {

namespace {

constexpr double kUsualFps = 30.0;

FilmSpec spec_of(const LessonArgs& args, int frames) {
  return {args.width, args.height, args.fps.value_or(kUsualFps), frames, false};
}

struct Scheduled {
  LessonStretch stretch;
  int frames = 0;
};

std::vector<Scheduled> frames_of(const LessonPlan& plan, double fps) {
  std::vector<Scheduled> out;
  for (const LessonStretch& stretch : lesson_schedule(plan))
    out.push_back({stretch, std::max(1, static_cast<int>(std::lround(stretch.seconds * fps)))});
  return out;
}

// Pixels of text that the worst step has no room for, at the stage's scale.
float text_without_room(LessonStage& stage, const LessonPlan& plan) {
  float worst = 0.0f;
  Viewer& viewer = stage.viewer();
  const auto look = [&] {
    stage.settle();
    worst = std::max(worst, viewer.ui_state().lesson.overflow);
  };
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    viewer.show_step(k, true);
    look();
    if (!plan.lesson.steps[k].predict) continue;
    viewer.reveal_answer(true);
    look();
    viewer.reveal_answer(false);
  }
  return worst;
}

// A small film gets a small interface, for nobody can scroll in it: the largest scale at which all
// text has room. Where there is none it is said.
void fit_text(LessonStage& stage, const LessonPlan& plan, const LessonArgs& args) {
  constexpr float kScales[] = {1.0f, 0.9f, 0.8f, 0.7f, 0.6f, 0.5f};
  float left = 0.0f;
  for (const float scale : kScales) {
    stage.set_scale(scale);
    left = text_without_room(stage, plan);
    if (left <= 1.0f) return;
  }
  std::fprintf(stderr,
               "bindpose: note: text is cut off in a film of %dx%d, by %.0f pixels in its longest "
               "step; choose a larger --size\n",
               args.width, args.height, double(left));
}

// The lesson in a viewer whose clock is the film's.
class Playing {
 public:
  Playing(LessonStage& stage, const LessonPlan& plan, double fps)
      : stage_(stage), plan_(plan), between_(1.0 / fps) {}

  void begin(const LessonStretch& stretch) {
    Viewer& viewer = stage_.viewer();
    if (stretch.kind == LessonStretch::Step && stretch.step > 0)
      viewer.show_step(stretch.step, true);
    if (stretch.kind == LessonStretch::Answer) viewer.reveal_answer(true);
    if (stretch.kind == LessonStretch::Slider)
      values_ = slider_starts(plan_.lesson.steps[stretch.step]);
    moved_ = true;
  }

  // The frame when `part` of the stretch is gone; what stays as it is is not drawn again.
  const Image& frame(const LessonStretch& stretch, double part) {
    if (stretch.kind == LessonStretch::Slider) move(stretch, part);
    if (stretch.kind == LessonStretch::Walk) walk(stretch, part);
    const bool rests = stage_.step(between_);
    if (moved_ || !rests || image_.pixels.empty()) image_ = stage_.draw();
    moved_ = !rests;
    return image_;
  }

 private:
  void move(const LessonStretch& stretch, double part) {
    const double value =
        scheduled_value(plan_.lesson.steps[stretch.step].sliders[stretch.slider], part);
    if (value == values_[stretch.slider]) return;
    values_[stretch.slider] = value;
    Viewer& viewer = stage_.viewer();
    viewer.apply(
        {slider_edit(plan_, stretch.step, stretch.slider, values_, viewer.document().scene())});
    moved_ = true;
  }

  void walk(const LessonStretch& stretch, double part) {
    Viewer& viewer = stage_.viewer();
    ViewSettings view = viewer.document().scene().view;
    const float at = scheduled_walk(stretch, part);
    if (at == view.walker_at) return;
    view.walker_at = at;
    viewer.apply({SetView{view}});
    moved_ = true;
  }

  LessonStage& stage_;
  const LessonPlan& plan_;
  double between_;
  std::vector<double> values_;
  Image image_;
  bool moved_ = true;
};

}  // namespace

void check_lesson_film(const LessonArgs& args) {
  if (!names_film(args.film) || film_kind(args.film) == FilmKind::Gif) {
    throw UsageError("--film " + args.film +
                     ": a lesson's film ends in .mp4 or .webm, or in '/' for a folder of PNGs");
  }
  write_or_blame("--film", args.film, [&] { check_film(args.film, spec_of(args, 1)); });
}

int run_lesson_film(const LessonArgs& args) {
  check_lesson_film(args);
  refuse_course(args, "--film");
  std::string path;
  const LessonPlan plan = load_plan(args, path);
  const double fps = args.fps.value_or(kUsualFps);
  const std::vector<Scheduled> schedule = frames_of(plan, fps);
  int frames = 0;
  for (const Scheduled& s : schedule) frames += s.frames;
  if (frames > kMostFilmFrames) {
    throw UsageError("--film: the lesson takes " + std::to_string(std::lround(frames / fps)) +
                     " s, which are " + std::to_string(frames) + " frames; a film has at most " +
                     std::to_string(kMostFilmFrames) + ": choose a lower --fps");
  }
  LessonStage stage(args);
  stage.viewer().ui_state().presenter = true;  // menus are for who can choose
  stage.viewer().show_lesson(plan, path);
  fit_text(stage, plan, args);
  stage.viewer().show_step(0, true);
  Playing playing(stage, plan, fps);
  WriteProgress progress;
  const CancelOnSignal on_signal(progress);
  try {
    FrameLine line(args.film, frames, false);
    write_or_blame("--film", args.film, [&] {
      const auto film = open_film(args.film, spec_of(args, frames), &progress);
      int done = 0;
      for (const Scheduled& s : schedule) {
        playing.begin(s.stretch);
        for (int k = 0; k < s.frames; ++k) {
          progress.check();
          line.show(done++);
          film->add(playing.frame(s.stretch, double(k + 1) / double(s.frames)));
        }
      }
      line.show(frames);
      film->finish();
    });
  } catch (const WriteCancelled&) {
    std::fprintf(stderr, "bindpose: cancelled; %s was not written\n", args.film.c_str());
    return kEndedBySignal + CancelOnSignal::signal();
  }
  std::printf("%s: %zu steps, %.0f s\n", args.film.c_str(), plan.steps.size(), frames / fps);
  return kGood;
}

}  // namespace bindpose::app
