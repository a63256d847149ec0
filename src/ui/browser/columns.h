// The columns of the file browser's list: name, size, when it was changed.
#pragma once

#include <cstdint>
#include <string>

namespace bindpose::ui {

struct Frame;

// Where they begin in a list of that width; 0: there is no room for one.
struct Columns {
  float size = 0.0f, changed = 0.0f;
  float name_ends = 0.0f;
};
Columns columns_of(const Frame& f, float width);

// "812 B", "34 kB", "5.6 MB"
std::string size_text(std::uint64_t bytes);
// "2026-11-23 04:05", where the user is; "" for 0.
std::string changed_text(std::int64_t seconds);

// The names of the columns: a click sorts by one, another one the other way round.
void draw_heads(Frame& f, float width);

}  // namespace bindpose::ui
