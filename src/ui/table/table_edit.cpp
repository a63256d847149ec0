#include "ui/table/table_edit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "scene/edit/mend/mend.h"
#include "scene/vertices/choose.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/table/table_panel.h"

namespace bindpose::ui {

namespace {

// The marked lines as vertices.
VertexLists marked_vertices(const Frame& f, const TableRows& rows) {
  const TableOfModel& t = f.state.of_model.table;
  const auto lo = static_cast<std::size_t>(std::min(t.row, t.to_row));
  const auto hi = static_cast<std::size_t>(std::max(t.row, t.to_row));
  VertexLists lists(f.model()->meshes.size());
  for (std::size_t i = lo; i <= hi && i < rows.row.size(); ++i) {
    lists[static_cast<std::size_t>(rows.row[i].mesh)].push_back(rows.row[i].vertex);
  }
  for (auto& list : lists) std::ranges::sort(list);
  return lists;
}

// With what lies at the same places: a seam stays closed, also one between two meshes.
VertexLists given_vertices(const Frame& f, const TableRows& rows) {
  const TableOfModel& t = f.state.of_model.table;
  if (t.row == t.to_row) return at_place_of(f.scene(), rows.row[static_cast<std::size_t>(t.row)]);
  return with_places(f.scene(), marked_vertices(f, rows));
}

TableCell marked_cell(const Frame& f, const TableRows& rows) {
  const TableOfModel& t = f.state.of_model.table;
  const std::vector<JointWeight> row =
      table_row(f.scene(), rows.row[static_cast<std::size_t>(t.row)]);
  return table_cell(f, rows, row, t.column);
}

// Marks the cell, or the lines from the one that is marked to this one, and tells the view.
void mark_cell(Frame& f, const TableRows& rows, std::ptrdiff_t line, int column, bool extend) {
  TableOfModel& t = f.state.of_model.table;
  if (column >= 0) t.column = column;
  t.to_row = line;
  if (!extend || t.row < 0) t.row = line;
  t.at = rows.row[static_cast<std::size_t>(t.row)];
  t.moved = true;
  if (f.state.table.query.rows != TableQuery::Rows::Chosen) {
    // A drag chooses line after line: what lies at the same places costs a walk over the mesh.
    VertexGroup group =
        chosen_vertices(t.row == t.to_row ? given_vertices(f, rows) : marked_vertices(f, rows));
    if (group != f.scene().selection.vertices) {
      t.chosen = group;
      f.edit(SelectVertices{std::move(group)});
    }
  }
  if (t.at != f.scene().selection.pinned_vertex) f.edit(SetPinnedVertex{t.at});
  t.pinned = t.at;
  const TableCell cell = marked_cell(f, rows);
  // The list of a joint's vertices would change under the hand.
  const bool follows = f.state.table.query.rows != TableQuery::Rows::OfJoint;
  if (column >= 0 && follows && cell.joint >= 0 && cell.joint != f.selected()) {
    select_joint(f, cell.joint);
  }
}

void show_weight(char (&text)[32], float weight) {
  std::snprintf(text, sizeof text, "%.4f", static_cast<double>(weight));
}

// `over`: a number's key was pressed, and its letter comes by itself.
void begin_typing(Frame& f, const TableRows& rows, bool over) {
  TableOfModel& t = f.state.of_model.table;
  const TableCell cell = marked_cell(f, rows);
  if (cell.joint < 0)
    return f.say("The vertex has no such weight: choose By joint to give it one.");
  t.typing = t.fresh = true;
  t.seeded = over;
  t.shown = !over;
  t.joint = cell.joint;
  t.before = cell.weight;
  t.given = given_vertices(f, rows);
  t.text[0] = 0;
  if (!over) show_weight(t.text, cell.weight);
}

// A quick hand types on before the field has the keyboard, which takes a frame or two: ImGui would
// drop those letters.
void take_early_letters(TableOfModel& t) {
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters) {
    const std::size_t length = t.seeded ? std::strlen(t.text) : 0;
    t.seeded = true;
    if (letter < 32 || letter > 126 || length + 1 >= sizeof t.text) continue;
    t.text[length] = static_cast<char>(letter);
    t.text[length + 1] = 0;
  }
}

void give_weight(Frame& f, VertexLists to, int joint, double weight) {
  Scene scene = f.scene();
  scene.selection.vertices = chosen_vertices(std::move(to));
  Mend mend{Mend::SetJoint};
  mend.amount = weight;
  mend.joint = joint;
  auto made = std::make_shared<const MendResult>(mended(scene, mend));
  if (made->changed == 0) {
    f.state.message.show(made->account, false, false);
    return;
  }
  f.edit(MendWeights{std::move(mend), std::move(made)});
}

// Returns whether the text was a weight.
bool take_typed(Frame& f) {
  TableOfModel& t = f.state.of_model.table;
  // Enter and Enter again leaves the weight with all of its digits.
  char unchanged[sizeof t.text];
  show_weight(unchanged, t.before);
  if (t.shown && std::strcmp(t.text, unchanged) == 0) return true;
  const std::optional<double> value = expression_value(t.text, static_cast<double>(t.before));
  if (!value) {
    f.say("That is no number: the weight stays.");
    return false;
  }
  if (*value < 0.0 || *value > 1.0) {
    f.say("A weight is a part of the whole, from 0 to 1: it stays as it was.");
    return false;
  }
  give_weight(f, std::move(t.given), t.joint, *value);
  return true;
}

bool mouse_is_over_view(const Frame& f) {
  const ImVec2 m = ImGui::GetIO().MousePos;
  return m.x >= f.view.lo.x && m.y >= f.view.lo.y && m.x < f.view.hi.x && m.y < f.view.hi.y;
}

// A cell that is marked is typed over.
bool number_key_pressed() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyShift) return false;
  for (int k = 0; k < 10; ++k) {
    if (key_pressed(static_cast<Key>(static_cast<int>(Key::Num0) + k)) ||
        key_pressed(static_cast<Key>(static_cast<int>(Key::Pad0) + k))) {
      return true;
    }
  }
  return key_pressed(Key::Period) || key_pressed(Key::PadDecimal);
}

