// The square of the ground that the shadow map covers.
uniform mat4 u_view_projection;
uniform vec3 u_center;
uniform float u_half;

out vec2 v_uv;

void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  v_uv = corner;
  vec2 p = u_center.xz + u_half * (2.0 * corner - 1.0);
  gl_Position = u_view_projection * vec4(p.x, u_center.y, p.y, 1.0);
}
