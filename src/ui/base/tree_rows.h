// The joint tree as a list of rows: which joints show, under the filter and what is folded, and how
// arrow keys walk them.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/skeleton.h"

namespace bindpose::ui {

struct Frame;

struct JointTreeState {
  bool only_weighted = false;  // hide nodes without weights
  bool focused = false;
  bool focus_search = false;
};

struct JointTreeOfModel {
  char search[128] = {};
  int scroll_to = -1;                // the tree scrolls there once
  int anchor = -2;                   // the selection that the tree has already scrolled to
  std::vector<std::uint8_t> folded;  // #J; empty: all open
  bool hovers = false;               // the hovered joint was set by a row
  bool fresh = true;                 // not drawn yet: its tree begins at the top
};

struct TreeRow {
  int joint;
  int depth;
  bool has_children;  // that would show when unfolded
  bool match;         // false: shown for a descendant's sake
};

// Visible rows from top to bottom. A filter shows matches and their ancestors, folded or not.
std::vector<TreeRow> tree_rows(const Skeleton& skeleton, const JointFlags& flags,
                               const std::vector<std::uint8_t>& folded, const char* filter,
                               bool only_weighted);

// Selects the row above (-1) or below (1) the selection; the first when nothing is selected.
void select_neighbour(Frame& f, int step);
void fold_or_parent(Frame& f);
void unfold_or_child(Frame& f);
void select_joint(Frame& f, int joint);

// Those that the tree shows now.
std::vector<TreeRow> shown_rows(Frame& f);
// #J, 1: folded. All open at first.
std::vector<std::uint8_t>& folds(Frame& f);
void unfold_ancestors(Frame& f, int joint);

}  // namespace bindpose::ui
