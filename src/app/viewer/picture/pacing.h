// Which pictures are still wanted; the window sleeps when none is.
#pragma once

#include <algorithm>

namespace bindpose::app {

class Pacing {
 public:
  // Something changed: ImGui needs a second frame to settle.
  void settle() { frames_ = kSettleFrames; }
  // One more frame, although nothing changed.
  void draw_once() { frames_ = std::max(frames_, 1); }
  // What the view shows is another: it has to be drawn anew, not refined.
  void redraw_view() { view_dirty_ = true; }
  void view_is_drawn() { view_dirty_ = false; }
  bool view_dirty() const { return view_dirty_; }
  void end_frame() {
    if (frames_ > 0) --frames_;
  }
  bool rests() const { return frames_ == 0; }

 private:
  static constexpr int kSettleFrames = 2;
  int frames_ = kSettleFrames;
  bool view_dirty_ = true;
};

}  // namespace bindpose::app
