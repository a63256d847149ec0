// Skins one vertex; transform feedback keeps what comes out.
#include "skinning.glsl"

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in uvec4 in_slots;
layout(location = 3) in vec4 in_weights;
layout(location = 4) in uvec2 in_more;
layout(location = 5) in float in_stored_sum;

uniform float u_raw_weights;  // 1: weights as the file stored them, 0: normalised
uniform float u_plain_normals;  // 1: by the blended 3x3 itself

out vec3 out_position;
out vec3 out_normal;

void main() {
  Affine skin = blend(in_slots, in_weights, in_more);
  // The sum scales the position alone: normals have a direction only, and the cofactor of a matrix that
  // is scaled by a tiny sum would vanish.
  float sum = u_raw_weights > 0.5 ? in_stored_sum : 1.0;
  out_position = sum * transform_point(skin, in_position);
  out_normal = u_plain_normals > 0.5 ? transform_normal_plainly(skin, in_normal)
                                     : transform_normal(skin, in_normal);
  gl_Position = vec4(0.0);
}
