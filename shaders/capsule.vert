// A capsule about a bone: a unit sphere whose halves stand at the segment's two ends. One instance a bone, in
// the space of the bind pose; `in_matrix` takes it to display space.
layout(location = 0) in vec3 in_direction;  // of the unit sphere; z along the segment
layout(location = 1) in vec4 in_head_radius;
layout(location = 2) in vec3 in_tail;
layout(location = 3) in vec4 in_color;  // sRGB, opacity
layout(location = 4) in mat4 in_matrix;

uniform mat4 u_view;
uniform mat4 u_projection;

out vec3 v_view;  // in view space
out vec3 v_normal;
flat out vec4 v_color;

void main() {
  vec3 head = in_head_radius.xyz;
  vec3 along = in_tail - head;
  float length_along = length(along);
  vec3 z = length_along > 0.0 ? along / length_along : vec3(0.0, 0.0, 1.0);
  vec3 x = normalize(abs(z.x) < 0.7 ? cross(z, vec3(1.0, 0.0, 0.0)) : cross(z, vec3(0.0, 1.0, 0.0)));
  vec3 y = cross(z, x);
  vec3 normal = in_direction.x * x + in_direction.y * y + in_direction.z * z;
  // Two rings share the equator; the one of the far half has a z just above 0.
  vec3 center = in_direction.z > 0.0 ? in_tail : head;
  mat4 to_view = u_view * in_matrix;
  vec4 position = to_view * vec4(center + in_head_radius.w * normal, 1.0);
  v_view = position.xyz;
  v_normal = transpose(inverse(mat3(to_view))) * normal;
  v_color = in_color;
  gl_Position = u_projection * position;
}
