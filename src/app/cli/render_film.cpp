#include "app/cli/render_film.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <glm/gtc/constants.hpp>

#include "app/cli/settle.h"
#include "app/film/film_plan.h"
#include "app/film/frame_line.h"
#include "app/film/interrupted.h"
#include "io/film/film_writer.h"

namespace bindpose::app {

namespace {

FilmSpec spec_of(const RenderArgs& args, double fps, int frames) {
  return {args.width, args.height, fps, frames, args.background == "transparent"};
}

const Clip* clip_of_pose(const Scene& scene) {
  return scene.pose.base == BasePose::Clip ? clip_at(scene, scene.pose.clip) : nullptr;
}

FilmWish wish_of(const RenderArgs& args) {
  FilmWish wish;
  wish.turntable = args.turntable;
  wish.fps = args.fps;
  if (!args.frames.empty()) wish.frames = parse_frames(args.frames);
  // A film of a clip, and nothing said of which frames: all of them.
  wish.plays = !args.turntable && !args.pose.clip.empty();
  return wish;
}

class Shooting {
 public:
  Shooting(Viewer& viewer, const Input& input, const FilmPlan& plan, const TakePicture& take)
      : viewer_(viewer), input_(input), plan_(plan), take_(take) {}

  // One camera for all frames: the model stands in the middle, and nothing of it leaves the
  // picture.
  void frame_all() {
    Box box;
    constexpr int kLooks = 24;
    const int looks = plan_.plays ? std::min(kLooks, plan_.frames) : 1;
    for (int i = 0; i < looks; ++i) {
      pose(i * plan_.frames / looks);
      box.add(viewer_.bounds());
    }
    if (box.empty()) return;
    Camera camera = viewer_.camera();
    const float yaw = camera.yaw;
    viewer_.frame(box);
    Camera farthest = viewer_.camera();
    if (plan_.turns) {
      for (int i = 1; i < kLooks; ++i) {
        camera.yaw =
            yaw + glm::two_pi<float>() * static_cast<float>(i) / static_cast<float>(kLooks);
        viewer_.set_camera(camera);
        viewer_.frame(box);
        if (viewer_.camera().distance > farthest.distance) farthest = viewer_.camera();
      }
      // About the upright line through the middle.
      farthest.target.x = box.center().x;
      farthest.target.z = box.center().z;
      farthest.yaw = yaw;
    }
    viewer_.set_camera(farthest);
  }

  void start() { camera_ = viewer_.camera(); }

  Image shot(int k) {
    pose(k);
    if (plan_.turns) {
      Camera camera = camera_;
      camera.yaw =
          std::remainder(camera.yaw + glm::two_pi<float>() * static_cast<float>(plan_.turn(k)),
                         glm::two_pi<float>());
      viewer_.set_camera(camera);
    }
    viewer_.step(input_, 0.0);
    settle(viewer_, input_);
    viewer_.draw_still(input_);
    return take_();
  }

 private:
  void pose(int k) {
    if (plan_.plays) viewer_.apply({SetTime{plan_.time(k)}});
  }

  Viewer& viewer_;
  const Input& input_;
  const FilmPlan& plan_;
  const TakePicture& take_;
  Camera camera_;
};

}  // namespace

bool wants_film(const RenderArgs& args) {
  return args.turntable || !args.frames.empty() || args.fps || names_film(args.output);
}

void check_film_args(const RenderArgs& args) {
  const FilmWish wish = wish_of(args);  // a broken range is told first
  if (!names_film(args.output)) {
    throw UsageError("-o " + args.output +
                     ": a film's name ends in .gif, .mp4 or .webm, or in '/' for a folder of PNGs");
  }
  if (wish.turntable) plan_film({wish.turntable, false, {}, wish.fps}, nullptr);
  if (args.pose.time_given && (wish.plays || wish.frames)) {
    throw UsageError("--time is of one picture: --frames FIRST:LAST says what is played");
  }
  write_or_blame("-o", args.output,
                 [&] { check_film(args.output, spec_of(args, args.fps.value_or(kUsualRate), 1)); });
}

int render_film(const RenderArgs& args, Viewer& viewer, const Input& input, bool own_camera,
                const TakePicture& take) {
  const Clip* const clip = clip_of_pose(viewer.document().scene());
  FilmWish wish = wish_of(args);
  wish.rate = viewer.document().scene().pose.timeline.rate;
  const FilmPlan plan = plan_film(wish, clip);
  Shooting shooting(viewer, input, plan, take);
  if (own_camera) shooting.frame_all();
  shooting.start();

  if (args.tells_progress) {
    ::signal(SIGPIPE, SIG_IGN);
    // A window waits for it, and goes first.
    constexpr int kNicer = 5;
    (void)!::nice(kNicer);
  }
  WriteProgress progress;
  const CancelOnSignal on_signal(progress);
  try {
    FrameLine line(args.output, plan.frames, args.tells_progress);
    write_or_blame("-o", args.output, [&] {
      const auto film = open_film(args.output, spec_of(args, plan.fps, plan.frames), &progress);
      const int samples = film->samples();
      for (int i = 0; i < samples; ++i) {
        progress.check();
        film->look(shooting.shot((2 * i + 1) * plan.frames / (2 * samples)));
      }
      for (int k = 0; k < plan.frames; ++k) {
        line.show(k);
        film->add(shooting.shot(k));
      }
      line.show(plan.frames);
      film->finish();
    });
  } catch (const WriteCancelled&) {
    std::fprintf(stderr, "bindpose: cancelled; %s was not written\n", args.output.c_str());
    return kEndedBySignal + CancelOnSignal::signal();
  }
  return kGood;
}

}  // namespace bindpose::app
