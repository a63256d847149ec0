// Log-matrix blending: the average of the joints' screws, exponentiated, after the linear blend of their
// stretches. See src/rig/deform/log_matrix.h. Five rows a slot: (a, 0), (m, 0), and the rows of A_j.
void add_screw(inout Split sum, float weight, Split joint) {
  sum.real += weight * joint.real;
  sum.dual += weight * joint.dual;
  add(sum.stretch, weight, joint.stretch);
}

// sin x and cos x for x in [0, pi/2] to float rounding: drivers round theirs as they like.
vec2 sine_and_cosine(float x) {
  float s = x * x;
  return vec2(x * (1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0))))),
              1.0 - s / 2.0 * (1.0 - s / 12.0 * (1.0 - s / 30.0 * (1.0 - s / 56.0 * (1.0 - s / 90.0 * (1.0 - s / 132.0))))));
}

void log_matrix_skinning(Vertex v, out vec3 position, out vec3 normal) {
  Split sum = Split(vec4(0.0), vec4(0.0), Affine(vec4(0.0), vec4(0.0), vec4(0.0)));
  for (int k = 0; k < influence_count(v); ++k) {
    vec2 entry = influence(v, k);
    add_screw(sum, entry.y, split_joint(int(entry.x)));
  }
  vec3 a = sum.real.xyz, m = sum.dual.xyz;
  float square = dot(a, a), angle = sqrt(square);
  vec2 part = sine_and_cosine(0.5 * angle);
  float by_half = angle > 2e-3 ? part.x / angle : 0.5 - square / 48.0;
  float first = 2.0 * by_half * by_half;
  float second = square < 1.0
      ? 1.0 / 6.0 - square * (1.0 / 120.0 - square * (1.0 / 5040.0 - square / 362880.0))
      : (angle - 2.0 * part.x * part.y) / (square * angle);
  vec3 across = cross(a, m);
  vec4 turn = vec4(by_half * a, part.y);
  vec3 shift = m + first * across + second * cross(a, across);
  position = rotate(turn, transform_point(sum.stretch, v.position)) + shift;
  normal = unit_or_same(rotate(turn, turned_normal(sum.stretch, v.normal, v.plain_normals)));
}
