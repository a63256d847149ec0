// The lines and columns of the weight table: where they are, and what a cell holds.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scene/table/weight_table.h"
#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// Where the parts of the table are in this frame, in pixels.
struct TableGrid {
  Rect head, cells;  // of all columns; the first ones stay where they are
  float line = 0.0f;
  std::vector<float>
      fixed;            // right ends of those: mesh (where there are several), vertex, number, sum
  float column = 0.0f;  // width of each other one
  int columns = 0;
  float scrolled = 0.0f;
  double first = 0.0;
  std::size_t lines = 0;  // all that are listed

  float fixed_end() const { return fixed.back(); }
  int whole_lines() const { return static_cast<int>(cells.size().y / line); }
  float column_left(int k) const { return fixed_end() + static_cast<float>(k) * column - scrolled; }
  float most_scrolled() const;
  double last_first() const;  // the line at the top at the end of the list
  float line_top(std::size_t row) const;
  // The line at that height; -1: none.
  std::ptrdiff_t line_at(float y) const;
  // The column there; -1: none, or one of the fixed ones.
  int column_at(float x) const;
};

TableGrid table_grid(const Frame& f, const Rect& r, const TableRows& rows);

struct TableCell {
  int joint = -1;  // -1: the cell is empty
  float weight = 0.0f;
};
// By joint: that of the column, 0 where the vertex has nothing of it. Empty where there is no such
// column.
TableCell table_cell(const Frame& f, const TableRows& rows, const std::vector<JointWeight>& row,
                     int column);

void draw_table_head(Frame& f, const TableGrid& grid, const TableRows& rows);
void draw_table_lines(Frame& f, const TableGrid& grid, const TableRows& rows);
// At the right and at the bottom, where there is more than is seen.
void draw_table_bars(Frame& f, const TableGrid& grid, const Rect& r);

}  // namespace bindpose::ui
