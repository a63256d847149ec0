// Optimised centres of rotation: the vertex turns rigidly about a centre that the linear blend carries.
// See src/rig/deform/center_skinning.h. Five rows a slot, as for dual quaternions.
void center_skinning(Vertex v, out vec3 position, out vec3 normal) {
  if (v.center.w <= 0.0) {
    Affine blend = linear_blend_of_splits(v);
    position = transform_point(blend, v.position);
    normal = unit_or_same(turned_normal(blend, v.normal, v.plain_normals));
    return;
  }
  vec4 pivot = split_joint(int(v.slots.x)).real, turn = vec4(0.0);
  Affine stretch = Affine(vec4(0.0), vec4(0.0), vec4(0.0));
  vec3 center = vec3(0.0);
  for (int k = 0; k < influence_count(v); ++k) {
    vec2 entry = influence(v, k);
    Split joint = split_joint(int(entry.x));
    turn += (dot(joint.real, pivot) < 0.0 ? -entry.y : entry.y) * joint.real;
    add(stretch, entry.y, joint.stretch);
    center += entry.y * moved_by(joint, v.center.xyz);
  }
  turn *= inversesqrt(dot(turn, turn));
  vec3 from = v.position - v.center.xyz;
  position = center + rotate(turn, vec3(dot(stretch.x.xyz, from), dot(stretch.y.xyz, from),
                                        dot(stretch.z.xyz, from)));
  normal = unit_or_same(rotate(turn, turned_normal(stretch, v.normal, v.plain_normals)));
}
