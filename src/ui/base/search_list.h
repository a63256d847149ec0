// A list to choose from: what is typed filters it, arrows and Enter choose.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bindpose::ui {

struct Frame;

// One that is open, or was.
struct SearchList {
  char search[64] = {};
  int marked = 0;      // of the rows that are found
  bool open = false;   // since the last frame
  bool asked = false;  // a command opens it to search in: few rows have a field as well
};

struct SearchRows {
  const char* name;  // of its marks: "clip search", "clip:walk"
  const char* hint;  // "Find a clip"
  const char* none;  // where nothing is found
  int count = 0;
  std::function<std::string(int)> title;
  std::function<std::string(int)> beside{};  // at the right end of a row
  int current = -1;                          // the one that is lit
  int without = -1;                          // one that is left out
  int rows = 14;                             // that are seen at once
  std::function<std::string(int)> words{};   // that are searched, where not those of the title
  std::function<bool(int)> grey{};
};

// Rows whose titles have all words of `search` in them, whatever their case; those that begin with
// it come first. All, where nothing is searched for.
std::vector<int> found_rows(const SearchRows& rows, const std::string& search);

// In the popup that is open; returns the row that was chosen, or -1. Whoever sees no popup says so
// (SearchList::open). A few rows are found by eye: they get no field to type in.
int pick_row(Frame& f, SearchList& list, const SearchRows& rows);

}  // namespace bindpose::ui
