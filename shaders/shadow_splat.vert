// Posed vertices seen from above.
layout(location = 0) in vec3 in_position;  // world space of the file

uniform mat4 u_to_display;
uniform vec2 u_center;
uniform float u_half;
uniform float u_ground;
uniform float u_size;

out float v_height;  // above the ground, in model sizes

void main() {
  vec3 p = (u_to_display * vec4(in_position, 1.0)).xyz;
  v_height = (p.y - u_ground) / u_size;
  gl_Position = vec4((p.xz - u_center) / u_half, 0.0, 1.0);
}
