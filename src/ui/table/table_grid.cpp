#include "ui/table/table_grid.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/swatch.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kTableHead = 24.0f, kTableLine = 21.0f, kTableBar = 10.0f;
constexpr float kMeshColumn = 96.0f, kVertexColumn = 72.0f, kCountColumn = 34.0f,
                kSumColumn = 56.0f;
constexpr float kJointColumn = 92.0f, kRankColumn = 148.0f;
constexpr float kTableInset = 6.0f;
constexpr int kRankColumns = 8;  // more influences are in the probe's table

// Meshes that have lines.
std::size_t bound_meshes_count(const Scene& scene) {
  std::size_t n = 0;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    n += binding_of(scene, m).skin.skinned ? 1 : 0;
  }
  return n;
}

// Text in a cell, at its right end or at its left one.
void cell_text(const Frame& f, const Rect& cell, const std::string& text, const vec3& ink,
               bool right) {
  const float pad = f.px(kTableInset);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float x = right ? cell.hi.x - pad - size.x : cell.lo.x + pad;
  const float y = 0.5f * (cell.lo.y + cell.hi.y - size.y);
  ImGui::GetWindowDrawList()->AddText(ImVec2(std::floor(x), std::floor(y)), to_u32(ink),
                                      text.c_str());
}

std::string weight_text(float weight) {
  return number(static_cast<double>(weight), 4);
}

// Its column's title, pressed: the lines are sorted by it, from the largest; again: from the
// smallest; a third time: as the file has them.
void sort_by(Frame& f, TableQuery::By by, int joint) {
  TableQuery& q = f.state.table.query;
  int& now = f.state.of_model.table.by_joint;
  const bool same = q.by == by && (by != TableQuery::By::Joint || now == joint);
  const bool starts_down = by != TableQuery::By::Vertex;
  if (!same) {
    q.by = by, now = joint, q.descending = starts_down;
  } else if (q.descending == starts_down) {
    q.descending = !starts_down;
  } else {
    q.by = TableQuery::By::Vertex, now = -1, q.descending = false;
  }
  // What comes first now is what is asked for; but a line that is marked stays in sight, with its
  // vertex (follow_view).
  TableOfModel& t = f.state.of_model.table;
  if (t.row < 0) t.at = {};
  if (t.at.empty()) t.first = 0.0;
}

struct HeadCell {
  Rect r;
  const char* id;
  int number;
  std::string title, hint;
  TableQuery::By by;
  int joint = -1;
  bool right = true;
  bool sortable = true;
};

void draw_head_cell(Frame& f, const HeadCell& c, const Rect& clip) {
  const TableQuery& q = f.state.table.query;
  const bool sorts = c.sortable && q.by == c.by &&
                     (c.by != TableQuery::By::Joint || f.state.of_model.table.by_joint == c.joint);
  const bool shown = sorts && (c.by != TableQuery::By::Vertex || q.descending);
  const vec2 lo = glm::max(c.r.lo, clip.lo), hi = glm::min(c.r.hi, clip.hi);
  if (hi.x - lo.x < 1.0f) return;
  ImGui::PushID(c.number);
  ImGui::SetCursorScreenPos(im(lo));
  const bool pressed = ImGui::InvisibleButton(c.id, im(hi - lo));
  ImGui::PopID();
  mark(f, "table head:",
       c.joint >= 0 ? f.model()->skeleton.name[static_cast<std::size_t>(c.joint)]
                    : std::string(c.id));
  const bool hovered = ImGui::IsItemHovered();
  tooltip(f, c.hint);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(im(lo), im(hi), true);
  if (hovered && c.sortable) list->AddRectFilled(im(lo), im(hi), to_u32(f.colors.text, 0.07f));
  Rect text = c.r;
  if (c.joint >= 0) {
    const float dot = f.px(4);
    list->AddCircleFilled(ImVec2(text.lo.x + f.px(kTableInset) + dot, text.center().y), dot,
                          to_u32(f.joint_color(c.joint)));
    text.lo.x += 2.0f * dot + f.px(4);
  }
  const float arrow = shown ? f.px(12) : 0.0f;
  const std::string title = elided(c.title, text.size().x - arrow - f.px(2 * kTableInset));
  if (c.right && c.joint < 0) {
    text.hi.x -= arrow;
    cell_text(f, text, title, shown ? f.colors.text : f.colors.text_dim, true);
    text.hi.x += arrow;
  } else {
    cell_text(f, text, title, shown ? f.colors.text : f.colors.text_dim, false);
  }
  if (shown) {
    const ImVec2 at(c.r.hi.x - f.px(9), c.r.center().y);
    const float s = f.px(q.descending ? 3.5f : -3.5f);
    list->AddTriangleFilled(ImVec2(at.x - std::abs(s), at.y - 0.5f * s),
                            ImVec2(at.x + std::abs(s), at.y - 0.5f * s),
                            ImVec2(at.x, at.y + 0.7f * s), to_u32(f.colors.accent));
  }
  list->PopClipRect();
  if (pressed && c.sortable) sort_by(f, c.by, c.joint);
}

