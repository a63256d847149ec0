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

std::vector<Scheduled> frames_of(const Lesson& lesson, double fps) {
  std::vector<Scheduled> out;
  for (const LessonStretch& stretch : lesson_schedule(lesson))
    out.push_back({stretch, std::max(1, static_cast<int>(std::lround(stretch.seconds * fps)))});
  return out;
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
  const std::vector<Scheduled> schedule = frames_of(plan.lesson, fps);
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
