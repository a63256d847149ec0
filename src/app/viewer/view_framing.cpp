#include "app/viewer/view_framing.h"

#include <algorithm>
#include <utility>

#include "view/panes.h"

namespace bindpose::app {

namespace {

constexpr double kMakeRoomSeconds = 0.2, kTurnSeconds = 0.2;

}  // namespace

Camera camera_of(const WorkspaceCamera& saved, const Camera& from) {
  Camera camera = from;
  camera.target = saved.target;
  camera.distance = saved.distance;
  camera.yaw = saved.yaw;
  camera.pitch = saved.pitch;
  camera.roll = saved.roll;
  camera.orthographic = saved.orthographic;
  camera.shift = vec2(0.0f);
  return camera;
}

void ViewFraming::start_over() {
  navigation_ = Navigation();
  first_view_ = true;
}

void ViewFraming::set_camera(const Camera& camera) {
  camera_ = camera;
  first_view_ = false;
  follows_ = Follows::Nothing;
}

void ViewFraming::ease_to(const Camera& camera, Follows follows) {
  go(camera, kTurnSeconds);
  follows_ = follows;
}

void ViewFraming::show_step(const Camera& camera, double seconds) {
  first_view_ = false;
  follows_ = Follows::Step;
  after_ = seconds;
  if (seconds <= 0.0 || !eases_) go(camera, 0.0);
}

void ViewFraming::frame_step_again() {
  if (follows_ == Follows::Step) after_ = kMakeRoomSeconds;
}

void ViewFraming::go(const Camera& camera, double seconds) {
  goal_ = camera;
  if (seconds > 0.0 && eases_) {
    navigation_.move_to(camera_, camera, seconds);
  } else {
    navigation_.stop();
    camera_ = camera;
  }
}

// True: what the camera looks through has another size.
bool ViewFraming::place_panes(const ui::UiOutput& out, const ViewSettings& view) {
  corner_ = glm::floor(out.view_pos);
  size_ = glm::floor(out.view_size);
  const std::vector<Pane> panes = layout_panes(view, {size_.x, size_.y});
  const Pane& active = panes[std::min(out.pane, panes.size() - 1)];
  pane_corner_ = corner_ + active.corner;
  pane_method_ = active.method;
  pane_mistake_ = active.mistake;
  pane_other_ = active.other;
  const Viewport viewport = active.viewport;
  const bool resized = viewport.width != viewport_.width || viewport.height != viewport_.height;
  viewport_ = viewport;
  return resized;
}

// What lies over the panes, as if over one: they share the camera. True: other cards than when the
// camera was framed. A line more or less in a legend moves no camera that is not framed `anew`
// anyway.
bool ViewFraming::place_cards(const ui::UiOutput& out, const ViewSettings& view, float scale,
                              bool anew) {
  std::vector<ViewPart> now;
  for (const Pane& pane : layout_panes(view, {size_.x, size_.y})) {
    const vec2 size(pane.viewport.width, pane.viewport.height);
    for (const ui::Rect& card : out.cards) {
      const vec2 corner = corner_ + pane.corner;
      const ViewPart part{glm::max(card.lo - corner, vec2(0.0f)), glm::min(card.hi - corner, size)};
      if (part.lo.x < part.hi.x && part.lo.y < part.hi.y) now.push_back(part);
    }
  }
  const float line = 24.0f * scale;
  const auto near = [line](const ViewPart& a, const ViewPart& b) {
    return glm::all(glm::lessThan(glm::abs(a.lo - b.lo), vec2(line))) &&
           glm::all(glm::lessThan(glm::abs(a.hi - b.hi), vec2(line)));
  };
  if (!anew && std::ranges::equal(now, cards_, near)) return false;
  cards_ = std::move(now);
  return true;
}

bool ViewFraming::place(const ui::UiOutput& out, const ViewSettings& view, float scale,
                        const Framed& framed) {
  const vec2 corner_before = corner_, size_before = size_;
  const bool resized = place_panes(out, view);
  const bool moved = corner_ != corner_before || size_ != size_before;
  const std::optional<double> after = std::exchange(after_, std::nullopt);
  const bool other_cards = place_cards(out, view, scale, resized || after || first_view_);
  if (first_view_) {
    camera_ = Camera{};
    follows_ = Follows::Model;
    first_view_ = false;
    go(framed(), 0.0);
    return true;
  }
  if (follows_ == Follows::Nothing || !(resized || after || other_cards)) return moved;
  go(framed(), resized ? 0.0 : after.value_or(kMakeRoomSeconds));
  return true;
}

Navigation::Result ViewFraming::use_mouse(const Mouse& mouse, bool free) {
  Mouse in_pane = mouse;
  in_pane.position -= pane_corner_;
  const Navigation::Result result = navigation_.update(camera_, viewport_, in_pane, free);
  if (result.moved) release();
  return result;
}

}  // namespace bindpose::app
