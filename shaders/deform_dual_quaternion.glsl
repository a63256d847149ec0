// Dual-quaternion skinning in two phases: a linear blend of the stretches A_j, then the normalised blend
// of the rigid motions (r_j, d_j). See src/rig/dual_quaternion.h. Five rows a slot: r_j, d_j as
// (x, y, z, w), and the rows of A_j; what stands behind them in other forms of the palette is passed over.
#ifndef SPLIT_ROWS
#define SPLIT_ROWS 5
#endif
struct Split {
  vec4 real, dual;
  Affine stretch;
};

Split split_joint(int slot) {
  int row = SPLIT_ROWS * slot;
  return Split(palette_row(row), palette_row(row + 1), palette_matrix(row + 2));
}

void add(inout Split sum, float weight, Split joint, vec4 pivot) {
  float signed_weight = dot(joint.real, pivot) < 0.0 ? -weight : weight;
  sum.real += signed_weight * joint.real;
  sum.dual += signed_weight * joint.dual;
  add(sum.stretch, weight, joint.stretch);
}

vec3 rotate(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

vec3 moved_by(Split s, vec3 p) {
  vec4 r = s.real, d = s.dual;
  return rotate(r, transform_point(s.stretch, p)) +
         2.0 * (r.w * d.xyz - d.w * r.xyz + cross(r.xyz, d.xyz));
}

// The rotation and translation of a unit dual quaternion, times the stretch.
Affine matrix_of(Split s) {
  vec4 r = s.real, d = s.dual;
  vec3 shift = 2.0 * (r.w * d.xyz - d.w * r.xyz + cross(r.xyz, d.xyz));
  vec3 c0 = rotate(r, vec3(1.0, 0.0, 0.0)), c1 = rotate(r, vec3(0.0, 1.0, 0.0)),
       c2 = rotate(r, vec3(0.0, 0.0, 1.0));
  Affine a = s.stretch;
  return Affine(c0.x * a.x + c1.x * a.y + c2.x * a.z + vec4(0.0, 0.0, 0.0, shift.x),
                c0.y * a.x + c1.y * a.y + c2.y * a.z + vec4(0.0, 0.0, 0.0, shift.y),
                c0.z * a.x + c1.z * a.y + c2.z * a.z + vec4(0.0, 0.0, 0.0, shift.z));
}

Affine linear_blend_of_splits(Vertex v) {
  Affine sum = Affine(vec4(0.0), vec4(0.0), vec4(0.0));
  for (int k = 0; k < influence_count(v); ++k) {
    vec2 entry = influence(v, k);
    add(sum, entry.y, matrix_of(split_joint(int(entry.x))));
  }
  return sum;
}

// The linear blend of the stretches, and the normalised blend of the rigid motions.
Split blend_of_splits(Vertex v) {
  Split first = split_joint(int(v.slots.x));
  Split sum = Split(v.weights.x * first.real, v.weights.x * first.dual,
                    Affine(vec4(0.0), vec4(0.0), vec4(0.0)));
  add(sum.stretch, v.weights.x, first.stretch);
  add(sum, v.weights.y, split_joint(int(v.slots.y)), first.real);
  add(sum, v.weights.z, split_joint(int(v.slots.z)), first.real);
  add(sum, v.weights.w, split_joint(int(v.slots.w)), first.real);
  for (int k = 4; k < influence_count(v); ++k) {
    vec2 entry = influence(v, k);
    add(sum, entry.y, split_joint(int(entry.x)), first.real);
  }
  float scale = inversesqrt(dot(sum.real, sum.real));
  sum.real *= scale;
  sum.dual *= scale;
  return sum;
}

// By their blend, and by the linear blend for the part of the vertex that is not theirs.
void move_by_blend(Vertex v, Split sum, out vec3 position, out vec3 normal) {
  position = moved_by(sum, v.position);
  normal = unit_or_same(rotate(sum.real, turned_normal(sum.stretch, v.normal, v.plain_normals)));
  if (v.dq_blend_weight >= 1.0) return;
  Affine mixed = Affine(vec4(0.0), vec4(0.0), vec4(0.0));
  add(mixed, v.dq_blend_weight, matrix_of(sum));
  add(mixed, 1.0 - v.dq_blend_weight, linear_blend_of_splits(v));
  position = transform_point(mixed, v.position);
  normal = unit_or_same(turned_normal(mixed, v.normal, v.plain_normals));
}

void dual_quaternion_skinning(Vertex v, out vec3 position, out vec3 normal) {
  move_by_blend(v, blend_of_splits(v), position, normal);
}

// Between the linear blend and dual quaternions: as where the file wants a part of them.
void mixed_skinning(Vertex v, out vec3 position, out vec3 normal) {
  v.dq_blend_weight *= v.mix_factor;
  dual_quaternion_skinning(v, position, normal);
}
