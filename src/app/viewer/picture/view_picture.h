// The view's picture, and the window's with the interface over it: drawn anew where something
// changed, refined while nothing does, of a coarse copy where a large model moves.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

#include "app/beside/moving_detail.h"
#include "app/compare/comparison.h"
#include "app/screen/screen.h"
#include "app/viewer/picture/pacing.h"
#include "app/viewer/picture/shown_maps.h"
#include "app/viewer/viewer_options.h"
#include "render/renderer.h"

namespace bindpose::app {

// What is drawn; its parts that say how are ViewPicture's.
struct ViewFrame {
  FrameInput own;
  std::optional<FrameInput> other{};  // of a comparison
  // The view's place, and the window's size; pixels of the window.
  vec2 corner{0.0f}, size{0.0f}, window{0.0f};
  bool black = false;  // the window itself may be, whatever is drawn: see run_window()
};

class ViewPicture {
 public:
  // The options are the caller's, as long as this is there.
  explicit ViewPicture(const ViewerOptions& options)
      : options_(options), detail_(options.detail), screen_(options.shaders) {}

  // Another model is shown.
  void show(std::shared_ptr<const Model> model) { detail_.show(std::move(model)); }
  // From the start of one step to that of the next is what a picture takes, the window's part
  // included.
  void begin_step(Renderer& renderer, FileComparison& compared);
  // The next step comes whenever there is input: it tells nothing of how long a picture takes.
  void rest() { drew_whole_ = false; }
  // The view is dirty where the camera, however it was moved, or a map is another than before.
  void look(const Camera& camera, const ShownMaps::Revisions& maps, Pacing& pace);

  // A picture of the view, or one more refinement of the last one. `whole`: of all of the model
  // even while it moves.
  void draw_view(const ViewFrame& shown, bool whole, Renderer& renderer, FileComparison& compared,
                 Pacing& pace);
  // The window. `view_too`: else the view keeps the picture that it has until the next step.
  // Nothing where the window looks as before.
  Drawn draw(const ViewFrame& shown, bool view_too, Renderer& renderer, FileComparison& compared,
             Pacing& pace);
  // All of the window is drawn the next time.
  void forget_window() { screen_.forget(); }
  // False: everything but the picture is made.
  void set_draws(bool draws) { draws_ = draws; }

  // The last picture showed those maps.
  bool shows(const ShownMaps::Revisions& maps) const { return maps == maps_; }
  // Seconds until all of what is shown has to be drawn; see MovingDetail.
  std::optional<double> whole_due(const FileComparison& compared) const;
  bool makes_copy() { return detail_.busy(); }
  bool refines() const { return refine_ > 0; }
  std::size_t count() const { return count_; }           // pictures of the view that were drawn
  double milliseconds() const { return milliseconds_; }  // that the last one took that was new

 private:
  const ViewerOptions& options_;
  MovingDetail detail_;
  MovingDetail::Time step_start_{};
  bool drew_whole_ = false;  // the last step drew all of the model, and another one follows at once
  Camera camera_;            // where it was when it was last asked to be
  ShownMaps::Revisions maps_;
  int refine_ = 0;
  std::size_t count_ = 0;
  double milliseconds_ = 0.0;
  Screen screen_;
  bool fresh_ = false;  // the renderer has a picture that the screen has not
  bool draws_ = true;
  bool was_black_ = false;  // in the frame before
};

}  // namespace bindpose::app
