// Linear blend skinning, v' = (sum_j w_ij T_j) v: the only skinning code on the GPU.
// The palette holds T_j as three rows of a 3x4 matrix, the mesh's node behind the last joint.
//   PALETTE_ROWS n   rows in a uniform block of n vec4
//   PALETTE_BUFFER   rows in a buffer texture

#ifdef PALETTE_BUFFER
uniform samplerBuffer u_palette;
vec4 palette_row(int row) { return texelFetch(u_palette, row); }
#else
layout(std140) uniform Palette { vec4 u_rows[PALETTE_ROWS]; };
vec4 palette_row(int row) { return u_rows[row]; }
#endif

uniform samplerBuffer u_more;  // (slot, weight): the influences of a vertex beyond its first four

struct Affine {  // rows of a 3x4 matrix
  vec4 x, y, z;
};

void add_influence(inout Affine sum, int slot, float weight) {
  int row = 3 * slot;
  sum.x += weight * palette_row(row);
  sum.y += weight * palette_row(row + 1);
  sum.z += weight * palette_row(row + 2);
}

// sum_j w_ij T_j. more = (first entry in u_more, count).
Affine blend(uvec4 slots, vec4 weights, uvec2 more) {
  Affine sum = Affine(vec4(0.0), vec4(0.0), vec4(0.0));
  add_influence(sum, int(slots.x), weights.x);
  add_influence(sum, int(slots.y), weights.y);
  add_influence(sum, int(slots.z), weights.z);
  add_influence(sum, int(slots.w), weights.w);
  int last = int(more.x + more.y);
  for (int i = int(more.x); i < last; ++i) {
    vec2 entry = texelFetch(u_more, i).xy;
    add_influence(sum, int(entry.x), entry.y);
  }
  return sum;
}

vec3 transform_point(Affine a, vec3 p) {
  vec4 v = vec4(p, 1.0);
  return vec3(dot(a.x, v), dot(a.y, v), dot(a.z, v));
}

vec3 normalized_or_same(vec3 v) {
  float length_v = length(v);
  return length_v > 0.0 ? v / length_v : v;
}

// Normals by the cofactor matrix, det(M) M^-T: no division, right under mirroring. Its rows are cross
// products of M's rows.
vec3 transform_normal(Affine a, vec3 n) {
  return normalized_or_same(vec3(dot(cross(a.y.xyz, a.z.xyz), n), dot(cross(a.z.xyz, a.x.xyz), n),
                                 dot(cross(a.x.xyz, a.y.xyz), n)));
}

// By M itself: wrong under scale and shear, for showing that it is.
vec3 transform_normal_plainly(Affine a, vec3 n) {
  return normalized_or_same(vec3(dot(a.x.xyz, n), dot(a.y.xyz, n), dot(a.z.xyz, n)));
}
