// The mouse in the view, away from handles and widgets: orbit, pan, zoom, click; and camera moves
// that a key starts and that ease over 200 ms, those between a lesson's steps over a little more.
#pragma once

#include <optional>

#include "ui/settings/settings.h"
#include "view/camera.h"

namespace bindpose::app {

// The mouse in one frame. Pixels; for Navigation relative to the view's corner.
struct Mouse {
  vec2 position{0.0f};
  vec2 delta{0.0f};
  float wheel = 0.0f;
  bool pressed[3] = {};  // went down in this frame: left, right, middle
  bool down[3] = {};
  bool shift = false, ctrl = false, alt = false;
};

class Navigation {
 public:
  struct Result {
    bool moved = false;         // the camera changed
    bool turned = false;        // and did nothing but turn about its target
    std::optional<vec2> click;  // a left press and release in one place
    std::optional<vec2> menu;   // the same of the right button
  };

  // Which button orbits. Alt with the left one always does, and so does the middle one where it is
  // free: with Maya's keys the gizmo may take it first (ui::middle_button_drags_handle).
  void set_orbit(ui::OrbitMouse orbit) { orbit_ = orbit; }
  // Turns as on a ball, not as on a turntable.
  void set_ball(bool ball) { ball_ = ball; }

  // `free`: the mouse is over the view and no widget or handle wants it. A drag that began there
  // goes on wherever the mouse goes.
  Result update(Camera& camera, const Viewport& viewport, const Mouse& mouse, bool free);

  // Starts an eased move.
  void move_to(const Camera& from, const Camera& to, double seconds);
  void stop() { move_.reset(); }
  // Advances it; true while the camera moves.
  bool animate(Camera& camera, double dt);
  bool animating() const { return move_.has_value(); }
  bool dragging() const { return button_ >= 0; }

 private:
  struct Move {
    Camera from, to;
    double elapsed = 0.0;
    double seconds = 0.2;
  };
  int button_ = -1;                              // the button that holds the drag
  enum class Action { None, Orbit, Pan, Zoom };  // None: a click, or somebody else's drag
  static Action action_of(int button, const Mouse& mouse, ui::OrbitMouse orbit);
  void drag(Camera& camera, const Viewport& viewport, const Mouse& mouse);

  ui::OrbitMouse orbit_ = ui::OrbitMouse::Left;
  bool ball_ = false;
  Action action_ = Action::None;
  float travelled_ = 0.0f;
  vec2 press_{0.0f};
  std::optional<Move> move_;
};

}  // namespace bindpose::app
