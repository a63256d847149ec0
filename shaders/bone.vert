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

out vec3 v_position;   // view space
out vec3 v_corner;     // barycentric: 0 on the edge opposite to a corner
flat out vec3 v_color;
flat out float v_emphasis;

vec3 ring(int k, vec3 center, vec3 x, vec3 y) {
  k = k & 3;
  return center + (k == 0 ? x : k == 1 ? y : k == 2 ? -x : -y);
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
  vec3 p;
  if (corner == 0)
    p = at_tail ? in_tail : in_head;
  else
    // Counterclockwise seen from outside on both halves.
    p = ring(k + ((corner == 1) == at_tail ? 0 : 1), center, x, y);
  v_corner = vec3(corner == 0, corner == 1, corner == 2);
  v_color = in_color;
  v_emphasis = in_emphasis;
  vec4 view = u_view * vec4(p, 1.0);
  v_position = view.xyz;
  gl_Position = u_projection * view;
}
