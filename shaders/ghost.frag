// A copy of the mesh that lets what is behind it through, most where it faces the eye: its outline stays
// readable where several copies overlap.
#include "light.glsl"

in vec3 v_position;
in vec3 v_normal;

uniform vec3 u_color;  // sRGB
uniform float u_flat;  // 1: lit by the triangles' own normals (Mesh::flat)

out vec4 out_color;

void main() {
  vec3 face = cross(dFdx(v_position), dFdy(v_position));
  float size = dot(v_normal, v_normal);
  vec3 n = size > 0.0 ? v_normal * inversesqrt(size) : vec3(0.0, 0.0, 1.0);
  if (dot(n, face) < 0.0) n = -n;
  float area = dot(face, face);
  if (u_flat > 0.0 && area > 0.0) n = face * inversesqrt(area);
  vec3 to_eye = normalize(-v_position);
  float rim = 1.0 - clamp(dot(n, to_eye), 0.0, 1.0);
  float alpha = mix(0.34, 0.9, rim * rim * rim);
  out_color = vec4(u_color * matte_light(n, to_eye) * alpha, alpha);
}
