#include "render/passes/needles.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "render/gpu/instance_attribute.h"

namespace bindpose {
namespace {

constexpr float kSpacing = 24.0f;  // pixels at scale 1 between needles all over, at most
constexpr float kFieldWidth = 1.7f, kVertexWidth = 3.0f, kRim = 1.1f;  // pixels at scale 1
constexpr vec3 kRimColor{0.06f, 0.07f, 0.09f};
constexpr int kCircle = 64;
constexpr float kDiscAlpha = 0.34f, kHidden = 0.3f;

vec3 in_display(const Frame& frame, const vec3& file) {
  return vec3(frame.to_display * vec4(file, 1.0f));
}

float thickness(const Frame& frame) {
  return (frame.presenter ? 1.4f : 1.0f) * frame.ui_scale;
}

// Rims lie under all lines.
struct NeedleLines {
  std::vector<LineInstance> rims, lines;

  void add(const vec3& from, const vec3& to, const vec3& color, float width, float rim,
           float alpha = 1.0f) {
    rims.push_back({from, to, vec4(kRimColor, 0.8f * alpha), width + 2.0f * rim});
    lines.push_back({from, to, vec4(color, alpha), width});
  }
};

// The disc's rim, raised so far that it does not flicker with the triangles that it touches.
std::vector<vec3> rim_of(const Frame& frame, const VertexNeedles& n) {
  const vec3 across = glm::cross(n.exact(), n.lean);
  const vec3 center = n.at + 0.02f * n.length * n.exact();
  std::vector<vec3> rim;
  for (int k = 0; k <= kCircle; ++k) {
    const float a = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / kCircle;
    rim.push_back(
        in_display(frame, center + n.disc_radius * (std::cos(a) * n.lean + std::sin(a) * across)));
  }
  return rim;
}

}  // namespace

NeedlePass::NeedlePass(std::filesystem::path shader_dir) : dir_(std::move(shader_dir)) {}

void NeedlePass::prepare() {
  if (line_) return;
  line_ = Program(dir_, {.vertex = "line.vert", .fragment = "line.frag"});
  disc_ = Program(dir_, {.vertex = "disc.vert", .fragment = "wire.frag"});
  line_array_ = GlVertexArray::make();
  line_buffer_ = GlBuffer::make();
  glBindVertexArray(line_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, line_buffer_.id());
  instance_attribute(0, 3, sizeof(LineInstance), offsetof(LineInstance, from));
  instance_attribute(1, 3, sizeof(LineInstance), offsetof(LineInstance, to));
  instance_attribute(2, 4, sizeof(LineInstance), offsetof(LineInstance, color));
  instance_attribute(3, 1, sizeof(LineInstance), offsetof(LineInstance, width));
  disc_array_ = GlVertexArray::make();
  disc_buffer_ = GlBuffer::make();
  glBindVertexArray(disc_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, disc_buffer_.id());
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(vec3), nullptr);
  glBindVertexArray(0);
}

void NeedlePass::draw(const Frame& frame, const Scene& scene, const PosedScene& posed,
                      Deformer method, const Camera& camera, NeedleField& kept) {
  if (scene.view.needles == Needles::Off) return;
  prepare();
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  if (scene.view.needles == Needles::All) {
    const float unit = glm::length(vec3(frame.to_display[0]));
    const float pixel = pixel_size(camera, {frame.pixels.x, frame.pixels.y}, camera.target);
    const float wanted = unit > 0.0f ? kSpacing * frame.ui_scale * pixel / unit : 0.0f;
    draw_field(frame, kept.get(scene, posed, method, wanted));
  }
  if (const auto at = vertex_needles(scene, posed, method)) draw_vertex(frame, *at);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glBindVertexArray(0);
}

void NeedlePass::draw_field(const Frame& frame, const NeedleField::Field& field) {
  const float width = kFieldWidth * thickness(frame), rim = 0.8f * thickness(frame);
  NeedleLines out;
  for (const NeedlePair& pair : field.pairs) {
    const vec3 at = in_display(frame, pair.at);
    const vec3 exact = in_display(frame, pair.at + field.length() * pair.exact);
    if (glm::dot(exact - at, frame.eye - at) <= 0.0f) continue;
    out.add(at, in_display(frame, pair.at + field.length() * pair.usual),
            needle_color(Needle::Usual), width, rim);
    out.add(at, exact, needle_color(Needle::Exact), width, rim);
  }
  draw_lines(frame, out.rims);
  draw_lines(frame, out.lines);
}

void NeedlePass::draw_vertex(const Frame& frame, const VertexNeedles& n) {
  const std::vector<vec3> rim = rim_of(frame, n);
  const float width = kVertexWidth * thickness(frame), edge = kRim * thickness(frame);
  const vec3 at = in_display(frame, n.at), color = needle_color(Needle::Exact);
  for (const bool hidden : {true, false}) {
    const float alpha = hidden ? kHidden : 1.0f;
    glDepthFunc(hidden ? GL_GREATER : GL_LEQUAL);
    draw_disc(frame, rim, kDiscAlpha * alpha);
    NeedleLines out;
    for (std::size_t k = 1; k < rim.size(); ++k) {
      out.add(rim[k - 1], rim[k], color, 0.5f * width, 0.5f * edge, alpha);
    }
    out.add(rim[kCircle / 2], rim[0], color, 0.5f * width, 0.0f, 0.7f * alpha);
    // The right angle between the exact needle and the disc.
    const float side = 0.16f * n.length;
    const vec3 foot = n.at + side * n.lean, corner = foot + side * n.exact();
    out.add(in_display(frame, foot), in_display(frame, corner), color, 0.5f * width, 0.0f, alpha);
    out.add(in_display(frame, corner), in_display(frame, n.at + side * n.exact()), color,
            0.5f * width, 0.0f, alpha);
    for (const Needle kind : kNeedleKinds) {
      out.add(at, in_display(frame, n.tip(kind)), needle_color(kind), width, edge, alpha);
    }
    draw_lines(frame, out.rims);
    draw_lines(frame, out.lines);
  }
}

void NeedlePass::draw_lines(const Frame& frame, const std::vector<LineInstance>& lines) {
  if (lines.empty()) return;
  fill(line_buffer_, GL_ARRAY_BUFFER, lines, GL_STREAM_DRAW);
  line_.use();
  line_.set("u_view_projection", frame.view_projection);
  line_.set("u_pixels", frame.pixels);
  glBindVertexArray(line_array_.id());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(lines.size()));
}

void NeedlePass::draw_disc(const Frame& frame, const std::vector<vec3>& rim, float alpha) {
  fill(disc_buffer_, GL_ARRAY_BUFFER, rim, GL_STREAM_DRAW);
  disc_.use();
  disc_.set("u_view_projection", frame.view_projection);
  disc_.set("u_color", vec4(needle_color(Needle::Exact), alpha));
  glBindVertexArray(disc_array_.id());
  glDrawArrays(GL_TRIANGLE_FAN, 0, static_cast<GLsizei>(rim.size()));  // convex
}

}  // namespace bindpose
