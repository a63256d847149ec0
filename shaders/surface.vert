// Posed vertices (see skin.vert) to the picture. MAP_RAMP, MAP_COLOR, UV, PLACED, COLORED: see surface.frag. CELLS
// and HATCHED: for surface_cells.geom, which then hands on what is written here.
#if defined(CELLS) || defined(HATCHED)
#define v_position g_position
#define v_normal g_normal
#define v_map g_map
#endif

layout(location = 0) in vec3 in_position;  // world space of the file
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;     // linear
layout(location = 4) in vec3 in_map;
#ifdef UV
#ifdef PLACED
layout(location = 6) in vec2 in_uv_second;
out vec2 v_uv_second;
#else
uniform vec3 u_all_u, u_all_v;  // rows of the matrix that places all textures
#endif
#endif
#ifdef HATCHED
layout(location = 5) in float in_pattern;
out float g_pattern;
#endif

uniform mat4 u_to_view;
uniform mat4 u_projection;
uniform mat3 u_normal_to_view;

out vec3 v_position;  // view space
out vec3 v_normal;
#ifdef UV
out vec2 v_uv;
#endif
#ifdef COLORED
out vec4 v_color;
#endif
#ifdef MAP_RAMP
out float v_map;
#endif
#ifdef MAP_COLOR
out vec3 v_map;
#endif

void main() {
  vec4 p = u_to_view *
      vec4(in_position, 1.0);
  v_position = p.xyz;
  v_normal = u_normal_to_view * in_normal;
#ifdef UV
#ifdef PLACED
  v_uv = in_uv;
  v_uv_second = in_uv_second;
#else
  v_uv = vec2(dot(u_all_u, vec3(in_uv, 1.0)), dot(u_all_v, vec3(in_uv, 1.0)));
#endif
#endif
#ifdef COLORED
  v_color = in_color;
#endif
#ifdef MAP_RAMP
  v_map = in_map.x;
#endif
#ifdef MAP_COLOR
  v_map = in_map;
#endif
#ifdef HATCHED
  g_pattern = in_pattern;
#endif
  gl_Position = u_projection * p;
}