// So is one by what to do with its weight: "+=0.1", "*2". By the letter, which keyboards have in
// different places.
bool operator_typed() {
  return std::ranges::any_of(ImGui::GetIO().InputQueueCharacters, [](ImWchar letter) {
    return letter == '+' || letter == '-' || letter == '*' || letter == '/';
  });
}

// Returns whether the marked cell went elsewhere.
bool walk_cells(Frame& f, const TableGrid& grid, const TableRows& rows) {
  TableOfModel& t = f.state.of_model.table;
  const std::ptrdiff_t last = std::ssize(rows.row) - 1, page = std::max(1, grid.whole_lines() - 1);
  std::ptrdiff_t line = t.to_row;
  int column = t.column;
  if (key_pressed(Key::Down, true)) ++line;
  if (key_pressed(Key::Up, true)) --line;
  if (key_pressed(Key::PageDown, true)) line += page;
  if (key_pressed(Key::PageUp, true)) line -= page;
  if (key_pressed(Key::Home)) line = 0;
  if (key_pressed(Key::End)) line = last;
  if (key_pressed(Key::Right, true)) ++column;
  if (key_pressed(Key::Left, true)) --column;
  line = std::clamp<std::ptrdiff_t>(line, 0, last);
  column = std::clamp(column, 0, std::max(0, grid.columns - 1));
  if (line == t.to_row && column == t.column) return false;
  mark_cell(f, rows, line, column, ImGui::GetIO().KeyShift && line != t.to_row);
  const float left = static_cast<float>(column) * grid.column;
  const float room = grid.cells.hi.x - grid.fixed_end();
  t.scrolled = std::min(std::max(t.scrolled, left + grid.column - room), left);
  return true;
}

void use_keys(Frame& f, const TableGrid& grid, const TableRows& rows) {
  TableOfModel& t = f.state.of_model.table;
  if (!f.state.table.focused || t.row < 0 || t.typing || mouse_is_over_view(f) ||
      ImGui::GetIO().WantTextInput || f.state.has_dialog()) {
    return;
  }
  f.state.focus.cells = true;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper || walk_cells(f, grid, rows)) return;
  if (number_key_pressed() || operator_typed()) {
    begin_typing(f, rows, true);
  } else if (key_pressed(Key::Enter) || key_pressed(Key::PadEnter)) {
    begin_typing(f, rows, false);
  } else if (key_pressed(Key::Delete) || key_pressed(Key::Backspace)) {
    const TableCell cell = marked_cell(f, rows);
    if (cell.joint >= 0) give_weight(f, given_vertices(f, rows), cell.joint, 0.0);
  }
}

