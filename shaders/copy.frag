// Copies a texture of the framebuffer's size.
uniform sampler2D u_texture;

out vec4 out_color;

void main() { out_color = texelFetch(u_texture, ivec2(gl_FragCoord.xy), 0); }
