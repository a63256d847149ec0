// The view divided into panes that show the same pose by different deformers, or of two files.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "scene/scene.h"
#include "view/camera.h"

namespace bindpose {

// In pixels of the whole view, origin top left.
struct Pane {
  vec2 corner{0.0f};      // of what the camera looks through
  Viewport viewport;      // and its size
  vec2 shown_from{0.0f};  // the part of it that is seen
  vec2 shown_to{0.0f};
  Deformer method = Deformer::Linear;
  Deformer ViewSettings::*setting =
      &ViewSettings::method;  // where a deformer chosen for it is kept
  Show show = Show::Shaded;
  Mistake mistake = Mistake::None;  // by which its T_j are made
  bool other = false;               // the other file of a comparison instead of the open one
};

// Between two panes.
inline constexpr float kPaneGap = 2.0f;

// The panes of a view of that size: one, two or four beside each other, or two in one place of
// which each shows its side of the line. At least one; none is smaller than a pixel. The last one
// shows ViewSettings::mistake.
std::vector<Pane> layout_panes(const ViewSettings& view, const Viewport& whole);

// The pane that shows the pixel; the nearest one in the gaps and outside.
std::size_t pane_at(const std::vector<Pane>& panes, const vec2& pixel);

// The deformers of the panes, each once, in the order of the panes.
std::vector<Deformer> deformers_shown(const ViewSettings& view);

// The map that a pane shows beside ViewSettings::show, where one does.
std::optional<Show> show_beside(const ViewSettings& view);

// The pose as panes show it.
class PanePoses {
 public:
  // `posed`, or what the pane's mistake makes of it: good until the next call.
  const PosedScene& of(const Scene& scene, const PosedScene& posed, const Pane& pane);

 private:
  std::uint64_t revision_ = 0;  // of the pose that `mistaken_` was made of
  Mistake mistake_ = Mistake::None;
  PosedScene mistaken_;
};

// The settings as a pane has them: `method` and `show` are the pane's.
ViewSettings in_pane(const ViewSettings& view, const Pane& pane);

}  // namespace bindpose