// One weight: its bar, its number and, where the column is no joint's, the joint's name.
void draw_weight_cell(Frame& f, const Rect& r, const TableCell& cell, bool by_joint) {
  if (cell.joint < 0 || (by_joint && !(cell.weight > 0.0f))) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const vec3 color = f.joint_color(cell.joint);
  const float inset = f.px(2), width = r.size().x - 2.0f * inset;
  const float part = std::clamp(cell.weight, 0.0f, 1.0f) * width;
  list->AddRectFilled(ImVec2(r.lo.x + inset, r.lo.y + inset),
                      ImVec2(r.lo.x + inset + part, r.hi.y - inset), to_u32(color, 0.30f));
  list->AddRectFilled(ImVec2(r.lo.x + inset, r.lo.y + inset),
                      ImVec2(r.lo.x + inset + f.px(2), r.hi.y - inset), to_u32(color));
  compat::push_font(mono_font());
  const std::string text = weight_text(cell.weight);
  const float taken = ImGui::CalcTextSize(text.c_str()).x + f.px(2 * kTableInset);
  cell_text(f, r, text, f.colors.text, true);
  ImGui::PopFont();
  if (by_joint) return;
  const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(cell.joint)];
  cell_text(f, {r.lo + vec2(f.px(3), 0.0f), r.hi},
            elided(name, r.size().x - taken - f.px(kTableInset)), f.colors.text, false);
}

void draw_fixed_cells(Frame& f, const TableGrid& grid, const VertexRef& at, std::size_t count,
                      float top) {
  std::size_t k = 0;
  float left = grid.cells.lo.x;
  const auto next = [&]() -> Rect {
    const Rect r{{left, top}, {grid.fixed[k], top + grid.line}};
    left = grid.fixed[k++];
    return r;
  };
  if (grid.fixed.size() == 4) {
    const Rect r = next();
    const std::string& name = f.model()->meshes[static_cast<std::size_t>(at.mesh)].name;
    cell_text(f, r, elided(name, r.size().x - f.px(2 * kTableInset)), f.colors.text_dim, false);
  }
  compat::push_font(mono_font());
  cell_text(f, next(), std::to_string(at.vertex), f.colors.text, true);
  const bool over = count > static_cast<std::size_t>(f.scene().view.limit);
  cell_text(f, next(), std::to_string(count),
            count == 0 ? f.colors.error
            : over     ? f.colors.warning
                       : f.colors.text_dim,
            true);
  const float sum = stored_sum(f.scene(), at);
  const bool off = count > 0 && !(std::abs(sum - 1.0f) <= kSumTolerance);
  cell_text(f, next(), number(static_cast<double>(sum), 3),
            off ? f.colors.warning : f.colors.text_dim, true);
  ImGui::PopFont();
}

// The columns that are seen, from first to one past the last.
std::pair<int, int> seen_columns(const TableGrid& grid) {
  const float room = grid.cells.hi.x - grid.fixed_end();
  const int from = static_cast<int>(grid.scrolled / grid.column);
  const int to = static_cast<int>(std::ceil((grid.scrolled + room) / grid.column));
  return {std::clamp(from, 0, grid.columns), std::clamp(to, 0, grid.columns)};
}

}  // namespace

float TableGrid::most_scrolled() const {
  return std::max(0.0f, static_cast<float>(columns) * column - (cells.hi.x - fixed_end()));
}

double TableGrid::last_first() const {
  return std::max(0.0, static_cast<double>(lines) - static_cast<double>(whole_lines()));
}

float TableGrid::line_top(std::size_t row) const {
  return cells.lo.y + static_cast<float>((static_cast<double>(row) - first) * line);
}

std::ptrdiff_t TableGrid::line_at(float y) const {
  if (y < cells.lo.y || y >= cells.hi.y) return -1;
  const auto at = static_cast<std::ptrdiff_t>(
      std::floor(first + static_cast<double>(y - cells.lo.y) / static_cast<double>(line)));
  return at < static_cast<std::ptrdiff_t>(lines) ? at : -1;
}

int TableGrid::column_at(float x) const {
  if (x < fixed_end() || x >= cells.hi.x) return -1;
  const int k = static_cast<int>((x - fixed_end() + scrolled) / column);
  return k < columns ? k : -1;
}

