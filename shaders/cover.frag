// Nothing at the pixels that a mask of the framebuffer's size holds; the depth of the triangle elsewhere.
uniform sampler2D u_texture;

out vec4 out_color;

void main() {
  if (texelFetch(u_texture, ivec2(gl_FragCoord.xy), 0).r > 0.0) discard;
  out_color = vec4(0.0);
}
