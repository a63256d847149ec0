// Skins one vertex; transform feedback keeps what comes out. DEFORM: the deformer's function.
#include "skinning.glsl"
#include "deform_rigid.glsl"
#include "deform_linear.glsl"
#include "deform_dual_quaternion.glsl"
#include "deform_centers.glsl"
#include "deform_bulge_free.glsl"
#include "deform_log_matrix.glsl"

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in uvec4 in_slots;
layout(location = 3) in vec4 in_weights;
layout(location = 4) in uvec2 in_more;
layout(location = 5) in float in_raw_weight_sum;
layout(location = 6) in float in_dq_blend_weight;
layout(location = 7) in vec4 in_center;

uniform float u_raw_weights;  // 1: weights as the file stored them, 0: normalised
uniform float u_plain_normals;  // 1: by the blended 3x3 itself
uniform float u_mix;

out vec3 out_position;
out vec3 out_normal;

void main() {
  float sum = u_raw_weights > 0.5 ? in_raw_weight_sum : 1.0;
  Vertex v = Vertex(in_position, in_normal, in_slots, in_weights, in_more, sum, in_dq_blend_weight,
                    u_mix, in_center, u_plain_normals > 0.5);
  DEFORM(v, out_position, out_normal);
  gl_Position = vec4(0.0);
}
