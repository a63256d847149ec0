// The tab Differences: what the other file of a comparison differs in. A click on a line shows what
// it tells of.
#pragma once

#include "scene/diff/scene_diff.h"

namespace bindpose {
struct DiffRow;
}

namespace bindpose::ui {

struct Frame;

struct DifferencesState {
  bool folded[kDiffParts] = {};
  bool all[kDiffParts] = {};  // every line of the part is listed
};

// Nothing where nothing is compared.
void draw_differences(Frame& f);

// What a click on the line does: its joint is selected and framed in the pose that it tells of, its
// vertex pinned and framed under the map that it tells of.
void show_difference(Frame& f, DiffPart part, const DiffRow& row);
// Whether that is anything.
bool can_show(DiffPart part, const DiffRow& row);

}  // namespace bindpose::ui
