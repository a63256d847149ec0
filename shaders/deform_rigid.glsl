// v' = T_j v with the joint of the largest weight.
void rigid_skinning(Vertex v, out vec3 position, out vec3 normal) {
  Affine skin = palette_matrix(3 * int(v.slots.x));
  position = transform_point(skin, v.position);
  normal = unit_or_same(turned_normal(skin, v.normal, v.plain_normals));
}
