#include "ui/panels/joint_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/swatch.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

// Weighted joints are solid dots, joints without weights rings, plain nodes short lines; joints in
// the colour that they have on the surface and on bones, swatches where that has a hatching.
void draw_kind(Frame& f, ImDrawList* list, ImVec2 center, const JointFlags& flags, std::size_t j) {
  const std::vector<vec3>& colors = f.input.bones.color;
  const ImU32 ink = to_u32(j < colors.size() ? colors[j] : f.colors.text_dim);
  const ImU32 faint = to_u32(f.colors.text_dim, 0.7f);
  const std::vector<std::uint8_t>& patterns = f.input.bones.pattern;
  if (flags.has_weight[j] && f.scene().view.hatching && j < patterns.size()) {
    const vec2 half(f.px(6), f.px(5.5f));
    draw_swatch(f, list, {from_im(center) - half, from_im(center) + half}, colors[j], patterns[j]);
  } else if (flags.has_weight[j]) {
    list->AddCircleFilled(center, f.px(4), ink);
  } else if (flags.is_joint[j]) {
    list->AddCircle(center, f.px(3.5f), ink, 0, f.px(1.25f));
  } else {
    list->AddLine(ImVec2(center.x - f.px(3), center.y), ImVec2(center.x + f.px(3), center.y), faint,
                  f.px(1.25f));
  }
}

// Pixels by which rows stand in: of one level, and at most, whatever the depth.
struct Indent {
  float step, most;
  float of(int depth) const { return std::min(step * static_cast<float>(depth), most); }
};

struct RowLook {
  ImVec2 lo, hi;
  Indent indent;
  bool hovered, selected, weights_locked;
};

// Deep hierarchies indent less, and from some depth on no further, so that names keep their room.
Indent indent_of(const Frame& f, const std::vector<TreeRow>& rows, float width) {
  int deepest = 1;
  for (const TreeRow& row : rows) deepest = std::max(deepest, row.depth);
  const float room = width - f.px(150);
  return {std::clamp(room / static_cast<float>(deepest), f.px(5), f.px(14)),
          std::max(room, 0.3f * width)};
}

// At the right end of a row, under the mouse or where it is not as usual: whether the joint is
// locked and whether it is drawn.
constexpr float kMarkWidth = 20.0f;
enum class RowMark { None, WeightLock, Lock, Eye };

RowMark mark_at(const Frame& f, const RowLook& look, float x) {
  if (x >= look.hi.x - f.px(kMarkWidth)) return RowMark::Eye;
  if (x >= look.hi.x - f.px(2.0f * kMarkWidth)) return RowMark::Lock;
  const bool weights = look.weights_locked && x >= look.hi.x - f.px(3.0f * kMarkWidth);
  return weights ? RowMark::WeightLock : RowMark::None;
}

// Where the row's text has to end.
float draw_row_marks(Frame& f, int joint, const RowLook& look) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool locked = is_locked(f.scene(), joint), hidden = is_joint_hidden(f.scene(), joint);
  const float y = 0.5f * (look.lo.y + look.hi.y), width = f.px(kMarkWidth);
  const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(joint)];
  const float eye = look.hi.x - width, lock = eye - width;
  mark(f, "joint eye:", name, {{eye, look.lo.y}, from_im(look.hi)});
  mark(f, "joint lock:", name, {{lock, look.lo.y}, {eye, look.hi.y}});
  const auto draw = [&](Icon icon, float left, bool set) {
    draw_icon(list, icon, ImVec2(left + 0.5f * width, y), f.px(11),
              to_u32(set ? f.colors.text : f.colors.text_dim, set ? 0.9f : 0.6f));
  };
  if (look.hovered || hidden) draw(hidden ? Icon::EyeOff : Icon::Eye, eye, hidden);
  if (look.hovered || locked) draw(locked ? Icon::Lock : Icon::LockOpen, lock, locked);
  if (look.weights_locked) {
    // A lock on what the weights' icon stands for; there is nothing to hover where there is none.
    const float left = lock - width;
    mark(f, "joint weight lock:", name, {{left, look.lo.y}, {lock, look.hi.y}});
    const ImU32 ink = to_u32(f.colors.text, 0.9f);
    draw_icon(list, Icon::Weights, ImVec2(left + 0.36f * width, y - f.px(1)), f.px(10), ink);
    draw_icon(list, Icon::Lock, ImVec2(left + 0.76f * width, y + f.px(3)), f.px(7.5f), ink);
    return left;
  }
  return look.hovered || locked ? lock : hidden ? eye : look.hi.x;
}

