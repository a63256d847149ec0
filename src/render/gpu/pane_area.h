// Which part of the framebuffer a pane draws to, and what drawing leaves behind.
#pragma once

#include "render/gpu/targets.h"
#include "view/panes.h"

namespace bindpose {

// Where a pane draws, in GL's pixels: from the bottom. False: nowhere in the region.
bool begin_pane(const Pane& pane, int height, const PixelRect& region);

// The window's toolkit draws after us and expects what a fresh context has.
void restore_defaults();

}  // namespace bindpose
