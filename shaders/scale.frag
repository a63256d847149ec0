// Copies a texture of the framebuffer's size, scaled.
uniform sampler2D u_texture;
uniform float u_scale;

out vec4 out_color;

void main() { out_color = u_scale * texelFetch(u_texture, ivec2(gl_FragCoord.xy), 0); }
