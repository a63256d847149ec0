// A line of constant width in pixels: a quad around the segment, one instance a line.
layout(location = 0) in vec3 in_from;
layout(location = 1) in vec3 in_to;
layout(location = 2) in vec4 in_color;
layout(location = 3) in float in_width;

uniform mat4 u_view_projection;
uniform vec2 u_pixels;

// As many as joint.vert hands on: see there.
flat out vec4 v_color;
noperspective out vec3 v_across;  // pixels from the middle of the line; from where to where it fades

void main() {
  vec4 a = u_view_projection * vec4(in_from, 1.0);
  vec4 b = u_view_projection * vec4(in_to, 1.0);
  // What lies behind the eye would turn over when it is divided by w.
  const float kNear = 1e-4;
  if (a.w < kNear && b.w > kNear) a = mix(a, b, (kNear - a.w) / (b.w - a.w));
  if (b.w < kNear && a.w > kNear) b = mix(b, a, (kNear - b.w) / (a.w - b.w));

  vec2 pa = 0.5 * u_pixels * a.xy / a.w;
  vec2 pb = 0.5 * u_pixels * b.xy / b.w;
  vec2 along = pb - pa;
  float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);

  float reach = 0.5 * in_width + 1.0;
  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  vec4 end = gl_VertexID < 2 ? a : b;
  vec2 offset = across * side * reach;
  gl_Position = end + vec4(offset / (0.5 * u_pixels) * end.w, 0.0, 0.0);
  v_across = vec3(side * reach, 0.5 * in_width + vec2(-0.5, 0.5));
  v_color = in_color;
}
