// The view in the window, the camera that looks through it, and who put the camera where it is.
// A camera that framing or a lesson's step put in its place follows the view's size and keeps clear
// of what lies over the view; one that the user moved is the user's: no legend moves it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/viewer/navigation.h"
#include "io/workspace/workspace.h"
#include "ui/ui.h"
#include "view/free_view.h"

namespace bindpose::app {

// `from`, but from where a workspace looked.
Camera camera_of(const WorkspaceCamera& saved, const Camera& from);

class ViewFraming {
 public:
  enum class Follows { Nothing, Model, Step };
  // Where framing wants the camera now, with the cards that lie over the view.
  using Framed = std::function<Camera()>;

  const Camera& camera() const { return camera_; }
  // What the camera looks through: a pane, all of one size.
  const Viewport& viewport() const { return viewport_; }
  const std::vector<ViewPart>& cards() const { return cards_; }
  vec2 corner() const { return corner_; }  // of all panes together; pixels of the window
  vec2 size() const { return size_; }
  vec2 pane_corner() const { return pane_corner_; }  // of the pane that the mouse works in
  Deformer pane_method() const { return pane_method_; }
  // It shows the other file of a comparison.
  bool pane_other() const { return pane_other_; }
  // False: what the mouse is over in that pane is no vertex of the posed surface.
  bool pane_shows_surface() const { return pane_mistake_ == Mistake::None; }
  Follows follows() const { return follows_; }

  // Another model: it is framed when the view's size is known.
  void start_over();
  // The camera is the caller's from now on.
  void set_camera(const Camera& camera);
  void release() { follows_ = Follows::Nothing; }
  void toggle_projection() { camera_.orthographic = !camera_.orthographic; }
  // Where the camera is, or where it is going to.
  const Camera& goal() const { return navigation_.animating() ? goal_ : camera_; }
  // There in a moment.
  void ease_to(const Camera& camera, Follows follows);
  // A lesson's step: at once, or in so many seconds from when its cards are known.
  void show_step(const Camera& camera, double seconds);

  // A camera that a step put in its place looks again at the cards: the numbers on them came to
  // rest.
  void frame_step_again();

  // After the interface was laid out: where the view, its panes and the cards over them are. A
  // camera that follows goes where `framed` wants it. True: the view has to be drawn anew.
  bool place(const ui::UiOutput& out, const ViewSettings& view, float scale, const Framed& framed);

  // The mouse in the window. Whoever moves the camera has it.
  Navigation::Result use_mouse(const Mouse& mouse, bool free);
  void set_orbit(ui::OrbitMouse orbit) { navigation_.set_orbit(orbit); }
  // False: what would ease to its place is there at once.
  void set_eases(bool eases) { eases_ = eases; }
  void set_ball(bool ball) { navigation_.set_ball(ball); }
  bool dragging() const { return navigation_.dragging(); }
  bool animating() const { return navigation_.animating(); }
  // True while the camera moves.
  bool animate(double dt) { return navigation_.animate(camera_, dt); }

 private:
  bool place_panes(const ui::UiOutput& out, const ViewSettings& view);
  bool place_cards(const ui::UiOutput& out, const ViewSettings& view, float scale, bool anew);
  void go(const Camera& camera, double seconds);

  Camera camera_, goal_;
  Viewport viewport_;
  vec2 corner_{0.0f}, size_{0.0f};
  vec2 pane_corner_{0.0f};
  Deformer pane_method_ = Deformer::Linear;
  Mistake pane_mistake_ = Mistake::None;
  bool pane_other_ = false;
  Navigation navigation_;
  Follows follows_ = Follows::Nothing;
  bool eases_ = true;
  bool first_view_ = false;      // the model is framed at the next place()
  std::vector<ViewPart> cards_;  // that lay over a pane when the camera was framed last
  std::optional<double> after_;  // the camera moves in so many seconds when the cards are known
};

}  // namespace bindpose::app
