// Panes in the window: which one the mouse works in, and what each shows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/base/rect.h"
#include "view/panes.h"

namespace bindpose::ui {

struct Frame;

struct PaneState {
  std::size_t active = 0;     // that the mouse works in
  std::size_t focused = 0;    // that was clicked last: formulas and tables tell of its deformer
  std::vector<Rect> words{};  // in this frame: where it stands what is not right in the pictures
};

std::vector<Pane> panes_of(const Frame& f);

// The deformer that moves what a pane's formulas, tables and labels tell of: the probed vertex's
// mesh, or all of the model. Deformer::File only where no vertex is probed and meshes differ.
Deformer method_of(const Frame& f, const Pane& pane);

// A frame whose `view` is that pane's.
Frame pane_frame(const Frame& f, const Pane& pane);

// The pane whose deformer formulas and tables outside the view tell of: the one that was clicked
// last; while a vertex is only pointed at, the one it is pointed at in.
std::size_t focused_pane(const Frame& f);
// "pane 2 of 4", or "left side" and "right side" of a split view; nothing where there is one pane.
std::string told_pane_text(const Frame& f);

// Sets PaneState and what UiOutput says of it. While a button is held the active pane stays.
void choose_pane(Frame& f);

// The active pane shows the other file of a comparison.
bool in_other_file(const Frame& f);

// `draw` of each pane's frame, and whether it is the active one. One of another file never is:
// there is nothing to be edited in it.
void for_each_pane(const Frame& f, const std::function<void(Frame&, bool)>& draw);

}  // namespace bindpose::ui