TableGrid table_grid(const Frame& f, const Rect& r, const TableRows& rows) {
  const TableState& s = f.state.table;
  const TableOfModel& t = f.state.of_model.table;
  TableGrid g;
  const float bar = f.px(kTableBar);
  g.line = std::floor(f.px(kTableLine));
  g.head = {r.lo, {r.hi.x - bar, r.lo.y + f.px(kTableHead)}};
  g.cells = {{r.lo.x, g.head.hi.y}, {r.hi.x - bar, r.hi.y - bar}};
  float x = r.lo.x;
  const auto add = [&](float width) { g.fixed.push_back(x += std::floor(f.px(width))); };
  if (bound_meshes_count(f.scene()) > 1) add(kMeshColumn);
  add(kVertexColumn);
  add(kCountColumn);
  add(kSumColumn);
  g.column = std::floor(f.px(s.by_joint ? kJointColumn : kRankColumn));
  g.columns = s.by_joint ? static_cast<int>(rows.joint.size())
                         : std::min(kRankColumns, static_cast<int>(rows.joint.size()));
  g.lines = rows.row.size();
  g.scrolled = std::clamp(t.scrolled, 0.0f, g.most_scrolled());
  g.first = std::clamp(t.first, 0.0, g.last_first());
  return g;
}

TableCell table_cell(const Frame& f, const TableRows& rows, const std::vector<JointWeight>& row,
                     int column) {
  const auto k = static_cast<std::size_t>(column);
  if (column < 0 || (f.state.table.by_joint && k >= rows.joint.size())) return {};
  if (!f.state.table.by_joint) {
    return k < row.size() ? TableCell{row[k].joint, row[k].weight} : TableCell{};
  }
  const int joint = rows.joint[k];
  for (const JointWeight& w : row) {
    if (w.joint == joint) return {joint, w.weight};
  }
  return {joint, 0.0f};
}

void draw_table_head(Frame& f, const TableGrid& grid, const TableRows& rows) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(im(grid.head.lo), im(grid.head.hi), to_u32(f.colors.text, 0.04f));
  float left = grid.head.lo.x;
  std::size_t k = 0;
  const auto fixed = [&](const char* id, const char* title, const char* hint, TableQuery::By by,
                         bool right) {
    const Rect r{{left, grid.head.lo.y}, {grid.fixed[k], grid.head.hi.y}};
    left = grid.fixed[k++];
    draw_head_cell(f, {r, id, 0, title, hint, by, -1, right}, grid.head);
  };
  if (grid.fixed.size() == 4) {
    fixed("mesh", "Mesh", "As the file has them", TableQuery::By::Vertex, false);
  }
  fixed("vertex", "Vertex", "Its number, as `info` and exports count", TableQuery::By::Vertex,
        true);
  fixed("count", "n", "How many joints pull on it. Click to sort", TableQuery::By::Influences,
        true);
  fixed("sum", "Sum", "Of its weights as they are stored. Click to sort", TableQuery::By::Sum,
        true);
  const Rect clip{{grid.fixed_end(), grid.head.lo.y}, grid.head.hi};
  const auto [from, to] = seen_columns(grid);
  for (int c = from; c < to; ++c) {
    const Rect r{{grid.column_left(c), grid.head.lo.y},
                 {grid.column_left(c) + grid.column, grid.head.hi.y}};
    if (f.state.table.by_joint) {
      const int joint = rows.joint[static_cast<std::size_t>(c)];
      const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(joint)];
      draw_head_cell(
          f,
          {r, "joint", joint, name, name + ". Click to sort", TableQuery::By::Joint, joint, false},
          clip);
    } else {
      const bool largest = c == 0;
      draw_head_cell(f,
                     {r, largest ? "largest" : "rank", c,
                      largest ? "Largest weight" : std::to_string(c + 1) + ".",
                      largest ? "Click to sort" : "The next largest weight",
                      TableQuery::By::Largest, -1, false, largest},
                     clip);
    }
  }
}

