// What mouse and keys do in the cells of the weight table.
#pragma once

#include "ui/table/table_grid.h"

namespace bindpose::ui {

// Clicks mark cells, and with them choose the vertices and the joint in the view; arrows walk; a
// number that is typed is what all marked vertices get of the joint.
void update_table(Frame& f, const TableGrid& grid, const TableRows& rows);
// The field, where a cell is typed in.
void draw_table_typing(Frame& f, const TableGrid& grid, const TableRows& rows);

}  // namespace bindpose::ui
