#include "ui/timeline/motion_draw.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

struct MotionPen {
  const Frame& f;
  ImDrawList* list = ImGui::GetBackgroundDrawList();

  // Nothing behind the eye.
  std::optional<vec2> pixel(const vec3& display) const {
    const vec3 p = project(f.input.camera, f.viewport(), display);
    if (!(p.z > 0.0f) || !std::isfinite(p.x) || !std::isfinite(p.y)) return std::nullopt;
    return f.view.lo + vec2(p);
  }
  void dot(const vec3& display, float radius, const vec3& color, float alpha) const {
    const auto at = pixel(display);
    if (!at) return;
    list->AddCircleFilled(im(*at), f.px(radius + 1.25f),
                          to_u32(f.colors.background_bottom, 0.7f * alpha), 14);
    list->AddCircleFilled(im(*at), f.px(radius), to_u32(color, alpha), 14);
  }
};

void draw_ghost_poses(Frame& f, const MotionPen& pen) {
  TimelineState& state = f.state.of_model.timeline;
  const ViewSettings& v = f.scene().view;
  for (const GhostPose& pose : state.ghosts.get(f.scene(), state.keys.rate(f.scene()))) {
    const int most = (pose.frames < 0 ? v.poses_before : v.poses_after) * v.poses_every;
    const float far = static_cast<float>(std::abs(pose.frames)) / static_cast<float>(most);
    const vec3 color = pose.frames < 0 ? f.colors.hint : f.colors.accent;
    const ImU32 ink = to_u32(color, glm::mix(0.75f, 0.3f, far));
    for (const auto& bone : pose.bone) {
      const auto a = pen.pixel(bone[0]), b = pen.pixel(bone[1]);
      if (a && b) pen.list->AddLine(im(*a), im(*b), ink, f.px(1.5f));
    }
  }
}

// What was is fainter than what comes.
void draw_trail(const MotionPen& pen, const MotionTrail& trail, const vec3& color, double now) {
  const Frame& f = pen.f;
  for (std::size_t k = 1; k < trail.frame.size(); ++k) {
    const auto a = pen.pixel(trail.frame[k - 1].at), b = pen.pixel(trail.frame[k].at);
    if (!a || !b) continue;
    const float alpha = trail.frame[k].time <= now ? 0.5f : 1.0f;
    pen.list->AddLine(im(*a), im(*b), to_u32(f.colors.background_bottom, 0.5f * alpha), f.px(4.0f));
    pen.list->AddLine(im(*a), im(*b), to_u32(color, 0.85f * alpha), f.px(1.75f));
  }
  // Dots where they stand apart.
  vec2 last(-1e9f);
  for (const MotionTrail::Point& p : trail.frame) {
    const auto at = pen.pixel(p.at);
    if (!at || glm::distance(*at, last) < f.px(4)) continue;
    last = *at;
    pen.dot(p.at, 1.6f, f.colors.text, p.time <= now ? 0.55f : 0.95f);
  }
  last = vec2(-1e9f);
  for (const MotionTrail::Point& p : trail.key) {
    const auto at = pen.pixel(p.at);
    if (!at || glm::distance(*at, last) < f.px(6)) continue;
    last = *at;
    pen.dot(p.at, 3.5f, color, p.time <= now ? 0.6f : 1.0f);
  }
}

}  // namespace

void draw_motion(Frame& f) {
  const ViewSettings& v = f.scene().view;
  if (!f.model() || f.scene().pose.base != BasePose::Clip || !(v.trail || v.poses)) return;
  const MotionPen pen{f};
  pen.list->PushClipRect(im(f.seen.lo), im(f.seen.hi));
  if (v.poses) draw_ghost_poses(f, pen);
  if (v.trail && f.selected() >= 0) {
    TimelineState& state = f.state.of_model.timeline;
    const MotionTrail& trail =
        state.trails.get(f.scene(), f.selected(), state.keys.rate(f.scene()));
    const vec3 color = f.joint_color(f.selected());
    draw_trail(pen, trail, color, f.scene().pose.time);
    const vec3 now = joint_position(f.scene(), f.input.posed, f.selected());
    pen.dot(now, 5.5f, f.colors.text, 1.0f);
    pen.dot(now, 3.5f, color, 1.0f);
  }
  pen.list->PopClipRect();
}

}  // namespace bindpose::ui
