// Posed vertices seen from above.
layout(location = 0) in vec3 in_position;  // world space of the file

uniform mat4 u_to_display;
uniform vec2 u_center;
uniform float u_half;
uniform float u_ground;
uniform float u_size;

void main() {
  vec3 p = (u_to_display * vec4(in_position, 1.0)).xyz;
  // As a depth: nothing but gl_FragCoord has to be handed on (see joint.vert).
  float height = (p.y - u_ground) / u_size;
  gl_Position = vec4((p.xz - u_center) / u_half, clamp(0.5 * height - 0.5, -1.0, 1.0), 1.0);
}
