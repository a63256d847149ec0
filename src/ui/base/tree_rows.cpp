#include "ui/base/tree_rows.h"

#include <algorithm>

#include "math/ascii.h"
#include "ui/frame.h"

namespace bindpose::ui {

std::vector<std::uint8_t>& folds(Frame& f) {
  f.state.of_model.tree.folded.resize(static_cast<std::size_t>(f.model()->skeleton.size()), 0);
  return f.state.of_model.tree.folded;
}

std::vector<TreeRow> shown_rows(Frame& f) {
  return tree_rows(f.model()->skeleton, joint_flags(f.scene()), folds(f),
                   f.state.of_model.tree.search, f.state.tree.only_weighted);
}

void unfold_ancestors(Frame& f, int joint) {
  std::vector<std::uint8_t>& folded = folds(f);
  const Skeleton& s = f.model()->skeleton;
  for (int j = s.parent[static_cast<std::size_t>(joint)]; j >= 0;
       j = s.parent[static_cast<std::size_t>(j)]) {
    folded[static_cast<std::size_t>(j)] = 0;
  }
}

std::vector<TreeRow> tree_rows(const Skeleton& s, const JointFlags& flags,
                               const std::vector<std::uint8_t>& folded, const char* filter,
                               bool only_weighted) {
  const std::string wanted = in_lower_case(filter);
  const auto n = static_cast<std::size_t>(s.size());
  std::vector<std::uint8_t> match(n), shown(n), has_child(n);
  std::vector<int> depth(n);
  // Backwards, so that children come before their parents.
  for (std::size_t j = n; j-- > 0;) {
    const auto has = [&](const std::string& name) {
      return in_lower_case(name).find(wanted) != std::string::npos;
    };
    match[j] = (wanted.empty() || has(s.name[j]) || has(human_bone(s, static_cast<int>(j)))) &&
               (!only_weighted || flags.has_weight[j]);
    shown[j] = shown[j] || match[j];
    if (shown[j] && s.parent[j] >= 0) {
      shown[static_cast<std::size_t>(s.parent[j])] = 1;
      has_child[static_cast<std::size_t>(s.parent[j])] = 1;
    }
  }
  std::vector<TreeRow> rows;
  for (std::size_t j = 0; j < n; ++j) {
    if (s.parent[j] >= 0) depth[j] = depth[static_cast<std::size_t>(s.parent[j])] + 1;
    if (!shown[j]) continue;
    rows.push_back({static_cast<int>(j), depth[j], has_child[j] != 0, match[j] != 0});
    // A subtree is a contiguous range: skip it where it is folded.
    if (wanted.empty() && folded[j]) j = static_cast<std::size_t>(s.subtree_end[j]) - 1;
  }
  return rows;
}

void select_joint(Frame& f, int joint) {
  if (joint < 0) return;
  unfold_ancestors(f, joint);
  f.state.of_model.tree.scroll_to = joint;
  f.edit(SetSelection{joint});
}

void select_neighbour(Frame& f, int step) {
  const std::vector<TreeRow> rows = shown_rows(f);
  if (rows.empty()) return;
  const auto at = std::ranges::find(rows, f.selected(), &TreeRow::joint);
  const int last = static_cast<int>(rows.size()) - 1;
  const int next =
      at == rows.end() ? 0 : std::clamp(static_cast<int>(at - rows.begin()) + step, 0, last);
  select_joint(f, rows[static_cast<std::size_t>(next)].joint);
}

void fold_or_parent(Frame& f) {
  const auto j = static_cast<std::size_t>(f.selected());
  const Skeleton& s = f.model()->skeleton;
  const bool has_children = s.subtree_end[j] > f.selected() + 1;
  if (has_children && !folds(f)[j]) {
    folds(f)[j] = 1;
  } else {
    select_joint(f, s.parent[j]);
  }
}

void unfold_or_child(Frame& f) {
  const auto j = static_cast<std::size_t>(f.selected());
  const bool has_children = f.model()->skeleton.subtree_end[j] > f.selected() + 1;
  if (!has_children) return;
  if (folds(f)[j]) {
    folds(f)[j] = 0;
  } else {
    select_joint(f, f.selected() + 1);
  }
}

}  // namespace bindpose::ui
