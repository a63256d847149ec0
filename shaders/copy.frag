// Copies a texture of the framebuffer's size. EDGES: so near that nothing is drawn over it, except where a mask of
// that size is not 0. SQUARES: one of any size, each of its pixels to a square, from some corner on.
uniform sampler2D u_texture;
#ifdef EDGES
uniform sampler2D u_edges;
#endif
#ifdef SQUARES
uniform vec3 u_squares;  // the corner; how wide a square is
#endif

out vec4 out_color;

void main() {
#ifdef EDGES
  // All of gl_FragCoord is used, as by shaders that write no depth: see joint.vert.
  float far = gl_FragCoord.z + 0.5 * gl_FragCoord.w;  // 1
  gl_FragDepth = texelFetch(u_edges, ivec2(gl_FragCoord.xy), 0).r == 0.0 ? 0.0 : far;
#endif
#ifdef SQUARES
  vec2 at = (gl_FragCoord.xy - u_squares.xy) / u_squares.z;
#else
  vec2 at = gl_FragCoord.xy;
#endif
  out_color = texelFetch(u_texture, ivec2(at), 0);
}
