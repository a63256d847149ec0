#include "view/gizmo/together.h"

#include <algorithm>

#include "math/transform.h"

namespace bindpose {

namespace {

bool about_own_axes(const GizmoDrag& drag, GizmoSpace space) {
  if (drag.frame.mode == GizmoMode::Scale) return true;
  return space == GizmoSpace::Local && drag.handle != Handle::Screen &&
         drag.handle != Handle::Trackball;
}

}  // namespace

std::vector<DragCompanion> drag_companions(const Scene& scene, const PosedScene& posed,
                                           const GizmoDrag& drag) {
  const Skeleton& s = scene.model->skeleton;
  std::vector<DragCompanion> out;
  for (const int joint : scene.selection.also) {
    if (joint == drag.joint || joint < 0 || joint >= s.size()) continue;
    const auto j = static_cast<std::size_t>(joint);
    DragCompanion c{joint, scene.pose.user_local[j], posed.world[j], false};
    for (int p = s.parent[j]; p >= 0 && !c.below; p = s.parent[static_cast<std::size_t>(p)])
      c.below = is_selected(scene.selection, p);
    out.push_back(c);
  }
  return out;
}

mat4 moved_together(const GizmoDrag& drag, const DragCompanion& companion, const mat4& user_local,
                    GizmoSpace space) {
  const bool moves = drag.frame.mode == GizmoMode::Translate;
  if (moves && companion.below) return companion.user_local;
  if (user_local == drag.grab_user_local) return companion.user_local;
  if (about_own_axes(drag, space)) {
    if (!is_invertible(drag.grab_user_local)) return companion.user_local;
    return mul_affine(companion.user_local,
                      mul_affine(inverse_affine(drag.grab_user_local), user_local));
  }
  if (!is_invertible(drag.grab_world) || !is_invertible(companion.world))
    return companion.user_local;
  const mat4 world = mul_affine(mul_affine(drag.grab_parent, drag.grab_base_local), user_local);
  const mat4 turn = mul_affine(world, inverse_affine(drag.grab_world));  // U of the drag's joint
  mat4 own = turn;
  const vec3 origin(companion.world[3]);
  own[3] = moves ? turn[3] : vec4(origin - mat3(turn) * origin, 1.0f);
  return mul_affine(companion.user_local,
                    mul_affine(inverse_affine(companion.world), mul_affine(own, companion.world)));
}

}  // namespace bindpose
