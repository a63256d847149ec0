// The column of the file browser with folders to go to: home, the program's own, those of files
// that were opened last, bookmarks.
#pragma once

#include <string>
#include <vector>

namespace bindpose::ui {

struct Frame;

struct Place {
  std::string label, folder;
  bool bookmark = false;
};
// Each folder once; at most four of recent files.
std::vector<Place> places_of(const Frame& f);
// Of the folder that is listed; kept with the settings at once.
void toggle_bookmark(Frame& f);
inline constexpr std::size_t kMostBookmarks = 50;

void draw_places(Frame& f, float width, float height);

}  // namespace bindpose::ui