// The text is typed on from its end, where ImGui would have marked all of it.
int end_of_text(ImGuiInputTextCallbackData* data) {
  bool& seeded = *static_cast<bool*>(data->UserData);
  if (seeded) {
    data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    seeded = false;
  }
  return 0;
}

}  // namespace

void update_table(Frame& f, const TableGrid& grid, const TableRows& rows) {
  TableOfModel& t = f.state.of_model.table;
  if (grid.lines == 0) return;
  ImGui::SetCursorScreenPos(im(grid.cells.lo));
  const vec2 size = grid.cells.size();
  if (size.x < 1.0f || size.y < 1.0f) return;
  if (!t.typing) {
    ImGui::InvisibleButton("table cells", im(size));
    mark(f, "table cells");
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const std::ptrdiff_t line = grid.line_at(mouse.y);
    const int column = grid.column_at(mouse.x);
    if (ImGui::IsItemActivated() && line >= 0) {
      mark_cell(f, rows, line, column, ImGui::GetIO().KeyShift);
    } else if (ImGui::IsItemActive() && line >= 0 && line != t.to_row && t.row >= 0) {
      mark_cell(f, rows, line, -1, true);
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0) && line >= 0 && line == t.row) {
      if (column >= 0) {
        begin_typing(f, rows, false);
      } else {
        f.out.requests.frame_vertex = {rows.row[static_cast<std::size_t>(line)], false};
      }
    }
  }
  use_keys(f, grid, rows);
}

void draw_table_typing(Frame& f, const TableGrid& grid, const TableRows& rows) {
  TableOfModel& t = f.state.of_model.table;
  if (!t.typing) return;
  if (t.row < 0 || t.row >= std::ssize(rows.row)) {
    t.typing = false;
    return;
  }
  const float top = std::floor(grid.line_top(static_cast<std::size_t>(t.row)));
  const float left = std::clamp(grid.column_left(t.column), grid.fixed_end(),
                                std::max(grid.fixed_end(), grid.cells.hi.x - grid.column));
  ImGui::SetCursorScreenPos(ImVec2(left, top));
  ImGui::SetNextItemWidth(grid.column);
  const float pad = 0.5f * (grid.line - ImGui::GetFontSize());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(f.px(6), std::max(0.0f, pad)));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, to_vec4(f.colors.raised));
  if (ImGui::GetActiveID() != ImGui::GetID("##table cell")) take_early_letters(t);
  const bool starts = t.fresh;
  if (starts) ImGui::SetKeyboardFocusHere();
  t.fresh = false;
  const bool entered =
      ImGui::InputText("##table cell", t.text, sizeof t.text,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                           ImGuiInputTextFlags_CallbackAlways,
                       end_of_text, &t.seeded);
  mark(f, "table cell");
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  const bool escape = key_pressed(Key::Escape);
  const bool gone = !starts && (ImGui::IsItemDeactivated() || !ImGui::IsItemActive());
  // The field takes the keyboard in the frame after it was asked to.
  t.waited = starts ? 0 : t.waited + 1;
  const bool early =
      !starts && !ImGui::IsItemActive() && (key_pressed(Key::Enter) || key_pressed(Key::PadEnter));
  const bool taken_over = entered || early;
  if (!taken_over && !(gone && t.waited > 2) && !(escape && t.waited > 0)) {
    f.out.wants_next_frame = f.out.wants_next_frame || t.waited <= 2;
    return;
  }
  t.typing = false;
  f.out.wants_next_frame = true;
  if (escape) return;
  const bool taken = take_typed(f);
  // Enter goes on to the next line, as long as one is marked.
  if (taken_over && taken && t.row == t.to_row && t.row + 1 < std::ssize(rows.row)) {
    mark_cell(f, rows, t.row + 1, t.column, false);
  }
}

}  // namespace bindpose::ui
