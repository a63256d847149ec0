// Posed vertices seen from above. CUT: where each lies in the picture that cuts its material out.
layout(location = 0) in vec3 in_position;  // world space of the file

uniform mat4 u_to_display;
uniform vec2 u_center;
uniform float u_half;
uniform float u_ground;
uniform float u_size;

#ifdef CUT
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 6) in vec2 in_uv_second;
uniform vec3 u_place_u, u_place_v;  // rows of the matrix that places the picture
uniform float u_second;             // 1: by the second coordinates
uniform float u_alpha;
out vec2 v_uv;
out float v_cover;
#endif

void main() {
  vec3 p = (u_to_display * vec4(in_position, 1.0)).xyz;
  // As a depth: nothing but gl_FragCoord has to be handed on (see joint.vert).
  float height = (p.y - u_ground) / u_size;
  gl_Position = vec4((p.xz - u_center) / u_half, clamp(0.5 * height - 0.5, -1.0, 1.0), 1.0);
#ifdef CUT
  vec3 at = vec3(mix(in_uv, in_uv_second, u_second), 1.0);
  v_uv = vec2(dot(u_place_u, at), dot(u_place_v, at));
  v_cover = u_alpha * in_color.a;
#endif
}
