// Posed vertices (skin.vert) to the picture, as shaders/surface.vert has it for the window.
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec3 in_map;
layout(location = 4) in vec3 in_first;   // of the triangle's corners, where classes do not blend
layout(location = 5) in vec3 in_second;
layout(location = 6) in vec3 in_third;
layout(location = 7) in vec3 in_corner;
uniform mat4 u_to_view, u_projection;
uniform mat3 u_normal_to_view;
uniform vec3 u_place_u, u_place_v;
out vec3 v_position, v_normal, v_map, v_corner;
out vec2 v_uv;
flat out vec3 v_first, v_second, v_third;
void main() {
  vec4 p = u_to_view * vec4(in_position, 1.0);
  v_position = p.xyz;
  v_normal = u_normal_to_view * in_normal;
  v_uv = vec2(dot(u_place_u, vec3(in_uv, 1.0)), dot(u_place_v, vec3(in_uv, 1.0)));
  v_map = in_map;
  v_first = in_first;
  v_second = in_second;
  v_third = in_third;
  v_corner = in_corner;
  gl_Position = u_projection * p;
}
