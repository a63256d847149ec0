// Which frames a film has: where its clip stands in each, and where the camera.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rig/time/key_times.h"

namespace bindpose::app {

// First and last frame of a clip, both shown; frame n is at n / rate seconds.
struct FrameRange {
  int first = 0, last = 0;
};
// "10:40"; throws UsageError.
FrameRange parse_frames(const std::string& text);

struct FilmWish {
  std::optional<double> turntable;   // seconds in which the camera goes once around
  bool plays = false;                // the clip is played
  std::optional<FrameRange> frames;  // of the clip; else all of it
  std::optional<double> fps;         // else that rate, as far as films have it, or kUsualRate
  double rate = 0.0;                 // frames a second that `frames` counts; 0: the clip's own
};

struct FilmPlan {
  double fps = kUsualRate;
  int frames = 0;
  bool turns = false, plays = false;
  // The clip's part that is played: from `start` on, so many seconds, then again.
  double start = 0.0, span = 0.0, duration = 0.0;

  // Of frame k, from 0: seconds of the clip, and the part of a full turn that the camera has gone.
  // After the last frame comes the first: 0 and 1 are the same, and a turn has no frame at 1.
  double time(int k) const;
  double turn(int k) const;
};

// `clip`: the one that is played; null: none. Throws UsageError with what is wrong: a range outside
// the clip, no clip to play, more than kMostFilmFrames of io/film.
FilmPlan plan_film(const FilmWish& wish, const Clip* clip);

}  // namespace bindpose::app
