// Commands that select: all, none, the others, and the relatives of what is selected.
#include <algorithm>

#include "scene/pose/symmetry.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/tree_rows.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;
constexpr KeyContext kView = KeyContext::View;

// `first` has the gizmo; where it is not among the joints, the first of them has.
void select_these(Frame& f, int first, std::vector<int> joints) {
  std::erase(joints, first);
  if (first < 0 && !joints.empty()) {
    first = joints.front();
    joints.erase(joints.begin());
  }
  f.state.of_model.gizmo.hidden = false;
  f.state.of_model.tree.scroll_to = first;
  f.edit(SetSelection{first, std::move(joints)});
}

// All joints for which it is so, in the order of the tree. Plain nodes are none, and what is hidden
// is not selected.
template <typename IsWanted>
std::vector<int> joints_where(const Frame& f, const IsWanted& is_wanted) {
  const std::vector<std::uint8_t>& is_joint = joint_flags(f.scene()).is_joint;
  std::vector<int> out;
  for (int j = 0; j < f.model()->skeleton.size(); ++j) {
    const bool shown = is_joint[static_cast<std::size_t>(j)] && !is_joint_hidden(f.scene(), j);
    if (shown && is_wanted(j)) out.push_back(j);
  }
  return out;
}

std::vector<int> selected_joints(const Frame& f) {
  std::vector<int> out;
  if (f.selected() >= 0) out.push_back(f.selected());
  const std::vector<int>& also = f.scene().selection.also;
  out.insert(out.end(), also.begin(), also.end());
  return out;
}

void select_all(Frame& f) {
  if (f.scene().view.vertices) return f.edit(ReselectVertices{ReselectVertices::All});
  select_these(f, f.selected(), joints_where(f, [](int) { return true; }));
}

void invert(Frame& f) {
  if (f.scene().view.vertices) return f.edit(ReselectVertices{ReselectVertices::Invert});
  const Selection& now = f.scene().selection;
  select_these(f, -1, joints_where(f, [&now](int j) { return !is_selected(now, j); }));
}

void with_all_below(Frame& f) {
  const Skeleton& s = f.model()->skeleton;
  std::vector<std::uint8_t> in(static_cast<std::size_t>(s.size()));
  for (const int j : selected_joints(f))
    std::fill(in.begin() + j, in.begin() + s.subtree_end[static_cast<std::size_t>(j)], 1);
  std::vector<int> joints =
      joints_where(f, [&in](int j) { return in[static_cast<std::size_t>(j)] != 0; });
  select_these(f, f.selected(), std::move(joints));
}

void with_chain(Frame& f) {
  const Skeleton& s = f.model()->skeleton;
  std::vector<std::uint8_t> in(static_cast<std::size_t>(s.size()));
  for (int j : selected_joints(f)) {
    for (; j >= 0; j = s.parent[static_cast<std::size_t>(j)]) in[static_cast<std::size_t>(j)] = 1;
  }
  std::vector<int> joints =
      joints_where(f, [&in](int j) { return in[static_cast<std::size_t>(j)] != 0; });
  select_these(f, f.selected(), std::move(joints));
}

// The joint in the place of the one that has the gizmo; with Shift beside all that are selected.
void walk_to(Frame& f, int joint, const char* otherwise) {
  if (joint < 0) return f.say(otherwise);
  select_these(f, joint, ImGui::GetIO().KeyShift ? selected_joints(f) : std::vector<int>{});
}

void to_parent(Frame& f) {
  walk_to(f, f.model()->skeleton.parent[static_cast<std::size_t>(f.selected())],
          "This is a root: it has no parent.");
}

void to_child(Frame& f) {
  const int j = f.selected();
  const bool leaf = f.model()->skeleton.subtree_end[static_cast<std::size_t>(j)] <= j + 1;
  walk_to(f, leaf ? -1 : j + 1, "No joint hangs on this one.");
}

