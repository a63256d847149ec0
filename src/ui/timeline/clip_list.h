// The list of clips: what is typed filters it, arrows and Enter choose.
#pragma once

#include <string>

#include "scene/scene.h"
#include "ui/base/search_list.h"

namespace bindpose::ui {

struct Frame;

std::string clip_title(const Scene& scene, int clip);
// Where a clip is chosen: what is typed, and the list.
struct ClipList {
  const char* name;  // of its marks: "clip search", "clip:walk"
  SearchList& picker;
  int current = -1;  // the one that is lit
  int without = -1;  // one that is left out
  int rows = 14;     // that are seen at once
};
// In the popup that is open; returns the clip that was chosen, or -1. Whoever sees no popup says so
// (SearchList::open).
int pick_clip(Frame& f, const ClipList& list);

void draw_clip_list(Frame& f, float width);

}  // namespace bindpose::ui
