#include "app/film/film_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/usage_error.h"
#include "io/film/film_writer.h"
#include "scene/time/timeline.h"

namespace bindpose::app {

namespace {

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

int count_frames(double seconds, double fps) {
  const double count = std::round(seconds * fps);
  if (count > kMostFilmFrames) {
    throw UsageError("a film has at most " + std::to_string(kMostFilmFrames) + " frames, and " +
                     text_of(seconds) + " seconds at " + text_of(fps) + " a second are " +
                     text_of(count));
  }
  return std::max(1, static_cast<int>(count));
}

}  // namespace

FrameRange parse_frames(const std::string& text) {
  FrameRange range;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%9d:%9d%c", &range.first, &range.last, &rest) != 2 ||
      range.first < 0 || range.last < range.first) {
    throw UsageError("--frames " + text +
                     ": it is FIRST:LAST, frames of the clip from 0, as in 0:40");
  }
  return range;
}

double FilmPlan::time(int k) const {
  if (!plays) return 0.0;
  const double passed = static_cast<double>(k) / fps;
  // A hair before the end of the span is its end: 90 frames of 1/30 s are 3 s.
  const double wrapped = span > 0.0 ? std::fmod(passed + 1e-9 * span, span) : 0.0;
  return std::clamp(start + wrapped, 0.0, duration);
}

double FilmPlan::turn(int k) const {
  return turns ? static_cast<double>(k) / static_cast<double>(frames) : 0.0;
}

FilmPlan plan_film(const FilmWish& wish, const Clip* clip) {
  FilmPlan plan;
  plan.turns = wish.turntable.has_value();
  plan.plays = wish.plays || wish.frames;
  if (plan.plays && clip == nullptr) {
    throw UsageError("--frames needs --clip: 'bindpose info' lists the clips of a model");
  }
  if (!plan.turns && !plan.plays) {
    throw UsageError("a film needs --turntable SECONDS, or --clip NAME and --frames FIRST:LAST");
  }
  if (plan.turns && !(*wish.turntable > 0.0 && *wish.turntable <= 3600.0)) {
    throw UsageError("--turntable takes more than 0 and at most 3600 seconds, not " +
                     text_of(*wish.turntable));
  }
  const double rate = !plan.plays ? kUsualRate : wish.rate > 0.0 ? wish.rate : frame_rate(*clip);
  plan.fps = wish.fps.value_or(std::clamp(rate, kSlowestFilm, kFastestFilm));
  if (!(plan.fps >= kSlowestFilm && plan.fps <= kFastestFilm)) {
    throw UsageError("--fps takes " + text_of(kSlowestFilm) + " to " + text_of(kFastestFilm) +
                     " frames a second, not " + text_of(plan.fps));
  }
  if (plan.plays) {
    const int last = last_frame(*clip, rate);
    const FrameRange range = wish.frames.value_or(FrameRange{0, last});
    if (range.last > last) {
      throw UsageError("--frames " + std::to_string(range.first) + ":" +
                       std::to_string(range.last) + ": the clip " + clip->name +
                       " has frames 0 to " + std::to_string(last) + " at " + text_of(rate) +
                       " a second");
    }
    plan.start = range.first / rate;
    plan.span = (range.last - range.first + 1) / rate;
    plan.duration = clip->duration;
  }
  plan.frames = count_frames(plan.turns ? *wish.turntable : plan.span, plan.fps);
  return plan;
}

}  // namespace bindpose::app