// True where a click went to one of them. Ctrl and the eye: this subtree alone.
bool press_row_mark(Frame& f, int joint, const RowLook& look) {
  const ImGuiIO& io = ImGui::GetIO();
  const RowMark at = mark_at(f, look, io.MousePos.x);
  if (at == RowMark::WeightLock) f.edit(LockJoints{{joint}, false, true});
  if (at == RowMark::Lock) f.edit(LockJoints{{joint}, !is_locked(f.scene(), joint)});
  if (at == RowMark::Eye && (io.KeyCtrl || io.KeySuper)) {
    f.edit(Isolate{{joint}});
  } else if (at == RowMark::Eye) {
    f.edit(HideJoints{{joint}, !is_joint_hidden(f.scene(), joint)});
  }
  return at != RowMark::None;
}

std::string row_tip(const Frame& f, int joint, const RowLook& look) {
  const RowMark at = mark_at(f, look, ImGui::GetIO().MousePos.x);
  if (at == RowMark::Lock) {
    return is_locked(f.scene(), joint) ? "Unlock: edits change it again"
                                       : "Lock: no edit of the pose changes it";
  }
  if (at == RowMark::WeightLock)
    return "Its weights are locked: no mend and no brush changes them. A click unlocks them";
  if (at == RowMark::None) return "";
  return is_joint_hidden(f.scene(), joint) ? "Show it and all below"
                                           : "Hide it and all below; Ctrl: show nothing else";
}

// True where the name had to be shortened.
bool draw_joint_row(Frame& f, const TreeRow& row, const RowLook& look) {
  const Skeleton& s = f.model()->skeleton;
  const auto j = static_cast<std::size_t>(row.joint);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& c = f.colors;
  if (look.selected) {
    list->AddRectFilled(look.lo, look.hi, to_u32(c.accent, 0.16f), f.px(4));
    list->AddRectFilled(look.lo, ImVec2(look.lo.x + f.px(3), look.hi.y), to_u32(c.accent), f.px(2));
  } else if (look.hovered) {
    list->AddRectFilled(look.lo, look.hi, to_u32(c.text, 0.07f), f.px(4));
  }
  const float middle = 0.5f * (look.lo.y + look.hi.y);
  // Close together the guides would be a hatching.
  const bool guides = look.indent.step >= f.px(8);
  for (int d = 0; guides && d < row.depth; ++d) {
    const float x = std::floor(look.lo.x + f.px(13) + look.indent.of(d)) + 0.5f;
    list->AddLine(ImVec2(x, look.lo.y), ImVec2(x, look.hi.y), to_u32(c.hairline, 0.8f));
  }
  float x = look.lo.x + f.px(13) + look.indent.of(row.depth);
  if (row.has_children) {
    const bool folded =
        f.state.of_model.tree.folded[j] != 0 && f.state.of_model.tree.search[0] == '\0';
    draw_icon(list, folded ? Icon::ChevronRight : Icon::ChevronDown, ImVec2(x, middle), f.px(8),
              to_u32(c.text_dim));
  }
  x += f.px(15);
  const JointFlags& flags = joint_flags(f.scene());
  draw_kind(f, list, ImVec2(x, middle), flags, j);
  x += f.px(11);
  const bool quiet = !row.match || !flags.is_joint[j] || is_joint_hidden(f.scene(), row.joint);
  const vec3 ink = quiet ? c.text_dim : c.text;
  const float room = draw_row_marks(f, row.joint, look) - x - f.px(4);
  const std::string shown = elided(s.name[j], room);
  const float top = std::floor(middle - 0.5f * ImGui::GetFontSize());
  list->AddText(ImVec2(x, top), to_u32(ink), shown.c_str());
  const std::string& human = human_bone(s, row.joint);
  const float used = ImGui::CalcTextSize(shown.c_str()).x + f.px(10);
  // Where there is room for most of it: a name is worth more.
  if (!human.empty() && room - used > f.px(40)) {
    list->AddText(ImVec2(x + used, top), to_u32(c.text_dim), elided(human, room - used).c_str());
    const float end = x + room;
    mark(f, "human bone:", human, {{x + used, look.lo.y}, {end, look.hi.y}});
  }
  mark(f, "joint name:", s.name[j], {{x, look.lo.y}, {look.hi.x, look.hi.y}});
  return shown != s.name[j];
}

