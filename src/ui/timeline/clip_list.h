// The list of clips: what is typed filters it, arrows and Enter choose.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose::ui {

struct Frame;
struct ClipPicker;

std::string clip_title(const Scene& scene, int clip);
// Clips whose names have all words of `search` in them, whatever their case; those that begin with
// it come first. All, where nothing is searched for.
std::vector<int> found_clips(const Scene& scene, const std::string& search);

// Where a clip is chosen: what is typed, and the list.
struct ClipList {
  const char* name;  // of its marks: "clip search", "clip:walk"
  ClipPicker& picker;
  int current = -1;  // the one that is lit
  int without = -1;  // one that is left out
  int rows = 14;     // that are seen at once
};
// In the popup that is open; returns the clip that was chosen, or -1. Whoever sees no popup says so
// (ClipPicker::open).
int pick_clip(Frame& f, const ClipList& list);

void draw_clip_list(Frame& f, float width);

}  // namespace bindpose::ui
