#include "app/viewer/navigation.h"

#include <algorithm>

namespace bindpose::app {

namespace {
constexpr float kClickPixels = 4.0f;
constexpr float kZoomPixels = 30.0f;  // of a drag are a notch of the wheel
}  // namespace

Navigation::Action Navigation::action_of(int button, const Mouse& mouse, ui::OrbitMouse orbit) {
  constexpr int kLeft = 0, kRight = 1;
  if (mouse.alt) {
    return button == kLeft ? Action::Orbit : button == kRight ? Action::Zoom : Action::Pan;
  }
  if (button == kRight) return Action::Pan;
  if (button == kLeft && (orbit != ui::OrbitMouse::Left || mouse.ctrl)) return Action::None;
  if (mouse.shift) return Action::Pan;
  return mouse.ctrl ? Action::Zoom : Action::Orbit;
}

void Navigation::drag(Camera& camera, const Viewport& viewport, const Mouse& mouse) {
  switch (action_) {
    case Action::None:
      break;
    case Action::Orbit:
      camera = ball_ ? orbit_freely(camera, mouse.delta) : orbit(camera, mouse.delta);
      break;
    case Action::Pan:
      camera = pan(camera, viewport, mouse.delta);
      break;
    case Action::Zoom:
      camera = zoom(camera, viewport, (mouse.delta.x - mouse.delta.y) / kZoomPixels, press_);
      break;
  }
}

Navigation::Result Navigation::update(Camera& camera, const Viewport& viewport, const Mouse& mouse,
                                      bool free) {
  Result result;
  if (button_ < 0 && free) {
    for (const int button : {0, 2, 1}) {
      if (!mouse.pressed[button]) continue;
      button_ = button;
      action_ = action_of(button, mouse, orbit_);
      travelled_ = 0.0f;
      press_ = mouse.position;
      break;
    }
  } else if (button_ >= 0) {
    travelled_ += glm::length(mouse.delta);
    // A hand that clicks trembles: the camera stays until the mouse has clearly moved.
    if (travelled_ > kClickPixels && mouse.delta != vec2(0.0f) && action_ != Action::None) {
      // What only makes room goes there at once: turned, the view keeps what stood in it where it
      // was.
      if (move_ && action_ == Action::Orbit && move_->from.yaw == move_->to.yaw &&
          move_->from.pitch == move_->to.pitch && move_->from.roll == move_->to.roll) {
        camera = move_->to;
      }
      move_.reset();
      drag(camera, viewport, mouse);
      result.moved = true;
      result.turned = action_ == Action::Orbit;
    }
    if (!mouse.down[button_]) {
      const bool rested = travelled_ <= kClickPixels;
      if (button_ == 0 && rested) result.click = press_;
      if (button_ == 1 && rested && !mouse.alt) result.menu = press_;
      button_ = -1;
    }
  }
  if (free && mouse.wheel != 0.0f) {
    move_.reset();
    camera = zoom(camera, viewport, mouse.wheel, mouse.position);
    result.moved = true;
    result.turned = false;
  }
  return result;
}

void Navigation::move_to(const Camera& from, const Camera& to, double seconds) {
  move_ = Move{from, to, 0.0, seconds};
}

bool Navigation::animate(Camera& camera, double dt) {
  if (!move_) return false;
  move_->elapsed += dt;
  const double part = std::clamp(move_->elapsed / move_->seconds, 0.0, 1.0);
  camera = ease(move_->from, move_->to, static_cast<float>(part));
  if (part >= 1.0) {
    camera = move_->to;
    move_.reset();
  }
  return true;
}

}  // namespace bindpose::app
