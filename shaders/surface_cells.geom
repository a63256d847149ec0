// Gives each fragment what all three corners have and how near it is to each: a map of classes is each
// vertex's own up to the middle of its edges, where a blend would make up classes between.
//   CELLS    the corners' colours
//   HATCHED  their hatching; without CELLS colours are blended as ever
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

in vec3 g_position[];
in vec3 g_normal[];
in vec3 g_map[];

out vec3 v_position;
out vec3 v_normal;
out vec3 v_corner;  // barycentric
#ifdef CELLS
flat out vec3 v_first, v_second, v_third;
#else
out vec3 v_map;
#endif
#ifdef HATCHED
in float g_pattern[];
flat out vec3 v_pattern;  // of the corners in turn
#endif

void main() {
  for (int k = 0; k < 3; ++k) {
    v_position = g_position[k];
    v_normal = g_normal[k];
    v_corner = vec3(k == 0, k == 1, k == 2);
#ifdef CELLS
    v_first = g_map[0];
    v_second = g_map[1];
    v_third = g_map[2];
#else
    v_map = g_map[k];
#endif
#ifdef HATCHED
    v_pattern = vec3(g_pattern[0], g_pattern[1], g_pattern[2]);
#endif
    gl_Position = gl_in[k].gl_Position;
    EmitVertex();
  }
  EndPrimitive();
}
