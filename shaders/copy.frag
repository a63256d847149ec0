// Copies a texture of the framebuffer's size. EDGES: only where a mask of that size is not 0.
uniform sampler2D u_texture;
#ifdef EDGES
uniform sampler2D u_edges;
#endif

out vec4 out_color;

void main() {
#ifdef EDGES
  if (texelFetch(u_edges, ivec2(gl_FragCoord.xy), 0).r == 0.0) discard;
#endif
  out_color = texelFetch(u_texture, ivec2(gl_FragCoord.xy), 0);
}
