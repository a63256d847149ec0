// Linear blend skinning, v' = (sum_j w_ij T_j) v.
void linear_skinning(Vertex v, out vec3 position, out vec3 normal) {
  Affine skin = Affine(vec4(0.0), vec4(0.0), vec4(0.0));
  add(skin, v.weights.x,
      joint_matrix(v.slots.x));
  add(skin, v.weights.y,
      joint_matrix(v.slots.y));
  add(skin, v.weights.z,
      joint_matrix(v.slots.z));
  add(skin, v.weights.w,
      joint_matrix(v.slots.w));
  for (int k = 4; k < influence_count(v); ++k) {
    vec2 entry = influence(v, k);
    add(skin, entry.y, palette_matrix(3 * int(entry.x)));
  }
  // The sum scales the position alone: normals have a direction only, and the cofactor of a matrix that
  // is scaled by a tiny sum would vanish.
  position = v.raw_sum * transform_point(skin, v.position);
  normal = unit_or_same(turned_normal(skin, v.normal, v.plain_normals));
}
