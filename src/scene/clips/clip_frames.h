// A clip counted in frames: frame n is at n / rate seconds.
#pragma once

#include "rig/clip.h"

namespace bindpose {

inline constexpr double kUsualRate = 30.0;  // frames a second where nothing says another

// The rate at which all keys of the clip lie on whole frames: the lowest of the usual ones; 0 where
// there is none, or no keys.
double clip_rate(const Clip& clip);
// The same, but kUsualRate for 0.
double frames_a_second(const Clip& clip);
// The number of its last frame at frames_a_second().
int last_frame(const Clip& clip);

}  // namespace bindpose
