#include "scene/diff/scene_diff.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "scene/diff/bind_space.h"
#include "scene/diff/diff_sides.h"

namespace bindpose {
namespace {

void judge(JointDiff& joint, const DiffOptions& options, const DiffSizes& size) {
  const double t = options.tolerance;
  const auto set = [&](DiffPart part, bool differs) {
    joint.differs[static_cast<int>(part)] = differs && !options.ignored[static_cast<int>(part)];
  };
  set(DiffPart::Joints, joint.a < 0 || joint.b < 0);
  set(DiffPart::Parents, joint.other_parent);
  set(DiffPart::Humanoid, joint.other_human);
  set(DiffPart::Bind, joint.bind.metres > t * size.bind);
  set(DiffPart::Axes, joint.bind.degrees > t * kDegreesPerRadian);
  set(DiffPart::Rest, badness(joint.rest, options, size.posed) > 1.0);
  set(DiffPart::Clips, badness(joint.clips, options, size.posed) > 1.0);
}

DiffSizes sizes_of(const DiffSide& side) {
  DiffSizes size;
  if (const double bind = bind_box(side).diagonal(); bind > 0.0) size.bind = bind;
  const double posed = rest_box(side).diagonal();
  size.posed = posed > 0.0 && std::isfinite(posed) ? posed : size.bind;
  return size;
}

}  // namespace

DiffSizes diff_sizes(const Scene& a) {
  return sizes_of(diff_side(a));
}

bool SceneDiff::same() const {
  return std::ranges::none_of(differs, [](bool d) { return d; });
}

int SceneDiff::first_joint() const {
  const auto first = std::ranges::find_if(joints, [](const JointDiff& j) {
    return std::ranges::any_of(j.differs, [](bool d) { return d; });
  });
  return first == joints.end() ? -1 : static_cast<int>(first - joints.begin());
}

WeightsApart weights_apart(const Scene& a, const Scene& b, const DiffOptions& options) {
  const DiffSide one = diff_side(a);
  DiffSide other = diff_side(b);
  const std::vector<JointDiff> joints = pair_joints(one, other);
  take_to(bind_space(one, other, joints), other);
  WeightsApart out;
  out.surfaces = compare_surfaces(one, other, options, joints, sizes_of(one), {.each = &out.each});
  return out;
}

SceneDiff compare_scenes(const Scene& a, const Scene& b, const DiffOptions& options) {
  const DiffSide one = diff_side(a);
  DiffSide other = diff_side(b);
  SceneDiff out;
  out.size = sizes_of(one);
  out.bind_space = bind_space(one, other, pair_joints(one, other));
  take_to(out.bind_space, other);
  out.joints = pair_joints(one, other);
  out.nodes = pair_other_nodes(one, other, out.joints);
  out.clips = compare_poses(one, other, options, out.size.posed, out.joints, out.nodes);
  const auto part = [&](DiffPart p) -> bool& { return out.differs[static_cast<int>(p)]; };
  const auto wanted = [&](DiffPart p) { return !options.ignored[static_cast<int>(p)]; };
  for (JointDiff& joint : out.joints) {
    judge(joint, options, out.size);
    for (int p = 0; p < kDiffParts; ++p) out.differs[p] = out.differs[p] || joint.differs[p];
  }
  if (wanted(DiffPart::Morphs)) {
    out.morphs = compare_morphs(one, other, options, out.clips);
  }
  if (!wanted(DiffPart::Clips)) {
    for (ClipDiff& clip : out.clips) clip.differs = false;
  } else {
    part(DiffPart::Clips) =
        part(DiffPart::Clips) || std::ranges::any_of(out.clips, &ClipDiff::differs);
  }
  if (wanted(DiffPart::Surface) || wanted(DiffPart::Weights) || wanted(DiffPart::Uv) ||
      wanted(DiffPart::Colors) || !out.morphs.empty()) {
    const bool in_clips = wanted(DiffPart::Surface) && wanted(DiffPart::Clips);
    out.surfaces = compare_surfaces(one, other, options, out.joints, out.size,
                                    {.clips = in_clips ? &out.clips : nullptr,
                                     .samples = &out.surface_samples,
                                     .morphs = &out.morphs,
                                     .faces = wanted(DiffPart::Surface)});
  }
  judge_morphs(one, other, options, out.size.bind, out.morphs);
  part(DiffPart::Morphs) = std::ranges::any_of(out.morphs, &MorphDiff::differs);
  for (const SurfaceDiff& s : out.surfaces) {
    const auto found = [&](DiffPart p, bool differs) {
      if (wanted(p) && differs) part(p) = true;
    };
    found(DiffPart::Surface,
          s.away > 0 || s.in_clips.away > 0 || s.faces.missing > 0 || s.faces.turned > 0);
    found(DiffPart::Weights, s.other_weights > 0);
    for (const LayerDiff& uv : s.uv) found(DiffPart::Uv, uv.other > 0);
    found(DiffPart::Colors, s.color.other > 0);
  }
  if (wanted(DiffPart::Nodes)) {
    judge_nodes(one, other, options, out.size.posed, out.joints, out.surfaces, out.nodes);
    part(DiffPart::Nodes) = std::ranges::any_of(out.nodes, &NodeDiff::differs);
  }
  if (wanted(DiffPart::Skinning)) {
    out.skinning = compare_skinning(one.model, other.model, options.tolerance);
    part(DiffPart::Skinning) = !out.skinning.empty();
  }
  if (wanted(DiffPart::Materials)) {
    out.materials =
        compare_materials(one.model, other.model, options.tolerance, wanted(DiffPart::Uv));
    part(DiffPart::Materials) = !out.materials.empty();
  }
  return out;
}

}  // namespace bindpose
