uniform vec4 u_color;
out vec4 out_color;
void main() { out_color = vec4(u_color.rgb * u_color.a, u_color.a); }
