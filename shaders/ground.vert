// A disc in the ground plane: a fan around u_center.
uniform mat4 u_view_projection;
uniform vec3 u_center;
uniform float u_radius;

const int kCorners = 48;

out vec2 v_position;  // x and z in display space; nothing else, as in shadow.vert (see joint.vert)

void main() {
  vec2 offset = vec2(0.0);
  if (gl_VertexID > 0) {
    float angle = 6.28318531 * float(gl_VertexID - 1) / float(kCorners);
    offset = vec2(cos(angle), sin(angle));
  }
  v_position = u_center.xz + u_radius * offset;
  gl_Position = u_view_projection * vec4(v_position.x, u_center.y, v_position.y, 1.0);
}
