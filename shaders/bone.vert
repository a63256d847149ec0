// A bone as an octahedron: a point at the head, a square near it, a point at the tail. One instance a bone,
// 24 vertices; no vertex buffer but the instances.
layout(location = 0) in vec3 in_head;
layout(location = 1) in vec3 in_tail;
layout(location = 2) in vec3 in_side;
layout(location = 3) in float in_radius;
layout(location = 4) in vec3 in_color;
layout(location = 5) in float in_emphasis;

uniform mat4 u_view;
uniform mat4 u_projection;
uniform float u_waist;  // where the square lies along the bone

// As many as joint.vert hands on: see there.
flat out vec4 v_color;            // alpha: emphasis
noperspective out vec3 v_corner;  // two of the face's barycentric coordinates, and the face's light

vec3 ring(int k, vec3 center, vec3 x, vec3 y) {
  k = k & 3;
  return center + (k == 0 ? x : k == 1 ? y : k == 2 ? -x : -y);
}

// Of a face with that normal, on the side that is seen from the eye. View space.
float light_of(vec3 normal, vec3 at) {
  vec3 to_eye = mix(-at, vec3(0.0, 0.0, 1.0), u_projection[3][3]);  // 1: parallel rays
  float size = length(normal);
  vec3 n = size > 0.0 ? normal / size : vec3(0.0, 0.0, 1.0);
  return 0.58 + 0.48 * max(dot(dot(n, to_eye) < 0.0 ? -n : n, normalize(vec3(-0.5, 0.62, 0.6))), 0.0);
}

void main() {
  vec3 axis = in_tail - in_head;
  float length_axis = length(axis);
  vec3 along = length_axis > 0.0 ? axis / length_axis : vec3(0.0, 1.0, 0.0);
  vec3 x = in_radius * in_side;
  vec3 y = cross(along, x);
  vec3 center = mix(in_head, in_tail, u_waist);

  int face = gl_VertexID / 3;
  int corner = gl_VertexID - 3 * face;
  int k = face & 3;
  bool at_tail = face >= 4;
  vec3 tip = at_tail ? in_tail : in_head;
  vec3 first = ring(k, center, x, y), second = ring(k + 1, center, x, y);
  // Counterclockwise seen from outside on both halves.
  vec3 p = corner == 0 ? tip : (corner == 1) == at_tail ? first : second;
  vec4 view = u_view * vec4(p, 1.0);
  v_corner = vec3(corner == 0, corner == 1, light_of(mat3(u_view) * cross(first - tip, second - tip), view.xyz));
  v_color = vec4(in_color, in_emphasis);
  gl_Position = u_projection * view;
}
