#include "scene/diff/scene_diff.h"

#include <algorithm>
#include <numbers>

#include "scene/diff/diff_sides.h"

namespace bindpose {
namespace {

bool beyond(const Apart& apart, double metres, double radians, double scale) {
  return apart.metres > metres || apart.degrees > radians * 180.0 / std::numbers::pi ||
         apart.scale > scale;
}

void judge(JointDiff& joint, const DiffOptions& options, double size) {
  const double t = options.tolerance;
  const auto set = [&](DiffPart part, bool differs) {
    joint.differs[static_cast<int>(part)] = differs && !options.ignored[static_cast<int>(part)];
  };
  set(DiffPart::Joints, joint.a < 0 || joint.b < 0);
  set(DiffPart::Parents, joint.other_parent);
  set(DiffPart::Bind, joint.bind.metres > t * size);
  set(DiffPart::Axes, beyond({0.0, joint.bind.degrees, 0.0}, 0.0, t, 0.0));
  set(DiffPart::Rest, beyond(joint.rest, t * size, t, t));
  set(DiffPart::Clips, beyond(joint.clips, t * size, t, t));
}

}  // namespace

bool SceneDiff::same() const {
  return std::ranges::none_of(differs, [](bool d) { return d; });
}

int SceneDiff::first_joint() const {
  const auto first = std::ranges::find_if(joints, [](const JointDiff& j) {
    return std::ranges::any_of(j.differs, [](bool d) { return d; });
  });
  return first == joints.end() ? -1 : static_cast<int>(first - joints.begin());
}

SceneDiff compare_scenes(const Scene& a, const Scene& b, const DiffOptions& options) {
  const DiffSide one = diff_side(a), other = diff_side(b);
  SceneDiff out;
  out.size = bind_box(one).diagonal();
  if (!(out.size > 0.0)) out.size = 1.0;
  const double t = options.tolerance;
  out.joints = pair_joints(one, other);
  out.clips = compare_poses(one, other, options, out.joints);
  const auto part = [&](DiffPart p) -> bool& { return out.differs[static_cast<int>(p)]; };
  const auto wanted = [&](DiffPart p) { return !options.ignored[static_cast<int>(p)]; };
  for (JointDiff& joint : out.joints) {
    judge(joint, options, out.size);
    for (int p = 0; p < kDiffParts; ++p) out.differs[p] = out.differs[p] || joint.differs[p];
  }
  for (ClipDiff& clip : out.clips) {
    // A frame more or less is told apart; what a file's ticks round is not.
    clip.differs = clip.a < 0 || clip.b < 0 ||
                   std::abs(clip.duration_a - clip.duration_b) >
                       std::max(t * std::max(clip.duration_a, clip.duration_b), 1e-4);
    const auto index = static_cast<int>(&clip - out.clips.data());
    for (const JointDiff& joint : out.joints) {
      if (joint.clip == index && joint.differs[static_cast<int>(DiffPart::Clips)]) {
        clip.differs = true;
      }
    }
    if (wanted(DiffPart::Clips)) part(DiffPart::Clips) = part(DiffPart::Clips) || clip.differs;
  }
  if (wanted(DiffPart::Surface) || wanted(DiffPart::Weights)) {
    out.surfaces = compare_surfaces(one, other, out.joints, t, out.size);
  }
  for (const SurfaceDiff& s : out.surfaces) {
    if (wanted(DiffPart::Surface) && s.away > 0) part(DiffPart::Surface) = true;
    if (wanted(DiffPart::Weights) && s.other_weights > 0) part(DiffPart::Weights) = true;
  }
  if (wanted(DiffPart::Materials)) {
    out.materials = compare_materials(one.model, other.model, t);
    part(DiffPart::Materials) = !out.materials.empty();
  }
  return out;
}

}  // namespace bindpose
