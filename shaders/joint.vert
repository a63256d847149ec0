// A joint as a sphere of constant size on the screen: a square that faces the eye, one instance a joint.
layout(location = 0) in vec3 in_center;
layout(location = 1) in float in_radius;  // pixels
layout(location = 2) in vec3 in_color;
layout(location = 3) in float in_lift;
layout(location = 4) in float in_emphasis;

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec2 u_pixels;

// llvmpipe compiles what interpolates them anew for each different set of such values, 3 ms each time, and keeps
// nothing of it (LLVM's work, not in Mesa's cache of shaders): line.vert has the same set.
flat out vec4 v_color;            // alpha: emphasis
noperspective out vec3 v_offset;  // pixels from the centre, and the radius

void main() {
  vec4 view = u_view * vec4(in_center, 1.0);
  vec4 clip = u_projection * view;
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0);
  vec2 offset = corner * (in_radius + 1.0);
  v_offset = vec3(offset, in_radius);
  v_color = vec4(in_color, in_emphasis);
  // Depth of a point a little nearer to the eye, but not behind it.
  vec4 lifted = u_projection * (view + vec4(0.0, 0.0, min(in_lift, 0.5 * abs(view.z)), 0.0));
  clip.z = lifted.z / lifted.w * clip.w;
  gl_Position = clip + vec4(offset / (0.5 * u_pixels) * clip.w, 0.0, 0.0);
}
