// A clip counted in frames: frame n is at n / rate seconds.
#pragma once

#include "rig/time/key_times.h"

namespace bindpose {

// The file's rate, else that of the keys (rig/time/key_times.h); 0 where neither tells.
double clip_rate(const Clip& clip);
// The same, but kUsualRate for 0.
double frames_a_second(const Clip& clip);
// The number of its last frame at frames_a_second().
int last_frame(const Clip& clip);

}  // namespace bindpose
