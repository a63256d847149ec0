#include "scene/check/check.h"

#include <algorithm>

#include "scene/check/surface.h"
#include "scene/pose/symmetry.h"

namespace bindpose {

std::vector<Finding> check(const Scene& scene, const CheckProfile& profile,
                           const CheckCancel& cancel) {
  std::vector<Finding> out;
  const CheckedSurface surface = checked_surface(scene);
  const RigMirror mirror = rig_mirror(*scene.model);
  const Checking c{scene, *scene.model, profile, cancel, surface, mirror.pairs, out};
  for (const auto rules : {check_joints, check_binds, check_weights, check_jumps, check_seams,
                           check_symmetry, check_regions, check_limit}) {
    if (c.stops()) break;
    rules(c);
  }
  std::ranges::stable_sort(out, [](const Finding& a, const Finding& b) {
    if (a.severity != b.severity) return a.severity > b.severity;
    return a.rule != b.rule ? a.rule < b.rule : a.mesh < b.mesh;
  });
  return out;
}

bool has_rig(const Scene& scene) {
  for (const BoundMesh& bound : bound_meshes(scene)) {
    if (bound.skin.skinned) return true;
  }
  return false;
}

std::size_t count_from(const std::vector<Finding>& findings, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count_if(
      findings, [severity](const Finding& f) { return f.severity >= severity; }));
}

}  // namespace bindpose
