#include "ui/table/table_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/numerals.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/clinic/clinic_panel.h"
#include "ui/table/table_edit.h"
#include "ui/table/table_grid.h"

namespace bindpose::ui {

namespace {

constexpr float kTableBarHeight = 34.0f, kTableEdge = 5.0f;
constexpr float kLeastTable = 120.0f, kMostOfView = 0.75f;
constexpr double kLinesATurn = 3.0;  // of the wheel
constexpr int kFollowAgain = -2;     // for TableOfModel::selected: no joint, and not none

const char* rows_word(TableQuery::Rows rows) {
  switch (rows) {
    case TableQuery::Rows::All:
      return "All vertices";
    case TableQuery::Rows::Chosen:
      return "Chosen vertices";
    case TableQuery::Rows::OfJoint:
      return "Of the selected joint";
  }
  return "";
}

void list_rows(Frame& f, TableQuery::Rows rows) {
  TableState& s = f.state.table;
  s.query.rows = rows;
  TableOfModel& t = f.state.of_model.table;
  t.first = 0.0;
  t.row = t.to_row = -1;
  t.selected = kFollowAgain;
  t.relisted = true;
}

// What the clinic finds: its vertices are chosen, and those are listed.
void offer_findings(Frame& f) {
  const ClinicInput& in = f.input.clinic;
  ImGui::Separator();
  if (in.findings == nullptr) {
    text_dim(f, "The rig is being judged ...");
    return;
  }
  bool any = false;
  for (std::size_t k = 0; k < in.findings->size(); ++k) {
    const Finding& finding = (*in.findings)[k];
    if (finding.vertices.empty()) continue;
    any = true;
    const RuleInfo& rule = info_of(finding.rule);
    ImGui::PushID(static_cast<int>(k));
    const std::string title =
        std::string(rule.title) + (finding.name.empty() ? "" : ": " + finding.name);
    if (ImGui::MenuItem(elided(title, f.px(300)).c_str(), grouped(finding.count).c_str())) {
      show_finding(f, finding);
      list_rows(f, TableQuery::Rows::Chosen);
    }
    mark(f, "table rows:", std::string(rule.code));
    ImGui::PopID();
  }
  if (!any) text_dim(f, "The clinic finds no vertices.");
}

void choose_rows(Frame& f, float width) {
  TableState& s = f.state.table;
  const bool open = begin_combo(f, "##table rows", rows_word(s.query.rows), width);
  mark(f, "table rows");
  s.lists_findings = open;
  if (!open) {
    tooltip(f, "Which vertices are listed");
    return;
  }
  constexpr std::pair<TableQuery::Rows, const char*> kRows[] = {
      {TableQuery::Rows::All, "all"},
      {TableQuery::Rows::Chosen, "chosen"},
      {TableQuery::Rows::OfJoint, "joint"}};
  for (const auto& [rows, word] : kRows) {
    if (ImGui::MenuItem(rows_word(rows), nullptr, s.query.rows == rows)) list_rows(f, rows);
    start_list_at(s.query.rows == rows);
    mark(f, "table rows:", word);
  }
  offer_findings(f);
  ImGui::EndCombo();
}

// How many lines there are, or why there are none.
std::string lines_text(const Frame& f) {
  const TableInput& in = f.input.table;
  const TableQuery& q = f.state.table.query;
  if (in.rows == nullptr) return "The vertices are being listed ...";
  if (in.rows->row.empty() && in.current) {
    if (q.rows == TableQuery::Rows::Chosen) return "No vertices are chosen.";
    if (q.rows == TableQuery::Rows::OfJoint && f.selected() < 0) return "No joint is selected.";
    if (q.rows == TableQuery::Rows::OfJoint) return "No vertex follows the joint.";
    return "No mesh that is shown has a skin.";
  }
  const std::size_t n = in.rows->row.size();
  return counted_vertices(n) + (in.current ? "" : " ...");
}

void draw_table_bar(Frame& f, const Rect& r) {
  TableState& s = f.state.table;
  const float pad = f.px(8), height = ImGui::GetFrameHeight();
  const float y = std::floor(r.lo.y + 0.5f * (r.size().y - height));
  const float button = f.px(26);
  const float modes = std::min(f.px(210), 0.4f * r.size().x);
  const float combo = std::min(f.px(190), 0.35f * r.size().x);
  ImGui::SetCursorScreenPos(ImVec2(r.lo.x + pad, y));
  choose_rows(f, combo);
  ImGui::SetCursorScreenPos(ImVec2(r.lo.x + 2.0f * pad + combo, y));
  const int mode =
      segmented(f, "table columns", {"Largest first", "By joint"}, s.by_joint ? 1 : 0, modes);
  if (mode >= 0) {
    s.by_joint = mode == 1;
    f.state.of_model.table.scrolled = 0.0f;
    f.state.of_model.table.column = 0;
    f.state.of_model.table.selected = kFollowAgain;
  }
  const float text_left = r.lo.x + 3.0f * pad + combo + modes;
  const float text_room = r.hi.x - pad - button - text_left - pad;
  const std::string text = lines_text(f);
  if (ImGui::CalcTextSize(text.c_str()).x <= text_room) {
    ImGui::SetCursorScreenPos(ImVec2(text_left, y));
    align_text();
    text_dim(f, text);
  }
  if (f.input.table.rows && f.input.table.current)
    mark(f, "table lines:", std::to_string(f.input.table.rows->row.size()), r);
  ImGui::SetCursorScreenPos(
      ImVec2(r.hi.x - pad - button, std::floor(r.lo.y + 0.5f * (r.size().y - button))));
  if (icon_button(f, "close table", Icon::Close, false, true, 26.0f)) s.open = false;
  tooltip(f, "Close the table");
}

// The upper edge, dragged.
void draw_table_edge(Frame& f, const Rect& r) {
  const float high = f.px(kTableEdge);
  ImGui::SetCursorScreenPos(im(r.lo));
  ImGui::InvisibleButton("split table", ImVec2(r.size().x, high));
  mark(f, "split table");
  // A quick hand has moved and let go within one frame.
  const bool active = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (!active && !ImGui::IsItemHovered()) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  ImGui::GetWindowDrawList()->AddRectFilled(im(r.lo), ImVec2(r.hi.x, r.lo.y + f.px(2)),
                                            to_u32(f.colors.accent, active ? 1.0f : 0.6f));
  if (!active) return;
  const float whole = (r.hi.y - f.view.lo.y) / f.scale;
  const float wanted = (r.hi.y - ImGui::GetIO().MousePos.y) / f.scale;
  f.state.table.height =
      std::clamp(wanted, kLeastTable, std::max(kLeastTable, kMostOfView * whole));
}

void turn_wheel(Frame& f) {
  if (!ImGui::IsWindowHovered()) return;
  TableOfModel& t = f.state.of_model.table;
  const ImGuiIO& io = ImGui::GetIO();
  const bool across = io.KeyShift || io.MouseWheelH != 0.0f;
  const float turned = io.MouseWheelH != 0.0f ? io.MouseWheelH : io.MouseWheel;
  if (turned == 0.0f) return;
  if (across) {
    t.scrolled = std::max(0.0f, t.scrolled - turned * f.px(60));
  } else {
    t.first = std::max(0.0, t.first - std::round(static_cast<double>(turned) * kLinesATurn));
  }
}

// The line of the vertex, or -1.
std::ptrdiff_t line_of(const TableRows& rows, const VertexRef& at) {
  const auto found = std::ranges::find(rows.row, at);
  return found == rows.row.end() ? -1 : found - rows.row.begin();
}

void show_line(TableOfModel& t, const TableGrid& grid, std::ptrdiff_t line) {
  const auto at = static_cast<double>(line);
  const double page = static_cast<double>(grid.whole_lines());
  if (at < t.first) t.first = at;
  if (at > t.first + page - 1.0) t.first = at - page + 1.0;
}

// The column of a joint that is selected elsewhere comes into sight, once the lines are there that
// go with it: other lines have other columns.
void follow_joint(Frame& f, const TableGrid& grid, const TableRows& rows) {
  TableOfModel& t = f.state.of_model.table;
  if (std::exchange(t.relisted, false) || !f.input.table.current) return;
  if (!f.state.table.by_joint || t.selected == f.selected()) return;
  t.selected = f.selected();
  const auto at = std::ranges::find(rows.joint, t.selected);
  if (at == rows.joint.end()) return;
  const float left = static_cast<float>(at - rows.joint.begin()) * grid.column;
  const float room = grid.cells.hi.x - grid.fixed_end();
  t.scrolled = std::min(std::max(t.scrolled, left + grid.column - room), left);
}

// A line that was chosen in the view or pinned by the probe comes into sight and is marked.
void follow_view(Frame& f, const TableGrid& grid, const TableRows& rows) {
  TableOfModel& t = f.state.of_model.table;
  const Selection& s = f.scene().selection;
  const void* listed = rows.row.data();
  VertexRef wanted{};
  if (t.listed != listed) {
    t.listed = listed;
    wanted = t.at;
  }
  if (t.chosen != s.vertices) {
    t.chosen = s.vertices;
    if (s.vertices.kind == VertexGroup::Chosen &&
        f.state.table.query.rows != TableQuery::Rows::Chosen) {
      for (std::size_t m = 0; m < s.vertices.chosen->size() && wanted.empty(); ++m) {
        const auto& list = (*s.vertices.chosen)[m];
        if (!list.empty()) wanted = {static_cast<int>(m), list.front()};
      }
    }
  }
  if (t.pinned != s.pinned_vertex) {
    t.pinned = s.pinned_vertex;
    if (!t.pinned.empty()) wanted = t.pinned;
  }
  if (wanted.empty()) {
    if (t.row >= std::ssize(rows.row) || t.to_row >= std::ssize(rows.row)) t.row = t.to_row = -1;
    return;
  }
  t.row = t.to_row = line_of(rows, wanted);
  t.at = wanted;
  if (t.row >= 0) show_line(t, grid, t.row);
}

// The lines may come in another order while a number is typed: the cell goes with its vertex.
void keep_typing(Frame& f, const TableRows& rows) {
  TableOfModel& t = f.state.of_model.table;
  if (t.listed == rows.row.data()) return;
  t.listed = rows.row.data();
  t.row = t.to_row = line_of(rows, t.at);
  if (t.row >= 0) return;
  t.typing = false;
  f.say("The vertex is not listed any more: its weights stay.");
}

}  // namespace

TableQuery wanted_rows(const TableState& state, const TableOfModel& of_model, const Scene& scene) {
  TableQuery q = state.query;
  q.of_joint = q.rows == TableQuery::Rows::OfJoint ? scene.selection.joint : -1;
  q.by_joint = q.by == TableQuery::By::Joint ? of_model.by_joint : -1;
  if (q.by == TableQuery::By::Joint && q.by_joint < 0) q.by = TableQuery::By::Vertex;
  return q;
}

float table_height(const Frame& f, float room) {
  if (!f.state.table.open || !f.model()) return 0.0f;
  return std::floor(std::clamp(f.px(f.state.table.height), f.px(kLeastTable),
                               std::max(f.px(kLeastTable), kMostOfView * room)));
}

void draw_table(Frame& f, const Rect& r) {
  f.state.table.lists_findings = false;
  begin_fixed_window("weight table", r, ImVec2(0, 0), f.colors.panel);
  note_panel(f);
  hairline(f, r, Edge::Top);
  draw_table_edge(f, r);
  const float split = r.lo.y + f.px(kTableBarHeight);
  draw_table_bar(f, {{r.lo.x, r.lo.y + f.px(2)}, {r.hi.x, split}});
  if (const TableRows* rows = f.input.table.rows) {
    turn_wheel(f);
    const Rect below{{r.lo.x, split}, r.hi};
    TableOfModel& t = f.state.of_model.table;
    TableGrid grid = table_grid(f, below, *rows);
    t.first = grid.first;
    t.scrolled = grid.scrolled;
    t.column = std::clamp(t.column, 0, std::max(0, grid.columns - 1));
    t.typing ? keep_typing(f, *rows) : follow_view(f, grid, *rows);
    follow_joint(f, grid, *rows);
    update_table(f, grid, *rows);
    if (t.row >= 0 && t.moved) show_line(t, grid, t.to_row);
    t.moved = false;
    grid = table_grid(f, below, *rows);
    draw_table_head(f, grid, *rows);
    draw_table_lines(f, grid, *rows);
    draw_table_typing(f, grid, *rows);
    draw_table_bars(f, grid, below);
  }
  f.state.table.focused = ImGui::IsWindowFocused();
  ImGui::End();
}

}  // namespace bindpose::ui
