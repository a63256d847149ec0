// The weight table: a line a vertex, its weights beside each other. It lies below the view, and
// what is chosen in one is chosen in the other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scene/table/weight_table.h"
#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// What the application lists while the table is open.
struct TableInput {
  const TableRows* rows = nullptr;  // null: not known yet
  bool current = false;             // they are of the weights as they are now
};

// Kept while the program runs.
struct TableState {
  bool open = false;
  float height = 230.0f;        // at scale 1
  bool by_joint = false;        // a column a joint; else the largest weight first
  TableQuery query{};           // its joints are filled in by wanted_rows()
  bool lists_findings = false;  // what the clinic finds is offered in the list of the frame before
  bool focused = false;         // the last click was in it
};

// Kept while the model is open.
struct TableOfModel {
  double first = 0.0;     // the line at the top
  float scrolled = 0.0f;  // columns to the left, in pixels
  int by_joint = -1;      // whose column the lines are sorted by
  std::ptrdiff_t row = -1,
                 to_row = -1;  // the cell that is marked, and the last line marked with it
  int column = 0;              // counts joints, or weights from the largest
  bool moved = false;          // in this frame: it comes into sight
  // That cell is typed in.
  bool typing = false, fresh = false;  // for the first time in this frame
  bool seeded = false;                 // by the key that began it
  bool shown = false;  // the field began with the weight as it is shown, with four digits
  int waited = 0;      // frames
  int joint = -1;      // whose weight it is
  float before = 0.0f;
  VertexLists given{};  // the vertices that get it
  char text[32] = {};
  // What of the view the table has followed.
  VertexRef pinned{};
  VertexGroup chosen{};
  int selected = -1;      // the joint
  bool relisted = false;  // in this frame: the lines that are there are not those any more
  const void* listed = nullptr;
  VertexRef at{};  // of the marked cell, for when the lines come in another order
};

// What is to be listed for the scene as it is.
TableQuery wanted_rows(const TableState& state, const TableOfModel& of_model, const Scene& scene);

// Of the table, pixels; 0: closed. `room`: the height of the view with it.
float table_height(const Frame& f, float room);
void draw_table(Frame& f, const Rect& r);

}  // namespace bindpose::ui