// The rows from the selected one to this, as they are shown.
SetSelection rows_up_to(Frame& f, int joint) {
  const std::vector<TreeRow> rows = shown_rows(f);
  auto from = std::ranges::find(rows, f.selected(), &TreeRow::joint);
  auto to = std::ranges::find(rows, joint, &TreeRow::joint);
  if (from == rows.end() || to == rows.end()) return {joint};
  if (to < from) std::swap(from, to);
  SetSelection out{f.selected()};
  for (; from <= to; ++from) {
    if (from->joint != out.joint) out.also.push_back(from->joint);
  }
  return out;
}

// The right button: the menu of the joint, of all that are selected where it is one of them.
void offer_row_menu(Frame& f, int joint) {
  if (!ImGui::IsItemHovered() || !ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
  if (!is_selected(f.scene().selection, joint)) {
    f.state.of_model.tree.anchor = joint;
    f.edit(SetSelection{joint});
  }
  f.state.palette.joint_menu = true;
  f.out.wants_next_frame = true;
}

void handle_row(Frame& f, const TreeRow& row, const RowLook& look, bool& any_hovered) {
  const auto j = static_cast<std::size_t>(row.joint);
  if (ImGui::IsItemHovered()) {
    any_hovered = true;
    if (f.scene().selection.hovered_joint != row.joint) f.edit(SetHover{row.joint});
  }
  offer_row_menu(f, row.joint);
  // A press, not a release: rows answer at once.
  if (!ImGui::IsItemActivated() || press_row_mark(f, row.joint, look)) return;
  const float arrow_end = look.lo.x + f.px(22) + look.indent.of(row.depth);
  if (row.has_children && ImGui::GetIO().MousePos.x < arrow_end) {
    folds(f)[j] ^= 1;
  } else {
    const ImGuiIO& io = ImGui::GetIO();
    const SetSelection chosen = io.KeyCtrl || io.KeySuper
                                    ? toggle_selected(f.scene().selection, row.joint)
                                : io.KeyShift ? rows_up_to(f, row.joint)
                                              : SetSelection{row.joint};
    f.state.of_model.tree.anchor = chosen.joint;
    f.edit(chosen);
    const bool alone = !io.KeyCtrl && !io.KeySuper && !io.KeyShift;
    if (alone && ImGui::IsMouseDoubleClicked(0)) f.out.requests.frame_selection = true;
  }
}

void scroll_to_selection(Frame& f, const std::vector<TreeRow>& rows, float row_height) {
  int wanted = f.state.of_model.tree.scroll_to;
  if (wanted < 0 && f.selected() != f.state.of_model.tree.anchor) wanted = f.selected();
  f.state.of_model.tree.anchor = f.selected();
  f.state.of_model.tree.scroll_to = -1;
  if (wanted < 0) return;
  const auto at = std::ranges::find(rows, wanted, &TreeRow::joint);
  if (at == rows.end()) return;
  const float top = row_height * static_cast<float>(at - rows.begin());
  const float room = ImGui::GetWindowHeight(), scroll = ImGui::GetScrollY();
  if (top < scroll + row_height || top > scroll + room - 2.0f * row_height) {
    ImGui::SetScrollY(std::max(0.0f, top - 0.4f * room));
  }
}

void draw_rows(Frame& f, const std::vector<TreeRow>& rows, float row_height) {
  const float width = ImGui::GetContentRegionAvail().x;
  const Indent indent = indent_of(f, rows, width);
  bool any_hovered = false, seen = false;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), row_height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const TreeRow& row = rows[static_cast<std::size_t>(i)];
      const ImVec2 corner = ImGui::GetCursorScreenPos();
      ImGui::PushID(row.joint);
      ImGui::InvisibleButton("row", ImVec2(width, row_height));
      ImGui::PopID();
      const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(row.joint)];
      mark(f, "joint:", name);
      if (row.joint == f.selected()) {
        place_tree_focus(f, true);
        seen = true;
      }
      const RowLook look{corner,
                         ImVec2(corner.x + width, corner.y + row_height),
                         indent,
                         f.scene().selection.hovered_joint == row.joint,
                         is_selected(f.scene().selection, row.joint),
                         has_locked_weights(f.scene(), row.joint)};
      handle_row(f, row, look, any_hovered);
      const bool shortened = draw_joint_row(f, row, look);
      const std::string tip = ImGui::IsItemHovered() ? row_tip(f, row.joint, look) : "";
      if (shortened || !tip.empty()) tooltip(f, tip.empty() ? name : tip);
    }
  }
  if (!seen && f.selected() >= 0) place_tree_focus(f, false);
  if (f.state.of_model.tree.hovers && !any_hovered && f.scene().selection.hovered_joint >= 0) {
    f.edit(SetHover{-1});
  }
  f.state.of_model.tree.hovers = any_hovered;
}

