#include "scene/clips/clip_frames.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

double clip_rate(const Clip& clip) {
  return clip.rate > 0.0 ? clip.rate : rate_of(key_times(clip, {}));
}

double frames_a_second(const Clip& clip) {
  return frame_rate(clip);
}

int last_frame(const Clip& clip) {
  return static_cast<int>(std::clamp(std::round(clip.duration * frames_a_second(clip)), 0.0, 1e9));
}

}  // namespace bindpose
