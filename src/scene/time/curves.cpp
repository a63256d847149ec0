#include "scene/time/curves.h"

#include <algorithm>

#include "math/numbers.h"
#include "scene/time/timeline.h"

namespace bindpose {

bool is_shown(CurveShow show, ChannelKind kind) {
  switch (kind) {
    case ChannelKind::Translation:
      return show == CurveShow::Translation;
    case ChannelKind::Scale:
      return show == CurveShow::Scale;
    case ChannelKind::Rotation:
    case ChannelKind::Angle:
      return show == CurveShow::Rotation;
  }
  return false;
}

const std::vector<ShownCurve>& JointCurves::get(const Scene& scene, int joint, CurveShow show,
                                                int columns) {
  const Clip* clip = chosen_clip(scene);
  if (clip == clip_ && model_ == model_id(scene) && added_ == scene.added_clips &&
      joint == joint_ && show == show_ && columns == columns_) {
    return curves_;
  }
  model_ = model_id(scene);
  added_ = scene.added_clips;
  clip_ = clip;
  joint_ = joint;
  show_ = show;
  columns_ = columns;
  any_keys_ = false;
  curves_.clear();
  if (clip == nullptr || !(clip->duration > 0.0) || columns < 1) return curves_;
  for (const JointTrack& track : clip->tracks) {
    if (track.joint != joint) continue;
    for (Channel& channel : channels_of(track)) {
      any_keys_ = true;
      if (!is_shown(show, channel.kind)) continue;
      ShownCurve curve{std::move(channel), {}};
      curve.line = line_of(track, curve.channel, 0.0, clip->duration, columns);
      if (curve.channel.kind == ChannelKind::Angle) {
        const auto degrees = [](float& x) { x *= static_cast<float>(kDegreesPerRadian); };
        std::ranges::for_each(curve.line.value, degrees);
        std::ranges::for_each(curve.line.key_value, degrees);
      }
      curves_.push_back(std::move(curve));
    }
  }
  return curves_;
}

}  // namespace bindpose
