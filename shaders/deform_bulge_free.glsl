// Dual quaternions without their bulge: see src/rig/deform/bulge_free.h. Behind the five rows of dual
// quaternions each slot has the ends of its bone in bind space.
vec3 nearest_on_bone(vec3 from, vec3 to, vec3 p) {
  vec3 along = to - from;
  float square = dot(along, along);
  return square > 0.0 ? from + clamp(dot(p - from, along) / square, 0.0, 1.0) * along : from;
}

void bulge_free_skinning(Vertex v, out vec3 position, out vec3 normal) {
  Split blend = blend_of_splits(v);
  move_by_blend(v, blend, position, normal);
  if (v.weights.y <= 0.0) return;
  int strongest = int(v.slots.x);
  Split own = split_joint(strongest);
  vec3 from = palette_row(SPLIT_ROWS * strongest + 5).xyz;
  vec3 to = palette_row(SPLIT_ROWS * strongest + 6).xyz;
  vec3 before = transform_point(blend.stretch, v.position);
  float kept = distance(before, nearest_on_bone(transform_point(own.stretch, from),
                                                transform_point(own.stretch, to), before));
  vec3 near = nearest_on_bone(moved_by(own, from), moved_by(own, to), position);
  float now = distance(position, near);
  if (now > kept) position = near + kept / now * (position - near);
}
