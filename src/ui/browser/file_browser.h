// What the file browser's widgets do; drawing is in file_browser.cpp and browser_footer.cpp.
#pragma once

#include <string>
#include <vector>

#include "ui/frame.h"

namespace bindpose::ui {

struct Purpose {
  const char* title;
  const char* button;
  std::vector<std::string> endings;
  bool saves;
  bool appends = false;  // to a file that is there: nothing is replaced
};

Purpose purpose_of(const Frame& f);
void browse_to(Frame& f, const std::string& folder);
void close_browser(Frame& f);
void set_browser_name(Frame& f, const std::string& name);

// Entries that fit the purpose and, when opening, what is typed.
std::vector<const std::string*> shown_entries(const Frame& f, const Purpose& p);
// Selects the entry above (-1) or below (1).
void walk_entries(Frame& f, const Purpose& p, int step);
// A double click, or Enter on the entry.
void accept_entry(Frame& f, const Purpose& p, const std::string& entry);
// Enter, or the button: opens what is selected or typed, saves under the typed name. Asks before a
// file is replaced, and looks into another folder first where a path was typed.
void accept_browser(Frame& f, const Purpose& p);
void accept_path(Frame& f, const Purpose& p, const std::string& path);
void replace_asked_file(Frame& f);
// Goes on with a typed path when its folder was listed.
void continue_typed_path(Frame& f, const Purpose& p);

// The full path that the typed name stands for, with an ending; empty where nothing is typed.
std::string save_path(const Frame& f, const Purpose& p);
bool is_open_model(const Frame& f, const std::string& path);
bool is_listed(const Frame& f, const std::string& path);

float footer_height(const Frame& f, const Purpose& p);
void draw_browser_footer(Frame& f, const Purpose& p);

}  // namespace bindpose::ui
