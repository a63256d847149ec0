// A selected vertex (posed, see skin.vert) as a disc of constant size on the screen.
layout(location = 0) in vec3 in_position;  // world space of the file

uniform mat4 u_to_view;
uniform mat4 u_projection;
uniform float u_radius;  // pixels
uniform float u_lift;    // display units towards the eye: a vertex is not hidden by its own triangles

void main() {
  vec4 view = u_to_view * vec4(in_position, 1.0);
  gl_Position = u_projection * view;
  vec4 lifted = u_projection * (view + vec4(0.0, 0.0, min(u_lift, 0.5 * abs(view.z)), 0.0));
  gl_Position.z = lifted.z / lifted.w * gl_Position.w;
  gl_PointSize = 2.0 * u_radius + 2.0;
}
