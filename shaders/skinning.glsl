// The only skinning code on the GPU: who pulls on a vertex, and the palette of its joints. Each deformer
// is a function of its own that moves a vertex (deform_*.glsl); skin.vert runs the one it is built for.
// The palette holds rows of vec4, as many a slot as the deformer says, the mesh's node behind the last
// joint.
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

struct Vertex {
  vec3 position, normal;  // bind space
  uvec4 slots;            // largest weight first
  vec4 weights;           // add up to 1
  uvec2 more;             // first entry in u_more, count
  float raw_sum;          // 1, or the sum of the weights as the file stored them
  float dq_blend_weight;        // what of a dual-quaternion skin is theirs; the rest is linear
  float mix_factor;       // of what is mixed of both
  vec4 center;            // o_i and 1, or zeros where it has none
  bool plain_normals;     // by the 3x3 itself
};

int influence_count(Vertex v) { return 4 + int(v.more.y); }

// (slot, weight) of the k-th influence.
vec2 influence(Vertex v, int k) {
  return k < 4 ? vec2(float(v.slots[k]), v.weights[k]) : texelFetch(u_more, int(v.more.x) + k - 4).xy;
}

struct Affine {  // rows of a 3x4 matrix
  vec4 x, y, z;
};

Affine palette_matrix(int row) {
  return Affine(palette_row(row),
                palette_row(row + 1),
                palette_row(row + 2));
}

// T_j where the palette holds matrices.
Affine joint_matrix(uint slot) {
  return palette_matrix(3 * int(slot));
}

void add(inout Affine sum, float weight, Affine a) {
  sum.x += weight * a.x;
  sum.y += weight * a.y;
  sum.z += weight * a.z;
}

vec3 transform_point(Affine a, vec3 p) {
  vec4 v = vec4(p, 1.0);
  return vec3(dot(a.x, v), dot(a.y, v),
              dot(a.z, v));
}

// det(M) M^-T n: no division, right under mirroring. Its rows are cross products of M's rows.
vec3 cofactor_times(Affine a, vec3 n) {
  vec3 x = cross(a.y.xyz, a.z.xyz);
  vec3 y = cross(a.z.xyz, a.x.xyz);
  vec3 z = cross(a.x.xyz, a.y.xyz);
  return vec3(dot(x, n), dot(y, n),
              dot(z, n));
}

// What the 3x3 makes of a normal. plain: M n, which is wrong under scale and shear, for showing that it is.
vec3 turned_normal(Affine a, vec3 n, bool plain) {
  return plain ? vec3(dot(a.x.xyz, n), dot(a.y.xyz, n), dot(a.z.xyz, n)) : cofactor_times(a, n);
}

vec3 unit_or_same(vec3 v) {
  float length_v = length(v);
  return length_v > 0.0 ? v / length_v : v;
}