void draw_table_lines(Frame& f, const TableGrid& grid, const TableRows& rows) {
  const TableOfModel& t = f.state.of_model.table;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(im(grid.cells.lo), im(grid.cells.hi), true);
  const auto first = static_cast<std::size_t>(grid.first);
  const std::size_t last =
      std::min(grid.lines, first + static_cast<std::size_t>(grid.whole_lines()) + 2);
  const auto [from, to] = seen_columns(grid);
  const std::ptrdiff_t lo = std::min(t.row, t.to_row), hi = std::max(t.row, t.to_row);
  for (std::size_t i = first; i < last; ++i) {
    const float top = std::floor(grid.line_top(i));
    const VertexRef& at = rows.row[i];
    const auto n = static_cast<std::ptrdiff_t>(i);
    const bool marked = t.row >= 0 && n >= lo && n <= hi;
    const Rect whole{{grid.cells.lo.x, top}, {grid.cells.hi.x, top + grid.line}};
    if (marked) {
      list->AddRectFilled(im(whole.lo), im(whole.hi), to_u32(f.colors.accent, 0.14f));
    } else if (i % 2 == 1) {
      list->AddRectFilled(im(whole.lo), im(whole.hi), to_u32(f.colors.text, 0.025f));
    }
    const std::vector<JointWeight> row = table_row(f.scene(), at);
    draw_fixed_cells(f, grid, at, row.size(), top);
    list->PushClipRect(ImVec2(grid.fixed_end(), grid.cells.lo.y), im(grid.cells.hi), true);
    for (int c = from; c < to; ++c) {
      const Rect r{{grid.column_left(c), top},
                   {grid.column_left(c) + grid.column, top + grid.line}};
      draw_weight_cell(f, r, table_cell(f, rows, row, c), f.state.table.by_joint);
      const bool is_marked = marked && c == t.column;
      if (is_marked) {
        compat::draw_rect(list, im(r.lo), im(r.hi),
                          to_u32(f.colors.accent, n == t.row ? 1.0f : 0.5f), f.px(2), f.px(1.5f));
      }
      if (f.state.record_rects) {
        mark(f, "cell:", std::to_string(i) + "," + std::to_string(c), r);
      }
    }
    list->PopClipRect();
  }
  list->PopClipRect();
  const float x = grid.fixed_end();
  list->AddLine(ImVec2(x, grid.head.lo.y), ImVec2(x, grid.cells.hi.y), to_u32(f.colors.hairline));
}

void draw_table_bars(Frame& f, const TableGrid& grid, const Rect& r) {
  TableOfModel& t = f.state.of_model.table;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float thick = f.px(kTableBar), pad = f.px(2), least = f.px(24);
  // Along: the bar's length; `seen` of `all`; where it stands from 0 to 1. Returns where to.
  const auto bar = [&](const char* id, const Rect& track, bool down, double seen, double all,
                       double at) -> double {
    if (!(all > seen)) return at;
    const double length = static_cast<double>(down ? track.size().y : track.size().x);
    const double thumb = std::max(static_cast<double>(least), length * seen / all);
    const double room = std::max(1.0, length - thumb);
    ImGui::SetCursorScreenPos(im(track.lo));
    ImGui::InvisibleButton(id, im(track.size()));
    mark(f, id);
    const bool active = ImGui::IsItemActive();
    if (active) {
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      const double along = static_cast<double>(down ? mouse.y - track.lo.y : mouse.x - track.lo.x);
      // The thumb's place under the mouse is where it was caught.
      ImGuiStorage* kept = ImGui::GetStateStorage();
      const ImGuiID grip = ImGui::GetItemID();
      if (ImGui::IsItemActivated()) {
        const double in = along - at * room;
        kept->SetFloat(grip, static_cast<float>(in >= 0.0 && in <= thumb ? in : 0.5 * thumb));
      }
      at = std::clamp((along - static_cast<double>(kept->GetFloat(grip))) / room, 0.0, 1.0);
    }
    const auto a = static_cast<float>(at * room), b = static_cast<float>(at * room + thumb);
    const vec2 lo =
        down ? vec2(track.lo.x + pad, track.lo.y + a) : vec2(track.lo.x + a, track.lo.y + pad);
    const vec2 hi =
        down ? vec2(track.hi.x - pad, track.lo.y + b) : vec2(track.lo.x + b, track.hi.y - pad);
    list->AddRectFilled(im(lo), im(hi),
                        to_u32(f.colors.text, active                   ? 0.45f
                                              : ImGui::IsItemHovered() ? 0.35f
                                                                       : 0.22f),
                        0.5f * (thick - 2.0f * pad));
    return at;
  };
  const double last = grid.last_first();
  if (last > 0.0) {
    const double at =
        bar("table scroll", {{grid.cells.hi.x, grid.cells.lo.y}, {r.hi.x, grid.cells.hi.y}}, true,
            static_cast<double>(grid.whole_lines()), static_cast<double>(grid.lines),
            grid.first / last);
    t.first = std::round(at * last);
  }
  if (grid.most_scrolled() > 0.0f) {
    const double room = static_cast<double>(grid.cells.hi.x - grid.fixed_end());
    const double at =
        bar("table scroll across", {{grid.fixed_end(), grid.cells.hi.y}, {grid.cells.hi.x, r.hi.y}},
            false, room, static_cast<double>(grid.column) * grid.columns,
            static_cast<double>(grid.scrolled / grid.most_scrolled()));
    t.scrolled = static_cast<float>(at) * grid.most_scrolled();
  }
}

}  // namespace bindpose::ui
