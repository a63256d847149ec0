// Edges of triangles.
layout(location = 0) in vec3 in_position;
uniform mat4 u_to_view, u_projection;
void main() { gl_Position = u_projection * u_to_view * vec4(in_position, 1.0); }