// Around, among those that hang on the same parent.
template <int step>
void to_sibling(Frame& f) {
  const std::vector<int>& parent = f.model()->skeleton.parent;
  const int own = parent[static_cast<std::size_t>(f.selected())];
  std::vector<int> row;
  for (int j = 0; j < static_cast<int>(parent.size()); ++j) {
    if (parent[static_cast<std::size_t>(j)] == own) row.push_back(j);
  }
  const auto n = static_cast<int>(row.size());
  const auto at = static_cast<int>(std::ranges::find(row, f.selected()) - row.begin());
  walk_to(f, n > 1 ? row[static_cast<std::size_t>((at + step + n) % n)] : -1,
          "It has no siblings: nothing else hangs on its parent.");
}

void to_other_side(Frame& f) {
  std::vector<int> partners;
  for (const int j : selected_joints(f)) {
    if (const int p = partner_of(f.scene(), j); p >= 0) partners.push_back(p);
  }
  if (partners.empty()) return f.say("It has no partner on the other side.");
  if (ImGui::GetIO().KeyShift && !ImGui::GetIO().KeyCtrl) {
    const std::vector<int> before = selected_joints(f);
    partners.insert(partners.end(), before.begin(), before.end());
  }
  const int first = partners.front();
  select_these(f, first, std::move(partners));
}

const CommandInfo kSelectCommands[] = {
    {.command = C::SelectAll,
     .name = "select-all",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "Select all joints",
     .keys = {{{K::A}}},
     .available = has_model,
     .run = select_all},
    {.command = C::SelectNone,
     .name = "select-none",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "Select nothing",
     .keys = {{{K::A, kAlt}}},
     .text = "select none",
     .available = has_model,
     .run =
         [](Frame& f) {
           if (f.scene().view.vertices) return f.edit(SelectVertices{});
           f.edit(SetSelection{-1});
         }},
    {.command = C::InvertSelection,
     .name = "select-others",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "Select the others instead",
     .keys = {{{K::I, kCtrl}}},
     .available = has_model,
     .run = invert},
    {.command = C::BoxSelect,
     .name = "box-select",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "Select in a box",
     .keys = {{{K::B}}},
     .available = has_model,
     .is_on = [](const Frame& f) { return f.state.box.armed; },
     .run = [](Frame& f) { f.state.box.armed = !f.state.box.armed; }},
    {.command = C::SelectBelow,
     .name = "select-below",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "Select all below, too",
     .keys = {{{K::Down, kCtrl}}},
     .available = has_selection,
     .run = with_all_below},
    {.command = C::SelectChain,
     .name = "select-chain",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "Select the chain to the root",
     .keys = {{{K::Up, kCtrl}}},
     .available = has_selection,
     .run = with_chain},
    {.command = C::SelectPartner,
     .name = "select-other-side",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "Select the other side",
     .keys = {{{K::M, kCtrl | kShift}}},
     .available = has_selection,
     .run = to_other_side},
    {.command = C::SelectParent,
     .name = "select-parent",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "To the parent, Shift: too",
     .keys =
         {{{K::LeftBracket}, {K::Up, 0, kView}, {K::LeftBracket, kShift}, {K::Up, kShift, kView}}},
     .repeats = true,
     .text = "select JOINT",
     .available = has_selection,
     .run = to_parent},
    {.command = C::SelectChild,
     .name = "select-child",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "To the child, Shift: too",
     .keys = {{{K::RightBracket},
               {K::Down, 0, kView},
               {K::RightBracket, kShift},
               {K::Down, kShift, kView}}},
     .repeats = true,
     .text = "select JOINT",
     .available = has_selection,
     .run = to_child},
    {.command = C::PreviousSibling,
     .name = "previous-sibling",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "To the sibling before",
     .keys = {{{K::Left, 0, kView}, {K::Left, kShift, kView}}},
     .repeats = true,
     .available = has_selection,
     .run = to_sibling<-1>},
    {.command = C::NextSibling,
     .name = "next-sibling",
     .group = "Select",
     .menu = "Edit > Select",
     .label = "To the next sibling",
     .keys = {{{K::Right, 0, kView}, {K::Right, kShift, kView}}},
     .repeats = true,
     .available = has_selection,
     .run = to_sibling<1>},
};

}  // namespace

std::span<const CommandInfo> select_commands() {
  return kSelectCommands;
}

}  // namespace bindpose::ui