void select_first_match(Frame& f) {
  const std::vector<TreeRow> rows = shown_rows(f);
  const auto match = std::ranges::find(rows, true, &TreeRow::match);
  if (match != rows.end()) select_joint(f, match->joint);
}

// True when Enter was pressed. Escape empties the field, where ImGui would bring back what stood
// there before.
bool search_field(Frame& f, float width) {
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(f.px(28), ImGui::GetStyle().FramePadding.y));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
  if (f.state.tree.focus_search) ImGui::SetKeyboardFocusHere();
  f.state.tree.focus_search = false;
  const bool entered = ImGui::InputTextWithHint(
      "##search", "Search joints", f.state.of_model.tree.search,
      sizeof f.state.of_model.tree.search,
      ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  const bool held = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (held && key_pressed(Key::Escape)) f.state.of_model.tree.search[0] = '\0';
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  mark(f, "search");
  return entered;
}

// The field and the button that empties it lie side by side in one frame: on top of the field the
// button would never get the click.
void draw_search(Frame& f) {
  const float height = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool filled = f.state.of_model.tree.search[0] != '\0';
  const float toggle_width = f.px(28) + f.px(6);
  const float width = ImGui::GetContentRegionAvail().x - toggle_width;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(corner, ImVec2(corner.x + width, corner.y + height),
                      ImGui::GetColorU32(ImGuiCol_FrameBg), ImGui::GetStyle().FrameRounding);
  const bool entered = search_field(f, filled ? width - height : width);
  if (entered && f.model()) select_first_match(f);
  draw_icon(list, Icon::Search, ImVec2(corner.x + f.px(15), corner.y + 0.5f * height), f.px(12),
            to_u32(f.colors.text_dim));
  if (filled) {
    ImGui::SetCursorScreenPos(ImVec2(corner.x + width - height, corner.y));
    if (icon_button(f, "clear search", Icon::Close, false, true, height / f.scale)) {
      f.state.of_model.tree.search[0] = '\0';
    }
    tooltip(f, "Show all joints   Esc");
  }
  ImGui::SetCursorScreenPos(
      ImVec2(corner.x + width + f.px(6), corner.y + 0.5f * (height - f.px(28))));
  if (icon_button(f, "only weighted", Icon::Weights, f.state.tree.only_weighted)) {
    f.state.tree.only_weighted = !f.state.tree.only_weighted;
  }
  tooltip(f, "Show only joints with weights");
}

}  // namespace

void draw_joint_tree(Frame& f) {
  draw_search(f);
  if (!f.model()) return;
  if (f.selected() != f.state.of_model.tree.anchor && f.selected() >= 0)
    unfold_ancestors(f, f.selected());
  const std::vector<TreeRow> rows = shown_rows(f);
  const float row_height = f.px(24);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  ImGui::BeginChild("tree", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  mark(f, "tree", "",
       {from_im(ImGui::GetWindowPos()),
        from_im(ImGui::GetWindowPos()) + from_im(ImGui::GetWindowSize())});
  f.state.tree.focused = ImGui::IsWindowFocused();
  if (std::exchange(f.state.of_model.tree.fresh, false)) ImGui::SetScrollY(0.0f);
  scroll_to_selection(f, rows, row_height);
  draw_rows(f, rows, row_height);
  if (rows.empty()) {
    vertical_space(f, 8);
    text_dim(f, "No joint has this in its name.");
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace bindpose::ui
